import type { FlatStep } from '../../store/selectors';

/** One passage of the packet through a namespace. */
export interface Passage {
  /** The playhead of its first step. */
  readonly first: number;
  readonly role: FlatStep['role'];
  /** Of the connection a proxying process opened itself. */
  readonly second: boolean;
  readonly leg: number;
  readonly hop: number;
  /** Which passage of this leg through this namespace, from 1; 0 when there is one only. */
  readonly turn: number;
}

/** Every passage of the packet through `netns`, in order. */
export function passagesOf(steps: readonly FlatStep[], netns: string | undefined): readonly Passage[] {
  const firsts = steps.filter((step) => step.netns === netns && step.step === 0);
  return firsts.map((step) => {
    const ofLeg = firsts.filter(({ leg }) => leg === step.leg);
    const turn = ofLeg.length > 1 ? ofLeg.indexOf(step) + 1 : 0;
    return { first: step.index, role: step.role, second: step.second ?? false, leg: step.leg, hop: step.hop, turn };
  });
}

/** Nodes (not Pods, not clients) in the order the packet first comes by, then the others. */
export function nodesByPassage<T extends { readonly id: string }>(
  nodes: readonly T[],
  steps: readonly FlatStep[],
): readonly T[] {
  const order = [...new Set(steps.map(({ netns }) => netns))];
  const at = ({ id }: T): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...nodes].sort((a, b) => at(a) - at(b));
}
