import { describe, expect, it } from 'vitest';
import type { Document } from '../../core/document/document';
import { finished } from '../../core/lib/scan';
import type { Device } from '../../core/linux/namespace';
import { ip } from '../../core/net/ip';
import type { Bench } from '../../engine/protocol';
import { addressBook, addressKind, EMPTY_BOOK, foundKinds } from './address-kind.model';

const DOCUMENT: Document = {
  version: 1,
  title: '',
  seed: 1,
  subject: 'cluster',
  mode: 'iptables',
  release: '1.30',
  flows: [],
  kubeProxy: {},
  pasted: { texts: [], facts: {} },
  settings: {
    serviceClusterIPRange: ['10.96.0.0/12', 'fd00:10:96::/112'],
    clusterCIDR: ['10.244.0.0/16', 'fd00:10:244::/56'],
    serviceNodePortRange: [30000, 32767],
    physicalNetwork: ['172.18.0.0/16'],
    clusterDomain: 'cluster.local',
  },
  cluster: {
    nodes: [],
    pods: [
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'odd' }, spec: {}, status: { podIP: '192.168.7.7' } },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'host' },
        spec: { hostNetwork: true },
        status: { podIP: '172.18.0.2' },
      },
    ],
    deployments: [],
    services: [
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web' },
        spec: { clusterIP: 'None', externalIPs: ['203.0.113.80'] },
        status: { loadBalancer: { ingress: [{ ip: '198.51.100.1' }] } },
      },
    ],
    endpointSlices: [],
  },
};

function device(name: string, kind: Device['kind'], address: string): Device {
  return { name, kind, up: true, addresses: [{ address: ip(address), prefix: 24 }] };
}

const EMPTY_BENCH: Bench = {
  modes: [],
  netns: [],
  segments: [],
  rules: [],
  diagnostics: [],
  assumptions: [],
  found: [],
};

describe('the kind of an address in a built cluster', () => {
  const bench: Bench = {
    ...EMPTY_BENCH,
    netns: [
      {
        id: 'node1',
        title: 'node1',
        kind: 'node',
        devices: [device('eth0', 'physical', '172.18.0.2'), device('cni0', 'bridge', '10.244.1.1')],
        routes: [],
        sockets: [],
      },
    ],
  };
  const book = addressBook(DOCUMENT, { bench });

  it.each([
    ['10.96.98.173', 'service'],
    ['10.96.98.173:80', 'service'],
    ['[fd00:10:96::a]:443', 'service'],
    ['203.0.113.80', 'service'],
    ['198.51.100.1', 'service'],
    ['10.244.1.5', 'pod'],
    ['10.244.1.0/24', 'pod'],
    ['10.244.1.1', 'pod'],
    ['fd00:10:244::5', 'pod'],
    ['192.168.7.7', 'pod'],
    ['172.18.0.2', 'physical'],
    ['203.0.113.9', 'physical'],
    ['127.0.0.1', 'physical'],
    ['None', 'physical'],
    ['', 'physical'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(book, address)).toBe(kind);
  });

  it('takes parsed addresses too', () => {
    expect(addressKind(book, ip('10.96.0.1'))).toBe('service');
  });
});

describe('the kind of an address in a pasted dump', () => {
  const bench: Bench = {
    ...EMPTY_BENCH,
    found: [
      {
        name: 'default/web',
        address: '100.64.0.10',
        port: 80,
        protocol: 'tcp',
        endpoints: ['10.1.2.3:8080', '10.1.2.4'],
      },
    ],
    podNetworks: ['10.1.0.0/16'],
    assumptions: [],
  };
  const book = addressBook({ ...DOCUMENT, subject: 'pasted' }, { bench, found: finished(foundKinds(bench.found)) });

  it.each([
    ['100.64.0.10', 'service'],
    ['10.1.2.3', 'pod'],
    ['10.1.9.9', 'pod'],
    // The built cluster of the document is not on the table: its ranges say nothing here.
    ['10.96.0.1', 'physical'],
    ['172.16.0.4', 'physical'],
  ])('%s is %s', (address, kind) => {
    expect(addressKind(book, address)).toBe(kind);
  });
});

it('knows nothing before there is a document', () => {
  expect(addressKind(EMPTY_BOOK, '10.96.0.1')).toBe('physical');
});
