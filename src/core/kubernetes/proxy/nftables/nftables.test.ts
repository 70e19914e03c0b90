import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCluster, endpoints, node, service } from '../../build';
import { withDefaults } from '../../defaults';
import { proxyConfig, settledCluster } from '../../testing/arbitrary-cluster';
import type { EndpointSliceObject, ServiceObject } from '../../types';
import type { GeneratedNftables, SyncInput } from '../mode';
import { listedRule, listTable } from './listing';
import { printNftablesRestore } from './print';
import { endpointBase, servicePortBase } from './context';
import { runNftablesSync } from './run-sync';
import { syncNftablesRules } from './sync-proxy-rules';

describe('names', () => {
  const port = (text: string) => {
    const [namespace = '', serviceName = '', proto, portName = ''] = text.split('/');
    return { namespace, serviceName, proto: proto as 'tcp' | 'udp', portName };
  };

  test.each([
    ['default/kubernetes/tcp/https', '2QRHZV4L-default/kubernetes/tcp/https'],
    ['kube-system/kube-dns/udp/dns', 'FY5PMXPG-kube-system/kube-dns/udp/dns'],
    ['ns1/svc1/tcp/', '6KJ5P52A-ns1/svc1/tcp/'],
  ])('service port %s', (text, name) => {
    expect(servicePortBase(port(text))).toBe(name);
  });

  test.each([
    ['ns1/svc1/tcp/p80', '10.244.1.5', 8080, 'TNFFH6U2-ns1/svc1/tcp/p80__10.244.1.5/8080'],
    ['ns1/svc6/tcp/p80', 'fd00:10:244:1::5', 8080, '2RQ6W4SJ-ns1/svc6/tcp/p80__fd00.10.244.1..5/8080'],
  ])('endpoint %s %s', (text, ip, number, name) => {
    expect(endpointBase(port(text), { ip, port: number })).toBe(name);
  });

  test('are at most 240 letters long', () => {
    const long = servicePortBase(port(`${'n'.repeat(120)}/${'s'.repeat(120)}/tcp/p`));
    expect([long.length, long.endsWith('sss...')]).toEqual([240, true]);
  });
});

describe('a rule as nft lists it', () => {
  test.each([
    ['mark set mark or 0x00004000', 'meta mark set meta mark | 0x00004000'],
    ['mark and 0x00004000 == 0 return', 'meta mark & 0x00004000 == 0x00000000 return'],
    [
      'mark and 0x00004000 != 0 mark set mark xor 0x00004000 masquerade fully-random',
      'meta mark & 0x00004000 != 0x00000000 meta mark set meta mark ^ 0x00004000 masquerade fully-random',
    ],
    ['iif != cni0 jump x', 'iif != "cni0" jump x'],
    ['iifname veth* goto x comment "a , b"', 'iifname "veth*" goto x comment "a , b"'],
    ['numgen random mod 2 vmap { 0 : goto a , 1 : goto b }', 'numgen random mod 2 vmap { 0 : goto a, 1 : goto b }'],
    [
      'meta l4proto tcp dnat ip addr . port to numgen random mod 1 map { 0 : 10.0.0.1 . 80 }',
      'meta l4proto tcp dnat ip to numgen random mod 1 map { 0 : 10.0.0.1 . 80 }',
    ],
    ['ip saddr != { 10.0.0.0/8 } drop', 'ip saddr != 10.0.0.0/8 drop'],
    ['ip saddr != { 10.0.0.7/32 } drop', 'ip saddr != 10.0.0.7 drop'],
    ['ip saddr != { 192.0.2.9 , 10.0.0.0/8 } drop', 'ip saddr != { 10.0.0.0/8, 192.0.2.9 } drop'],
    ['ip saddr != { 10.0.0.1 , 10.0.0.2 } drop', 'ip saddr != { 10.0.0.1-10.0.0.2 } drop'],
    ['ip saddr != { 10.0.0.0/9 , 10.128.0.0/9 } drop', 'ip saddr != { 10.0.0.0/8 } drop'],
    ['ip saddr != { 10.1.0.0/16 , 10.0.0.0/8 } drop', 'ip saddr != { 10.0.0.0/8 } drop'],
    ['ip6 saddr != { fd00::/8 , 2001:db8::1/128 } drop', 'ip6 saddr != { 2001:db8::1, fd00::/8 } drop'],
    ['ip daddr { 10.96.0.0/12,10.200.0.0/16 } drop', 'ip daddr { 10.96.0.0/12, 10.200.0.0/16 } drop'],
    ['ip saddr != 10.244.7.0/16 jump x', 'ip saddr != 10.244.0.0/16 jump x'],
    ['update @affinity-a { ip saddr }', 'update @affinity-a { ip saddr }'],
  ])('%s', (text, listed) => {
    expect(listedRule(text)).toBe(listed);
  });

  test.each(['0.0.0.0/0', '255.255.255.255/32', '::/0'])('the range %s is itself', (range) => {
    expect(listedRule(`ip saddr != { ${range} } drop`)).toBe(`ip saddr != ${range.replace(/\/32$/, '')} drop`);
  });
});

const NODE = node('node1', { addresses: ['172.18.0.2'] });
const WEB = service('default/web', { clusterIP: '10.96.0.11', ports: [80] });
const TWIN_ENDPOINTS = endpoints('default/twin', 8080, ['10.244.1.6']);
const WEB_ENDPOINTS = endpoints('default/web', 8080, ['10.244.1.5', '10.244.2.7']);

function inputOf(
  services: readonly ServiceObject[],
  endpointSlices: readonly EndpointSliceObject[] = [],
  more: Partial<SyncInput> = {},
): SyncInput {
  const cluster = withDefaults({ ...makeCluster([NODE]), services, endpointSlices });
  return { cluster, node: 'node1', family: 'ipv4', config: {}, release: '1.30', ...more };
}

function tableOf(input: SyncInput): GeneratedNftables {
  const { nftables } = syncNftablesRules(input);
  if (!nftables) throw new Error('no table');
  return nftables;
}

describe('what nft refuses', () => {
  const prefix = { detectLocalMode: 'InterfaceNamePrefix', detectLocal: { interfaceNamePrefix: 'veth' } } as const;
  const long = service(`${'n'.repeat(63)}/${'s'.repeat(63)}`, { clusterIP: '10.96.0.12', ports: [80] });
  const twin = service('default/twin', { clusterIP: '10.96.0.11', ports: [80] });

  test.each([
    ['an interface pattern with iif', inputOf([WEB], [WEB_ENDPOINTS], { config: prefix }), 'refused-interface'],
    ['the same from 1.34', inputOf([WEB], [WEB_ENDPOINTS], { config: prefix, release: '1.34' }), undefined],
    ['a pattern no rule has', inputOf([WEB], [], { config: prefix }), undefined],
    ['a comment of 127 letters', inputOf([long]), undefined],
    ['two Services with one clusterIP', inputOf([WEB, twin], [WEB_ENDPOINTS, TWIN_ENDPOINTS]), 'refused-conflict'],
    ['the same, one without endpoints: other maps', inputOf([WEB, twin], [WEB_ENDPOINTS]), undefined],
    ['two Services with one clusterIP, both without endpoints', inputOf([WEB, twin]), undefined],
  ])('%s', (_what, input, id) => {
    const table = tableOf(input);
    expect(table.refusal?.id).toBe(id && `kubernetes.nftables.${id}`);
    expect(listTable(table) === '').toBe(id !== undefined);
  });

  test('a comment beyond 128 bytes, up to 1.36', () => {
    const named = {
      ...long,
      spec: {
        ...long.spec,
        ports: [
          { name: 'p', port: 80 },
          { name: 'q'.repeat(15), port: 81 },
        ],
      },
    };
    expect(tableOf(inputOf([named], [], { release: '1.36' })).refusal?.id).toBe('kubernetes.nftables.refused-comment');
    expect(tableOf(inputOf([named], [], { release: '1.37' })).refusal).toBeUndefined();
  });
});

describe('chains nobody needs', () => {
  const full = inputOf([WEB], [WEB_ENDPOINTS]);
  const fewer = inputOf([WEB], [endpoints('default/web', 8080, ['10.244.1.5'])]);
  const second = runNftablesSync(runNftablesSync(undefined, full).state, fewer, { now: 5000 });
  const name = `endpoint-${endpointBase({ namespace: 'default', serviceName: 'web', proto: 'tcp', portName: '' }, { ip: '10.244.2.7', port: 8080 })}`;

  test('are emptied at once', () => {
    expect(second.transactions).toHaveLength(1);
    expect(second.transactions[0]).toContain(`flush chain ip kube-proxy ${name}\n`);
    expect(second.nftables.chains.get(name)?.rules).toEqual([]);
  });

  test.each([
    [6000, 1],
    [6001, 2],
  ])('at %i ms a sync runs %i transactions: they are deleted after more than a second', (now, count) => {
    const third = runNftablesSync(second.state, fewer, { now });
    expect(third.transactions).toHaveLength(count);
    expect(third.transactions[0] === `delete chain ip kube-proxy ${name}\n`).toBe(count === 2);
    expect(third.nftables.chains.has(name)).toBe(count === 1);
  });

  test('are taken into use again', () => {
    const third = runNftablesSync(second.state, full, { now: 5500 });
    expect(third.state.stale.size).toBe(0);
    expect(third.nftables.chains.get(name)?.rules).toHaveLength(2);
  });
});

describe('ServiceCIDRs', () => {
  const others = [
    { kind: 'ServiceCIDR', metadata: { name: 'kubernetes' }, spec: { cidrs: ['10.96.0.0/12', 'fd00::/108'] } },
  ];
  const input = (release: string): SyncInput => {
    const base = inputOf([WEB], [], { release });
    return { ...base, cluster: { ...base.cluster, others } };
  };

  test.each([
    ['1.32', undefined],
    ['1.33', 'ip daddr { 10.96.0.0/12 } drop comment "Drop traffic to unallocated ClusterIPs"'],
  ])('in %s', (release, text) => {
    expect(tableOf(input(release)).chains.get('cluster-ips-check')?.rules[1]?.text).toBe(text);
  });
});

describe('any cluster', () => {
  const arbitraryInput: fc.Arbitrary<SyncInput> = fc.record({
    cluster: settledCluster,
    node: fc.constant('node1'),
    family: fc.constantFrom('ipv4', 'ipv6'),
    config: proxyConfig,
    release: fc.constantFrom('1.29', '1.30', '1.34', '1.36', '1.37'),
  });

  test('compiles, in every release and both families; every verdict leads to a chain that is there', () => {
    fc.assert(
      fc.property(arbitraryInput, (input) => {
        const table = tableOf(input);
        const targets = [...printNftablesRestore(input).matchAll(/(?:goto|jump) (\S+)/g)].map(
          (match) => match[1] ?? '',
        );
        expect(targets.filter((name) => !table.chains.has(name))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('every set a rule asks is there, and every endpoint of a choice has its number', () => {
    fc.assert(
      fc.property(arbitraryInput, (input) => {
        const table = tableOf(input);
        for (const { text } of [...table.chains.values()].flatMap(({ rules }) => rules)) {
          for (const [, name = ''] of text.matchAll(/@([^\s]+)/g)) expect(table.sets.has(name), text).toBe(true);
          const [, count, choices] = /numgen random mod (\d+) v?map \{ (.*) \}/.exec(text) ?? [];
          if (choices === undefined) continue;
          const numbers = choices.split(' , ').map((choice) => Number(choice.split(' : ')[0]));
          expect(numbers).toEqual(Array.from({ length: Number(count) }, (_, i) => i));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('an unrelated Service changes no chain', () => {
    const before = tableOf(inputOf([WEB], [WEB_ENDPOINTS]));
    const other = service('default/other', { clusterIP: '10.96.0.99', ports: [80] });
    const after = tableOf(inputOf([WEB, other], [WEB_ENDPOINTS, endpoints('default/other', 80, ['10.244.1.9'])]));
    for (const [name, chain] of before.chains) {
      expect(after.chains.get(name)?.rules.map(({ text }) => text)).toEqual(chain.rules.map(({ text }) => text));
    }
  });
});
