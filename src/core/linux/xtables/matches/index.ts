import type { Phrase } from '../../../lib/phrase';
import { ok, type Result } from '../../../lib/result';
import type { IpFamily } from '../../../net/ip';
import type { Ternary } from '../../choice';
import type { HookContext, MatchExtension, ParsedOption } from '../extension';
import { addrtype } from './addrtype';
import { comment } from './comment';
import { connmark } from './connmark';
import { conntrack } from './conntrack';
import { icmp } from './icmp';
import { icmp6 } from './icmp6';
import { iprange } from './iprange';
import { limit } from './limit';
import { mac } from './mac';
import { mark } from './mark';
import { multiport } from './multiport';
import { owner } from './owner';
import { physdev } from './physdev';
import { pkttype } from './pkttype';
import { recent } from './recent';
import { sctp } from './sctp';
import { set } from './set';
import { state } from './state';
import { statistic } from './statistic';
import { tcp } from './tcp';
import { udp } from './udp';
import { unrecognised } from './unrecognised';

/** Every match that can be read: one line each. */
export const MATCHES = [
  addrtype,
  comment,
  connmark,
  conntrack,
  icmp,
  icmp6,
  iprange,
  limit,
  mac,
  mark,
  multiport,
  owner,
  physdev,
  pkttype,
  recent,
  sctp,
  set,
  state,
  statistic,
  tcp,
  udp,
  unrecognised,
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

function extensionOf(match: Match): AnyMatch {
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

/** `-m tcp --dport 80`, as words. */
export function printMatch(match: Match, family: IpFamily): readonly string[] {
  const words = extensionOf(match).print(match.spec, family);
  return match.match === 'unrecognised' ? words : ['-m', match.match, ...words];
}

/** Does the packet match? May change `ctx.state`, as the kernel's does. */
export function testMatch(match: Match, ctx: HookContext): Ternary {
  return extensionOf(match).test(match.spec, ctx);
}

/** What was wanted, and what the packet had; changes nothing. */
export function explainMatch(match: Match, ctx: HookContext): { readonly expected: string; readonly actual: string } {
  return extensionOf(match).explain(match.spec, ctx);
}

/** Does testing it leave something behind that others can see? */
export function isStateful(match: Match): boolean {
  return extensionOf(match).stateful === true;
}
