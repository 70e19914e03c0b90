import type { Derived } from '../document/kernel-parts';
import type { Document } from '../document/document';
import type { Hook } from '../linux/hooks';
import type { PlacedStep } from '../sim/narrate';
import type { Trace } from '../sim/trace';

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
    if (step.data.kind === 'hook') return step.data.hook;
  }
  return undefined;
}
