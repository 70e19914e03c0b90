import { MODE_SPANS } from '../../mode-ids';
import type { KernelState, ProxyMode } from '../mode';
import { CILIUM_CHANGES } from './changes';

const NOTHING: KernelState = { xtables: { tables: new Map() }, sysctls: {} };

/**
 * No kube-proxy: Cilium's agent writes BPF maps that programs at sockets and devices read. Its releases are Cilium's own.
 * What it writes comes in a part of its own (`agent.ts`), handed down with what is asked.
 */
export const EBPF_MODE: ProxyMode<'ebpf'> = {
  id: 'ebpf',
  title: 'eBPF',
  ...MODE_SPANS.ebpf,
  changes: CILIUM_CHANGES,
  syncProxyRules: (input) => input.agent?.sync(input) ?? NOTHING,
  findings: (input) => input.agent?.findings(input) ?? [],
};
