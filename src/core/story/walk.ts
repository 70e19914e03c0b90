import type { Derived } from '../document/kernel-parts';
import type { Document } from '../document/document';
import { isIpHook, type Hook } from '../linux/hooks';
import type { PlacedStep } from '../sim/narrate';
import type { Trace } from '../sim/trace';
import { makeTuple } from '../linux/conntrack/tuple';
import { tupleKey, type Tuple } from '../net/packet';

/** A walk through a document: what a story is told of. */
export interface StoryWalk {
  readonly document: Document;
  readonly derived: Derived;
  readonly trace: Trace;
}

/** A step of a walk with its place. */
export interface WalkStep extends PlacedStep {
  /** Within its hop. */
  readonly step: number;
  readonly second?: true;
  readonly lookup?: true;
}

/** All steps of a walk, legs and hops in order. */
export function stepsOfWalk({ legs }: Trace): readonly WalkStep[] {
  const steps: WalkStep[] = [];
  for (const [leg, { role, second, lookup, hops }] of legs.entries()) {
    for (const [hop, { netns, steps: inHop }] of hops.entries()) {
      for (const [step, data] of inHop.entries()) {
        const place = { index: steps.length, leg, hop, step, role, netns, data };
        steps.push({ ...place, ...(second ? { second } : {}), ...(lookup ? { lookup } : {}) });
      }
    }
  }
  return steps;
}

/** The hook a step belongs to: the last one reached in its hop. */
export function hookAt(steps: readonly WalkStep[], index: number): Hook | undefined {
  const here = steps[index];
  for (let at = index; at >= 0; at--) {
    const step = steps[at];
    if (!here || !step || step.leg !== here.leg || step.hop !== here.hop) return undefined;
    if (step.data.kind === 'hook') return isIpHook(step.data.hook) ? step.data.hook : undefined;
  }
  return undefined;
}

/** What conntrack of one machine has of a connection. */
type Remembered = NonNullable<StoryWalk['trace']['conntrack'][string]>[number];

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
