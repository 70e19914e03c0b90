import { MODE_SPANS } from '../../mode-ids';
import type { ProxyMode } from '../mode';
import { ciliumFindings, syncCilium } from './agent';
import { CILIUM_CHANGES } from './changes';

/**
 * No kube-proxy: Cilium's agent writes BPF maps that programs at sockets and devices read. Its releases are Cilium's own.
 */
export const EBPF_MODE: ProxyMode<'ebpf'> = {
  id: 'ebpf',
  ...MODE_SPANS.ebpf,
  changes: CILIUM_CHANGES,
  datapath: 'ebpf',
  syncProxyRules: syncCilium,
  findings: ciliumFindings,
};
