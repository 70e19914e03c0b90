import { describe, expect, it } from 'vitest';
import { buildCluster, endpoints, node, pod, service } from '../../build';
import { withDefaults } from '../../defaults';
import type { KubeProxyConfig } from '../../types';
import { partsOfServicePort } from '../parts';
import type { SyncInput } from '../mode';
import { syncWindows, windowsFindings } from './agent';

function inputOf(winkernel: KubeProxyConfig['winkernel'], overlay: boolean): SyncInput {
  const made = node('node1', { addresses: ['192.168.0.1'], podCIDRs: ['10.244.1.0/24'] });
  const annotations: Record<string, string> = overlay ? { 'rulewalk/pod-overlay': 'vxlan' } : {};
  const cluster = buildCluster(
    { ...made, metadata: { ...made.metadata, annotations } },
    pod('a', { node: 'node1', ips: ['10.244.1.5'] }),
    service('web', {
      type: 'LoadBalancer',
      clusterIP: '10.96.0.41',
      clusterIPs: ['10.96.0.41'],
      ports: [{ port: 80, targetPort: 8080, nodePort: 30080, protocol: 'TCP' }],
      ingress: ['203.0.113.7'],
    }),
    endpoints('web', 8080, [['10.244.1.5', 'node1']]),
  );
  const config: KubeProxyConfig = winkernel ? { winkernel } : {};
  return { cluster: withDefaults(cluster), node: 'node1', family: 'ipv4', config, release: '1.30' };
}

const policies = (winkernel: KubeProxyConfig['winkernel'], overlay = false) =>
  syncWindows(inputOf(winkernel, overlay)).hns?.policies.loadBalancers ?? [];

describe('the fields of winkernel', () => {
  it('sourceVip counts in an overlay only, and is needed there', () => {
    const sources = (overlay: boolean) =>
      policies({ sourceVip: '10.244.1.9' }, overlay).map(({ SourceVIP }) => SourceVIP);
    expect(new Set(sources(true))).toEqual(new Set(['10.244.1.9']));
    expect(new Set(sources(false))).toEqual(new Set([undefined]));
    expect(policies({}, true)).toEqual([]);
    expect(windowsFindings(inputOf({}, true)).map(({ message }) => message.id)).toEqual([
      'kubernetes.kernelspace.no-source-vip',
    ]);
  });

  it('health checks are passed on where both fields say so', () => {
    const checks = (winkernel: KubeProxyConfig['winkernel']) =>
      policies(winkernel).filter(({ HostComputeEndpoints }) => HostComputeEndpoints.includes('cbr0')).length;
    expect(checks({ forwardHealthCheckVip: true, rootHnsEndpointName: 'cbr0' })).toBe(1);
    expect([checks({ forwardHealthCheckVip: true }), checks({ rootHnsEndpointName: 'cbr0' })]).toEqual([0, 0]);
  });

  it('every policy says the field that asked for it', () => {
    const state = syncWindows(inputOf({}, false));
    const made = partsOfServicePort(state, { namespace: 'default', serviceName: 'web' });
    expect(made.map(({ text, origin }) => `${text} <- ${origin?.field}`)).toEqual([
      '10.96.0.41:80/TCP <- spec.clusterIP',
      '*:30080/TCP <- spec.ports[0].nodePort',
      '203.0.113.7:80/TCP <- status.loadBalancer.ingress',
    ]);
  });
});
