import { rulesetOf } from '../conformance/recorded-rules';
import { readRuleset } from '../../core/linux/nftables/text/read-ruleset';
import type { RouterRules } from '../conformance/kernel/record';
import type { Dice } from './dice';
import { NFT_CHAINS, nftSets, randomNftRules } from './nft-packet-rules';
import { randomLines } from './packet-rules';
import type { Ground } from './packet-ground';

/** Who loads rules into the kernel and tells what they counted. */
export interface RuleTool {
  readonly ground: Ground;
  /** Random rules, a line each. */
  readonly draw: (dice: Dice) => readonly string[];
  /** A script that reads such lines, loads what the kernel takes of them, and prints what it has. */
  readonly load: string;
  /** Prints the rules with what they counted. */
  readonly list: string;
  /** Of what {@link list} prints: packets by `table chain number`. */
  readonly counters: (text: string) => ReadonlyMap<string, number>;
  /** Of what {@link load} prints: the rules as the simulator takes them. */
  readonly rules: (text: string) => RouterRules;
}

const TABLES = ['raw', 'mangle', 'filter', 'nat'];
const SAVED = /^\[(\d+):\d+\] -A (\S+)/;

/** By a program such as `iptables-legacy`, `ip6tables`. */
export function xtablesTool(program: string, ground: Ground): RuleTool {
  const heads = TABLES.map(
    (table) => `printf '*${table}\\n:SUB - [0:0]\\nCOMMIT\\n' | ${program}-restore --noflush`,
  ).join('\n');
  return {
    ground,
    draw: (dice) => randomLines(dice, ground).map(({ table, line }) => `${table} ${line}`),
    load: `${heads}
while IFS=' ' read -r table line; do printf '*%s\\n%s\\nCOMMIT\\n' "$table" "$line" | ${program}-restore --noflush 2>/dev/null; done
${program}-save`,
    list: `${program}-save -c`,
    counters: savedCounters,
    rules: (text) => ({ xtables: rulesetOf(text, ground.family) }),
  };
}

/** Numbers rules as they come. */
class Numbers {
  private readonly places = new Map<string, number>();

  next(place: string): string {
    const number = (this.places.get(place) ?? 0) + 1;
    this.places.set(place, number);
    return `${place} ${number}`;
  }
}

/** Of `iptables-save -c`. */
function savedCounters(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const numbers = new Numbers();
  let table = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) table = line.slice(1);
    const [, packets, chain = ''] = SAVED.exec(line) ?? [];
    if (packets !== undefined) counts.set(numbers.next(`${table} ${chain}`), Number(packets));
  }
  return counts;
}

/** By nft, in a table of one family. */
export function nftTool(family: 'ip' | 'ip6' | 'inet', ground: Ground): RuleTool {
  const table = `${family} t`;
  return {
    ground,
    draw: (dice) => randomNftRules(dice, ground, family),
    load: `nft -f - <<'RULES'
table ${table} {
${nftSets(ground)}
${NFT_CHAINS}
}
RULES
while IFS= read -r rule; do printf 'add rule ${table} %s\\n' "$rule" | nft -f - 2>/dev/null; done
nft list table ${table}`,
    list: `nft list table ${table}`,
    counters: (text) => listedCounters(text, table),
    rules: (text) => ({ nftables: readRuleset(text).ruleset }),
  };
}

/** Of `nft list table`: of rules that count. */
function listedCounters(text: string, table: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const numbers = new Numbers();
  let chain: string | undefined;
  for (const line of text.split('\n')) {
    const [, opened] = /^\tchain (\S+) \{$/.exec(line) ?? [];
    if (opened !== undefined || line === '\t}') chain = opened;
    else if (chain !== undefined && !line.startsWith('\t\ttype ')) {
      const place = numbers.next(`${table} ${chain}`);
      const [, packets] = /\bcounter packets (\d+)/.exec(line) ?? [];
      if (packets !== undefined) counts.set(place, Number(packets));
    }
  }
  return counts;
}
