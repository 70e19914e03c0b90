import { describe, expect, test } from 'vitest';
import { buildCluster, node, pod, service } from '../build';
import { completeCluster } from '../complete';
import { dnsRecords, resolve, searchNames } from './dns';

const http = [{ name: 'http', port: 80, targetPort: 8080 }];
const objects = completeCluster(
  buildCluster(
    node('node1', { podCIDRs: ['10.244.1.0/24'] }),
    service('web', { clusterIP: '10.96.0.11', clusterIPs: ['10.96.0.11', 'fd00:96::b'], ports: http }),
    service('db', { clusterIP: 'None', selector: { app: 'db' }, ports: http }),
    service('empty', { clusterIP: 'None', selector: { app: 'nobody' }, ports: http }),
    service('out', { type: 'ExternalName', externalName: 'db.example.com' }),
    pod('db-0', { node: 'node1', ips: ['10.244.1.5'], labels: { app: 'db' }, hostname: 'db-0', subdomain: 'db' }),
    pod('db-1', { node: 'node1', ips: ['10.244.1.6'], labels: { app: 'db' } }),
    pod('db-2', { node: 'node1', ips: ['10.244.1.7'], labels: { app: 'db' }, ready: false }),
  ),
);
const records = dnsRecords(objects, 'cluster.local');

describe('the zone', () => {
  test.each([
    ['web.default.svc.cluster.local', 'A', ['10.96.0.11']],
    ['WEB.default.svc.cluster.local.', 'A', ['10.96.0.11']],
    ['web.default.svc.cluster.local', 'AAAA', ['fd00:96::b']],
    ['_http._tcp.web.default.svc.cluster.local', 'SRV', ['0 100 80 web.default.svc.cluster.local.']],
    ['11.0.96.10.in-addr.arpa', 'PTR', ['web.default.svc.cluster.local.']],
    [`b.0.0.0.${'0.'.repeat(20)}6.9.0.0.0.0.d.f.ip6.arpa`, 'PTR', ['web.default.svc.cluster.local.']],
    ['db.default.svc.cluster.local', 'A', ['10.244.1.5', '10.244.1.6']],
    ['db-0.db.default.svc.cluster.local', 'A', ['10.244.1.5']],
    ['10-244-1-6.db.default.svc.cluster.local', 'A', ['10.244.1.6']],
    [
      '_http._tcp.db.default.svc.cluster.local',
      'SRV',
      ['0 100 8080 db-0.db.default.svc.cluster.local.', '0 100 8080 10-244-1-6.db.default.svc.cluster.local.'],
    ],
    ['5.1.244.10.in-addr.arpa', 'PTR', ['db-0.db.default.svc.cluster.local.']],
    ['empty.default.svc.cluster.local', 'A', []],
    ['out.default.svc.cluster.local', 'CNAME', ['db.example.com.']],
    ['dns-version.cluster.local', 'TXT', ['"1.1.0"']],
    ['nobody.default.svc.cluster.local', 'A', []],
  ] as const)('%s %s', (name, type, values) => {
    expect(resolve(records, name, type).map(({ value }) => value)).toEqual(values);
  });
});

test.each([
  ['web', 'web.shop.svc.cluster.local'],
  ['web.default', 'web.default.shop.svc.cluster.local'],
  ['web.default.svc.cluster.local.', 'web.default.svc.cluster.local'],
  ['a.b.c.d.e.f', 'a.b.c.d.e.f'],
])('a Pod that asks for %s asks for %s first', (name, first) => {
  expect(searchNames(name, 'shop', 'cluster.local')[0]).toBe(first);
});
