import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildCluster, deployment, endpoints, node, pod, service } from './build';
import { completeCluster } from './complete';
import { reconcile } from './controllers';
import type { ObjectFinding } from './finding';
import { syncIptablesRules } from './proxy/iptables/sync-proxy-rules';
import { SETTINGS, settledCluster } from './testing/arbitrary-cluster';
import type { KubeProxyConfig, KubernetesObject, ProxyModeId, ServiceObject } from './types';
import { validateCluster, validateSettings } from './validate';
import { configRefusal, validateConfig } from './validation/config';

const show = (findings: readonly ObjectFinding[]): string[] =>
  findings.map(({ path, message }) => `${path} ${message.id.replace('kubernetes.validate.', '')}`);
const check = (...objects: KubernetesObject[]): string[] => show(validateCluster(buildCluster(...objects)));
const web = (spec: Record<string, unknown>, name = 'web'): ServiceObject =>
  service(name, { ports: [80], ...(spec as ServiceObject['spec']) });

describe('Services', () => {
  test.each<[string, ServiceObject, string[]]>([
    ['right', web({}), []],
    ['with words left empty', web({ sessionAffinity: '', externalTrafficPolicy: '' }), []],
    ['name with a dot', web({}, 'web.v1'), ['metadata.name service-name']],
    ['name beginning with a digit', web({}, '1web'), ['metadata.name service-name']],
    ['namespace in capitals', web({}, 'Shop/web'), ['metadata.namespace namespace']],
    ['unknown type', web({ type: 'Clusterip' }), ['spec.type one-of']],
    ['no ports', web({ ports: [] }), ['spec.ports no-ports']],
    [
      'no ports, printed by the API server: its text stops',
      { ...web({ ports: [], externalTrafficPolicy: 'Cluster' }), metadata: { name: 'web', uid: '7f3c' } },
      ['spec.type cut'],
    ],
    [
      'written by somebody without ports',
      { ...web({ ports: [], externalTrafficPolicy: 'Cluster' }), metadata: { name: 'web' } },
      ['spec.ports no-ports', 'spec.externalTrafficPolicy external-policy-type'],
    ],
    ['headless without ports', web({ ports: [], clusterIP: 'None' }), []],
    ['port 0', web({ ports: [0] }), ['spec.ports[0].port port']],
    ['port 65536', web({ ports: [65_536] }), ['spec.ports[0].port port']],
    ['protocol in small letters', web({ ports: [{ port: 80, protocol: 'tcp' }] }), ['spec.ports[0].protocol one-of']],
    [
      'two ports without names',
      web({ ports: [80, 81] }),
      ['spec.ports[0].name port-name-needed', 'spec.ports[1].name port-name-needed'],
    ],
    [
      'two ports of one name and number',
      web({
        ports: [
          { name: 'a', port: 80 },
          { name: 'a', port: 80 },
        ],
      }),
      ['spec.ports[1].name port-name-twice', 'spec.ports[1].port port-twice'],
    ],
    [
      'TCP and UDP of one number',
      web({
        ports: [
          { name: 'a', port: 53 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      }),
      [],
    ],
    [
      'targetPort name too long',
      web({ ports: [{ port: 80, targetPort: 'a-name-that-is-too-long' }] }),
      ['spec.ports[0].targetPort target-port-name'],
    ],
    ['targetPort 70000', web({ ports: [{ port: 80, targetPort: 70_000 }] }), ['spec.ports[0].targetPort port']],
    [
      'nodePort of a ClusterIP',
      web({ ports: [{ port: 80, nodePort: 30_080 }] }),
      ['spec.ports[0].nodePort node-port-type'],
    ],
    [
      'a nodePort twice',
      web({
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80, nodePort: 30_080 },
          { name: 'b', port: 81, nodePort: 30_080 },
        ],
      }),
      ['spec.ports[1].nodePort node-port-twice'],
    ],
    ['clusterIP no address', web({ clusterIP: '10.96.0' }), ['spec.clusterIP ip']],
    ['headless NodePort', web({ type: 'NodePort', clusterIP: 'None' }), ['spec.clusterIP headless-type']],
    [
      'clusterIPs beginning differently',
      web({ clusterIP: '10.96.0.1', clusterIPs: ['10.96.0.2'] }),
      ['spec.clusterIPs cluster-ips-first'],
    ],
    [
      'two clusterIPs of one family',
      web({ clusterIPs: ['10.96.0.1', '10.96.0.2'] }),
      ['spec.clusterIPs cluster-ips-families'],
    ],
    ['ExternalName without a name', web({ type: 'ExternalName' }), ['spec.externalName external-name']],
    [
      'externalIP of this host',
      web({ externalIPs: ['127.0.0.1', '224.0.0.1', 'x'] }),
      [0, 1, 2].map((i) => `spec.externalIPs[${i}] external-ip`),
    ],
    [
      'source range without prefix',
      web({ type: 'LoadBalancer', loadBalancerSourceRanges: ['10.0.0.1'] }),
      ['spec.loadBalancerSourceRanges[0] cidr'],
    ],
    ['source range with blanks', web({ type: 'LoadBalancer', loadBalancerSourceRanges: [' 10.0.0.0/8 '] }), []],
    [
      'source ranges of a NodePort',
      web({ type: 'NodePort', loadBalancerSourceRanges: ['10.0.0.0/8'] }),
      ['spec.loadBalancerSourceRanges only-load-balancer'],
    ],
    [
      'externalTrafficPolicy of a ClusterIP',
      web({ externalTrafficPolicy: 'Local' }),
      ['spec.externalTrafficPolicy external-policy-type'],
    ],
    [
      'healthCheckNodePort with policy Cluster',
      web({ type: 'LoadBalancer', healthCheckNodePort: 30_001 }),
      ['spec.healthCheckNodePort health-check-type'],
    ],
    ['unknown policy', web({ internalTrafficPolicy: 'local' }), ['spec.internalTrafficPolicy one-of']],
    [
      'affinity of two days',
      web({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 172_800 } } }),
      ['spec.sessionAffinityConfig.clientIP.timeoutSeconds affinity-timeout'],
    ],
    ['label value', web({ selector: { app: 'a b' } }), ['spec.selector.app label-value']],
    ['label key', web({ selector: { 'a b/c': 'x' } }), ['spec.selector label-key']],
  ])('%s', (_what, object, expected) => {
    expect(check(object)).toEqual(expected);
  });
});

describe('other objects', () => {
  test.each<[string, KubernetesObject, string[]]>([
    ['Node with a bad podCIDR', node('node1', { podCIDRs: ['10.244.0.0'] }), ['spec.podCIDRs[0] cidr']],
    ['Node with a bad address', node('node1', { addresses: ['172.18.0.256'] }), ['status.addresses[0].address ip']],
    [
      'Pod with a bad port',
      pod('web', { containers: [{ name: 'c', ports: [{ name: 'HTTP', containerPort: 0 }] }] }),
      ['spec.containers[0].ports[0].name target-port-name', 'spec.containers[0].ports[0].containerPort port'],
    ],
    [
      'Deployment of minus one',
      deployment('web', { replicas: -1, labels: { app: 'web' } }),
      ['spec.replicas replicas'],
    ],
    [
      'Deployment that does not find its Pods',
      {
        ...deployment('web', { labels: { app: 'web' } }),
        spec: { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'web' } }, spec: {} } },
      },
      ['spec.selector selector-template'],
    ],
    [
      'slice of the other family',
      { ...endpoints('web', 80, ['10.0.0.1']), addressType: 'IPv6' },
      ['endpoints[0].addresses[0] address-family'],
    ],
    [
      'endpoint without addresses',
      { ...endpoints('web', 80, []), endpoints: [{}] },
      ['endpoints[0].addresses no-address'],
    ],
    [
      'slice of nobody',
      { ...endpoints('web', 80, ['10.0.0.1']), metadata: { name: 'web-1' } },
      ['metadata.labels slice-without-service'],
    ],
  ])('%s', (_what, object, expected) => {
    expect(check(object)).toEqual(expected);
  });
});

describe('conflicts', () => {
  const nodePort = (name: string, port: number) =>
    service(name, { type: 'NodePort', ports: [{ port: 80, nodePort: port }] });

  test('two Services claim one nodePort: said of the second, with the first’s name', () => {
    const [found] = validateCluster(buildCluster(nodePort('a', 30_080), nodePort('b', 30_080)));
    expect(found).toMatchObject({
      code: 'conflict',
      path: 'spec.ports[0].nodePort',
      object: { name: 'b' },
      message: { values: { other: 'Service default/a', port: 30_080 } },
    });
  });

  test.each<[string, KubernetesObject[], string[]]>([
    [
      'one clusterIP',
      [web({ clusterIP: '10.96.0.9' }, 'a'), web({ clusterIP: '10.96.0.9' }, 'b')],
      ['spec.clusterIP cluster-ip-conflict'],
    ],
    [
      'one external IP and port',
      [web({ externalIPs: ['192.0.2.1'] }, 'a'), web({ externalIPs: ['192.0.2.1'] }, 'b')],
      ['spec.externalIPs[0] external-ip-conflict'],
    ],
    [
      'one external IP, two ports',
      [web({ externalIPs: ['192.0.2.1'] }, 'a'), web({ externalIPs: ['192.0.2.1'], ports: [81] }, 'b')],
      [],
    ],
    [
      'one Pod address',
      [pod('a', { ips: ['10.244.0.5'] }), pod('b', { ips: ['10.244.0.5'] })],
      ['status.podIP pod-ip-conflict'],
    ],
    [
      'one Node address',
      [node('a', { addresses: ['172.18.0.2'] }), node('b', { addresses: ['172.18.0.2'] })],
      ['status.addresses[0].address node-ip-conflict'],
    ],
    ['one name', [web({}), web({})], ['metadata.name name-twice']],
    ['one name in two namespaces', [web({}), web({}, 'shop/web')], []],
  ])('%s', (_what, objects, expected) => {
    expect(check(...objects)).toEqual(expected);
  });

  test('and both compile as kube-proxy would', () => {
    const objects = buildCluster(
      node('node1', { addresses: ['172.18.0.2'] }),
      ...['a', 'b'].map((name) => ({
        ...nodePort(name, 30_080),
        spec: { ...nodePort(name, 30_080).spec, clusterIP: `10.96.0.${name === 'a' ? 1 : 2}` },
      })),
      endpoints('a', 80, ['10.244.0.5']),
      endpoints('b', 80, ['10.244.0.6']),
    );
    const { tables } = syncIptablesRules({
      cluster: objects,
      node: 'node1',
      family: 'ipv4',
      config: {},
      release: '1.30',
    }).xtables;
    expect(
      tables
        .get('nat')
        ?.get('KUBE-NODEPORTS')
        ?.rules.map(({ text }) => text.includes('--dport 30080')),
    ).toEqual([true, true]);
  });
});

test('what the control plane settles on is valid', () => {
  fc.assert(
    fc.property(settledCluster, (objects) => {
      const serious = validateCluster(objects).filter(({ message }) => {
        const id = message.id.replace('kubernetes.validate.', '');
        // Typed by the generator: a policy without a use, ranges of a NodePort, one external IP for many.
        return !['external-policy-type', 'only-load-balancer', 'external-ip-conflict'].includes(id);
      });
      expect(show(serious)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test('nothing that can be read makes it throw', () => {
  const junk = fc.anything({ maxDepth: 2 });
  const odd = fc.record(
    {
      ports: fc.array(
        fc.record({ port: fc.integer(), protocol: fc.string(), nodePort: fc.integer(), name: fc.string() }),
      ),
      clusterIP: fc.string(),
      externalIPs: fc.array(fc.string()),
      loadBalancerSourceRanges: fc.array(fc.string()),
      type: fc.string(),
      sessionAffinity: fc.string(),
    },
    { requiredKeys: ['ports'] },
  );
  fc.assert(
    fc.property(odd, fc.string(), junk, (spec, name, annotations) => {
      const object = {
        ...service('web', spec as unknown as ServiceObject['spec']),
        metadata: { name, annotations },
      } as unknown as ServiceObject;
      const objects = buildCluster(node('node1'), object);
      validateCluster(objects);
      const settled = completeCluster(reconcile(objects, SETTINGS, { seed: 1 }).cluster);
      syncIptablesRules({ cluster: settled, node: 'node1', family: 'ipv4', config: {}, release: '1.30' });
    }),
    { numRuns: 200 },
  );
});

test.each([
  [{ ...SETTINGS, clusterCIDR: ['10.244.0.0'] }, ['clusterCIDR[0] cidr']],
  [{ ...SETTINGS, serviceNodePortRange: [40_000, 30_000] as const }, ['serviceNodePortRange node-port-range']],
  [SETTINGS, []],
])('settings %#', (settings, expected) => {
  expect(show(validateSettings(settings))).toEqual(expected);
});

/** What pkg/proxy/apis/config/validation refuses, by mode and release; absent: iptables, 1.30. */
const CONFIGS: readonly (readonly [
  config: KubeProxyConfig,
  expected: readonly string[],
  mode?: ProxyModeId,
  release?: string,
])[] = [
  [{ clusterCIDR: '10.244.0.0/16,fd00::/48' }, []],
  [{ clusterCIDR: '10.244' }, ['clusterCIDR cidr']],
  [{ clusterCIDR: '10.244.0.0/16,10.245.0.0/16' }, ['clusterCIDR cidr-pair']],
  [{ clusterCIDR: '10.244.0.0/16,fd00::/48,10.245.0.0/16' }, ['clusterCIDR cidr-pair']],
  [{ nodePortAddresses: ['172.18.0.0/16', '172.18.0.2'] }, ['nodePortAddresses[1] cidr']],
  [{ nodePortAddresses: ['primary'] }, ['nodePortAddresses[0] cidr']],
  [{ nodePortAddresses: ['primary'] }, [], 'iptables', '1.31'],
  [{ nodePortAddresses: ['primary', '172.18.0.0/16'] }, ['nodePortAddresses[0] primary-alone'], 'iptables', '1.31'],
  [{ iptables: { masqueradeBit: 32 } }, ['iptables.masqueradeBit masquerade-bit']],
  [{ iptables: { masqueradeBit: -1 } }, ['iptables.masqueradeBit masquerade-bit'], 'nftables'],
  [{ iptables: { masqueradeBit: 0 }, nftables: { masqueradeBit: 31 } }, [], 'nftables'],
  [{ nftables: { masqueradeBit: 32 } }, ['nftables.masqueradeBit masquerade-bit'], 'nftables'],
  [{ nftables: { masqueradeBit: 32 } }, []],
  [{ detectLocalMode: 'BridgeInterface' }, ['detectLocal.bridgeInterface detect-local']],
  [{ detectLocalMode: 'InterfaceNamePrefix' }, ['detectLocal.interfaceNamePrefix detect-local']],
  // Before 1.18 there is no such field.
  [{ detectLocalMode: 'BridgeInterface' }, [], 'iptables', '1.17'],
  [{ iptables: { minSyncPeriod: '31s' } }, ['iptables.minSyncPeriod min-sync-period']],
  [{ iptables: { minSyncPeriod: '30s' } }, []],
  [{ iptables: { minSyncPeriod: '1m', syncPeriod: '30s' } }, ['iptables.minSyncPeriod min-sync-period']],
  [{ iptables: { minSyncPeriod: '1m', syncPeriod: '1h' } }, []],
  // 1 s where nothing is said, from 1.20 on; before, 0.
  [{ iptables: { syncPeriod: '500ms' } }, ['iptables.syncPeriod min-sync-period']],
  [{ iptables: { syncPeriod: '500ms' } }, [], 'iptables', '1.19'],
  [{ iptables: { minSyncPeriod: '31s' } }, [], 'iptables', '1.8'],
  // In every mode until 1.31, then in its own.
  [{ iptables: { minSyncPeriod: '31s' } }, ['iptables.minSyncPeriod min-sync-period'], 'ipvs', '1.31'],
  [{ iptables: { minSyncPeriod: '31s' } }, [], 'ipvs', '1.32'],
  [{ iptables: { syncPeriod: '-1s' } }, ['iptables.syncPeriod negative', 'iptables.syncPeriod min-sync-period']],
  [{ iptables: { minSyncPeriod: '-1s' } }, ['iptables.minSyncPeriod negative']],
  [{ iptables: { syncPeriod: '0s', minSyncPeriod: '0' } }, []],
  [{ iptables: { syncPeriod: '30' } }, ['iptables.syncPeriod duration']],
  [{ ipvs: { minSyncPeriod: '31s' } }, ['ipvs.minSyncPeriod min-sync-period'], 'ipvs'],
  [{ ipvs: { minSyncPeriod: '31s' } }, []],
  [{ nftables: { minSyncPeriod: '31s' } }, ['nftables.minSyncPeriod min-sync-period'], 'nftables', '1.33'],
  [{ ipvs: { tcpTimeout: '-1s', udpTimeout: '0s' } }, ['ipvs.tcpTimeout negative'], 'ipvs'],
  [{ ipvs: { tcpTimeout: '-1s' } }, []],
  // What cannot be decoded is refused in every mode.
  [{ ipvs: { tcpTimeout: 'soon' } }, ['ipvs.tcpTimeout duration']],
  [{ ipvs: { excludeCIDRs: ['192.0.2.0/24', '192.0.2.1'] } }, ['ipvs.excludeCIDRs[1] cidr'], 'ipvs'],
  [{ ipvs: { scheduler: 'mh' } }, ['ipvs.scheduler scheduler'], 'ipvs', '1.26'],
  [{ ipvs: { scheduler: 'mh' } }, [], 'ipvs', '1.27'],
  [{ ipvs: { scheduler: 'lblcr' } }, [], 'ipvs', '1.26'],
  [{ ipvs: { scheduler: 'mh' } }, [], 'iptables', '1.26'],
  [{ conntrack: { maxPerCore: -1 } }, ['conntrack.maxPerCore negative']],
  [{ conntrack: { min: -1 } }, ['conntrack.min negative']],
  [{ conntrack: { tcpEstablishedTimeout: '-1h' } }, ['conntrack.tcpEstablishedTimeout negative'], 'nftables'],
  [{ conntrack: { udpTimeout: '-1s' } }, ['conntrack.udpTimeout negative']],
  [{ conntrack: { udpTimeout: '-1s' } }, [], 'iptables', '1.28'],
  [{ bindAddress: '172.18.0' }, ['bindAddress ip']],
  [{ bindAddress: '0.0.0.0' }, []],
  [{ portRange: '40000-30000' }, ['portRange port-range']],
  [{ portRange: '40000-30000' }, [], 'iptables', '1.32'],
];

/** What is said of a field that nothing reads, or that sets sysctls, is no refusal. */
const isRefused = ({ severity, path }: ObjectFinding): boolean => severity === 'error' && path !== '';

const CASES = CONFIGS.map(([config, expected, mode = 'iptables' as const, release = '1.30']) => {
  return { config, expected, mode, release };
});

test.each(CASES)('kube-proxy $release in mode $mode: $config', ({ config, expected, mode, release }) => {
  expect(show(validateConfig(config, release, mode).filter(isRefused))).toEqual(expected);
  const refusal = configRefusal(config, release, mode);
  expect(refusal?.values?.['field']).toBe(expected[0]?.split(' ')[0]);
  expect(refusal !== undefined).toBe(expected.length > 0);
});

test('a Service range that lies over the Pods of a node is named once, however many Services it is of', () => {
  const nodes = [node('n1', { podCIDRs: ['10.96.0.0/24'] }), node('n2', { podCIDRs: ['10.244.2.0/24'] })];
  const ofRange = (range: string): readonly ObjectFinding[] => {
    const services = [1, 2].map((at) =>
      web({ clusterIP: `${range}.${at}`, clusterIPs: [`${range}.${at}`] }, `web-${at}`),
    );
    return validateCluster(buildCluster(...nodes, ...services));
  };
  expect(show(ofRange('10.97.0'))).toEqual([]);
  const [found, ...more] = ofRange('10.96.0');
  expect([found?.path, more]).toEqual(['spec.clusterIP', []]);
  expect(found?.message.values).toEqual({ address: '10.96.0.1', cidr: '10.96.0.0/24', node: 'n1', count: 2 });
});
