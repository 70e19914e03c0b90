import { describe, expect, test } from 'vitest';
import { buildCluster, endpoints, node, service } from '../../build';
import type { ClusterObjects, EndpointSliceObject, KubeProxyConfig } from '../../types';
import type { SyncInput } from '../mode';
import { runIptablesSync, type IptablesSyncStep, printIptablesRestore } from './restore';
import { syncIptablesRules } from './sync-proxy-rules';

const input = (objects: ClusterObjects, config: KubeProxyConfig = {}, release = '1.30'): SyncInput => ({
  cluster: objects,
  node: 'node1',
  family: 'ipv4',
  config,
  release,
});
const many = (count: number, from = 0): EndpointSliceObject =>
  endpoints(
    'big',
    80,
    Array.from({ length: count }, (_, i) => `10.10.${(i + from) >> 8}.${(i + from) & 255}`),
  );
const BASE = buildCluster(
  node('node1', { addresses: ['172.18.0.2'], zone: 'a' }),
  service('a', { clusterIP: '10.96.0.1', ports: [80] }),
  service('b', { clusterIP: '10.96.0.2', ports: [80] }),
  endpoints('a', 80, ['10.0.0.1']),
  endpoints('b', 80, ['10.0.0.2']),
);
const DNS = service('dns', { clusterIP: '10.96.0.10', ports: [{ name: 'dns', port: 53, protocol: 'UDP' }] });
const dns = (...addresses: string[]) => endpoints('dns', [{ name: 'dns', protocol: 'UDP', port: 53 }], addresses);

/** Names of the chains a sync declares, by Service: `a b`. */
const written = (step: IptablesSyncStep): string =>
  ['a', 'b', 'big'].filter((name) => step.restore.includes(`"default/${name} ->`)).join(' ');
const deleted = (step: IptablesSyncStep): number =>
  step.restore.split('\n').filter((line) => line.startsWith('-X ')).length;
const without = (objects: ClusterObjects, name: string): ClusterObjects => ({
  ...objects,
  services: objects.services.filter((s) => s.metadata.name !== name),
  endpointSlices: objects.endpointSlices.filter((s) => !s.metadata.name.startsWith(`${name}-`)),
});

describe('what a sync writes', () => {
  const first = runIptablesSync(undefined, input(BASE));

  test('the first one everything', () => {
    expect([first.full, written(first), deleted(first)]).toEqual([true, 'a b', 0]);
    expect(first.restore).toBe(printIptablesRestore(input(BASE)));
    expect(first.commands.length).toBe(28);
  });

  test('the next one nothing of what did not change', () => {
    const next = runIptablesSync(first.state, input({ ...BASE }));
    expect([next.full, written(next), deleted(next), next.commands.length]).toEqual([false, '', 0, 0]);
  });

  test('one whose endpoints changed, and away with the old endpoint', () => {
    const changed = {
      ...BASE,
      endpointSlices: [BASE.endpointSlices[0] as EndpointSliceObject, endpoints('b', 80, ['10.0.0.3'])],
    };
    const next = runIptablesSync(first.state, input(changed));
    expect([next.full, written(next), deleted(next)]).toEqual([false, 'b', 1]);
  });

  test('all ports of a Service that lost one', () => {
    const two = service('a', { clusterIP: '10.96.0.1', ports: [{ port: 80 }, { name: 'x', port: 81 }] });
    const before = runIptablesSync(undefined, input({ ...BASE, services: [two, ...BASE.services.slice(1)] }));
    const next = runIptablesSync(before.state, input(BASE));
    expect([next.full, written(next), deleted(next)]).toEqual([false, 'a', 0]);
  });

  test('nothing of a Service that changed in what kube-proxy does not read', () => {
    const [a, ...others] = BASE.services;
    const labelled = { ...a, metadata: { ...a?.metadata, labels: { x: 'y' } } } as (typeof BASE.services)[0];
    expect(written(runIptablesSync(first.state, input({ ...BASE, services: [labelled, ...others] })))).toBe('');
  });

  test('a Service that is gone leaves nothing', () => {
    const next = runIptablesSync(first.state, input(without(BASE, 'a')));
    expect([written(next), deleted(next)]).toEqual(['', 2]);
    expect(runIptablesSync(next.state, input(without(BASE, 'a'))).restore).not.toContain('-X ');
  });

  test.each([
    ['forced', BASE, { force: true }, '1.30', true],
    ['another zone', { ...BASE, nodes: [node('node1', { addresses: ['172.18.0.2'], zone: 'b' })] }, {}, '1.30', true],
    [
      'another label',
      {
        ...BASE,
        nodes: [
          {
            ...node('node1', { zone: 'a' }),
            metadata: { name: 'node1', labels: { 'topology.kubernetes.io/zone': 'a', x: 'y' } },
          },
        ],
      },
      {},
      '1.30',
      true,
    ],
    [
      'another label, 1.36',
      {
        ...BASE,
        nodes: [
          {
            ...node('node1', { zone: 'a' }),
            metadata: { name: 'node1', labels: { 'topology.kubernetes.io/zone': 'a', x: 'y' } },
          },
        ],
      },
      {},
      '1.36',
      false,
    ],
    ['before partial syncs', BASE, {}, '1.26', true],
    ['an hour', BASE, { now: 3_600_000 }, '1.33', false],
    ['more than an hour', BASE, { now: 3_600_001 }, '1.33', true],
    ['more than an hour, 1.32', BASE, { now: 3_600_001 }, '1.32', false],
  ] as const)('%s', (_what, objects, options, release, full) => {
    const before = runIptablesSync(undefined, input(BASE, {}, release));
    expect(runIptablesSync(before.state, input(objects, {}, release), options).full).toBe(full);
  });
});

describe('more than 1000 endpoints', () => {
  const big = (count: number): ClusterObjects => ({
    ...BASE,
    services: [...BASE.services, service('big', { clusterIP: '10.96.0.3', ports: [80] })],
    endpointSlices: [...BASE.endpointSlices, many(count)],
  });

  test.each([
    [998, true],
    [999, false],
  ])('%i and two more: comments on balancing rules: %s', (count, commented) => {
    const text = printIptablesRestore(input(big(count)));
    expect(text.includes('--comment "default/a -> 10.0.0.1:80"')).toBe(commented);
    expect(text).toContain('--comment "default/a cluster IP"');
  });

  test('stale chains stay until a syncPeriod has passed', () => {
    const before = runIptablesSync(undefined, input(big(1500)));
    const smaller = input(without(big(1500), 'a'));
    const soon = runIptablesSync(before.state, smaller, { now: 1000 });
    expect(deleted(soon)).toBe(0);
    expect(deleted(runIptablesSync(soon.state, smaller, { now: 31_000 }))).toBe(2);
    expect(
      deleted(
        runIptablesSync(soon.state, input(smaller.cluster, { iptables: { syncPeriod: '1m30s' } }), { now: 31_000 }),
      ),
    ).toBe(0);
  });
});

describe('conntrack entries', () => {
  const at = (family: 'ipv4' | 'ipv6', ...slices: EndpointSliceObject[]): SyncInput => ({
    ...input(buildCluster(node('node1'), DNS, ...slices)),
    family,
  });

  test('of a UDP Service that gets its first endpoint, loses one, is gone', () => {
    const empty = runIptablesSync(undefined, at('ipv4'));
    const one = runIptablesSync(empty.state, at('ipv4', dns('10.0.0.1', '10.0.0.2')));
    const less = runIptablesSync(one.state, at('ipv4', dns('10.0.0.2')));
    const gone = runIptablesSync(less.state, input(buildCluster(node('node1'))));
    expect([empty, one, less, gone].map(({ conntrack }) => conntrack)).toEqual([
      [],
      ['conntrack -D --orig-dst 10.96.0.10 -p udp'],
      ['conntrack -D --orig-dst 10.96.0.10 --dst-nat 10.0.0.1 -p udp'],
      ['conntrack -D --orig-dst 10.96.0.10 -p udp'],
    ]);
  });

  test('of TCP are never touched', () => {
    const first = runIptablesSync(undefined, input(BASE));
    expect(runIptablesSync(first.state, input(buildCluster(node('node1')))).conntrack).toEqual([]);
  });

  test('of IPv6 are named so', () => {
    const six = { ...DNS, spec: { ...DNS.spec, clusterIP: 'fd00:96::a', clusterIPs: ['fd00:96::a'] } };
    const slices = [dns('fd00::1')];
    const of = (objects: ClusterObjects): SyncInput => ({ ...input(objects), family: 'ipv6' });
    const before = runIptablesSync(undefined, of(buildCluster(node('node1'), six)));
    expect(runIptablesSync(before.state, of(buildCluster(node('node1'), six, ...slices))).conntrack).toEqual([
      'conntrack -D --orig-dst fd00:96::a -p udp -f ipv6',
    ]);
  });
});

describe('sysctls', () => {
  test.each<[KubeProxyConfig, 'ipv4' | 'ipv6', number | undefined]>([
    [{}, 'ipv4', 1],
    [{}, 'ipv6', undefined],
    [{ iptables: { localhostNodePorts: false } }, 'ipv4', undefined],
    [{ nodePortAddresses: ['172.18.0.0/16'] }, 'ipv4', undefined],
    [{ nodePortAddresses: ['172.18.0.0/16', '127.0.0.0/8'] }, 'ipv4', 1],
    [{ nodePortAddresses: ['fd00::/8'] }, 'ipv4', 1],
  ])('route_localnet with %j in %s: %s', (config, family, expected) => {
    expect(syncIptablesRules({ ...input(BASE, config), family }).sysctls['net.ipv4.conf.all.route_localnet']).toBe(
      expected,
    );
  });
});

describe('nodePortAddresses', () => {
  const tail = (config: KubeProxyConfig, release = '1.30', family: 'ipv4' | 'ipv6' = 'ipv4'): string[] =>
    (
      syncIptablesRules({
        ...input(BASE, config, release),
        family,
        interfaceAddresses: ['127.0.0.1', '172.18.0.2', '10.50.0.2', '::1', 'fd00::2'],
      })
        .xtables.tables.get('nat')
        ?.get('KUBE-SERVICES')?.rules ?? []
    ).flatMap(({ text }) => / last rule in this chain" (.*) -j KUBE-NODEPORTS/.exec(text)?.[1] ?? []);

  test.each<[KubeProxyConfig, string, 'ipv4' | 'ipv6', string[]]>([
    [{}, '1.30', 'ipv4', ['-m addrtype --dst-type LOCAL']],
    [{}, '1.30', 'ipv6', ['-m addrtype --dst-type LOCAL ! -d ::1/128']],
    [{}, '1.25', 'ipv6', ['-m addrtype --dst-type LOCAL']],
    [{ iptables: { localhostNodePorts: false } }, '1.30', 'ipv4', ['-m addrtype --dst-type LOCAL ! -d 127.0.0.0/8']],
    [{ nodePortAddresses: ['0.0.0.0/0', '10.0.0.0/8'] }, '1.30', 'ipv4', ['-m addrtype --dst-type LOCAL']],
    [{ nodePortAddresses: ['172.18.0.0/16', '10.0.0.0/8'] }, '1.30', 'ipv4', ['-d 172.18.0.2', '-d 10.50.0.2']],
    [{ nodePortAddresses: ['127.0.0.0/8'] }, '1.30', 'ipv4', ['-d 127.0.0.1']],
    [
      { nodePortAddresses: ['127.0.0.0/8', '10.0.0.0/8'], iptables: { localhostNodePorts: false } },
      '1.30',
      'ipv4',
      ['-d 10.50.0.2'],
    ],
    [{ nodePortAddresses: ['::/64', 'fd00::/8'] }, '1.30', 'ipv6', ['-d fd00::2']],
    [{ nodePortAddresses: ['192.168.0.0/16'] }, '1.30', 'ipv4', []],
    [{ nodePortAddresses: ['primary'] }, '1.31', 'ipv4', ['-d 172.18.0.2']],
  ])('%j in %s %s', (config, release, family, expected) => {
    expect(tail(config, release, family)).toEqual(expected);
  });
});

test('the masquerade bit as Go prints it', () => {
  const mark = (bit: number): string =>
    syncIptablesRules(input(BASE, { iptables: { masqueradeBit: bit } }))
      .xtables.tables.get('nat')
      ?.get('KUBE-MARK-MASQ')?.rules[0]?.text ?? '';
  expect([0, 14, 31].map(mark)).toEqual([
    '-j MARK --or-mark 0x00000001',
    '-j MARK --or-mark 0x00004000',
    '-j MARK --or-mark 0x80000000',
  ]);
});
