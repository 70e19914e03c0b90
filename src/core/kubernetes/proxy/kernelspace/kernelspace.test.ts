import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ip } from '../../../net/ip';
import { buildCluster, endpoints, node, pod, service } from '../../build';
import { withDefaults } from '../../defaults';
import { settledCluster } from '../../testing/arbitrary-cluster';
import type { ServiceObject } from '../../types';
import type { WinkernelSettings } from './context';
import type { HnsPolicies } from '../mode';
import { printHnsPolicies, remoteMac, syncHnsPolicies } from './sync-policies';

const L2BRIDGE: WinkernelSettings = { networkType: 'l2bridge', enableDsr: true };
const OVERLAY: WinkernelSettings = { networkType: 'overlay', enableDsr: false, sourceVip: '10.244.1.2' };

const WEB = {
  type: 'NodePort',
  clusterIP: '10.96.0.41',
  clusterIPs: ['10.96.0.41'],
  ports: [{ port: 80, targetPort: 8080, nodePort: 30080, protocol: 'TCP' }],
} as const;

function policies(
  settings: WinkernelSettings,
  spec: Partial<ServiceObject['spec']> = {},
  more: { ingress?: string[]; annotations?: Record<string, string> } = {},
): HnsPolicies {
  const cluster = buildCluster(
    node('node1', { addresses: ['192.168.0.1'], podCIDRs: ['10.244.1.0/24'] }),
    node('node2', { addresses: ['192.168.0.2'], podCIDRs: ['10.244.2.0/24'] }),
    pod('a', { node: 'node1', ips: ['10.244.1.5'] }),
    pod('b', { node: 'node2', ips: ['10.244.2.7'] }),
    service('web', { ...WEB, ...spec, ...more }),
    endpoints('web', 8080, [
      ['10.244.1.5', 'node1'],
      ['10.244.2.7', 'node2'],
    ]),
  );
  return syncHnsPolicies({ cluster: withDefaults(cluster), node: 'node1', family: 'ipv4', settings });
}

describe('load balancer policies of HNS (as documented, not recorded)', () => {
  it('of an l2bridge with DSR: one for the clusterIP, one for the nodePort', () => {
    const { loadBalancers } = policies(L2BRIDGE);
    const both = ['10.244.1.5', '10.244.2.7'];
    expect(loadBalancers).toEqual([
      {
        HostComputeEndpoints: both,
        FrontendVIPs: ['10.96.0.41'],
        PortMappings: [{ Protocol: 6, InternalPort: 8080, ExternalPort: 80 }],
        Flags: 1,
      },
      {
        HostComputeEndpoints: both,
        PortMappings: [{ Protocol: 6, InternalPort: 8080, ExternalPort: 30080, Flags: 18 }],
      },
    ]);
  });

  it('remote endpoints have made-up MAC addresses, and in an overlay the node behind which they are', () => {
    expect(policies(L2BRIDGE).endpoints).toEqual([
      { IpConfigurations: [{ IpAddress: '10.244.1.5' }] },
      { IpConfigurations: [{ IpAddress: '10.244.2.7' }], MacAddress: '02-11-0a-f4-02-07', Flags: 1 },
    ]);
    const overlay = policies(OVERLAY).endpoints.map(({ IpConfigurations: [{ IpAddress }], Policies }) => [
      IpAddress,
      Policies?.[0].Settings.ProviderAddress,
    ]);
    expect(overlay).toEqual([
      ['10.244.1.5', undefined],
      ['10.244.2.7', '192.168.0.2'],
      ['10.96.0.41', '192.168.0.1'],
    ]);
    expect(remoteMac(ip('fd00::102:304'))).toBe('02-11-04-03-02-01');
  });

  it('externalTrafficPolicy Local leaves local endpoints, with DSR; internal Local those of the clusterIP', () => {
    const [cluster, nodePort] = policies(L2BRIDGE, { externalTrafficPolicy: 'Local' }).loadBalancers;
    expect([cluster?.HostComputeEndpoints.length, nodePort?.HostComputeEndpoints, nodePort?.Flags]).toEqual([
      2,
      ['10.244.1.5'],
      1,
    ]);
    expect(policies(L2BRIDGE, { internalTrafficPolicy: 'Local' }).loadBalancers[0]?.HostComputeEndpoints).toEqual([
      '10.244.1.5',
    ]);
  });

  it('addresses of load balancers, with preserve-destination', () => {
    const flags = (annotations: Record<string, string>): unknown =>
      policies(L2BRIDGE, { type: 'LoadBalancer' }, { ingress: ['203.0.113.7'], annotations }).loadBalancers.at(-1);
    expect(flags({})).toMatchObject({ FrontendVIPs: ['203.0.113.7'], PortMappings: [{ Flags: 16 }] });
    expect(flags({ 'preserve-destination': 'true' })).toMatchObject({
      HostComputeEndpoints: ['10.244.1.5'],
      PortMappings: [{ Flags: 28 }],
      Flags: 1,
    });
  });

  it('the source address of an overlay is --source-vip; affinity hashes the client', () => {
    expect(policies(OVERLAY).loadBalancers.map(({ SourceVIP }) => SourceVIP)).toEqual(['10.244.1.2', '10.244.1.2']);
    expect(policies(L2BRIDGE, { sessionAffinity: 'ClientIP' }).loadBalancers[0]?.PortMappings[0].DistributionType).toBe(
      2,
    );
  });

  it('prints what HNS takes', () => {
    const [first = ''] = printHnsPolicies(policies(L2BRIDGE)).split('\n');
    expect(JSON.parse(first)).toEqual({
      IpConfigurations: [{ IpAddress: '10.244.1.5' }],
      SchemaVersion: { Major: 2, Minor: 0 },
    });
  });
});

it('in any cluster every load balancer leads to endpoints that are there, and to some', () => {
  const settings = fc.constantFrom(L2BRIDGE, OVERLAY);
  fc.assert(
    fc.property(
      settledCluster,
      settings,
      fc.constantFrom('ipv4' as const, 'ipv6' as const),
      (cluster, each, family) => {
        const made = syncHnsPolicies({ cluster, node: 'node1', family, settings: each });
        const known = new Set(made.endpoints.map(({ IpConfigurations: [{ IpAddress }] }) => IpAddress));
        return made.loadBalancers.every(
          ({ HostComputeEndpoints: named }) => named.length > 0 && named.every((address) => known.has(address)),
        );
      },
    ),
    { numRuns: 60 },
  );
});
