import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printRuleset, rulesetFromLines } from '../../../linux/xtables/ruleset-text';
import { makeCluster, endpoints, node, service } from '../../build';
import { withDefaults } from '../../defaults';
import type { ServiceObject } from '../../types';
import { releaseProblem } from '../../release-problem';
import type { SyncInput } from '../mode';
import { USERSPACE_MODE } from '.';
import { printRestore } from '../print';

type Objects = Parameters<typeof makeCluster>[0];

function inputOf(objects: Objects, more: Partial<SyncInput> = {}): SyncInput {
  const cluster = withDefaults(makeCluster([node('node1', { addresses: ['192.168.1.11', 'fd00::11'] }), ...objects]));
  return { cluster, node: 'node1', family: 'ipv4', config: { portRange: '40001-40009' }, release: '1.25', ...more };
}

/** `-A` lines of the two tables as iptables-save prints them. */
function saved(input: SyncInput): string[] {
  const { tables } = USERSPACE_MODE.syncProxyRules(input).xtables;
  const text = printRuleset(rulesetFromLines(tables, input.family), input.family);
  return text.split('\n').filter((line) => line.startsWith('-A'));
}

/** The rules of one chain, without their start. */
const chainOf = (input: SyncInput, chain: string): string[] =>
  saved(input).flatMap((line) => (line.startsWith(`-A ${chain} `) ? [line.slice(4 + chain.length)] : []));

const WEB = service('ns1/svc1', {
  type: 'LoadBalancer',
  clusterIP: '10.96.0.41',
  externalIPs: ['203.0.113.9'],
  ports: [{ name: 'p80', port: 80, nodePort: 30_080 }],
  ingress: ['198.51.100.7'],
});
const ONE_PORT = { config: { portRange: '40001' } };

describe('one Service with everything', () => {
  test('as iptables-save lists it', () => {
    expect(saved(inputOf([WEB], ONE_PORT))).toEqual([
      '-A INPUT -m comment --comment "Ensure that non-local NodePort traffic can flow" -j KUBE-NODEPORT-NON-LOCAL',
      '-A KUBE-NODEPORT-NON-LOCAL -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 40001 -m state --state NEW -j ACCEPT',
      '-A PREROUTING -m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules" -j KUBE-PORTALS-CONTAINER',
      '-A PREROUTING -m addrtype --dst-type LOCAL -m comment --comment "handle service NodePorts; NOTE: this must be the last rule in the chain" -j KUBE-NODEPORT-CONTAINER',
      '-A OUTPUT -m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules" -j KUBE-PORTALS-HOST',
      '-A OUTPUT -m addrtype --dst-type LOCAL -m comment --comment "handle service NodePorts; NOTE: this must be the last rule in the chain" -j KUBE-NODEPORT-HOST',
      '-A KUBE-NODEPORT-CONTAINER -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 30080 -j REDIRECT --to-ports 40001',
      '-A KUBE-NODEPORT-HOST -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 30080 -j DNAT --to-destination 192.168.1.11:40001',
      '-A KUBE-PORTALS-CONTAINER -d 10.96.0.41/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -j REDIRECT --to-ports 40001',
      '-A KUBE-PORTALS-CONTAINER -d 203.0.113.9/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -m physdev ! --physdev-is-in -j REDIRECT --to-ports 40001',
      '-A KUBE-PORTALS-CONTAINER -d 203.0.113.9/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -m addrtype --dst-type LOCAL -j REDIRECT --to-ports 40001',
      '-A KUBE-PORTALS-CONTAINER -d 198.51.100.7/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -j REDIRECT --to-ports 40001',
      '-A KUBE-PORTALS-HOST -d 10.96.0.41/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -j DNAT --to-destination 192.168.1.11:40001',
      '-A KUBE-PORTALS-HOST -d 203.0.113.9/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -m addrtype --dst-type LOCAL -j DNAT --to-destination 192.168.1.11:40001',
      '-A KUBE-PORTALS-HOST -d 198.51.100.7/32 -p tcp -m comment --comment "ns1/svc1:p80" -m tcp --dport 80 -j DNAT --to-destination 192.168.1.11:40001',
    ]);
  });

  test('as the commands that make it: chains and jumps, what is thrown away, then address after address', () => {
    const input = inputOf([WEB], ONE_PORT);
    const commands = printRestore('userspace', USERSPACE_MODE.syncProxyRules(input), input).trimEnd().split('\n');
    expect(commands.slice(0, 2)).toEqual([
      'iptables -N KUBE-PORTALS-CONTAINER -t nat',
      'iptables -I PREROUTING -t nat -m comment --comment "handle ClusterIPs; NOTE: this must be before the NodePort rules" -j KUBE-PORTALS-CONTAINER',
    ]);
    expect(commands.slice(10, 15).map((command) => command.split(' ').slice(1, 3).join(' '))).toEqual([
      '-F KUBE-PORTALS-CONTAINER',
      '-F KUBE-PORTALS-HOST',
      '-F KUBE-NODEPORT-CONTAINER',
      '-F KUBE-NODEPORT-HOST',
      '-F KUBE-NODEPORT-NON-LOCAL',
    ]);
    expect(commands[15]).toBe(
      'iptables -A KUBE-PORTALS-CONTAINER -t nat -m comment --comment ns1/svc1:p80 -p tcp -m tcp --dport 80 -d 10.96.0.41/32 -j REDIRECT --to-ports 40001',
    );
    expect(commands).toHaveLength(25);
  });

  test('with an address of its own kube-proxy is reached by DNAT from everywhere', () => {
    const config = { ...ONE_PORT.config, bindAddress: '192.168.1.11' };
    const [first] = chainOf(inputOf([WEB], { config }), 'KUBE-PORTALS-CONTAINER');
    expect(first).toMatch(/-j DNAT --to-destination 192\.168\.1\.11:40001$/);
  });
});

describe('IPv6', () => {
  const six = service('six', { clusterIP: 'fd00:10:96::1', ports: [{ port: 53, protocol: 'UDP' }] });

  test('has addresses of its own length and brackets', () => {
    const input = inputOf([six], { ...ONE_PORT, family: 'ipv6' });
    expect(chainOf(input, 'KUBE-PORTALS-HOST')).toEqual([
      '-d fd00:10:96::1/128 -p udp -m comment --comment "default/six" -m udp --dport 53 -j DNAT --to-destination [fd00::11]:40001',
    ]);
  });

  test('a Service of two families is served in that of its clusterIP', () => {
    const both = service('both', {
      clusterIP: '10.96.0.1',
      clusterIPs: ['10.96.0.1', 'fd00:10:96::2'],
      ports: [80],
    });
    expect(chainOf(inputOf([both]), 'KUBE-PORTALS-HOST')).toHaveLength(1);
    expect(chainOf(inputOf([both], { family: 'ipv6' }), 'KUBE-PORTALS-HOST')).toEqual([]);
  });
});

describe('names of unnamed ports', () => {
  test.each([
    ['1.0', 'default/web:'],
    ['1.19', 'default/web:'],
    ['1.20', 'default/web'],
    ['1.25', 'default/web'],
  ])('in %s: %s', (release, name) => {
    const input = inputOf([service('web', { clusterIP: '10.96.0.1', ports: [80] })], { release });
    expect(chainOf(input, 'KUBE-PORTALS-HOST')[0]).toContain(`--comment "${name}" `);
  });

  test.each([
    ['1.25', undefined],
    ['1.26', 'kubernetes.release.removed'],
    ['1.37', 'kubernetes.release.removed'],
  ])('%s: %s', (release, problem) => {
    expect(releaseProblem(USERSPACE_MODE, release)?.id).toBe(problem);
  });
});

describe('what is ignored', () => {
  const bare = { type: 'LoadBalancer', clusterIP: '10.96.0.1', ports: [{ port: 80, nodePort: 30_001 }] } as const;
  test.each<[string, Partial<ServiceObject['spec']>, SyncInput['config']]>([
    ['source ranges', { loadBalancerSourceRanges: ['10.0.0.0/8'] }, {}],
    ['externalTrafficPolicy', { externalTrafficPolicy: 'Local', healthCheckNodePort: 32_000 }, {}],
    ['internalTrafficPolicy', { internalTrafficPolicy: 'Local' }, {}],
    ['nodePortAddresses and masquerading', {}, { nodePortAddresses: ['10.0.0.0/8'], clusterCIDR: '10.244.0.0/16' }],
    ['affinity, as far as rules go', { sessionAffinity: 'ClientIP' }, {}],
  ])('%s', (_what, spec, config) => {
    const with_ = inputOf([service('web', { ...bare, ...spec })], { config });
    expect(saved(with_)).toEqual(saved(inputOf([service('web', bare)], { config: {} })));
  });

  test.each<[string, ServiceObject]>([
    ['headless', service('web', { clusterIP: 'None', ports: [80] })],
    ['ExternalName', service('web', { type: 'ExternalName', externalName: 'example.org' })],
  ])('%s Services', (_what, object) => {
    expect(chainOf(inputOf([object]), 'KUBE-PORTALS-HOST')).toEqual([]);
  });
});

describe('what is refused, and said', () => {
  const said = (input: SyncInput): string[] =>
    (USERSPACE_MODE.findings?.(input) ?? []).map(
      ({ message, path, object }) => `${object?.name ?? ''} ${path} ${message.id.split('.').at(-1)}`,
    );

  test('SCTP', () => {
    const input = inputOf([
      service('web', {
        clusterIP: '10.96.0.1',
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 9, protocol: 'SCTP' },
        ],
      }),
    ]);
    expect(said(input)).toEqual(['web spec.ports[1].protocol sctp']);
    expect(chainOf(input, 'KUBE-PORTALS-HOST')).toHaveLength(1);
  });

  test('a nodePort another Service has: the first by name gets it, the rest of the second stands', () => {
    const both = ['b', 'a'].map((name, i) =>
      service(name, { type: 'NodePort', clusterIP: `10.96.0.${i + 1}`, ports: [{ port: 80, nodePort: 30_001 }] }),
    );
    const input = inputOf(both);
    expect(said(input)).toEqual(['b spec.ports[0].nodePort claimed']);
    expect(chainOf(input, 'KUBE-NODEPORT-HOST')).toHaveLength(1);
    expect(chainOf(input, 'KUBE-PORTALS-HOST')).toHaveLength(2);
  });

  test('more ports than the range has', () => {
    const many = ['a', 'b', 'c'].map((name, i) => service(name, { clusterIP: `10.96.0.${i + 1}`, ports: [80] }));
    const input = inputOf(many, { config: { portRange: '40001+1' } });
    expect(said(input)).toEqual(['c spec.ports[0] no-port-left']);
    expect(chainOf(input, 'KUBE-PORTALS-HOST')).toHaveLength(2);
  });

  test.each([
    [{ bindAddress: '127.0.0.1' }, ['  loopback']],
    [{ bindAddress: '::' }, ['  other-family']],
    [{ bindAddress: 'here' }, ['  bad-bind-address']],
    [{ portRange: '9-1' }, ['  bad-port-range']],
    [{ portRange: '40000+100000' }, ['  bad-port-range']],
  ])('%o: it does not start', (config, findings) => {
    const input = inputOf([WEB], { config });
    expect(said(input)).toEqual(findings);
    expect(saved(input)).toEqual([]);
    expect(printRestore('userspace', USERSPACE_MODE.syncProxyRules(input), input)).toBe('');
  });
});

describe('sockets', () => {
  const slice = endpoints('ns1/svc1', [{ name: 'p80', port: 8080 }], ['10.244.1.5', '10.244.2.7', '10.244.3.9']);
  const dead = { ...slice, endpoints: slice.endpoints?.map((e) => ({ ...e, conditions: { ready: false } })) };

  test('one a service port, on any address, with its ready endpoints in some order', () => {
    const { proxyPorts } = USERSPACE_MODE.syncProxyRules(inputOf([WEB, slice], ONE_PORT));
    expect(proxyPorts?.map(({ protocol, address, port }) => `${protocol} ${address} ${port}`)).toEqual([
      'TCP 0.0.0.0 40001',
    ]);
    expect(proxyPorts?.[0]?.endpoints.toSorted()).toEqual(['10.244.1.5:8080', '10.244.2.7:8080', '10.244.3.9:8080']);
    expect(proxyPorts?.[0]?.affinitySeconds).toBeUndefined();
  });

  test('the order is drawn for each service port, and the same each time', () => {
    const ordersOf = (): (readonly string[])[] =>
      [1, 2, 3, 4, 5, 6].map((n) => {
        const web = service(`ns1/svc${n}`, { clusterIP: '10.96.0.1', ports: [{ name: 'p80', port: 80 }] });
        const own = endpoints(`ns1/svc${n}`, [{ name: 'p80', port: 8080 }], ['10.244.1.5', '10.244.2.7', '10.244.3.9']);
        return USERSPACE_MODE.syncProxyRules(inputOf([web, own])).proxyPorts?.[0]?.endpoints ?? [];
      });
    const orders = ordersOf();
    expect(new Set(orders.map((order) => order.join(' '))).size).toBeGreaterThan(2);
    expect(ordersOf()).toEqual(orders);
  });

  test('endpoints that are not ready are none', () => {
    const { proxyPorts } = USERSPACE_MODE.syncProxyRules(inputOf([WEB, dead], ONE_PORT));
    expect(proxyPorts?.map((port) => port.endpoints)).toEqual([[]]);
  });

  test('nodePorts are held, and addresses of Services that the node has', () => {
    const interfaceAddresses = ['127.0.0.1', '192.168.1.11', '203.0.113.9'];
    const { claims } = USERSPACE_MODE.syncProxyRules(inputOf([WEB], { ...ONE_PORT, interfaceAddresses }));
    expect(claims?.map(({ address, port, origin }) => `${address}:${port} ${origin.field}`)).toEqual([
      '203.0.113.9:80 spec.externalIPs[0]',
      '0.0.0.0:30080 spec.ports[0].nodePort',
    ]);
  });

  test('a proxy port is never one that is held', () => {
    const objects = [
      service('a', { type: 'NodePort', clusterIP: '10.96.0.1', ports: [{ port: 80, nodePort: 40_001 }] }),
    ];
    const { proxyPorts } = USERSPACE_MODE.syncProxyRules(inputOf(objects, { config: { portRange: '40001-40002' } }));
    expect(proxyPorts?.map(({ port }) => port)).toEqual([40_002]);
  });
});

const SHARED = process.env['RULEWALK_SHARED'] ?? '../shared';
const LISTING = join(SHARED, 'corpus/kube-userspace/ssup2-userspace-chains.txt');
const SEED = join(SHARED, 'seeds/002_52cef1cb107c8d70.txt');

/** The four chains of a real cluster (of 1.16 or before), as `iptables -L -v -n` lists them. */
describe.each([LISTING, SEED])('the chains of %s', (file) => {
  const seen = service('my-nginx-loadbalancer', {
    type: 'LoadBalancer',
    clusterIP: '10.96.98.173',
    ports: [{ port: 80, nodePort: 30_781 }],
    ingress: ['172.35.0.200'],
  });
  const cluster = service('my-nginx-cluster', { clusterIP: '10.103.1.234', ports: [80] });
  const nodePort = service('my-nginx-nodeport', {
    type: 'NodePort',
    clusterIP: '10.97.229.148',
    ports: [{ port: 80, nodePort: 30_915 }],
  });

  test.skipIf(!existsSync(file))('are ours, but for the numbers of proxy ports and the order of Services', () => {
    const objects = makeCluster([node('node1', { addresses: ['172.35.0.100'] }), seen, cluster, nodePort]);
    const input = inputOf([], { cluster: withDefaults(objects), release: '1.16', config: {} });
    const listed = listedRules(readFileSync(file, 'utf8'));
    expect([...listed.keys()].toSorted()).toEqual([
      'KUBE-NODEPORT-CONTAINER',
      'KUBE-NODEPORT-HOST',
      'KUBE-PORTALS-CONTAINER',
      'KUBE-PORTALS-HOST',
    ]);
    for (const [chain, rules] of listed) {
      const ours = chainOf(input, chain).map(masked);
      expect(ours.toSorted(), chain).toEqual(rules.map(masked).toSorted());
    }
  });
});

const masked = (rule: string): string => rule.replace(/(--to-ports |:)\d+$/, '$1PORT');

/** Lines of a listing as iptables-save has them; of these chains only. */
function listedRules(text: string): Map<string, string[]> {
  const chains = new Map<string, string[]>();
  let chain = '';
  for (const line of text.split('\n')) {
    chain = /^Chain (\S+)/.exec(line)?.[1] ?? chain;
    const found =
      /(?:REDIRECT|DNAT)\s+(tcp|udp) .* 0\.0\.0\.0\/0\s+(\S+)\s+\/\* (\S+) \*\/ \w+ dpt:(\d+) (?:redir ports (\d+)|to:(\S+))/.exec(
        line,
      );
    if (!found || !/^KUBE-(PORTALS|NODEPORT)-/.test(chain)) continue;
    const [, proto = '', destination = '', comment = '', port = '', redirect, to = ''] = found;
    const match = destination === '0.0.0.0/0' ? '' : `-d ${destination}/32 `;
    const action = redirect === undefined ? `DNAT --to-destination ${to}` : `REDIRECT --to-ports ${redirect}`;
    const rule = `${match}-p ${proto} -m comment --comment "${comment}" -m ${proto} --dport ${port} -j ${action}`;
    chains.set(chain, [...(chains.get(chain) ?? []), rule]);
  }
  return chains;
}
