import { Memo, once } from '../../lib/memo';
import { oneLine } from '../../lib/scan';
import type { IpFamily } from '../../net/ip';
import { PROBABILITY_SCALE } from './matches/statistic';
import type { TableName } from '../hooks';
import { BUILT_IN_CHAINS, chainOrder, type XtChain, type XtRuleset, type XtTable } from './types';
import { parseRule, printRule } from './rule-text';

/**
 * Rules that are known at a glance to be in the form iptables-save prints: most of a kube-proxy dump.
 * Only a shortcut: what matches is printed back as it stands and has nothing odd in it; everything
 * else is read. A test holds the shortcut to the reader.
 */
const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const IP = String.raw`${OCTET}\.${OCTET}\.${OCTET}\.${OCTET}`;
const NETWORK = String.raw`(?:${IP}/32|${OCTET}\.${OCTET}\.${OCTET}\.0/24|${OCTET}\.${OCTET}\.0\.0/16|${OCTET}\.0\.0\.0/8)`;
/** Of another length: its host bits are looked at afterwards. */
const odd = (name: string): string => String.raw`(?<${name}>${IP}/(?:[1-9]|[12]\d|3[01]))`;
const PORT = String.raw`(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])`;
const HEX = String.raw`0x(?:0|[1-9a-f][\da-f]{0,7})`;
const COMMENT = String.raw`-m comment --comment "(?=[^"]{1,255}")[^"\\']*[^-\w"\\'][^"\\']*"`;
const STATES = '(?:NEW|INVALID|ESTABLISHED|RELATED,ESTABLISHED|INVALID,NEW)';

const MATCH = [
  COMMENT,
  String.raw`-m \k<proto>(?: --dport ${PORT})?`,
  String.raw`-m statistic --mode random --probability 0\.\d{11}`,
  `-m addrtype --dst-type LOCAL`,
  `-m mark --mark ${HEX}/${HEX}`,
  `-m conntrack --ctstate ${STATES}`,
].join('|');
const TARGET = [
  String.raw`KUBE-[A-Z\d-]+|cali-[\w-]+|DOCKER(?:-[A-Z\d-]+)?`,
  'ACCEPT|DROP|RETURN',
  `MARK --set-xmark ${HEX}/${HEX}`,
  'MASQUERADE(?: --random-fully)?',
  String.raw`(?<dnat>DNAT --to-destination ${IP}:${PORT})`,
].join('|');
const RULE = new RegExp(
  String.raw`^(?:(?:! )?-s (?:${NETWORK}|${odd('from')}) )?(?:(?:! )?-d (?:${NETWORK}|${odd('to')}) )?(?:-p (?<proto>tcp|udp|sctp) )?(?:(?:${MATCH}) )*-j (?:${TARGET})$`,
);

const PROBABILITIES = /--probability (0\.\d{11})/g;

/** Is the text of a rule (what follows `-A CHAIN `) already what would be printed for it? */
export function isCanonical(text: string, family: IpFamily): boolean {
  if (family !== 'ipv4') return false;
  const groups = RULE.exec(text)?.groups;
  if (!groups || (groups['dnat'] !== undefined && groups['proto'] === undefined)) return false;
  if (!hasNoHostBits(groups['from']) || !hasNoHostBits(groups['to'])) return false;
  return (
    !text.includes('--probability') || Array.from(text.matchAll(PROBABILITIES)).every(([, p]) => isStored(p ?? ''))
  );
}

/** `10.0.0.0/9`: the tools cut away what is behind the prefix. */
function hasNoHostBits(network: string | undefined): boolean {
  if (network === undefined) return true;
  const [a = 0, b = 0, c = 0, d = 0, length = 0] = network.split(/[./]/).map(Number);
  return ((((a << 24) | (b << 16) | (c << 8) | d) << length) | 0) === 0;
}

/** Is it a probability as the kernel gives it back? */
function isStored(probability: string): boolean {
  const stored = Math.round(Number(probability) * PROBABILITY_SCALE);
  return (stored / PROBABILITY_SCALE).toFixed(11) === probability;
}

/** The lines of one table as iptables-save prints them, `*nat` to `COMMIT`, counters zeroed. */
function printTable(table: XtTable, family: IpFamily): string[] {
  const order = chainOrder(table.name, table.chains.keys());
  const lines = [`*${table.name}`];
  for (const name of BUILT_IN_CHAINS[table.name]) {
    lines.push(`:${name} ${table.chains.get(name)?.policy ?? 'ACCEPT'} [0:0]`);
  }
  for (const name of order.filter((each) => !BUILT_IN_CHAINS[table.name].some((hook) => hook === each))) {
    lines.push(`:${oneLine('chain', name)} - [0:0]`);
  }
  for (const name of order) {
    const chain = table.chains.get(name);
    for (let i = 0; i < (chain?.length ?? 0); i++) lines.push(printLine(chain as XtChain, i, family));
  }
  lines.push('COMMIT');
  return lines;
}

/** `-A CHAIN rule`. */
export function printLine(chain: XtChain, index: number, family: IpFamily): string {
  const text = chain.text?.(index);
  const rule = text !== undefined && isCanonical(text, family) ? text : printRule(chain.rule(index), family);
  return oneLine('rule', rule === '' ? `-A ${chain.name}` : `-A ${chain.name} ${rule}`);
}

/**
 * A ruleset as iptables-save prints it, without comment lines: tables in the ruleset's order, built-in
 * chains first, then the others by name, all counters zero. Ends with a newline.
 */
export function printRuleset(ruleset: XtRuleset, family: IpFamily): string {
  const lines = [...ruleset.tables.values()].flatMap((table) => printTable(table, family));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** A chain of {@link rulesetFromLines}: `text` is what follows `-A CHAIN`. */
export interface ChainLines {
  readonly policy?: 'ACCEPT' | 'DROP';
  readonly rules: readonly { readonly text: string }[];
}

/** Chains that come together, and stay the same objects as long as none of them changes. */
interface ChainBlock {
  readonly chains: readonly (ChainLines & { readonly name: string })[];
}

/** The chains of a table; `blocks`: the same chains, for those who keep what they made of each block. */
type TableLines = ReadonlyMap<string, ChainLines> & { readonly blocks?: readonly ChainBlock[] };

/** A ruleset over generated rule texts; a rule is read when it is walked or shown, once. */
export function rulesetFromLines(
  tables: ReadonlyMap<TableName, TableLines>,
  family: IpFamily,
  memo = new Memo(),
): XtRuleset {
  const known = memo.of(family);
  const made = new Map<TableName, XtTable>();
  for (const [name, lines] of tables) {
    const chains = new Map<string, XtChain>();
    // No list of all of them between: there may be 136,000 chains, and an edit makes all of them anew.
    if (lines.blocks)
      for (const block of lines.blocks)
        for (const chain of chainsOf(block, known, family)) chains.set(chain.name, chain);
    else lines.forEach((each, chain) => chains.set(chain, chainOf(each, known, chain, family)));
    made.set(name, { name, chains });
  }
  return { tables: made };
}

const chainsOf = once(({ chains }: ChainBlock, memo, family: IpFamily): readonly XtChain[] =>
  chains.map((lines) => chainOf(lines, memo, lines.name, family)),
);

/** The same lines under the same name give the same chain: most of a table stays as it is from one sync to the next. */
const chainOf = once((lines: ChainLines, memo, name: string, family: IpFamily): XtChain => ({
  name,
  ...(lines.policy ? { policy: lines.policy } : {}),
  length: lines.rules.length,
  rule: (index) => {
    const line = lines.rules[index];
    if (!line) throw new RangeError(`${name} has no rule ${index + 1}`);
    return ruleOf(line, memo, family);
  },
  line: () => undefined,
  text: (index) => lines.rules[index]?.text,
}));

const ruleOf = once(({ text }: ChainLines['rules'][number], _memo, family: IpFamily) => parseRule(text, family).rule);
