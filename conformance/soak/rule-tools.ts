import { rulesetOf } from '../suites/recorded-rules';
import { readRuleset } from '../../src/core/linux/nftables/text/read-ruleset';
import type { RouterRules } from '../suites/kernel/record';
import { type Dice, expand, type Words } from './dice';
import { NFT_CHAINS, nftSets, randomNftRules } from './nft-packet-rules';
import { type RouterAddresses, addressesOf, withPort } from './packet-ground';

/** What packets of this step have, so that rules often fit them. */
function wordsOf(ground: RouterAddresses): Words {
  const ip = (dice: Dice): string => dice.pick(addressesOf(ground));
  const isV6 = ground.family === 'ipv6';
  return {
    not: '«¦¦¦! »',
    ip,
    net: `«<ip>¦${ground.nets}»`,
    range: ground.range,
    own: ground.own.eth0,
    ported: (dice) => withPort(ip(dice), dice.pick(['8080', '8080-8090'])),
    hops: isV6 ? '-m hl --hl-gt 60' : '-m ttl --ttl-gt 60',
    reject: isV6
      ? '--reject-with «icmp6-port-unreachable¦icmp6-adm-prohibited¦icmp6-no-route»'
      : '--reject-with «icmp-port-unreachable¦icmp-host-prohibited¦icmp-net-unreachable»',
    port: '«53¦80¦1000:2000¦8080¦30000:32767»',
    mark: '«0x1¦0x2¦0x4000/0x4000¦0x0/0x3»',
    device: '«eth0¦cni0¦eth+¦lo»',
    proto: '«-p udp -m udp¦-p tcp -m tcp»',
  };
}

/** Tests whose answer neither the clock nor a draw decides. */
const MATCHES: readonly string[] = [
  '<not>-s <net>',
  '<not>-d <net>',
  '<proto> <not>--dport <port>',
  '<proto> <not>--sport <port>',
  '-p «udp¦tcp» -m multiport <not>--dports 53,80,1000:1500',
  '<not>-p «udp¦tcp»',
  '-m mark <not>--mark <mark>',
  '-m connmark <not>--mark <mark>',
  '-m conntrack <not>--ctstate «NEW¦ESTABLISHED¦RELATED,ESTABLISHED¦INVALID¦DNAT¦SNAT»',
  '-m conntrack --ctdir «ORIGINAL¦REPLY»',
  '-m conntrack <not>--ctorigdst <net>',
  '-m conntrack --ctorigdstport «53¦80¦8080»',
  '-m addrtype <not>--«src¦dst»-type «LOCAL¦UNICAST¦BROADCAST»',
  '-m statistic --mode nth --every «2¦3» --packet 0',
  '-m recent --set --name r',
  '-m recent <not>--rcheck --name r',
  '-m iprange <not>--src-range <range>',
  '-m comment --comment x',
  '<hops>',
  '-m connbytes <not>--connbytes «1¦2:3¦:1» --connbytes-dir both --connbytes-mode packets',
  '-m pkttype --pkt-type unicast',
];

interface TableHooks {
  readonly table: string;
  readonly hooks: readonly string[];
  readonly targets: readonly string[];
}

const ANY = [
  '-j ACCEPT',
  '-j RETURN',
  '',
  '-j SUB',
  '-g SUB',
  '-j MARK --set-xmark «0x1/0x3¦0x4000/0x4000»',
  '-j MARK --set-mark 2',
];
const PLACES: readonly TableHooks[] = [
  { table: 'raw', hooks: ['PREROUTING', 'OUTPUT'], targets: [...ANY, '-j DROP', '-j NOTRACK'] },
  {
    table: 'mangle',
    hooks: ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'],
    targets: [
      ...ANY,
      '-j CONNMARK --save-mark',
      '-j CONNMARK --set-mark 1',
      '-j CONNMARK --restore-mark',
      '-j CONNMARK --set-mark 1 --left-shift-mark 1',
    ],
  },
  {
    table: 'filter',
    hooks: ['INPUT', 'FORWARD', 'OUTPUT'],
    targets: [...ANY, '-j DROP', '-j REJECT', '-j REJECT <reject>', 'T -j REJECT --reject-with tcp-reset'],
  },
  {
    table: 'nat',
    hooks: ['PREROUTING', 'OUTPUT'],
    targets: [
      ...ANY,
      'N -j DNAT --to-destination <ip>',
      'P -j DNAT --to-destination <ported>',
      'P -j REDIRECT --to-ports «80¦8000-8010»',
    ],
  },
  {
    table: 'nat',
    hooks: ['POSTROUTING'],
    targets: [...ANY, 'N -j MASQUERADE', 'P -j MASQUERADE --to-ports 40000-40100', 'N -j SNAT --to-source <own>'],
  },
];

function randomLine(dice: Dice, { hooks, targets }: TableHooks, words: Words): string {
  const parts: string[] = [];
  let target = expand(dice.pick(targets), dice, words);
  const [needs] = /^[NPT] /.exec(target) ?? [];
  target = target.replace(/^[NPT] /, '');
  if (needs === 'P ') parts.push(dice.pick(['-p udp', '-p tcp']));
  if (needs === 'T ') parts.push('-p tcp');
  for (let left = dice.int(0, 2); left > 0; left--) {
    const match = expand(dice.pick(MATCHES), dice, words);
    const once = /^(?:! )?-[psd] /.exec(match)?.[0].slice(-3);
    if (!once || !parts.some((part) => part.includes(once))) parts.push(match);
  }
  const chain = dice.chance(0.2) && !/SUB/.test(target) ? 'SUB' : dice.pick(hooks);
  if (chain !== 'SUB' && chain !== 'OUTPUT' && chain !== 'POSTROUTING' && dice.chance(0.3))
    parts.push(expand('<not>-i <device>', dice, words));
  return `-A ${chain} ${[...parts, target].join(' ')}`.trim();
}

/** The lines of random rules, table by table, each to be tried by itself. */
export function randomLines(dice: Dice, ground: RouterAddresses): { readonly table: string; readonly line: string }[] {
  const words = wordsOf(ground);
  return PLACES.flatMap((place) =>
    Array.from({ length: dice.int(2, 6) }, () => ({ table: place.table, line: randomLine(dice, place, words) })),
  );
}

/** Program that loads rules into the kernel and tells what they counted. */
export interface RuleTool {
  readonly ground: RouterAddresses;
  /** Random rules, a line each. */
  readonly draw: (dice: Dice) => readonly string[];
  /** A script that reads such lines, loads what the kernel takes of them, and prints what it has. */
  readonly load: string;
  /** Prints the rules with what they counted. */
  readonly list: string;
  /** Counters in what {@link list} prints: packets by `table chain number`. */
  readonly counters: (text: string) => ReadonlyMap<string, number>;
  /** Rules in what {@link load} prints, as the simulator takes them. */
  readonly rules: (text: string) => RouterRules;
  /** Text, in what {@link load} prints, of the rule at `table chain number`, as it is written. */
  readonly ruleAt: (text: string, place: string) => string;
}

const TABLES = ['raw', 'mangle', 'filter', 'nat'];
const SAVED = /^\[(\d+):\d+\] -A (\S+)/;

/** By a program such as `iptables-legacy`, `ip6tables`. */
export function xtablesTool(program: string, ground: RouterAddresses): RuleTool {
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
    ruleAt: (text, place) => {
      const [table = '', chain = '', number] = place.split(' ');
      const lines = (text.split(`*${table}\n`)[1] ?? '').split('\nCOMMIT')[0]?.split('\n') ?? [];
      return lines.filter((line) => line.startsWith(`-A ${chain} `))[Number(number) - 1] ?? place;
    },
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
export function nftTool(family: 'ip' | 'ip6' | 'inet', ground: RouterAddresses): RuleTool {
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
    ruleAt: (text, place) => {
      const [, , chain = '', number] = place.split(' ');
      const [listed] = readRuleset(text).ruleset.tables.values();
      return listed?.chains.get(chain)?.text(Number(number) - 1) ?? place;
    },
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
