import type { Netns } from '../linux/netns';
import { hasRules } from '../sim/hook-order';
import type { Diagram } from './diagram';
import { turnRound, whereSame, type HeaderNow } from './header-now';
import type { Space } from './space';

/**
 * What programs of a node remember of packets: nothing; a backend of its own that they gave them, by a device or at a Pod's interface;
 * an address of the node; something that is not followed.
 */
export type ProgramMemory = 'passed' | 'local' | 'container' | 'snat' | 'more';

/** A host that packets have passed, as its conntrack remembers them. */
export interface HostVisit {
  readonly netns: Netns;
  /** The header as they came, or were made. */
  readonly from: HeaderNow;
  /** The header as they left, or were taken. */
  readonly to: HeaderNow;
  /** The director of IPVS chose where to. */
  readonly isDirected: boolean;
  /** Present where programs at its devices had them, not its stack. */
  readonly programs?: ProgramMemory;
}

/** Tells whether a host keeps connections in mind. */
export function remembers(netns: Netns, { family }: Space): boolean {
  return netns.ipvs !== undefined || hasRules(netns, family);
}

/** Packets among some that a host may know already: it has seen a packet of their connection, or of one with the same ends. */
export function knownAlready(
  space: Space,
  { netns, now, visits }: { readonly netns: Netns; readonly now: HeaderNow; readonly visits: readonly HostVisit[] },
): Diagram {
  const here = visits.filter((visit) => visit.netns === netns && !visit.programs && remembers(netns, space));
  const ends = here.flatMap(({ from, to }) => [from, to, turnRound(from), turnRound(to)]);
  return space.either(...ends.map((each) => whereSame(space, now, each).perhaps));
}
