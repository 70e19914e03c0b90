import { describe, expect, it } from 'vitest';
import { buildCluster, endpoints, node, service } from '../build';
import { completeCluster } from '../complete';
import type { ProxyModeId } from '../mode-ids';
import type { ServiceObject } from '../types';
import { proxyMode } from './index';
import type { SyncInput } from './mode';
import { printRestore } from './print';

const ADDRESS = '198.51.100.7';

/** Does what kube-proxy writes of a Service with such a load balancer name its address? */
function isWritten(id: ProxyModeId, release: string, ingress: object): boolean {
  const web: ServiceObject = {
    ...service('web', {
      type: 'LoadBalancer',
      clusterIP: '10.96.0.11',
      clusterIPs: ['10.96.0.11'],
      ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }],
    }),
    status: { loadBalancer: { ingress: [ingress] } },
  };
  const slices = endpoints('web', 8080, [['10.244.1.5', 'n1']]);
  const cluster = completeCluster(
    buildCluster(node('n1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.1.0/24'] }), web, slices),
  );
  const input: SyncInput = { cluster, node: 'n1', family: 'ipv4', config: { clusterCIDR: '10.244.0.0/16' }, release };
  const mode = proxyMode(id);
  const state = mode.syncProxyRules(input);
  const servers = state.ipvs?.virtualServers.map(({ address }) => address) ?? [];
  return `${printRestore(mode.id, state, input)} ${servers.join(' ')}`.includes(ADDRESS);
}

describe('the address of a load balancer', () => {
  const modes = ['iptables', 'ipvs', 'nftables'] as const;

  it.each(modes)('is translated by the nodes themselves in mode %s, unless it says Proxy', (mode) => {
    expect(isWritten(mode, '1.31', { ip: ADDRESS })).toBe(true);
    expect(isWritten(mode, '1.31', { ip: ADDRESS, ipMode: 'VIP' })).toBe(true);
    expect(isWritten(mode, '1.31', { ip: ADDRESS, ipMode: 'Proxy' })).toBe(false);
  });

  it.each(modes)('ipMode is a gate of 1.29 that is off, and on from 1.30 (KEP-1860), in mode %s', (mode) => {
    expect(isWritten(mode, '1.29', { ip: ADDRESS, ipMode: 'Proxy' })).toBe(true);
    expect(isWritten(mode, '1.30', { ip: ADDRESS, ipMode: 'Proxy' })).toBe(false);
  });

  it.each([...modes, 'userspace'] as const)(
    'is nothing kube-proxy could write where it is a name, in mode %s',
    (mode) => {
      const release = mode === 'userspace' ? '1.25' : '1.31';
      const named = { hostname: `lb-${ADDRESS}.example` };
      expect(isWritten(mode, release, named)).toBe(false);
    },
  );

  it('is translated in mode userspace, which knows no ipMode', () => {
    expect(isWritten('userspace', '1.25', { ip: ADDRESS, ipMode: 'Proxy' })).toBe(true);
  });
});
