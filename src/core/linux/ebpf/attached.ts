import type { Device } from '../namespace';
import type { ProgramSettings } from './host';

/** Where a program of eBPF stands: at the sockets of a node's cgroup, or at a device on one side. */
export interface AttachedProgram {
  /** `cil_from_netdev`. */
  readonly program: string;
  /** `tail call`: run by the program that delivers, on behalf of the device. */
  readonly hook: 'cgroup' | 'XDP' | 'tc ingress' | 'tc egress' | 'tail call';
  /** Absent: at sockets. */
  readonly device?: string;
  /** At sockets: those of Pods, too, or of the node's own processes alone. */
  readonly sockets?: 'all' | 'host';
}

/** The device of the node that leads to its own Pods and through the tunnel. */
const HOST_DEVICE = 'cilium_host';

/**
 * The programs of a node, as Cilium attaches them (pkg/socketlb, pkg/datapath/loader): at the cgroup for system calls,
 * at the host's end of each Pod's link, at the devices that lead to other machines, at its own devices.
 */
export function listAttached(settings: ProgramSettings, devices: readonly Device[]): AttachedProgram[] {
  const sockets = settings.socketLb === 'full' ? 'all' : 'host';
  const addresses = devices.filter(({ kind }) => kind === 'physical').flatMap((device) => device.addresses);
  const families = new Set(addresses.map(({ address }) => (address.family === 'ipv4' ? '4' : '6')));
  const calls = ['connect', 'sendmsg', 'recvmsg', 'getpeername'];
  return [
    ...[...families].flatMap((family) =>
      calls.map((call) => ({ program: `cil_sock${family}_${call}`, hook: 'cgroup', sockets }) as const),
    ),
    ...devices.flatMap((device) => atDevice(device, settings).map((each) => ({ ...each, device: device.name }))),
  ];
}

function atDevice(device: Device, { xdp, tunnelDevice }: ProgramSettings): AttachedProgram[] {
  if (device.name === HOST_DEVICE) return pair('cil_to_host', 'cil_from_host');
  if (device.name === tunnelDevice) return pair('cil_from_overlay', 'cil_to_overlay');
  if (device.peer)
    return [
      { program: 'cil_from_container', hook: 'tc ingress' },
      { program: 'cil_to_container', hook: 'tail call' },
    ];
  if (device.kind !== 'physical') return [];
  return [
    ...(xdp ? [{ program: 'cil_xdp_entry', hook: 'XDP' as const }] : []),
    ...pair('cil_from_netdev', 'cil_to_netdev'),
  ];
}

function pair(ingress: string, egress: string): AttachedProgram[] {
  return [
    { program: ingress, hook: 'tc ingress' },
    { program: egress, hook: 'tc egress' },
  ];
}
