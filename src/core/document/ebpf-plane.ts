import { CILIUM_AGENT } from '../kubernetes/proxy/ebpf/agent';
import type { Agent, KernelState } from '../kubernetes/proxy/mode';
import { EBPF_WALKER } from '../sim/ebpf-devices';
import type { Planes } from './kernel-parts';

function withWalker(state: KernelState): KernelState {
  const { ebpf } = state;
  return ebpf ? { ...state, ebpf: { ...ebpf, node: { ...ebpf.node, walker: EBPF_WALKER } } } : state;
}

const AGENT: Agent = { ...CILIUM_AGENT, sync: (input) => withWalker(CILIUM_AGENT.sync(input)) };

/** What a cluster with Cilium needs: what writes on its nodes, and what walks packets through them. */
export const EBPF_PLANE: Planes = { ebpf: AGENT };
