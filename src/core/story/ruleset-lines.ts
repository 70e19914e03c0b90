import type { PartRef } from '../kubernetes/proxy/mode';
import { isXtTable, type RuleRef } from '../linux/hooks';
import { printNftRule } from '../linux/nftables/text/print-ruleset';
import type { NftChain } from '../linux/nftables/types';
import { printRule } from '../linux/xtables/rule-text';
import type { XtChain } from '../linux/xtables/types';
import { type IpFamily, formatIp } from '../net/ip';
import type { Derived } from '../document/kernel-parts';
import type { Tuple } from '../net/packet';
import type { IpvsStep } from '../sim/trace';
import type { LensLine } from './lens';

/** Where in a network something stands: a namespace and a family of addresses. */
export interface NetnsFamily {
  readonly netns: string;
  readonly family: IpFamily;
}

/** A chain of iptables as the kernel of a namespace has it. */
export function xtChainAt({ network }: Derived, { netns, family }: NetnsFamily, ref: RuleRef): XtChain | undefined {
  return isXtTable(ref.table)
    ? network.netns.get(netns)?.xtables[family]?.tables.get(ref.table)?.chains.get(ref.chain)
    : undefined;
}

/** A chain of nftables. */
export function nftChainAt({ network }: Derived, { netns }: NetnsFamily, ref: RuleRef): NftChain | undefined {
  return isXtTable(ref.table)
    ? undefined
    : network.netns.get(netns)?.nftables?.tables.get(ref.table)?.chains.get(ref.chain);
}

/** The rule as the kernel's tool prints it, without `-A CHAIN`; undefined: there is no such rule. */
export function ruleTextAt(derived: Derived, site: NetnsFamily, ref: RuleRef): string | undefined {
  const xt = xtChainAt(derived, site, ref);
  if (xt) return ref.index < xt.length ? printRule(xt.rule(ref.index), site.family) : undefined;
  const nft = nftChainAt(derived, site, ref);
  return nft && ref.index < nft.length ? printNftRule(nft.rule(ref.index)) : undefined;
}

/** The part that a rule of a trace is, as {@link findOrigin} asks for it. */
export function findPart({ table, chain, index }: RuleRef): PartRef {
  return { kind: 'rule', table: isXtTable(table) ? table : 'kube-proxy', chain, index };
}

type LineRemark = NonNullable<LensLine['said']>;

/** What decides nothing in a rule: its comment, and the hash a chain is named by. */
const IDLE = /-m comment --comment (?:"[^"]*"|\S+)|(?:-[jg] )?KUBE-[A-Z]+-[A-Z2-7]{16}| comment "[^"]*"|^-A \S+/g;

/** The stretches of a text between those that decide nothing, without spaces at their ends. */
function litIn(text: string): LensLine['lit'] {
  const idle = [...text.matchAll(IDLE)].map(({ index, 0: { length } }) => [index, index + length] as const);
  const edges = [0, ...idle.flat(), text.length];
  const between = Array.from(
    { length: edges.length / 2 },
    (_, i) => [edges[2 * i] ?? 0, edges[2 * i + 1] ?? 0] as const,
  );
  return between.flatMap(([from, to]) => {
    const piece = text.slice(from, to);
    const start = from + (piece.length - piece.trimStart().length);
    const end = to - (piece.length - piece.trimEnd().length);
    return end > start ? [[start, end] as const] : [];
  });
}

/** A rule as its tool prints it; the words of one that matched are lit. Nothing where there is no such rule. */
export function ruleLine(
  derived: Derived,
  site: NetnsFamily,
  { ref, said, name }: { ref: RuleRef; said: LineRemark; name?: string | undefined },
): readonly LensLine[] {
  const bare = ruleTextAt(derived, site, ref);
  if (bare === undefined) return [];
  const isXt = isXtTable(ref.table);
  const text = isXt ? `-A ${ref.chain} ${bare}` : bare;
  const lit = said === 'yes' ? litIn(text) : [];
  return [{ source: isXt ? 'iptables' : 'nft', text, said, lit, ref, ...(name === undefined ? {} : { name }) }];
}

/** An entry of conntrack, both directions, as `conntrack -L` prints them. */
export function entryText(original: Tuple, reply: Tuple): string {
  const side = ({ src, dst, sport, dport }: Tuple): string =>
    `src=${formatIp(src)} dst=${formatIp(dst)} sport=${sport} dport=${dport}`;
  return `${PROTOCOLS.get(original.protocol) ?? String(original.protocol)} ${side(original)} ${side(reply)}`;
}

const PROTOCOLS: ReadonlyMap<number, string> = new Map([
  [1, 'icmp'],
  [6, 'tcp'],
  [17, 'udp'],
  [58, 'icmpv6'],
  [132, 'sctp'],
]);

/** A virtual server and its servers, as `ipvsadm -Ln` prints them. */
export function serverLines(
  { service, scheduler, candidates, chosen }: IpvsStep,
  nameOf: (server: string) => string,
): readonly LensLine[] {
  const virtual: LensLine = { source: 'ipvsadm', text: `${service} ${scheduler}`, lit: [[0, service.length]] };
  const servers = candidates.map(({ server, weight, activeConnections, inactiveConnections }): LensLine => {
    const text = `  -> ${server} Masq ${weight} ${activeConnections} ${inactiveConnections}`;
    const isChosen = server === chosen;
    return {
      source: 'ipvsadm',
      text,
      said: isChosen ? 'yes' : 'no',
      lit: isChosen ? [[5, 5 + server.length]] : [],
      name: nameOf(server),
    };
  });
  return [virtual, ...servers];
}
