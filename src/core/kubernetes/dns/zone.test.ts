import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Memo } from '../../lib/memo';
import { buildCluster, endpoints, node, pod, service } from '../build';
import { completeCluster } from '../complete';
import type { ClusterObjects } from '../types';
import { resolvConfOf, searchNames } from './resolver';
import { askZone, recordsOfService, zoneOf, type DnsType } from './zone';

const http = [{ name: 'http', port: 80, targetPort: 8080 }];
const cluster = completeCluster(
  buildCluster(
    node('node1', { podCIDRs: ['10.244.1.0/24'] }),
    service('web', {
      clusterIP: '10.96.0.11',
      clusterIPs: ['10.96.0.11', 'fd00:96::b'],
      selector: { app: 'web' },
      ports: http,
    }),
    service('two', {
      clusterIP: '10.96.0.12',
      ports: [
        { name: 'http', port: 80 },
        { name: 'dns', port: 53, protocol: 'UDP' },
      ],
    }),
    service('shop/web', { clusterIP: '10.96.0.13', ports: [80] }),
    service('db', { clusterIP: 'None', selector: { app: 'db' }, ports: http }),
    service('all', { clusterIP: 'None', selector: { app: 'db' }, publishNotReadyAddresses: true, ports: http }),
    service('empty', { clusterIP: 'None', selector: { app: 'nobody' }, ports: http }),
    service('manual', { clusterIP: 'None' }),
    service('out', { type: 'ExternalName', externalName: 'db.example.com' }),
    service('alias', { type: 'ExternalName', externalName: 'web.default.svc.cluster.local' }),
    service('loop', { type: 'ExternalName', externalName: 'loop.default.svc.cluster.local' }),
    service('number', { type: 'ExternalName', externalName: '192.0.2.7' }),
    endpoints('manual', [], ['192.0.2.9']),
    pod('web-0', { node: 'node1', ips: ['10.244.1.4'], labels: { app: 'web' } }),
    pod('db-0', { node: 'node1', ips: ['10.244.1.5'], labels: { app: 'db' }, hostname: 'db-0', subdomain: 'db' }),
    pod('db-1', { node: 'node1', ips: ['10.244.1.6'], labels: { app: 'db' } }),
    pod('db-2', { node: 'node1', ips: ['10.244.1.7'], labels: { app: 'db' }, ready: false }),
  ),
);
const zone = zoneOf(cluster, 'cluster.local', new Memo());
const SVC = 'svc.cluster.local';
const V6_REVERSE = `b.0.0.0.${'0.'.repeat(20)}6.9.0.0.0.0.d.f.ip6.arpa`;

/** What is asked, what CoreDNS says, and the reason given with it. Values of no record: the rcode. */
const TABLE: readonly (readonly [name: string, type: DnsType, said: readonly string[] | string, why: string])[] = [
  [`web.default.${SVC}`, 'A', ['10.96.0.11'], 'cluster-ip'],
  [`WEB.Default.${SVC}.`, 'A', ['10.96.0.11'], 'cluster-ip'],
  [`web.default.${SVC}`, 'AAAA', ['fd00:96::b'], 'cluster-ip'],
  [`web.default.${SVC}`, 'TXT', 'NOERROR', 'no-data'],
  [`web.default.${SVC}`, 'CNAME', 'NOERROR', 'no-data'],
  [`web.default.${SVC}`, 'SRV', [`0 50 80 web.default.${SVC}.`], 'cluster-ip'],
  [`two.default.${SVC}`, 'A', ['10.96.0.12'], 'cluster-ip'],
  [`two.default.${SVC}`, 'AAAA', 'NOERROR', 'no-data'],
  [`two.default.${SVC}`, 'SRV', [`0 50 80 two.default.${SVC}.`, `0 50 53 two.default.${SVC}.`], 'cluster-ip'],
  [`_http._tcp.two.default.${SVC}`, 'SRV', [`0 100 80 two.default.${SVC}.`], 'port'],
  [`_HTTP._TCP.two.default.${SVC}`, 'SRV', [`0 100 80 two.default.${SVC}.`], 'port'],
  [`http.tcp.two.default.${SVC}`, 'SRV', [`0 100 80 two.default.${SVC}.`], 'port'],
  [`_dns._udp.two.default.${SVC}`, 'SRV', [`0 100 53 two.default.${SVC}.`], 'port'],
  [`_dns._tcp.two.default.${SVC}`, 'SRV', 'NXDOMAIN', 'no-port'],
  [`_https._tcp.two.default.${SVC}`, 'SRV', 'NXDOMAIN', 'no-port'],
  [`_http._tcp.two.default.${SVC}`, 'A', ['10.96.0.12'], 'port'],
  [`web.shop.${SVC}`, 'A', ['10.96.0.13'], 'cluster-ip'],
  [`_http._tcp.web.shop.${SVC}`, 'SRV', 'NXDOMAIN', 'no-port'],
  [`nobody.default.${SVC}`, 'A', 'NXDOMAIN', 'no-service'],
  [`two.shop.${SVC}`, 'A', 'NXDOMAIN', 'no-service'],
  [`web.nowhere.${SVC}`, 'A', 'NXDOMAIN', 'no-namespace'],
  [`web.kube-public.${SVC}`, 'A', 'NXDOMAIN', 'no-service'],
  [`db.default.${SVC}`, 'A', ['10.244.1.5', '10.244.1.6'], 'headless'],
  [`db.default.${SVC}`, 'AAAA', 'NOERROR', 'no-data'],
  [`all.default.${SVC}`, 'A', ['10.244.1.5', '10.244.1.6', '10.244.1.7'], 'headless'],
  [`empty.default.${SVC}`, 'A', 'NXDOMAIN', 'headless-empty'],
  [`_http._tcp.empty.default.${SVC}`, 'SRV', 'NXDOMAIN', 'no-port'],
  [`manual.default.${SVC}`, 'A', ['192.0.2.9'], 'headless'],
  [`manual.default.${SVC}`, 'SRV', 'NOERROR', 'no-data'],
  [`db-0.db.default.${SVC}`, 'A', ['10.244.1.5'], 'endpoint'],
  [`db-1.db.default.${SVC}`, 'A', 'NXDOMAIN', 'no-endpoint'],
  [`10-244-1-6.db.default.${SVC}`, 'A', ['10.244.1.6'], 'endpoint'],
  [`10-244-1-5.db.default.${SVC}`, 'A', 'NXDOMAIN', 'no-endpoint'],
  [`10-244-1-7.db.default.${SVC}`, 'A', 'NXDOMAIN', 'no-endpoint'],
  [`10-244-1-7.all.default.${SVC}`, 'A', ['10.244.1.7'], 'endpoint'],
  [`db-0.all.default.${SVC}`, 'A', 'NXDOMAIN', 'no-endpoint'],
  [`10-244-1-4.web.default.${SVC}`, 'A', ['10.244.1.4'], 'endpoint'],
  [`10-244-1-9.web.default.${SVC}`, 'A', 'NXDOMAIN', 'no-endpoint'],
  [
    `_http._tcp.db.default.${SVC}`,
    'SRV',
    [`0 50 8080 db-0.db.default.${SVC}.`, `0 50 8080 10-244-1-6.db.default.${SVC}.`],
    'port',
  ],
  [`out.default.${SVC}`, 'CNAME', ['db.example.com.'], 'alias'],
  [`out.default.${SVC}`, 'A', ['db.example.com.'], 'alias'],
  [`out.default.${SVC}`, 'SRV', ['0 100 0 db.example.com.'], 'alias'],
  [`any.out.default.${SVC}`, 'A', 'NXDOMAIN', 'no-alias'],
  [`alias.default.${SVC}`, 'A', [`web.default.${SVC}.`, '10.96.0.11'], 'alias'],
  [`alias.default.${SVC}`, 'AAAA', [`web.default.${SVC}.`, 'fd00:96::b'], 'alias'],
  [`number.default.${SVC}`, 'A', 'NXDOMAIN', 'no-alias'],
  ['10-244-1-5.default.pod.cluster.local', 'A', ['10.244.1.5'], 'pod'],
  ['1-2-3-4.default.pod.cluster.local', 'A', ['1.2.3.4'], 'pod'],
  ['fd00--7.default.pod.cluster.local', 'AAAA', ['fd00::7'], 'pod'],
  ['db-0.default.pod.cluster.local', 'A', 'NXDOMAIN', 'no-pod-address'],
  ['10-244-1-5.nowhere.pod.cluster.local', 'A', 'NXDOMAIN', 'no-namespace'],
  [`default.${SVC}`, 'A', 'NOERROR', 'no-data'],
  [SVC, 'A', 'NOERROR', 'no-data'],
  ['cluster.local', 'A', 'NOERROR', 'no-data'],
  ['web.cluster.local', 'A', 'NXDOMAIN', 'too-long'],
  [`a.b.c.web.default.${SVC}`, 'A', 'NXDOMAIN', 'too-long'],
  ['dns-version.cluster.local', 'TXT', ['"1.1.0"'], 'version'],
  ['11.0.96.10.in-addr.arpa', 'PTR', [`web.default.${SVC}.`], 'reverse'],
  [V6_REVERSE, 'PTR', [`web.default.${SVC}.`], 'reverse'],
  ['5.1.244.10.in-addr.arpa', 'PTR', [`db-0.db.default.${SVC}.`, `10-244-1-5.all.default.${SVC}.`], 'reverse'],
  ['4.1.244.10.in-addr.arpa', 'PTR', [`10-244-1-4.web.default.${SVC}.`], 'reverse'],
  ['9.9.9.9.in-addr.arpa', 'PTR', 'forwarded', 'reverse-nobody'],
  ['9.9.9.in-addr.arpa', 'PTR', 'forwarded', 'no-reverse'],
  ['11.0.96.10.in-addr.arpa', 'A', 'forwarded', 'no-reverse'],
  ['dns-version.cluster.local', 'A', 'NXDOMAIN', 'too-long'],
  ['example.com', 'A', 'forwarded', 'forwarded'],
  ['mycluster.local', 'A', 'forwarded', 'forwarded'],
];

describe('the answers of CoreDNS', () => {
  test.each(TABLE)('%s %s', (name, type, said, why) => {
    const { rcode, records, why: given } = askZone(zone, name, type);
    expect(records.length === 0 ? rcode : records.map(({ value }) => value)).toEqual(said);
    expect(given.id).toBe(`kubernetes.dns.${why}`);
  });

  test('there are sixty and more of them', () => expect(TABLE.length).toBeGreaterThanOrEqual(60));

  test('aliases without an end end', () => {
    const { rcode, records } = askZone(zone, `loop.default.${SVC}`, 'A');
    expect(rcode).toBe('NOERROR');
    expect(records.every(({ type }) => type === 'CNAME')).toBe(true);
  });
});

const services = (count: number): ClusterObjects =>
  completeCluster(
    buildCluster(
      ...Array.from({ length: count }, (_, at) =>
        service(
          `s${at}`,
          at % 3 === 0
            ? { clusterIP: 'None', selector: { app: 'x' }, ports: http }
            : { clusterIP: `10.96.1.${at}`, ports: http },
        ),
      ),
      pod('x', { node: 'node1', ips: ['10.244.1.9'], labels: { app: 'x' } }),
    ),
  );

test('every record that is listed is answered, and nothing else is said to its name', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
      const own = zoneOf(services(count), 'example.org', new Memo());
      for (const each of own.services.values()) {
        for (const { name, type, value } of recordsOfService(own, each)) {
          expect(askZone(own, name, type).records.map((record) => record.value)).toContain(value);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('no name throws, and one without records has a reason', () => {
  const label = fc.constantFrom(
    'web',
    'db',
    '_http',
    '_tcp',
    'default',
    'svc',
    'pod',
    'cluster',
    'local',
    '10-244-1-5',
    '',
    'in-addr',
    'arpa',
    'x y',
    '한',
  );
  fc.assert(
    fc.property(
      fc.array(label, { maxLength: 8 }),
      fc.constantFrom<DnsType>('A', 'AAAA', 'SRV', 'PTR', 'CNAME', 'TXT'),
      (labels, type) => {
        const { rcode, records, why } = askZone(zone, labels.join('.'), type);
        expect(why.id).toMatch(/^kubernetes\.dns\./);
        if (rcode === 'NXDOMAIN') expect(records).toEqual([]);
      },
    ),
  );
});

test('an address of an endpoint leads to its names and back', () => {
  for (const [id] of zone.slices) {
    const owner = zone.services.get(id);
    if (!owner) continue;
    for (const { type, value, name } of recordsOfService(zone, owner)) {
      if (type !== 'PTR') continue;
      const address = askZone(zone, value, name.endsWith('ip6.arpa') ? 'AAAA' : 'A').records.map((each) => each.value);
      expect(address.length).toBeGreaterThan(0);
    }
  }
});

const DNS = ['10.96.0.10'];

test.each([
  ['a Pod', {}, ['10.96.0.10'], ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local'], 5, false],
  ['a Pod of the host network', { hostNetwork: true }, [], [], 1, true],
  [
    'a Pod of the host network that asks the cluster',
    { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' },
    ['10.96.0.10'],
    ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
    5,
    false,
  ],
  ['a Pod with the resolver of its node', { dnsPolicy: 'Default' }, [], [], 1, true],
  [
    'a Pod with a resolver of its own',
    {
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['192.0.2.53'], searches: ['corp'], options: [{ name: 'ndots', value: '2' }] },
    },
    ['192.0.2.53'],
    ['corp'],
    2,
    false,
  ],
  [
    'a Pod that adds to it',
    { dnsConfig: { searches: ['corp'], options: [{ name: 'ndots', value: '1' }] } },
    ['10.96.0.10'],
    ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local', 'corp'],
    1,
    false,
  ],
] as const)('%s has its resolv.conf', (_, spec, nameservers, search, ndots, isOfNode) => {
  expect(resolvConfOf(pod('shop/a', spec as never), DNS, 'cluster.local')).toEqual({
    nameservers,
    search,
    ndots,
    isOfNode,
  });
});

test.each([
  ['web', 5, ['web.shop.svc.cluster.local', 'web.svc.cluster.local', 'web.cluster.local', 'web']],
  [
    'a.b.c.d.e',
    5,
    ['a.b.c.d.e.shop.svc.cluster.local', 'a.b.c.d.e.svc.cluster.local', 'a.b.c.d.e.cluster.local', 'a.b.c.d.e'],
  ],
  [
    'a.b.c.d.e.f',
    5,
    ['a.b.c.d.e.f', 'a.b.c.d.e.f.shop.svc.cluster.local', 'a.b.c.d.e.f.svc.cluster.local', 'a.b.c.d.e.f.cluster.local'],
  ],
  [
    'example.com',
    1,
    ['example.com', 'example.com.shop.svc.cluster.local', 'example.com.svc.cluster.local', 'example.com.cluster.local'],
  ],
  ['web.default.svc.cluster.local.', 5, ['web.default.svc.cluster.local']],
] as const)('a resolver goes about %s with ndots %i', (name, ndots, names) => {
  const search = ['shop.svc.cluster.local', 'svc.cluster.local', 'cluster.local'];
  expect(searchNames(name, { search, ndots })).toEqual(names);
});
