import { phrase } from '../lib/phrase';
import type { Network } from '../linux/netns';
import type { Disposition, Hop, Leg, TraceStep } from './trace';

/** Ends that a translation could have kept a packet from: it went where its own destination led it. */
const FOR_WANT_OF_NAT: ReadonlySet<Disposition['kind']> = new Set([
  'LEFT',
  'NO_SOCKET',
  'NO_ROUTE',
  'LOOP',
  'TTL_EXCEEDED',
]);

/**
 * What an excerpt leaves out may be just the rule the packet was meant for. A request that no rule of the text
 * translated, in a namespace whose nat table is not whole, and that nobody took, ends unknown: not refused, not gone.
 * Undefined: its end is certain as far as the text goes.
 */
export function undeliveredEnd(network: Network, { hops, disposition }: Leg): Disposition | undefined {
  const isMissed = FOR_WANT_OF_NAT.has(disposition.kind) || isUnanswered(disposition);
  const hop = isMissed ? hops.find((each) => asksExcerpt(network, each)) : undefined;
  if (!hop || hops.some(({ steps }) => steps.some(isTranslation))) return undefined;
  return { kind: 'UNKNOWN', netns: hop.netns, reason: phrase('sim.excerpt.nat') };
}

/** Nobody on the wire has the address: a Service's is nobody's. */
function isUnanswered(disposition: Disposition): boolean {
  return disposition.kind === 'DROPPED' && disposition.by === 'neighbour';
}

function isTranslation(step: TraceStep): boolean {
  return (step.kind === 'nat' && step.manip === 'DST') || (step.kind === 'ipvs' && step.chosen !== undefined);
}

/** Did the packet come to where nat is asked about its destination, and is that table an excerpt? */
function asksExcerpt({ netns }: Network, { netns: id, steps }: Hop): boolean {
  const first = steps.find((step) => step.kind === 'hook' && (step.hook === 'PREROUTING' || step.hook === 'OUTPUT'));
  return first !== undefined && netns.get(id)?.excerpts?.[first.packet.family]?.has('nat') === true;
}
