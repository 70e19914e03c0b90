import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCluster, endpoints, node, service } from '../build';
import { withDefaults } from '../defaults';
import { proxyConfig, settledCluster } from '../testing/arbitrary-cluster';
import type { ProxyModeId } from '../mode-ids';
import { PROXY_MODES } from '.';
import type { ExplainedPart, KernelState, ProxyMode, SyncInput } from './mode';
import { originAt, partsOfObject, partsOfServicePort } from './parts';

const CLUSTER = withDefaults(
  makeCluster([
    node('node1'),
    service('web', { clusterIP: '10.96.0.11', ports: [{ port: 80, targetPort: 8080 }] }),
    service('other', { clusterIP: '10.96.0.12', ports: [{ port: 80 }] }),
    endpoints('default/web', 8080, ['10.244.1.5']),
  ]),
);

const RELEASES: Readonly<Record<ProxyModeId, readonly string[]>> = {
  iptables: ['1.16', '1.30'],
  ipvs: ['1.30'],
  nftables: ['1.30', '1.29', '1.36'],
  userspace: ['1.19', '1.25'],
  ebpf: ['1.18', '1.20'],
  kernelspace: ['1.30'],
};

function stateOf(mode: ProxyMode<ProxyModeId>, release: string, more: Partial<SyncInput> = {}): KernelState {
  const config = { clusterCIDR: '10.244.0.0/16' };
  return mode.syncProxyRules({ cluster: CLUSTER, node: 'node1', family: 'ipv4', config, release, ...more });
}

/** `rule nat KUBE-SERVICES 0 <- spec.clusterIP`, without hashes. */
function line({ at, origin }: ExplainedPart): string {
  const where = Object.values(at).join(' ');
  return `${where.replace(/-[A-Z2-7]{16}\b|-[A-Z2-7]{8}-default\S*/, '')}${origin ? ` <- ${origin.field}` : ''}`;
}

const ofMode = (id: ProxyModeId): ProxyMode<ProxyModeId> => {
  const mode = PROXY_MODES.find((each) => each.id === id);
  if (!mode) throw new Error(id);
  return mode;
};

describe('what a service port made', () => {
  const ofWeb = (mode: ProxyModeId, index?: number): string[] =>
    partsOfServicePort(stateOf(ofMode(mode), RELEASES[mode][0] ?? ''), {
      namespace: 'default',
      serviceName: 'web',
      index,
    }).map(line);

  test.each<[ProxyModeId, string[]]>([
    [
      'iptables',
      [
        'rule nat KUBE-SERVICES 0 <- spec.clusterIP',
        'rule nat KUBE-SERVICES 1 <- spec.clusterIP',
        'chain nat KUBE-SVC',
        'rule nat KUBE-SVC 0 <- endpoints[0]',
        'chain nat KUBE-SEP',
        'rule nat KUBE-SEP 0 <- endpoints[0]',
        'rule nat KUBE-SEP 1 <- endpoints[0]',
      ],
    ],
    [
      'nftables',
      [
        'element cluster-ips 10.96.0.11 <- spec.clusterIP',
        'element service-ips 10.96.0.11 . tcp . 80 <- spec.clusterIP',
        'chain kube-proxy endpoint',
        'rule kube-proxy endpoint 0 <- endpoints[0]',
        'rule kube-proxy endpoint 1 <- endpoints[0]',
        'chain kube-proxy service',
        'rule kube-proxy service 0 <- spec.clusterIP',
        'rule kube-proxy service 1 <- spec.ports[0]',
      ],
    ],
    [
      'ipvs',
      [
        'virtual-server TCP 10.96.0.11:80 <- spec.clusterIP',
        'real-server TCP 10.96.0.11:80 10.244.1.5:8080 <- endpoints[0]',
        'address 10.96.0.11/32 <- spec.clusterIP',
        'element KUBE-CLUSTER-IP 10.96.0.11,tcp:80 <- spec.clusterIP',
        'element KUBE-IPVS-IPS 10.96.0.11 <- spec.clusterIP',
      ],
    ],
  ])('%s', (mode, parts) => {
    expect(ofWeb(mode)).toEqual(parts);
    expect([ofWeb(mode, 0).length, ofWeb(mode, 1).length]).toEqual([parts.length, 0]);
  });
});

describe('what an object asked for', () => {
  test.each<[ProxyModeId, string, Parameters<typeof partsOfObject>[1], string[]]>([
    ['iptables', '1.30', { kind: 'EndpointSlice', namespace: 'default', name: 'web-1' }, ['SVC 1', 'SEP 0', 'SEP 1']],
    ['nftables', '1.36', { kind: 'EndpointSlice', namespace: 'default', name: 'web-1' }, []],
    ['nftables', '1.30', { kind: 'EndpointSlice', namespace: 'default', name: 'other-1' }, []],
  ])('%s %s %o', (mode, release, wanted, parts) => {
    const found = partsOfObject(stateOf(ofMode(mode), release), wanted);
    expect(found.map((part) => /KUBE-(\w+ \d)/.exec(line(part))?.[1])).toEqual(parts);
  });
});

describe.each(PROXY_MODES.flatMap((mode) => RELEASES[mode.id].map((release) => [mode.id, release] as const)))(
  'in %s mode of %s, of any cluster',
  (id, release) => {
    const states = fc
      .record({ cluster: settledCluster, config: proxyConfig, family: fc.constantFrom('ipv4', 'ipv6') })
      .map((input) => ({ input, state: stateOf(ofMode(id), release, input) }));

    test('what a Service made is found again by its place, with the same reason', () => {
      fc.assert(
        fc.property(states, ({ input, state }) => {
          for (const { metadata } of input.cluster.services) {
            const wanted = { namespace: metadata.namespace ?? 'default', serviceName: metadata.name };
            for (const { at, origin } of partsOfServicePort(state, wanted)) {
              const found = originAt(state, at);
              if (at.kind === 'rule') expect(found).toEqual(origin);
              else expect(found === undefined).toBe(origin === undefined && at.kind !== 'chain');
            }
          }
        }),
        { numRuns: 15 },
      );
    });

    test('a chain of a service port holds only its rules', () => {
      fc.assert(
        fc.property(states, ({ state }) => {
          const tables = [...state.xtables.tables.values(), ...(state.nftables ? [state.nftables.chains] : [])];
          for (const { servicePort, rules, name } of tables.flatMap((chains) => [...chains.values()])) {
            if (!servicePort) continue;
            const { namespace, serviceName, index } = servicePort;
            for (const { origin } of rules) {
              expect(origin.servicePort, name).toEqual({ namespace, serviceName, index });
            }
          }
        }),
        { numRuns: 15 },
      );
    });
  },
);
