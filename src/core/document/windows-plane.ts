import { WINDOWS_AGENT } from '../kubernetes/proxy/kernelspace/agent';
import type { Agent, KernelState } from '../kubernetes/proxy/mode';
import { VFP_WALKER } from '../sim/vfp-walk';
import type { Planes } from './kernel-parts';

function withWalker(state: KernelState): KernelState {
  const { hns } = state;
  return hns ? { ...state, hns: { ...hns, node: { ...hns.node, walker: VFP_WALKER } } } : state;
}

const AGENT: Agent = { ...WINDOWS_AGENT, sync: (input) => withWalker(WINDOWS_AGENT.sync(input)) };

/** What a cluster with Windows nodes needs: what kube-proxy asks for there, and what walks packets through their switches. */
export const WINDOWS_PLANE: Planes = { kernelspace: AGENT };
