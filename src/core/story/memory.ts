import { makeTuple } from '../linux/conntrack/tuple';
import { tupleKey, type Tuple } from '../net/packet';
import type { StoryWalk, WalkStep } from './walk';

/** What conntrack of one machine has of a connection. */
export type Remembered = NonNullable<StoryWalk['trace']['conntrack'][string]>[number];

/**
 * The connection the packet of a step belongs to, as its machine has it when the walk is over. Undefined: it has none, as
 * the entry of a packet that is dropped is thrown away with it (`__nf_conntrack_confirm`, net/netfilter/nf_conntrack_core.c).
 */
export function findRemembered(
  { trace }: Pick<StoryWalk, 'trace'>,
  steps: readonly WalkStep[],
  step: WalkStep,
): Remembered | undefined {
  const looked = steps.findLast(
    ({ index, data, leg, hop }) =>
      index <= step.index && leg === step.leg && hop === step.hop && data.kind === 'conntrack',
  );
  const key = looked && tupleKey(makeTuple(looked.data.packet));
  const isIt = (tuple: Tuple): boolean => tupleKey(tuple) === key;
  return (trace.conntrack[step.netns] ?? []).find(({ original, reply }) => isIt(original) || isIt(reply));
}

/**
 * Is what was changed at a step undone for an answer? Without an entry the kernel still undoes it for the error it sends
 * about that very packet (`nf_ct_attach`, net/ipv4/icmp.c).
 */
export function isRemembered(walk: Pick<StoryWalk, 'trace'>, steps: readonly WalkStep[], step: WalkStep): boolean {
  const isUndone = steps.some(
    ({ leg, netns, data }) => leg > step.leg && netns === step.netns && data.kind === 'nat' && data.by === 'binding',
  );
  return isUndone || findRemembered(walk, steps, step) !== undefined;
}
