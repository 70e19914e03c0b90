import { describe, expect, it } from 'vitest';
import { programSettings } from '../../kubernetes/proxy/ebpf/program-hosts';
import { ciliumSettings, type CiliumConfig } from '../../kubernetes/proxy/ebpf/cilium-config';
import { ip } from '../../net/ip';
import type { Device } from '../namespace';
import { listAttached } from './attached';

const device = (name: string, kind: Device['kind'], more: Partial<Device> = {}): Device => ({
  name,
  kind,
  up: true,
  addresses: [],
  ...more,
});

const DEVICES: readonly Device[] = [
  device('lo', 'loopback'),
  device('eth0', 'physical', { addresses: [{ address: ip('172.18.0.2'), prefix: 24 }] }),
  device('cilium_host', 'veth'),
  device('lxc1', 'veth', { peer: { netns: 'default/web', device: 'eth0' } }),
];

/** `eth0 tc ingress cil_from_netdev`; at sockets `cgroup all cil_sock4_connect`. */
function attachedWith(config: CiliumConfig = {}, devices = DEVICES): string[] {
  const all = listAttached(programSettings(ciliumSettings(config)), devices);
  return all.map((each) => [each.device, each.hook, each.sockets, each.program].filter(Boolean).join(' '));
}

describe('programs of a node', () => {
  it('stand at sockets and at each side of its devices, none at lo', () => {
    expect(attachedWith()).toEqual([
      'cgroup all cil_sock4_connect',
      'cgroup all cil_sock4_sendmsg',
      'cgroup all cil_sock4_recvmsg',
      'cgroup all cil_sock4_getpeername',
      'eth0 tc ingress cil_from_netdev',
      'eth0 tc egress cil_to_netdev',
      'cilium_host tc ingress cil_to_host',
      'cilium_host tc egress cil_from_host',
      'lxc1 tc ingress cil_from_container',
      'lxc1 tail call cil_to_container',
    ]);
  });

  it('leave the sockets of Pods alone where that is asked for', () => {
    const sockets = attachedWith({ 'bpf-lb-sock-hostns-only': true }).filter((line) => line.startsWith('cgroup'));
    expect(sockets).toHaveLength(4);
    expect(sockets.every((line) => line.startsWith('cgroup host '))).toBe(true);
  });

  it('begin with XDP where the device is accelerated', () => {
    const lines = attachedWith({ 'bpf-lb-acceleration': 'native' }).filter((line) => line.startsWith('eth0'));
    expect(lines[0]).toBe('eth0 XDP cil_xdp_entry');
    expect(lines).toHaveLength(3);
  });

  it('see system calls of the families the node has', () => {
    const both = [
      { address: ip('172.18.0.2'), prefix: 24 },
      { address: ip('fd00::2'), prefix: 64 },
    ];
    const calls = attachedWith({}, [device('eth0', 'physical', { addresses: both })]).filter((line) =>
      line.includes('sock6'),
    );
    expect(calls).toHaveLength(4);
  });
});
