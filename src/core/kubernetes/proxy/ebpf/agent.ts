import { Memo } from '../../../lib/memo';
import { listAttached } from '../../../linux/ebpf/attached';
import { EBPF_PROGRAMS } from '../../../linux/ebpf/programs';
import type { Agent, KernelState, SyncInput } from '../mode';
import { ciliumSettings } from './cilium-config';
import { ciliumRules } from './cilium-rules';
import type { CiliumInput } from './context';
import { programHost, programSettings } from './program-hosts';
import { syncLbMaps } from './sync-lb-maps';

function makeInput({ cluster, node, cilium = {}, release, memo = new Memo() }: SyncInput): CiliumInput {
  return { cluster, node, config: cilium, release, memo: memo.of('ebpf').of(node) };
}

function sync(input: SyncInput): KernelState {
  const own = makeInput(input);
  const maps = syncLbMaps(own);
  const host = programHost(own, maps);
  return {
    xtables: { tables: ciliumRules(input) },
    sysctls: {},
    ...(host ? { ebpf: { maps, node: { host, programs: EBPF_PROGRAMS } } } : {}),
  };
}

/** Cilium's agent on a node: maps and programs for both families, and the few rules of netfilter it needs. */
export const CILIUM_AGENT: Agent = {
  sync,
  findings: (input) => syncLbMaps(makeInput(input)).findings,
  attached: (cilium = {}, devices) => listAttached(programSettings(ciliumSettings(cilium)), devices),
};
