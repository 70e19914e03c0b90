import type { Phrase } from '../../../lib/phrase';
import { ok, type Result } from '../../../lib/result';
import type { IpFamily } from '../../../net/ip';
import type { Ternary } from '../../chain-walk';
import type { HookContext, MatchExtension, ParsedOption } from '../extension';
import type { PacketSet, PacketSpace } from '../../packet-space';
import { addrtype } from './addrtype';
import { ah } from './ah';
import { bpf } from './bpf';
import { cgroup } from './cgroup';
import { cluster } from './cluster';
import { comment } from './comment';
import { connbytes } from './connbytes';
import { connlabel } from './connlabel';
import { connlimit } from './connlimit';
import { connmark } from './connmark';
import { conntrack } from './conntrack';
import { cpu } from './cpu';
import { dccp } from './dccp';
import { devgroup } from './devgroup';
import { dscp } from './dscp';
import { dst } from './dst';
import { ecn } from './ecn';
import { esp } from './esp';
import { eui64 } from './eui64';
import { frag } from './frag';
import { hashlimit } from './hashlimit';
import { hbh } from './hbh';
import { helper } from './helper';
import { hl } from './hl';
import { icmp } from './icmp';
import { icmp6 } from './icmp6';
import { ipcomp } from './ipcomp';
import { iprange } from './iprange';
import { ipv6header } from './ipv6header';
import { ipvs } from './ipvs';
import { length } from './length';
import { limit } from './limit';
import { mac } from './mac';
import { mark } from './mark';
import { mhMatch } from './mh';
import { multiport } from './multiport';
import { nfacct } from './nfacct';
import { osf } from './osf';
import { owner } from './owner';
import { physdev } from './physdev';
import { pkttype } from './pkttype';
import { policy } from './policy';
import { quota } from './quota';
import { rateest } from './rateest';
import { realm } from './realm';
import { recent } from './recent';
import { rpfilter } from './rpfilter';
import { rt } from './rt';
import { sctp } from './sctp';
import { set } from './set';
import { socket } from './socket';
import { srh } from './srh';
import { state } from './state';
import { statistic } from './statistic';
import { string } from './string';
import { tcp } from './tcp';
import { tcpmss } from './tcpmss';
import { time } from './time';
import { tos } from './tos';
import { ttl } from './ttl';
import { u32 } from './u32';
import { udp } from './udp';
import { unrecognisedMatch } from './unrecognised';

/** Every match that can be read: one line each. */
export const MATCHES = [
  addrtype,
  ah,
  bpf,
  cgroup,
  cluster,
  comment,
  connbytes,
  connlabel,
  connlimit,
  connmark,
  conntrack,
  cpu,
  dccp,
  devgroup,
  dscp,
  dst,
  ecn,
  esp,
  eui64,
  frag,
  hashlimit,
  hbh,
  helper,
  hl,
  icmp,
  icmp6,
  ipcomp,
  iprange,
  ipv6header,
  ipvs,
  length,
  limit,
  mac,
  mark,
  mhMatch,
  multiport,
  nfacct,
  osf,
  owner,
  physdev,
  pkttype,
  policy,
  quota,
  rateest,
  realm,
  recent,
  rpfilter,
  rt,
  sctp,
  set,
  socket,
  srh,
  state,
  statistic,
  string,
  tcp,
  tcpmss,
  time,
  tos,
  ttl,
  u32,
  udp,
  unrecognisedMatch,
] as const;

type MatchOf<E> =
  E extends MatchExtension<infer Name, infer Spec> ? { readonly match: Name; readonly spec: Spec } : never;

/** A match of a rule as plain data; the union follows from the list above. */
export type Match = MatchOf<(typeof MATCHES)[number]>;

/** An extension whose spec is only known to belong to it. */
export type AnyMatch = MatchExtension<Match['match'], Match['spec']>;

// The one cast of this registry: a spec travels with the name of the extension that made it.
const BY_NAME: ReadonlyMap<string, AnyMatch> = new Map(
  (MATCHES as unknown as readonly AnyMatch[]).flatMap((extension) =>
    [extension.name, ...(extension.aliases ?? [])].map((name) => [name, extension] as const),
  ),
);

/** The extension `-m NAME` loads for a family; undefined if none is known. */
export function findMatch(name: string, family?: IpFamily): AnyMatch | undefined {
  const found = name === 'unrecognised' ? undefined : BY_NAME.get(name);
  return found?.family && family && found.family !== family ? undefined : found;
}

function getExtension(match: Match): AnyMatch {
  return BY_NAME.get(match.match) as AnyMatch;
}

/** Reads a match's options. */
export function parseMatch(
  extension: AnyMatch,
  options: readonly ParsedOption[],
  family: IpFamily,
): Result<Match, Phrase> {
  const spec = extension.parse(options, family);
  return spec.ok ? ok(makeMatch(extension.name, spec.value)) : spec;
}

/** Joins a name with a spec made by that name's extension. */
export function makeMatch(match: Match['match'], spec: Match['spec']): Match {
  return { match, spec } as Match;
}

/** The protocols one of which `-p` must name for this match; undefined: any. */
export function matchProtocols(match: Match, family: IpFamily): readonly number[] | undefined {
  const extension = getExtension(match);
  return extension.protocols ?? extension.protocolsFor?.(match.spec, family);
}

/** `-m tcp --dport 80`, as words. */
export function printMatch(match: Match, family: IpFamily): readonly string[] {
  const words = getExtension(match).print(match.spec, family);
  return match.match === 'unrecognised' ? words : ['-m', match.match, ...words];
}

/** Does the packet match? May change `ctx.state`, as the kernel's does. */
export function testMatch(match: Match, ctx: HookContext): Ternary {
  return getExtension(match).test(match.spec, ctx);
}

/** All packets that it holds for; undefined: nobody can say of which it does. */
export function matchSet(match: Match, space: PacketSpace): PacketSet | undefined {
  const { set, simulated } = getExtension(match);
  // What only counts or comments holds for all.
  return simulated === 'irrelevant' ? space.all : set?.(match.spec, space);
}

/** Values a match wanted and the packet had, as text; changes no state. */
export function explainMatch(match: Match, ctx: HookContext): { readonly expected: string; readonly actual: string } {
  return getExtension(match).explain(match.spec, ctx);
}

/** Does testing it leave something behind that others can see? */
export function isStateful(match: Match, ctx: HookContext): boolean {
  const { stateful = false } = getExtension(match);
  return typeof stateful === 'boolean' ? stateful : stateful(match.spec, ctx);
}
