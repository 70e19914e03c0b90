import { PROXY_MODE_IDS, type ProxyModeId } from '../mode-ids';
import { EBPF_MODE } from './ebpf';
import { IPTABLES_MODE } from './iptables';
import { IPVS_MODE } from './ipvs';
import { KERNELSPACE_MODE } from './kernelspace';
import type { ProxyMode } from './mode';
import { NFTABLES_MODE } from './nftables';
import { USERSPACE_MODE } from './userspace';

/** How the rules of each mode are written: without its line here, a mode in {@link PROXY_MODE_IDS} does not compile. */
const MODES: { readonly [Id in ProxyModeId]: ProxyMode<Id> } = {
  iptables: IPTABLES_MODE,
  ipvs: IPVS_MODE,
  nftables: NFTABLES_MODE,
  userspace: USERSPACE_MODE,
  ebpf: EBPF_MODE,
  kernelspace: KERNELSPACE_MODE,
};

/** All modes, in the order of {@link PROXY_MODE_IDS}. */
export const PROXY_MODES: readonly ProxyMode<ProxyModeId>[] = PROXY_MODE_IDS.map((id) => MODES[id]);

/** The mode of an id. */
export function proxyMode(id: ProxyModeId): ProxyMode<ProxyModeId> {
  return MODES[id];
}
