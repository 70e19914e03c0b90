import { describe, expect, test } from 'vitest';
import { buildCluster, endpoints, node, service } from '../../build';
import { withDefaults } from '../../defaults';
import { allParts } from '../../testing/ipvs-parts';
import type { KubeProxyConfig, KubernetesObject, ServiceObject } from '../../types';
import type { SyncInput } from '../mode';
import { printIpvsRestore, syncIpvsRules } from './sync-proxy-rules';

const NODE = node('node1', { addresses: ['172.18.0.2', 'fc00:18::2'] });
const FAR = [['10.244.2.6', 'node2']] as const;
const NEAR = [['10.244.1.5', 'node1']] as const;

interface Options {
  readonly release?: string;
  readonly config?: KubeProxyConfig;
  readonly interfaces?: readonly string[];
}

function inputOf(
  objects: readonly KubernetesObject[],
  { release = '1.30', config, interfaces }: Options = {},
): SyncInput {
  return {
    cluster: withDefaults(buildCluster(NODE, ...objects)),
    node: 'node1',
    family: 'ipv4',
    config: config ?? { clusterCIDR: '10.244.0.0/16' },
    release,
    ...(interfaces ? { interfaceAddresses: interfaces } : {}),
  };
}

const web = (spec: Partial<ServiceObject['spec']> & { ingress?: string[] } = {}): ServiceObject =>
  service('web', { clusterIP: '10.96.0.11', ports: [{ port: 80, nodePort: 30_080 }], ...(spec as object) });

/** `10.96.0.11:80 10.244.1.5`: each virtual server with its servers' addresses. */
function servers(input: SyncInput): string[] {
  return (syncIpvsRules(input).ipvs?.virtualServers ?? []).map(({ address, port, servers: real }) =>
    [`${address}:${port}`, ...real.map((each) => each.address)].join(' '),
  );
}

function addresses(input: SyncInput): string[] {
  return (syncIpvsRules(input).ipvs?.addresses ?? []).map(({ address }) => address);
}

function entries(input: SyncInput, name: string): string[] {
  const set = syncIpvsRules(input).ipvs?.ipsets.find((each) => each.name === name);
  return (set?.entries ?? []).map(({ key }) => key);
}

describe('virtual servers', () => {
  test.each([
    ['ClusterIP', { type: 'ClusterIP', ports: [{ port: 80 }] }, NEAR, ['10.96.0.11:80 10.244.1.5']],
    ['no endpoints', { type: 'ClusterIP', ports: [{ port: 80 }] }, [], ['10.96.0.11:80']],
    ['NodePort', { type: 'NodePort' }, FAR, ['10.96.0.11:80 10.244.2.6', '172.18.0.2:30080 10.244.2.6']],
    [
      'policy Local with an endpoint here',
      { type: 'NodePort', externalTrafficPolicy: 'Local' },
      [...FAR, ...NEAR],
      ['10.96.0.11:80 10.244.1.5 10.244.2.6', '172.18.0.2:30080 10.244.1.5'],
    ],
    [
      'policy Local without one: all endpoints, for Pods of this node',
      { type: 'NodePort', externalTrafficPolicy: 'Local' },
      FAR,
      ['10.96.0.11:80 10.244.2.6', '172.18.0.2:30080 10.244.2.6'],
    ],
    [
      'internal policy Local without an endpoint here, and nothing external',
      { type: 'ClusterIP', ports: [{ port: 80 }], internalTrafficPolicy: 'Local' },
      FAR,
      ['10.96.0.11:80'],
    ],
  ] as const)('%s', (_what, spec, list, expected) => {
    const input = inputOf([web(spec), endpoints('web', 8080, list)]);
    expect(servers(input)).toEqual(expected);
  });

  test.each([
    ['rr', 'None', '1.30', 0, 0],
    ['rr', 'ClientIP', '1.30', 0x1, 10_800],
    ['mh', 'None', '1.30', 0x10, 0],
    ['mh', 'ClientIP', '1.30', 0x11, 10_800],
    ['mh', 'ClientIP', '1.26', 0x1, 10_800],
  ] as const)('scheduler %s, affinity %s, release %s', (scheduler, sessionAffinity, release, flags, timeout) => {
    const input = inputOf([web({ sessionAffinity })], { release, config: { ipvs: { scheduler } } });
    expect(syncIpvsRules(input).ipvs?.virtualServers[0]).toMatchObject({ scheduler, flags, timeout });
  });

  test('two Services that claim one external IP: the later has the virtual server, both have entries', () => {
    const claim = (name: string, address: string): KubernetesObject[] => [
      service(name, { clusterIP: address, externalIPs: ['192.0.2.9'], ports: [80] }),
      endpoints(name, 8080, [`10.244.2.${name.length}`]),
    ];
    const input = inputOf([...claim('bb', '10.96.0.2'), ...claim('a', '10.96.0.1')]);
    expect(servers(input)).toEqual(['10.96.0.1:80 10.244.2.1', '192.0.2.9:80 10.244.2.2', '10.96.0.2:80 10.244.2.2']);
    expect(entries(input, 'KUBE-EXTERNAL-IP')).toEqual(['192.0.2.9,tcp:80']);
  });
});

describe('addresses of kube-ipvs0', () => {
  const spec = { type: 'LoadBalancer' as const, externalIPs: ['172.18.0.2', '192.0.2.9'], ingress: ['203.0.113.5'] };

  test('are those of Services that no other interface has', () => {
    expect(addresses(inputOf([web(spec)]))).toEqual(['10.96.0.11/32', '192.0.2.9/32', '203.0.113.5/32']);
    const interfaces = ['127.0.0.1', '172.18.0.2', '203.0.113.5'];
    expect(addresses(inputOf([web(spec)], { interfaces }))).toEqual(['10.96.0.11/32', '192.0.2.9/32']);
  });

  test('up to 1.27.1 those of other interfaces are bound too', () => {
    const of = (release: string) => addresses(inputOf([web(spec)], { release }));
    expect(of('1.27.1')).toEqual(['10.96.0.11/32', '172.18.0.2/32', '192.0.2.9/32', '203.0.113.5/32']);
    expect(of('1.27.2')).toEqual(['10.96.0.11/32', '192.0.2.9/32', '203.0.113.5/32']);
  });

  test('a clusterIP is always bound; KUBE-IPVS-IPS has the same addresses', () => {
    const input = inputOf([web(spec)], { interfaces: ['10.96.0.11', '172.18.0.2'] });
    expect(addresses(input)).toContain('10.96.0.11/32');
    expect(entries(input, 'KUBE-IPVS-IPS')).toEqual(['10.96.0.11', '192.0.2.9', '203.0.113.5']);
  });
});

describe('nodePorts', () => {
  const interfaces = ['127.0.0.1', '172.18.0.2', '10.50.0.2', 'fe80::1', 'fc00:18::2'];
  const nodePort = web({ type: 'NodePort' });

  test.each([
    [[], ['172.18.0.2:30080', '10.50.0.2:30080']],
    [['10.50.0.0/16'], ['10.50.0.2:30080']],
    [['127.0.0.0/8'], []],
    [['0.0.0.0/0'], ['172.18.0.2:30080', '10.50.0.2:30080']],
  ])('nodePortAddresses %j', (nodePortAddresses, expected) => {
    const input = inputOf([nodePort], { interfaces, config: { nodePortAddresses } });
    expect(servers(input).slice(1)).toEqual(expected);
    expect(entries(input, 'KUBE-NODE-PORT-TCP')).toEqual(expected.length > 0 ? ['30080'] : []);
  });

  test('primary, from 1.31', () => {
    const config = { nodePortAddresses: ['primary'] };
    expect(servers(inputOf([nodePort], { interfaces, config, release: '1.31' })).slice(1)).toEqual([
      '172.18.0.2:30080',
    ]);
  });

  test('IPv6: link-local addresses do not answer', () => {
    const six = service('web', { clusterIP: 'fd00::11', type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] });
    const input: SyncInput = { ...inputOf([six], { interfaces }), family: 'ipv6' };
    expect(servers(input)).toEqual(['fd00::11:80', 'fc00:18::2:30080']);
  });

  test('without an address that answers, the health check port goes too', () => {
    const balancer = web({
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      healthCheckNodePort: 31_000,
      ingress: ['203.0.113.5'],
    });
    expect(entries(inputOf([balancer]), 'KUBE-HEALTH-CHECK-NODE-PORT')).toEqual(['31000']);
    const nowhere = inputOf([balancer], { config: { nodePortAddresses: ['192.0.2.0/24'] } });
    expect(entries(nowhere, 'KUBE-HEALTH-CHECK-NODE-PORT')).toEqual([]);
    expect(entries(nowhere, 'KUBE-LOAD-BALANCER')).toEqual(['203.0.113.5,tcp:80']);
  });
});

describe('source ranges', () => {
  const balancer = (...ranges: string[]): SyncInput =>
    inputOf([web({ type: 'LoadBalancer', ingress: ['203.0.113.5'], loadBalancerSourceRanges: ranges })]);

  test.each([
    [['10.0.0.0/8'], ['10.0.0.0/8'], 0, 1],
    [['172.18.0.0/16', '192.0.2.7/32'], ['172.18.0.0/16', '192.0.2.7'], 1, 0],
    // ipset refuses a network of all addresses; the rules that look into the set are written all the same.
    [['0.0.0.0/0'], [], 1, 0],
  ])('%j', (ranges, listed, fromNode, outFilter) => {
    const input = balancer(...ranges);
    expect(entries(input, 'KUBE-LOAD-BALANCER-SOURCE-CIDR')).toEqual(listed.map((net) => `203.0.113.5,tcp:80,${net}`));
    expect(entries(input, 'KUBE-LOAD-BALANCER-SOURCE-IP')).toHaveLength(fromNode);
    const rules = syncIpvsRules(input).xtables.tables.get('filter')?.get('KUBE-IPVS-OUT-FILTER')?.rules;
    expect(rules).toHaveLength(outFilter);
    expect(printIpvsRestore(input)).toContain('--match-set KUBE-LOAD-BALANCER-SOURCE-CIDR dst,dst,src -j RETURN');
  });
});

test('a set takes 65536 entries', () => {
  const many = Array.from({ length: 700 }, (_, i) => [`10.${i >> 8}.${i & 255}.1`, 'node1'] as const);
  const ports = Array.from({ length: 100 }, (_, i) => ({ name: `p${i}`, port: 1000 + i }));
  const input = inputOf([service('web', { clusterIP: '10.96.0.11', ports }), endpoints('web', ports, many)]);
  expect(entries(input, 'KUBE-LOOP-BACK')).toHaveLength(65_536);
});

describe('releases', () => {
  const balancer = web({
    type: 'LoadBalancer',
    externalTrafficPolicy: 'Local',
    healthCheckNodePort: 31_000,
    ingress: ['203.0.113.5'],
    loadBalancerSourceRanges: ['10.0.0.0/8'],
    externalIPs: ['192.0.2.9'],
  });
  const text = (release: string, config?: KubeProxyConfig): string =>
    printIpvsRestore(inputOf([balancer, endpoints('web', 8080, NEAR)], { release, ...(config ? { config } : {}) }));

  test.each([
    // What a release brings, and the words that say it.
    [19, 'KUBE-EXTERNAL-IP-LOCAL'],
    [19, '--xor-mark'],
    [21, 'KUBE-HEALTH-CHECK-NODE-PORT'],
    [23, '"kubernetes forwarding conntrack rule"'],
    [25, '-A KUBE-SOURCE-RANGES-FIREWALL -j DROP'],
    [26, '-A KUBE-SERVICES -s 127.0.0.0/8 -j RETURN'],
    [26, '-A KUBE-IPVS-FILTER -m conntrack --ctstate NEW -m set --match-set KUBE-IPVS-IPS dst -j REJECT'],
    [29, '-A KUBE-IPVS-OUT-FILTER -s 203.0.113.5 -m ipvs --vaddr 203.0.113.5 --vproto tcp --vport 80 -j DROP'],
  ])('1.%i brings %s', (minor, words) => {
    expect(text(`1.${minor}`)).toContain(words);
    expect(text(`1.${minor - 1}`)).not.toContain(words);
  });

  test.each([
    [24, '-A KUBE-FIREWALL -j KUBE-MARK-DROP'],
    [24, '-j KUBE-FIREWALL\n'],
    [22, 'kubernetes forwarding conntrack pod source rule'],
    [18, '--set-xmark 0x00004000/0x00004000'],
    [17, '-A KUBE-FORWARD -s 10.244.0.0/16 -m comment'],
  ])('1.%i is the last with %s', (minor, words) => {
    expect(text(`1.${minor}`)).toContain(words);
    expect(text(`1.${minor + 1}`)).not.toContain(words);
  });

  test('up to 1.18 what was marked is masqueraded before hairpins', () => {
    const chain = (release: string): string[] =>
      text(release)
        .split('\n')
        .filter((line) => line.startsWith('-A KUBE-POSTROUTING'));
    expect(chain('1.18')[0]).toContain('--mark 0x00004000/0x00004000 -j MASQUERADE --random-fully');
    expect(chain('1.19')[0]).toContain('KUBE-LOOP-BACK');
    expect(chain('1.16')[0]).toMatch(/-j MASQUERADE --random-fully$/);
    expect(chain('1.15')[0]).toMatch(/-j MASQUERADE$/);
  });

  test('up to 1.24 the chain that marks for dropping is there, and kubelet drops', () => {
    const tables = (release: string) => syncIpvsRules(inputOf([balancer], { release })).xtables.tables;
    expect(tables('1.24').get('nat')?.get('KUBE-MARK-DROP')?.rules).toHaveLength(1);
    expect(tables('1.24').get('filter')?.has('KUBE-FIREWALL')).toBe(true);
    expect(tables('1.30').get('filter')?.has('KUBE-FIREWALL')).toBe(false);
  });

  test('policy Local without endpoints here: those elsewhere are used from 1.24 on; loopback answers up to 1.21', () => {
    const local = web({ type: 'NodePort', externalTrafficPolicy: 'Local' });
    const of = (release: string) => servers(inputOf([local, endpoints('web', 8080, FAR)], { release })).slice(1);
    expect(of('1.20')).toEqual(['127.0.0.1:30080', '172.18.0.2:30080']);
    expect(of('1.21')).toEqual(['127.0.0.1:30080', '172.18.0.2:30080']);
    expect(of('1.23')).toEqual(['172.18.0.2:30080']);
    expect(of('1.24')).toEqual(['172.18.0.2:30080 10.244.2.6']);
  });

  test('sysctls up to 1.20, 1.21 and since', () => {
    const of = (release: string) => Object.keys(syncIpvsRules(inputOf([], { release })).sysctls);
    const since = new Set(of('1.22'));
    expect(of('1.21').filter((name) => !since.has(name))).toEqual(['net.ipv4.vs.conn_reuse_mode']);
    expect(of('1.20').slice(0, 1)).toEqual(['net.ipv4.conf.all.route_localnet']);
  });

  test.each([
    ['1.30', undefined, false],
    ['1.30', '6.8.0-40-generic', false],
    ['1.30', '5.9.0', false],
    ['1.30', '5.8.18', true],
    ['1.30', '4.19.0-27-amd64', true],
    ['1.30', '3.10.0-1160.el7.x86_64', false],
    ['1.21', '6.8.0', true],
    ['1.21', '4.0.9', false],
  ])('release %s on kernel %s: conn_reuse_mode is set: %s', (release, kernelVersion, expected) => {
    const input = inputOf([], { release });
    const nodes = input.cluster.nodes.map((node) => ({
      ...node,
      status: { ...node.status, ...(kernelVersion === undefined ? {} : { nodeInfo: { kernelVersion } }) },
    }));
    const { sysctls } = syncIpvsRules({ ...input, cluster: { ...input.cluster, nodes } });
    expect('net.ipv4.vs.conn_reuse_mode' in sysctls).toBe(expected);
  });

  test('internalTrafficPolicy counts from 1.22 on', () => {
    const local = web({ type: 'ClusterIP', ports: [{ port: 80 }], internalTrafficPolicy: 'Local' });
    const of = (release: string) => servers(inputOf([local, endpoints('web', 8080, FAR)], { release }));
    expect([of('1.21'), of('1.22')]).toEqual([['10.96.0.11:80 10.244.2.6'], ['10.96.0.11:80']]);
  });
});

describe('where things come from', () => {
  const input = inputOf([
    web({ type: 'LoadBalancer', ingress: ['203.0.113.5'], loadBalancerSourceRanges: ['10.0.0.0/8', '192.0.2.7/32'] }),
    endpoints('web', 8080, NEAR),
  ]);

  test('an object brings servers, addresses, entries and rules', () => {
    const parts = allParts(input).filter(({ origin }) => origin.kind === 'Service' && origin.name === 'web');
    expect(parts.map(({ kind, owner, text, origin }) => `${kind} ${owner} ${text}: ${origin.field}`)).toEqual([
      'virtual-server IPVS 10.96.0.11:80/TCP: spec.clusterIP',
      'virtual-server IPVS 203.0.113.5:80/TCP: status.loadBalancer.ingress',
      'virtual-server IPVS 172.18.0.2:30080/TCP: spec.ports[0].nodePort',
      'address kube-ipvs0 10.96.0.11/32: spec.clusterIP',
      'address kube-ipvs0 203.0.113.5/32: status.loadBalancer.ingress',
      'entry KUBE-CLUSTER-IP 10.96.0.11,tcp:80: spec.clusterIP',
      'entry KUBE-LOAD-BALANCER 203.0.113.5,tcp:80: status.loadBalancer.ingress',
      'entry KUBE-LOAD-BALANCER-FW 203.0.113.5,tcp:80: spec.loadBalancerSourceRanges',
      'entry KUBE-LOAD-BALANCER-SOURCE-CIDR 203.0.113.5,tcp:80,10.0.0.0/8: spec.loadBalancerSourceRanges[0]',
      'entry KUBE-LOAD-BALANCER-SOURCE-CIDR 203.0.113.5,tcp:80,192.0.2.7: spec.loadBalancerSourceRanges[1]',
      'entry KUBE-NODE-PORT-TCP 30080: spec.ports[0].nodePort',
      'entry KUBE-IPVS-IPS 10.96.0.11: spec.clusterIP',
      'entry KUBE-IPVS-IPS 203.0.113.5: status.loadBalancer.ingress',
      'rule filter KUBE-IPVS-OUT-FILTER -s 203.0.113.5 -m ipvs --vaddr 203.0.113.5 --vproto tcp --vport 80 -j DROP: spec.loadBalancerSourceRanges',
    ]);
  });

  test('an EndpointSlice brings real servers and a hairpin entry', () => {
    const [slice] = input.cluster.endpointSlices;
    const parts = allParts(input).filter(({ origin }) => origin.kind === 'EndpointSlice');
    expect(new Set(parts.map(({ origin }) => origin.name))).toEqual(new Set([slice?.metadata.name]));
    expect(parts.map(({ kind, owner, text }) => `${kind} ${owner} ${text}`)).toEqual([
      'real-server 10.96.0.11:80/TCP 10.244.1.5:8080',
      'real-server 203.0.113.5:80/TCP 10.244.1.5:8080',
      'real-server 172.18.0.2:30080/TCP 10.244.1.5:8080',
      'entry KUBE-LOOP-BACK 10.244.1.5,tcp:8080,10.244.1.5',
    ]);
  });
});
