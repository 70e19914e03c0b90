import { SLICE_OF_LINES, within, type Steps } from '../../lib/scan';
import { parseIp, type IpFamily } from '../../net/ip';
import type { TableName } from '../../linux/hooks';
import {
  copyRule,
  getLength,
  newSection,
  ruleCount,
  savedRuleText,
  type ChainBuilder,
  type SaveSection,
} from './section';

/** Targets that exist in one table only. */
const BY_TARGET: readonly (readonly [pattern: RegExp, table: TableName])[] = [
  [/-j (?:DNAT|SNAT|MASQUERADE|REDIRECT|NETMAP)(?:\s|$)/, 'nat'],
  [/-j REJECT(?:\s|$)/, 'filter'],
  [/-j (?:CT|NOTRACK|RAWDNAT)(?:\s|$)/, 'raw'],
  [/-j (?:TPROXY|TTL|HL|DSCP|TOS|CLASSIFY|TCPMSS|CHECKSUM|ECN)(?:\s|$)/, 'mangle'],
  [
    /-[jg] (?:KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW|HP)-|KUBE-MARK-(?:MASQ|DROP)|KUBE-(?:POSTROUTING|LOAD-BALANCER)|DOCKER_)/,
    'nat',
  ],
  [/-[jg] (?:KUBE-FORWARD|KUBE-EXTERNAL-SERVICES|KUBE-FIREWALL|KUBE-PROXY-FIREWALL|DOCKER-|ufw6?-)/, 'filter'],
];

/** Chains whose name says where they live. */
const BY_CHAIN: readonly (readonly [pattern: RegExp, table: TableName])[] = [
  [
    /^(?:KUBE-(?:SVC|SVL|SEP|XLB|EXT|FW|HP)-|KUBE-MARK-(?:MASQ|DROP)$|KUBE-(?:POSTROUTING|HOSTPORTS|LOAD-BALANCER)$)/,
    'nat',
  ],
  [
    /^KUBE-(?:FORWARD|EXTERNAL-SERVICES|FIREWALL|PROXY-FIREWALL|SOURCE-RANGES-FIREWALL|IPVS-(?:OUT-)?FILTER)$/,
    'filter',
  ],
  [/^KUBE-NODEPORT-NON-LOCAL$/, 'filter'],
  [/^(?:POSTROUTING|PREROUTING|CNI-(?!FORWARD$|ADMIN$)|WEAVE$|AWS-(?:SNAT|CONNMARK)-)/, 'nat'],
  [/^(?:FORWARD|DOCKER-|ufw6?-|WEAVE-NPC|f2b-|fail2ban|KUBE-(?:ROUTER|POD-FW|NWPLCY)-)/, 'filter'],
  // Felix has policies and profiles in several tables (felix/rules/rule_defs.go).
  [/^cali-(?:fw|tw|from-wl|to-wl|wl-to)-/, 'filter'],
  [/^cali-(?:nat-outgoing|fip-[ds]nat)$/, 'nat'],
  [/^ISTIO_(?:IN(?:BOUND|_REDIRECT)|OUTPUT|REDIRECT)$/, 'nat'],
];

/** The table that a chain of this name is in, whoever listed it; undefined: it may be in several. */
export function findTableOfChain(name: string): TableName | undefined {
  return BY_CHAIN.find(([pattern]) => pattern.test(name))?.[1];
}

/** kube-proxy uses these names in nat and in filter. */
const KUBE_BOTH = /^KUBE-(?:SERVICES|NODEPORTS|NODE-PORT)$/;
/** Up to 1.24 its IPVS mode has a chain of nat by this name, too. */
const KUBE_FIREWALL = /^KUBE-FIREWALL$/;

/** What tells the two of one name apart: nat takes no DROP, and health checks are let pass in filter. */
const KUBE_RULES: readonly (readonly [chain: RegExp, rule: RegExp, table: TableName])[] = [
  [/^KUBE-(?:SERVICES|NODEPORTS)$/, /-j DROP(?:\s|$)/, 'filter'],
  [/^KUBE-NODEPORTS$/, /-j ACCEPT(?:\s|$)/, 'filter'],
  [/^KUBE-NODE-PORT$/, /--match-set KUBE-(?:6-)?HEALTH-CHECK-/, 'filter'],
  [KUBE_FIREWALL, /-j KUBE-MARK-DROP(?:\s|$)|--match-set KUBE-(?:6-)?LOAD-BALANCER-SOURCE-/, 'nat'],
];

function tableOfRule(text: string, chain: string): TableName | undefined {
  const plain = text.replaceAll(/"[^"]*"/g, '');
  const ofKube = KUBE_RULES.find(([name, rule]) => name.test(chain) && rule.test(plain));
  return ofKube?.[2] ?? BY_TARGET.find(([pattern]) => pattern.test(plain))?.[1];
}

function findJump(text: string): string | undefined {
  return /-[jg] (\S+)/.exec(text.replaceAll(/"[^"]*"/g, ''))?.[1];
}

type Guess = Map<string, TableName>;

/** Chains that are sure by name or by their targets, and then those that jumps join to them. */
function* guessChains(text: string, section: SaveSection): Steps<Guess> {
  const guesses: Guess = new Map();
  let done = 0;
  const total = section.chains.size;
  for (const chain of section.chains.values()) {
    const named = KUBE_FIREWALL.test(chain.name) ? undefined : findTableOfChain(chain.name);
    const table = named ?? (yield* within(majority(text, chain), done / total / 2, (done + 1) / total / 2));
    const certain = table ?? findTableOfChain(chain.name);
    if (certain) guesses.set(chain.name, certain);
    if (++done % SLICE_OF_LINES === 0) yield done / total / 2;
  }
  yield* within(spread(text, section, guesses), 0.5, 1);
  return guesses;
}

function* majority(text: string, chain: ChainBuilder): Steps<TableName | undefined> {
  if (KUBE_BOTH.test(chain.name)) return undefined;
  const votes = new Map<TableName, number>();
  const total = getLength(chain);
  for (let i = 0; i < total; i++) {
    const table = tableOfRule(savedRuleText(text, chain, i), chain.name);
    if (table) votes.set(table, (votes.get(table) ?? 0) + 1);
    if ((i + 1) % SLICE_OF_LINES === 0) yield i / total;
  }
  return [...votes].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}

/** Jumps between chains, in both directions; a name that two tables share joins nothing. */
function* neighbours(text: string, section: SaveSection): Steps<Map<string, string[]>> {
  const total = ruleCount(section);
  let done = 0;
  const joined = new Map<string, string[]>();
  const join = (from: string, to: string): void => {
    const known = joined.get(from);
    if (known) known.push(to);
    else joined.set(from, [to]);
  };
  for (const chain of section.chains.values()) {
    for (let i = 0; i < getLength(chain); i++) {
      if (++done % SLICE_OF_LINES === 0) yield done / total;
      const jump = findJump(savedRuleText(text, chain, i));
      if (jump === undefined || !section.chains.has(jump)) continue;
      if (!KUBE_BOTH.test(chain.name)) join(chain.name, jump);
      join(jump, chain.name);
    }
  }
  return joined;
}

/** A chain is in the table of the chains it jumps to or is jumped to from. */
function* spread(text: string, section: SaveSection, guesses: Guess): Steps<void> {
  const joined = yield* neighbours(text, section);
  const open = [...guesses.keys()];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const table = guesses.get(name) as TableName;
    for (const next of joined.get(name) ?? []) {
      if (guesses.has(next)) continue;
      guesses.set(next, table);
      open.push(next);
    }
  }
}

/** What `-P` lines tell: each table has its own set of built-in chains. */
function byPolicies(section: SaveSection): TableName | undefined {
  const policies = [...section.chains.values()].filter((chain) => chain.policy).map((chain) => chain.name);
  const has = (name: string): boolean => policies.includes(name);
  if (policies.length < 2) return undefined;
  if (has('FORWARD')) return has('PREROUTING') ? 'mangle' : 'filter';
  if (has('POSTROUTING')) return 'nat';
  return has('PREROUTING') ? 'raw' : undefined;
}

/**
 * Parts a listing without a table line into tables, rule by rule: by targets and chains that only one
 * table has, by what jumps where, by the policies shown. What nothing tells is of `filter`, iptables'
 * own default. In slices.
 */
export function* inferTables(text: string, section: SaveSection): Steps<SaveSection[]> {
  const whole = byPolicies(section);
  const guesses = whole ? new Map<string, TableName>() : yield* within(guessChains(text, section), 0, 0.6);
  const total = ruleCount(section);
  let done = 0;
  const parts = new Map<TableName, SaveSection>();
  const partOf = (table: TableName): SaveSection => {
    const known = parts.get(table);
    if (known) return known;
    const made = newSection(section.kind, section.firstLine, { table, family: section.family, group: section.group });
    parts.set(table, made);
    return made;
  };
  for (const chain of section.chains.values()) {
    const usual = whole ?? guesses.get(chain.name) ?? (chain.name.startsWith('KUBE-') ? 'nat' : 'filter');
    if (getLength(chain) === 0) copyChain(partOf(usual), chain);
    for (let i = 0; i < getLength(chain); i++) {
      if (++done % SLICE_OF_LINES === 0) yield 0.6 + (0.4 * done) / total;
      const own = whole ?? tableOfRule(savedRuleText(text, chain, i), chain.name) ?? usual;
      const target = copyChain(partOf(fits(own, usual, chain)), chain);
      copyRule(chain, i, target);
    }
  }
  return [...parts.values()];
}

/** Only chains whose name is used in several tables are parted. */
function fits(own: TableName, usual: TableName, chain: ChainBuilder): TableName {
  const shared = KUBE_BOTH.test(chain.name) || /^[A-Z]+$/.test(chain.name);
  return shared ? own : usual;
}

function copyChain(section: SaveSection, chain: ChainBuilder): ChainBuilder {
  const known = section.chains.get(chain.name);
  if (known) return known;
  const copy: ChainBuilder = { ...chain, rules: [] };
  section.chains.set(chain.name, copy);
  return copy;
}

/** The header's addresses, and those of other options. */
const HEADER_ADDRESS = /(?:^|\s)(?:-[sd]|--(?:src|source|dst|destination))[\s=]+([^\s,/]+)/g;
const OTHER_ADDRESS = /--(?:to-(?:destination|source)|(?:src|dst)-range|ctorig\w+|ctrepl\w+|to)[\s=]+\[?([^\s\]-]+)/g;
const HINTS: readonly (readonly [pattern: RegExp, family: IpFamily])[] = [
  // kube-proxy's sets of the other family (pkg/proxy/ipvs/ipset.go).
  [/ipv6-icmp|icmpv6|icmp6|-m hl |-j HL |--match-set KUBE-6-/, 'ipv6'],
  [/-p icmp |reject-with icmp-|icmp-type/, 'ipv4'],
];
const SAMPLE = 500;

/** The family of an address, without the port behind it; undefined: it is none (`:8080`, a name). */
function familyOfAddress(text: string): IpFamily | undefined {
  const parsed = parseIp(/^\d+\.\d+\.\d+\.\d+/.exec(text)?.[0] ?? text);
  return parsed.ok ? parsed.value.family : undefined;
}

function* familiesIn(text: string, pattern: RegExp): Generator<IpFamily> {
  for (const [, address = ''] of text.matchAll(pattern)) {
    const family = familyOfAddress(address);
    if (family) yield family;
  }
}

/** What a section's own rules tell of its family. */
export interface FamilyGuess {
  /** How many of the addresses of `-s` and `-d` are of each family. */
  readonly addressed: Readonly<Record<IpFamily, number>>;
  /** By an address elsewhere in a rule, else by a protocol that only one family has. */
  readonly hint?: IpFamily;
}

/** Looks at the first rules of a section. */
export function inferFamily(text: string, section: SaveSection): FamilyGuess {
  const addressed = { ipv4: 0, ipv6: 0 };
  let seen = 0;
  let other: IpFamily | undefined;
  let hint: IpFamily | undefined;
  for (const chain of section.chains.values()) {
    for (let i = 0; i < getLength(chain) && seen < SAMPLE; i++, seen++) {
      const plain = savedRuleText(text, chain, i).replaceAll(/"[^"]*"/g, '');
      for (const family of familiesIn(plain, HEADER_ADDRESS)) addressed[family]++;
      other ??= familiesIn(plain, OTHER_ADDRESS).next().value ?? undefined;
      hint ??= HINTS.find(([pattern]) => pattern.test(plain))?.[1];
    }
  }
  const told = other ?? hint;
  return { addressed, ...(told ? { hint: told } : {}) };
}
