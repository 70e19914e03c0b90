import { phrase, type Phrase } from '../lib/phrase';
import type { NftData } from '../linux/nftables/datum';
import { chainFromTexts } from '../linux/nftables/text/table-builder';
import { tableName, type NftBase, type NftRuleset, type NftTable } from '../linux/nftables/types';
import { formatIp, type IpAddress, type IpFamily } from '../net/ip';
import { ruleConditions, isNftExcerpt } from './nft-flows';
import type { PastedNodePlan } from './node/plan';
import { flowFor } from './rule-flows';
import type { SuggestedFlow } from './summaries';
import type { Assumption } from './pasted-types';

/** A map of kube-proxy that a chain of its own looks packets up in, and the base chains that lead to that chain. */
interface LookedUp {
  readonly map: string;
  readonly chain: string;
  /** What is tested before the lookup; `ip` stands for the table's family. */
  readonly test: string;
  readonly from: readonly (readonly [chain: string, base: NftBase])[];
  readonly onlyNew?: true;
}

const base = (type: 'nat' | 'filter', hook: NftBase['hook'], priority: number): NftBase => ({
  type,
  hook,
  priority,
  policy: 'ACCEPT',
});

const NAT: LookedUp['from'] = [
  ['nat-prerouting', base('nat', 'PREROUTING', -100)],
  ['nat-output', base('nat', 'OUTPUT', -100)],
];
const FILTERED = [
  ['filter-input', base('filter', 'INPUT', 0)],
  ['filter-forward', base('filter', 'FORWARD', 0)],
  ['filter-output', base('filter', 'OUTPUT', 0)],
] as const;
const BY_ADDRESS = 'ip daddr . meta l4proto . th dport vmap';
const BY_PORT = 'fib daddr type local ip daddr != 127.0.0.0/8 meta l4proto . th dport vmap';

/** As every release writes them (pkg/proxy/nftables/proxier.go setupNFTables). */
const LOOKED_UP: readonly LookedUp[] = [
  { map: 'service-ips', chain: 'services', test: BY_ADDRESS, from: NAT },
  { map: 'service-nodeports', chain: 'services', test: BY_PORT, from: NAT },
  { map: 'no-endpoint-services', chain: 'service-endpoints-check', test: BY_ADDRESS, from: FILTERED, onlyNew: true },
  {
    map: 'no-endpoint-nodeports',
    chain: 'nodeport-endpoints-check',
    test: BY_PORT,
    from: FILTERED.slice(0, 1),
    onlyNew: true,
  },
  {
    map: 'firewall-ips',
    chain: 'firewall-check',
    test: BY_ADDRESS,
    from: [['filter-prerouting', base('filter', 'PREROUTING', -110)]],
    onlyNew: true,
  },
];

/** The maps of kube-proxy in an excerpt whose chains are not in it. */
function listUnasked(table: NftTable): readonly LookedUp[] {
  if (table.name !== 'kube-proxy' || !isNftExcerpt(table)) return [];
  return LOOKED_UP.filter(({ map, chain }) => table.sets.has(map) && !table.chains.has(chain));
}

/** A ruleset whose maps are asked, and what is assumed by that. */
interface AskedMaps {
  readonly ruleset: NftRuleset;
  readonly assumptions: readonly Assumption[];
}

/** Puts in the chains of kube-proxy that look packets up in its maps, where an excerpt has a map and nothing that asks it. */
export function askMaps(ruleset: NftRuleset): AskedMaps {
  const tables = new Map(ruleset.tables);
  const assumptions: Assumption[] = [];
  for (const table of ruleset.tables.values()) {
    const [unasked, left] = [listUnasked(table), listLeftOut(table)];
    if (unasked.length + left.length === 0) continue;
    tables.set(tableName(table), withLookups(withLeftOut(table, left), unasked));
    assumptions.push(...unasked.map((each) => assumed(table, each)));
    assumptions.push(...left.flatMap((each) => assumedLeftOut(table, each)));
  }
  return { ruleset: assumptions.length === 0 ? ruleset : { tables }, assumptions };
}

const inFamily = (text: string, { family }: NftTable): string =>
  family === 'ip6' ? text.replaceAll('ip daddr', 'ip6 daddr').replace('127.0.0.0/8', '::1') : text;

const makeScope = ({ family, sets }: NftTable) => ({ family, set: (set: string) => sets.get(set) });

function withLookups(table: NftTable, unasked: readonly LookedUp[]): NftTable {
  const { family, name, comment, flags, sets, objects } = table;
  const chains = new Map(table.chains);
  const rules = new Map<string, { readonly base?: NftBase; readonly texts: Set<string> }>();
  const add = (chain: string, text: string, own?: NftBase): void => {
    const known = rules.get(chain) ?? { ...(own ? { base: own } : {}), texts: new Set() };
    rules.set(chain, known);
    known.texts.add(text);
  };
  for (const { map, chain, test, from, onlyNew } of unasked) {
    add(chain, `${inFamily(test, table)} @${map}`);
    for (const [hook, own] of from) add(hook, `${onlyNew ? 'ct state new ' : ''}jump ${chain}`, own);
  }
  const scope = makeScope(table);
  for (const [chain, { base: own, texts }] of rules) {
    const lines = [...texts].map((text) => ({ text }));
    chains.set(chain, chainFromTexts(chain, { ...(own ? { base: own } : {}), rules: lines }, scope));
  }
  return { family, name, flags, sets, objects, chains, ...(comment === undefined ? {} : { comment }) };
}

/** A chain that rules lead to and that can be nothing else: what is in it, and why. */
interface LeftOut {
  readonly chain: string;
  readonly base?: NftBase;
  readonly rules: readonly string[];
  /** Absent: it goes with another. */
  readonly reason?: Phrase;
}

const ENDPOINT = /^endpoint-[A-Z2-7]{8}-[\w./-]+?\/(tcp|udp|sctp)\/[\w.-]*__([\d.]+)\/(\d+)$/;
const MARK = 'mark-for-masquerade';

/** Chains of kube-proxy that an excerpt leads to and leaves out, where their names tell all that is in them. */
function listLeftOut(table: NftTable): readonly LeftOut[] {
  if (table.name !== 'kube-proxy' || !isNftExcerpt(table)) return [];
  const open = [...namedTargets(table)].filter((name) => !table.chains.has(name));
  const endpoints = open.flatMap((chain): readonly LeftOut[] => {
    const [, protocol, ip, port] = ENDPOINT.exec(chain) ?? [];
    if (ip === undefined) return [];
    const place = `${ip}:${port}`;
    const rules = [`ip saddr ${ip} jump ${MARK}`, `meta l4proto ${protocol} dnat to ${place}`];
    return [{ chain, rules, reason: phrase('analysis.rule.endpoint-named', { chain, place }) }];
  });
  const isMarked = endpoints.length > 0 || open.includes(MARK);
  const refuses = open.includes(REJECT) ? [{ chain: REJECT, rules: ['reject'] }] : [];
  return [...endpoints, ...refuses, ...(isMarked ? MASQUERADING.filter(({ chain }) => !table.chains.has(chain)) : [])];
}

const REJECT = 'reject-chain';

/** What kube-proxy marks it masquerades, by default by bit 14. */
const MASQUERADING: readonly LeftOut[] = [
  { chain: MARK, rules: ['mark set mark or 0x4000'], reason: phrase('analysis.rule.mark-masq', { chain: MARK }) },
  {
    chain: 'masquerading',
    rules: ['mark and 0x4000 == 0 return', 'mark set mark xor 0x4000', 'masquerade fully-random'],
  },
  { chain: 'nat-postrouting', base: base('nat', 'POSTROUTING', 100), rules: ['jump masquerading'] },
];

const TARGET = /\b(?:jump|goto) ([\w./:-]+)/g;

/** Rules and elements as they are written, of each chain and set the first ones. */
function listTexts({ chains, sets }: NftTable): readonly string[] {
  const firstOf = (length: number, text: (at: number) => string): readonly string[] =>
    Array.from({ length: Math.min(length, MOST_ELEMENTS) }, (_, at) => text(at));
  return [
    ...[...chains.values()].flatMap(({ length, text }) => firstOf(length, text)),
    ...[...sets.values()].flatMap(({ elements: { length, text } }) => firstOf(length, text)),
  ];
}

/** Every chain that a rule or an element leads to, by its name. */
function namedTargets(table: NftTable): ReadonlySet<string> {
  return new Set(listTexts(table).flatMap((text) => [...text.matchAll(TARGET)].map(([, name = '']) => name)));
}

function withLeftOut(table: NftTable, left: readonly LeftOut[]): NftTable {
  const { family, name, comment, flags, sets, objects } = table;
  const chains = new Map(table.chains);
  for (const { chain, base: own, rules } of left) {
    const lines = rules.map((text) => ({ text }));
    chains.set(chain, chainFromTexts(chain, { ...(own ? { base: own } : {}), rules: lines }, makeScope(table)));
  }
  return { family, name, flags, sets, objects, chains, ...(comment === undefined ? {} : { comment }) };
}

const assumedLeftOut = (table: NftTable, { chain, rules, reason }: LeftOut): readonly Assumption[] =>
  reason
    ? [
        {
          id: `rule:${tableName(table)} ${chain}`,
          about: 'rule',
          value: `chain ${chain} { ${rules.join('; ')} }`,
          evidence: [],
          reason,
          settledBy: 'nft list ruleset',
        },
      ]
    : [];

/** So many elements are looked through. */
const MOST_ELEMENTS = 1000;

function assumed(table: NftTable, { map, chain, test, from }: LookedUp): Assumption {
  const hooks = from.map(([hook]) => hook).join(', ');
  return {
    id: `rule:${tableName(table)} ${chain} @${map}`,
    about: 'rule',
    value: `chain ${chain} { ${inFamily(test, table)} @${map} }`,
    evidence: [],
    reason: phrase('analysis.rule.filter-jump', { hook: hooks, chain: `${chain}, @${map}` }),
    settledBy: 'nft list ruleset',
  };
}

/** More packets of one map than this are not worth offering. */
const MOST_FLOWS = 24;

/** Packets that elements of kube-proxy's maps name, of maps that nothing in an excerpt asks: those that end there come first. */
export function mapFlows(plan: PastedNodePlan, table: NftTable, family: IpFamily): readonly SuggestedFlow[] {
  if ((table.family === 'ip6') !== (family === 'ipv6')) return [];
  const offers = listUnasked(table).flatMap(({ map, chain, test }) => {
    const rule = chainFromTexts(
      chain,
      { rules: [{ text: `${inFamily(test, table)} @${map}` }] },
      makeScope(table),
    ).rule(0);
    const { elements } = table.sets.get(map) ?? {};
    const listed = Array.from({ length: Math.min(elements?.length ?? 0, MOST_ELEMENTS) }, (_, at) =>
      elements?.element(at),
    );
    return listed.flatMap((element) => {
      if (!element || element.key === 'any') return [];
      const at = { table: tableName(table), chain: map, hook: 'PREROUTING', isHere: false, isRoot: false } as const;
      const flow = flowFor(plan, at, ruleConditions(rule, table, element.key), family);
      return flow ? [{ flow, ends: isEnd(element.data) }] : [];
    });
  });
  return offers
    .toSorted((a, b) => Number(b.ends) - Number(a.ends))
    .slice(0, MOST_FLOWS)
    .map(({ flow }) => flow);
}

/** True where an element of a map of kube-proxy, or a rule of it, names the address: it is a Service's, or was. */
export function isInMap(ruleset: NftRuleset | undefined, address: IpAddress): boolean {
  const text = formatIp(address);
  const own = [...(ruleset?.tables.values() ?? [])].filter(({ name }) => name === 'kube-proxy');
  return own.some((table) =>
    listTexts(table).some((line) => line.trimStart().startsWith(`${text} . `) || line.includes(`daddr ${text} `)),
  );
}

/** A verdict that ends the packet: `drop`, or `goto reject-chain`. */
function isEnd(data: NftData | undefined): boolean {
  if (data?.kind !== 'verdict') return false;
  const { verdict } = data;
  return verdict.kind === 'DROP' || ('chain' in verdict && verdict.chain === REJECT);
}
