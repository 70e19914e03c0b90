import { describe, expect, test } from 'vitest';
import { allPhrases } from '../../../../content/phrases';
import { makeCluster, endpoints, node, service } from '../../build';
import { withDefaults } from '../../defaults';
import type { KubeProxyConfig, ServiceObject } from '../../types';
import { releaseProblem } from '../../release-problem';
import type { GeneratedNftables, SyncInput } from '../mode';
import { NFTABLES_MODE } from '.';
import { printRestore, printSave } from '../print';

const NODE = node('node1', { addresses: ['172.18.0.2'] });
const GUARDED = service('web', {
  type: 'LoadBalancer',
  clusterIP: '10.96.0.11',
  loadBalancerSourceRanges: ['203.0.113.0/24', '172.18.0.2/32'],
  ports: [{ port: 80, targetPort: 8080, nodePort: 30_080 }],
  ingress: ['198.51.100.7'],
});

function inputOf(services: readonly ServiceObject[], config: KubeProxyConfig = {}, release = '1.29'): SyncInput {
  const slices = services.map(({ metadata }) => endpoints(metadata.name, 8080, ['10.244.1.5']));
  const cluster = withDefaults(makeCluster([NODE, ...services, ...slices]));
  return { cluster, node: 'node1', family: 'ipv4', config, release };
}

function tableOf(...of: Parameters<typeof inputOf>): GeneratedNftables {
  const { nftables } = NFTABLES_MODE.syncProxyRules(inputOf(...of));
  if (!nftables) throw new Error('no table');
  return nftables;
}

const rules = (table: GeneratedNftables, chain: string): string[] | undefined =>
  table.chains.get(chain)?.rules.map(({ text }) => text);
const keys = (table: GeneratedNftables, set: string): string[] | undefined =>
  table.sets.get(set)?.elements.map(({ key, comment }) => (comment === undefined ? key : `${key} "${comment}"`));

describe('nftables mode of 1.29', () => {
  const table = tableOf([GUARDED]);

  test('is the first there is', () => {
    expect(releaseProblem(NFTABLES_MODE, '1.29')).toBeUndefined();
    expect(releaseProblem(NFTABLES_MODE, '1.28')?.id).toBe('kubernetes.release.not-supported');
  });

  test('has its base chains one before dstnat, and none for prerouting filters', () => {
    const bases = [...table.chains.values()].flatMap(({ name, base }) => (base ? `${name} ${base.priority}` : []));
    expect(bases).toEqual([
      'filter-input -101',
      'filter-forward -101',
      'filter-output -101',
      'nat-prerouting -100',
      'nat-output -100',
      'nat-postrouting 100',
    ]);
  });

  test.each([
    ['filter-input', ['ct state new jump endpoints-check', 'ct state new jump firewall-check']],
    ['filter-forward', ['ct state new jump endpoints-check', 'jump forward', 'ct state new jump firewall-check']],
    ['filter-output', ['ct state new jump endpoints-check', 'ct state new jump firewall-check']],
    ['forward', ['ct state invalid drop']],
    [
      'endpoints-check',
      [
        'ip daddr . meta l4proto . th dport vmap @no-endpoint-services',
        'fib daddr type local ip daddr != 127.0.0.0/8 meta l4proto . th dport vmap @no-endpoint-nodeports',
      ],
    ],
    ['firewall-check', ['ip daddr . meta l4proto . th dport @firewall jump firewall-allow-check']],
    ['firewall-allow-check', ['ip daddr . meta l4proto . th dport . ip saddr @firewall-allow return', 'drop']],
    ['cluster-ips-check', undefined],
  ])('%s', (chain, texts) => {
    expect(rules(table, chain)).toEqual(texts);
  });

  test('lists who may use a load balancer in a set of intervals, the node among them', () => {
    expect(keys(table, 'firewall')).toEqual(['198.51.100.7 . tcp . 80 "default/web"']);
    expect(keys(table, 'firewall-allow')).toEqual([
      '198.51.100.7 . tcp . 80 . 203.0.113.0/24 "default/web"',
      '198.51.100.7 . tcp . 80 . 172.18.0.2/32 "default/web"',
      '198.51.100.7 . tcp . 80 . 198.51.100.7',
    ]);
    expect([...table.chains.keys()].filter((name) => name.startsWith('firewall-'))).toEqual([
      'firewall-check',
      'firewall-allow-check',
    ]);
    expect(['cluster-ips', 'firewall-ips'].map((name) => table.sets.has(name))).toEqual([false, false]);
    expect(printSave('nftables', NFTABLES_MODE.syncProxyRules(inputOf([GUARDED])), inputOf([GUARDED]))).toContain(
      '198.51.100.7 . tcp . 80 . 172.18.0.2 comment "default/web"',
    );
  });

  test.each<[string, KubeProxyConfig, string[] | undefined]>([
    ['nobody says which addresses', {}, undefined],
    ['they are named', { nodePortAddresses: ['172.18.0.0/16'] }, ['172.18.0.2']],
  ])('nodePorts, when %s', (_what, config, addresses) => {
    expect(keys(tableOf([GUARDED], config), 'nodeport-ips')).toEqual(addresses);
  });

  test('leaves INVALID alone where conntrack is liberal', () => {
    expect(rules(tableOf([GUARDED], { conntrack: { tcpBeLiberal: true } }), 'forward')).toEqual([]);
  });

  test.each([
    ['1.29', true],
    ['1.30', false],
  ])('%s: takes addresses the load balancer proxies: %s', (release, taken) => {
    const proxied: ServiceObject = {
      ...GUARDED,
      status: { loadBalancer: { ingress: [{ ip: '198.51.100.7', ipMode: 'Proxy' }] } },
    };
    const found = keys(tableOf([proxied], {}, release), 'service-ips');
    expect(found?.includes('198.51.100.7 . tcp . 80')).toBe(taken);
  });

  test('its transaction makes no base chain anew and flushes only what is there', () => {
    const input = inputOf([GUARDED]);
    const text = printRestore('nftables', NFTABLES_MODE.syncProxyRules(input), input);
    expect(text).not.toMatch(/^delete chain/m);
    expect(text).not.toContain('cluster-ips');
    const made = new Set([...text.matchAll(/^add (?:set|map|chain) ip kube-proxy (\S+)/gm)].map(([, name]) => name));
    const used = [...text.matchAll(/^(?:flush|add rule|add element) \S+? ?ip kube-proxy (\S+)/gm)];
    expect(used.length).toBeGreaterThan(0);
    expect(used.map(([, name]) => name).filter((name) => !made.has(name))).toEqual([]);
  });

  test('says of everything why it is there', () => {
    const all = [
      ...[...table.chains.values()].flatMap((chain) => chain.rules),
      ...[...table.sets.values()].flatMap((set) => [set, ...set.elements]),
    ];
    expect(all.map(({ origin }) => origin.why.id).filter((id) => !(id in allPhrases()))).toEqual([]);
  });
});
