import type { ProxyModeId } from '../mode-ids';
import { printLbMaps } from './ebpf/print-lb-maps';
import { printIptablesRestore } from './iptables/restore';
import { printIpvsRestore } from './ipvs/sync-proxy-rules';
import { printHnsPolicies } from './kernelspace/sync-policies';
import type { KernelState, SyncInput } from './mode';
import { listTable } from './nftables/listing';
import { printNftablesRestore } from './nftables/print';
import { startedInput } from './shared/as-started';
import { printCommands } from './userspace/run-sync';

interface Printer {
  /** Input of the tool that loads a full sync. */
  readonly restore: (state: KernelState, input: SyncInput) => string;
  /** How the kernel lists it afterwards. Absent: as iptables-save does. */
  readonly save?: (state: KernelState, input: SyncInput) => string;
}

const fed =
  (print: (input: SyncInput) => string): Printer['restore'] =>
  (_state, given) => {
    const input = startedInput(given);
    return input ? print(input) : '';
  };

const listMaps: Printer['restore'] = ({ ebpf }, { cilium = {} }) => (ebpf ? printLbMaps(ebpf.maps, cilium) : '');
const listPolicies: Printer['restore'] = ({ hns }) => (hns ? printHnsPolicies(hns.policies) : '');

const PRINTERS: { readonly [Id in ProxyModeId]: Printer } = {
  iptables: { restore: fed(printIptablesRestore) },
  ipvs: { restore: fed(printIpvsRestore) },
  nftables: { restore: fed(printNftablesRestore), save: ({ nftables }) => (nftables ? listTable(nftables) : '') },
  userspace: { restore: fed(printCommands) },
  ebpf: { restore: listMaps, save: listMaps },
  kernelspace: { restore: listPolicies, save: listPolicies },
};

/** The exact text fed to iptables-restore (nftables: to `nft -f -`; userspace: the commands) by a full sync. */
export function printRestore(mode: ProxyModeId, state: KernelState, input: SyncInput): string {
  return PRINTERS[mode].restore(state, input);
}

/** How the kernel lists it afterwards; undefined: as iptables-save does. */
export function printSave(mode: ProxyModeId, state: KernelState, input: SyncInput): string | undefined {
  return PRINTERS[mode].save?.(state, input);
}
