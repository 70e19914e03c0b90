import { snapshot } from '../linux/conntrack/table';
import type { Network } from '../linux/netns';
import type { Trace } from './trace';
import { walkerOf } from './walker';
import { WALKERS } from './walkers';
import type { SimState } from './world';

/** The connections that kernels have after a run, by namespace; those without any are not in it. */
export function connections(states: SimState): Trace['conntrack'] {
  return Object.fromEntries(
    [...states]
      .map(([id, state]) => [id, state.conntrack.entries().map(snapshot)] as const)
      .filter(([, list]) => list.length > 0),
  );
}

/** Memory of eBPF programs and virtual switches after a walk; empty where no node has any. */
export function memoriesIn({ netns }: Network, states: SimState): Pick<Trace, 'ebpf' | 'vfp'> {
  const walkers = new Set([...states.keys()].flatMap((id) => walkerOf({ walkers: WALKERS }, netns.get(id)) ?? []));
  return Object.assign({}, ...[...walkers].map((walker) => walker.memories(states))) as Pick<Trace, 'ebpf' | 'vfp'>;
}
