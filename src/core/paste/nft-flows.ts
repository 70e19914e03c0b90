import type { NftField } from '../linux/nftables/datum';
import { phrase } from '../lib/phrase';
import { HOOKS, type Hook } from '../linux/hooks';
import { chainFromTexts } from '../linux/nftables/text/table-builder';
import {
  tableName,
  type NftBase,
  type NftChain,
  type NftExpression,
  type NftRight,
  type NftRule,
  type NftRuleset,
  type NftTable,
} from '../linux/nftables/types';
import { knownExpression } from '../linux/nftables/expressions';
import { knownStatement } from '../linux/nftables/statements';
import { formatIp, parseIp, type IpFamily } from '../net/ip';
import { protocolName } from '../linux/xtables/syntax/protocols';
import { cidrInField } from './nft-devices';
import type { PastedNodePlan } from './node/plan';
import type { Assumption, FlowEnds } from './pasted-types';
import { ANYBODY, canCome, flowFor, type PacketConditions } from './rule-flows';
import type { SuggestedFlow } from './summaries';

/** Longer chains are not read through for a first packet. */
const MOST_RULES = 200;
/** More of one table than this are not worth reading. */
const MOST_FLOWS = 24;
/** Deeper jumps say nothing of where a chain stands. */
const MOST_CHAINS = 50;

const SERVED: Readonly<Record<IpFamily, readonly NftTable['family'][]>> = {
  ipv4: ['ip', 'inet'],
  ipv6: ['ip6', 'inet'],
};

/** A chain a first packet is for, and what has the kernel enter it. */
interface Spot {
  readonly chain: NftChain;
  readonly hook: Hook;
  /** Nothing in the text leads to it. */
  readonly isRoot: boolean;
}

/**
 * Packets made of what rules of nftables ask: for each base chain, and for chains that nothing in the text leads to. A listing of a
 * regular chain alone says of no hook: its packet is put into it by {@link SuggestedFlow.enters}, as `ip kube-proxy endpoint-…`.
 */
export function nftFlows(plan: PastedNodePlan, tables: readonly NftTable[], family: IpFamily): SuggestedFlow[] {
  return tables.flatMap((table) => {
    if (!SERVED[family].includes(table.family)) return [];
    return listSpots(table)
      .slice(0, MOST_FLOWS)
      .flatMap(({ chain, hook, isRoot }) => {
        const asked = listRules(chain).map((rule, index) => ({ ...askedBy(rule, table), position: index + 1 }));
        const most = asked.toSorted((a, b) => told(b) - told(a));
        const met: PacketConditions = most.find((each) => canCome(plan, each)) ?? ANYBODY;
        const at = { table: tableName(table), chain: chain.name, hook, isHere: false, isRoot };
        const isOther = [met.src, met.dst].some((cidr) => cidr && cidr.address.family !== family);
        return isOther ? [] : (flowFor(plan, at, met, family) ?? []);
      });
  });
}

/** Is a table without base chains: an excerpt, since nothing would be entered? */
export function isNftExcerpt({ chains }: NftTable): boolean {
  return [...chains.values()].every(({ base }) => base === undefined);
}

/** Base chains; of an excerpt the chains no other leads to. */
function listSpots(table: NftTable): Spot[] {
  const all = [...table.chains.values()].filter(({ length }) => length > 0);
  if (!isNftExcerpt(table)) {
    return all.flatMap((chain) => {
      const hook = HOOKS.find((each) => each === chain.base?.hook);
      return hook ? [{ chain, hook, isRoot: false }] : [];
    });
  }
  const led = new Set(all.flatMap((chain) => listRules(chain).flatMap((rule) => ledTo(rule, chain.name))));
  const roots = all.filter(({ name }) => !led.has(name));
  return roots.map((chain) => ({ chain, hook: baseFor(table, chain).hook, isRoot: true }));
}

function listRules(chain: NftChain): NftRule[] {
  return Array.from({ length: Math.min(chain.length, MOST_RULES) }, (_, index) => chain.rule(index));
}

/** Chains a rule leads to, but its own. */
function ledTo({ statements }: NftRule, own: string): string[] {
  return statements.map(knownStatement).flatMap((each): string[] => {
    const verdicts = each.statement === 'verdict' ? [each.spec.verdict] : [];
    const map = each.statement === 'vmap' && each.spec.map.kind === 'set' ? each.spec.map.set.elements : undefined;
    for (let index = 0; index < Math.min(map?.length ?? 0, MOST_RULES); index++) {
      const data = map?.element(index)?.data;
      if (data?.kind === 'verdict') verdicts.push(data.verdict);
    }
    return verdicts.flatMap((verdict) => ('chain' in verdict && verdict.chain !== own ? [verdict.chain] : []));
  });
}

function told({ dst, src, indev, port, protocol }: PacketConditions): number {
  return (dst ? 4 : 0) + (src ? 4 : 0) + (indev ? 3 : 0) + (port === undefined ? 0 : 2) + (protocol ? 1 : 0);
}

type Draft = { -readonly [Key in keyof PacketConditions]: PacketConditions[Key] };

/** The packets a rule tests for; a negated test (`!=`) narrows nothing. `key`: the element that its map is to find. */
export function askedBy({ statements }: NftRule, table: NftTable, key?: readonly NftField[]): PacketConditions {
  const asked: Draft = { isHere: false };
  for (const each of statements.map(knownStatement)) {
    if (each.statement === 'match' && (each.spec.operator === 'implicit' || each.spec.operator === '==')) {
      learn(asked, each.spec.left, listFields(each.spec.right, table));
    } else if (each.statement === 'vmap') learn(asked, each.spec.key, key ?? listFields(each.spec.map, table));
  }
  return asked;
}

/** The constant, or the first element that is one, of what is compared with. */
function listFields(right: NftRight, { sets }: NftTable): readonly NftField[] {
  if (right.kind === 'pattern') return right.pattern;
  const set = right.kind === 'set' ? right.set : right.kind === 'reference' ? sets.get(right.name) : undefined;
  const key = set && set.elements.length > 0 ? set.elements.element(0)?.key : undefined;
  return key === undefined || key === 'any' ? [] : key;
}

function learn(asked: Draft, compared: NftExpression, fields: readonly NftField[]): void {
  const left = knownExpression(compared);
  const parts = left.expression === 'concat' ? left.spec.parts : [left];
  for (const [index, part] of parts.entries()) {
    const field = fields[index];
    if (field) learnOne(asked, part, field);
  }
}

const PROTOCOLS = ['tcp', 'udp', 'sctp', 'icmp'] as const;

function learnOne(asked: Draft, compared: NftExpression, field: NftField): void {
  const { expression, spec } = knownExpression(compared);
  if (expression === 'fib') asked.isHere ||= spec.result === 'type' && spec.flags.includes('daddr');
  if (expression === 'meta' && spec.key === 'l4proto') asked.protocol ??= protocolIn(field);
  if (expression === 'meta' && (spec.key === 'iifname' || spec.key === 'iif') && typeof field.from === 'string')
    asked.indev ??= { name: field.from, prefix: field.prefix !== undefined };
  if (expression !== 'payload') return;
  if (spec.header === 'ip' || spec.header === 'ip6') {
    if (spec.field === 'saddr') asked.src ??= cidrInField(field);
    if (spec.field === 'daddr') asked.dst ??= cidrInField(field);
    if (spec.field === 'protocol') asked.protocol ??= protocolIn(field);
    return;
  }
  asked.protocol ??= PROTOCOLS.find((each) => each === spec.header);
  if (spec.field === 'dport') asked.port ??= Number(field.from);
}

function protocolIn({ from }: NftField): PacketConditions['protocol'] {
  const name = protocolName(Number(from));
  return PROTOCOLS.find((each) => each === name);
}

/** Priorities by their names (include/uapi/linux/netfilter_ipv4.h). */
const PRIORITY = { filter: 0, dstnat: -100, srcnat: 100 } as const;

/** Where a chain is asked, told by what its rules and those they lead to do: who translates does it at nat's hooks. */
function baseFor(table: NftTable, chain: NftChain): Pick<NftBase, 'type' | 'priority'> & { readonly hook: Hook } {
  const all = reachedBy(table, chain).flatMap(listRules);
  const run = all.flatMap(({ statements }) => statements.map(knownStatement));
  const does = (statement: string, verb?: string): boolean =>
    run.some(
      (each) =>
        each.statement === statement && (verb === undefined || (each.statement === 'nat' && each.spec.verb === verb)),
    );
  const asks = (key: string): boolean =>
    run.some(({ statement, spec }) => {
      const left = statement === 'match' ? knownExpression(spec.left) : undefined;
      return left?.expression === 'meta' && left.spec.key.startsWith(key);
    });
  if (does('nat', 'dnat') || does('redirect')) return { type: 'nat', hook: 'PREROUTING', priority: PRIORITY.dstnat };
  if (does('masquerade') || does('nat', 'snat')) return { type: 'nat', hook: 'POSTROUTING', priority: PRIORITY.srcnat };
  const priority = PRIORITY.filter;
  if (asks('oif')) return { type: 'filter', hook: asks('iif') ? 'FORWARD' : 'OUTPUT', priority };
  // The kernel takes reject at INPUT, FORWARD and OUTPUT (net/netfilter/nft_reject.c); what asks for no device stands anywhere.
  if (does('reject')) return { type: 'filter', hook: 'OUTPUT', priority };
  return { type: 'filter', hook: 'PREROUTING', priority };
}

function reachedBy({ chains }: NftTable, first: NftChain): NftChain[] {
  const found = new Map([[first.name, first]]);
  for (const chain of found.values()) {
    for (const name of listRules(chain).flatMap((rule) => ledTo(rule, chain.name))) {
      const next = chains.get(name);
      if (next && found.size < MOST_CHAINS) found.set(name, next);
    }
  }
  return [...found.values()];
}

/** A ruleset with chains that flows are put into, and what is assumed by that. */
interface EnteredNft {
  readonly ruleset: NftRuleset;
  readonly assumptions: readonly Assumption[];
}

/** Puts packets into regular chains that nothing leads to: a base chain for just these packets jumps there. */
export function enterNftChains(ruleset: NftRuleset, flows: readonly FlowEnds[]): EnteredNft {
  const tables = new Map(ruleset.tables);
  const assumptions: Assumption[] = [];
  for (const flow of flows) {
    const [family = '', name = '', chain = ''] = (flow.from.enters ?? '').split(' ');
    const table = [...tables.values()].find((each) => each.family === family && each.name === name);
    const shown = table?.chains.get(chain);
    const text = shown && entryRule(flow, chain);
    if (!table || !shown || text === undefined) continue;
    const base = baseFor(table, shown);
    const isSent = flow.from.device === undefined && base.hook === 'PREROUTING';
    const at: NftBase = { ...base, hook: isSent ? 'OUTPUT' : base.hook, policy: 'ACCEPT' };
    const own = freeName(table, at.hook.toLowerCase());
    const scope = { family: table.family, set: (set: string) => table.sets.get(set) };
    const made = chainFromTexts(own, { base: at, rules: [{ text }] }, scope);
    const { baseChains } = table;
    tables.set(tableName(table), {
      ...whole(table),
      chains: new Map(table.chains).set(own, made),
      ...(baseChains ? { baseChains: [...baseChains, own] } : {}),
    });
    assumptions.push(entered({ table, chain, base: at, own, text }));
  }
  return { ruleset: { tables }, assumptions };
}

/** A table's own fields, also where they are read when they are asked for. */
function whole({ family, name, comment, flags, chains, sets, objects }: NftTable): NftTable {
  return { family, name, flags, chains, sets, objects, ...(comment === undefined ? {} : { comment }) };
}

function freeName({ chains }: NftTable, wanted: string): string {
  let name = wanted;
  while (chains.has(name)) name += '-';
  return name;
}

interface Entered {
  readonly table: NftTable;
  readonly chain: string;
  readonly base: NftBase;
  readonly own: string;
  readonly text: string;
}

function entered({ table, chain, base, own, text }: Entered): Assumption {
  const { type, hook, priority } = base;
  return {
    id: `rule:${tableName(table)} ${own} ${chain}`,
    about: 'rule',
    value: `chain ${own} { type ${type} hook ${hook.toLowerCase()} priority ${priority}; ${text} }`,
    evidence: [],
    reason: phrase('analysis.rule.entered', { chain, hook }),
    settledBy: 'nft list ruleset',
  };
}

/** The tests of one packet, and no other's. */
function entryRule({ from, to, protocol, port }: FlowEnds, chain: string): string | undefined {
  const [src, dst] = [parseIp(from.address ?? ''), parseIp(to.address ?? '')];
  if (!src.ok || !dst.ok || src.value.family !== dst.value.family) return undefined;
  const isIPv4 = src.value.family === 'ipv4';
  const name = isIPv4 ? 'ip' : 'ip6';
  const icmp = isIPv4 ? 'icmp' : 'ipv6-icmp';
  const what = protocol === 'icmp' ? `meta l4proto ${icmp}` : `${protocol} dport ${port}`;
  return `${name} saddr ${formatIp(src.value)} ${name} daddr ${formatIp(dst.value)} ${what} jump ${chain}`;
}
