import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Memo } from '../../../lib/memo';
import { buildCluster, endpoints, node, service } from '../../build';
import type { EndpointSliceObject } from '../../types';
import { settledCluster } from '../../testing/arbitrary-cluster';
import { printL3n4 } from './addresses';
import { readCiliumConfig, type CiliumConfig } from './cilium-config';
import type { CiliumInput } from './context';
import { printLbMaps } from './print-lb-maps';
import type { GeneratedLbMaps } from '../mode';
import { syncLbMaps } from './sync-lb-maps';
import { tries } from '../../../lib/testing/soaking';

const config: fc.Arbitrary<CiliumConfig> = fc.record(
  {
    'kube-proxy-replacement': fc.boolean(),
    'bpf-lb-algorithm': fc.constantFrom('random' as const, 'maglev' as const),
    'bpf-lb-mode': fc.constantFrom('snat' as const, 'dsr' as const, 'hybrid' as const),
    'bpf-lb-external-clusterip': fc.boolean(),
    'enable-service-topology': fc.boolean(),
    'bpf-lb-maglev-table-size': fc.constant('251'),
  },
  { requiredKeys: ['bpf-lb-maglev-table-size'] },
);

const inputs: fc.Arbitrary<CiliumInput> = fc.record({
  cluster: settledCluster,
  node: fc.constant('node1'),
  config,
  release: fc.constantFrom('1.12', '1.14', '1.16', '1.17', '1.18', '1.19', '1.20'),
});

function serviceOf(maps: GeneratedLbMaps, key: string): GeneratedLbMaps['services'][number] | undefined {
  return maps.services.find((each) => printL3n4(each) === key);
}

describe('the maps of any cluster', () => {
  it('name no backend and no frontend that is not in them', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const maps = syncLbMaps(input);
        const backends = new Set(maps.backends.map(({ id }) => id));
        const frontends = new Set(maps.services.map(({ id }) => id));
        const named = [
          ...maps.services.flatMap(({ slots }) => slots.map(({ backendId }) => backendId)),
          ...maps.affinityMatch.map(({ backendId }) => backendId),
          ...maps.maglev.flatMap(({ backendIds }) => backendIds),
        ];
        const owners = [...maps.reverseNat, ...maps.affinityMatch, ...maps.sourceRanges, ...maps.maglev];
        return named.every((id) => backends.has(id)) && owners.every(({ id }) => frontends.has(id));
      }),
    );
  });

  it('count slots right, one key once, and a frontend with a number has its reverse NAT', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const maps = syncLbMaps(input);
        const keys = maps.services.map(printL3n4);
        const numbered = maps.services.filter(({ id }) => id !== 0);
        return (
          new Set(keys).size === keys.length &&
          maps.services.every(({ count, qcount, slots }) => count + qcount === slots.length) &&
          numbered.length === maps.reverseNat.length &&
          maps.services.every(({ origin }) => origin.why.id.startsWith('kubernetes.ebpf.'))
        );
      }),
    );
  });

  it('are the same whether the agent remembers or not', () => {
    const memo = new Memo();
    fc.assert(
      fc.property(inputs, (input) => {
        const remembered = printLbMaps(syncLbMaps({ ...input, memo }), input.config);
        return remembered === printLbMaps(syncLbMaps(input), input.config);
      }),
      { numRuns: tries(120) },
    );
  });
});

const NODES = [node('node1', { addresses: ['192.168.1.1'] }), node('node2', { addresses: ['192.168.1.2'] })];

const SLICE: EndpointSliceObject = {
  ...endpoints('web', [{ name: 'http', port: 8080, protocol: 'TCP' }], []),
  endpoints: [
    { addresses: ['10.244.1.5', '10.244.1.6'], nodeName: 'node1', conditions: { ready: true } },
    { addresses: ['10.244.2.7'], nodeName: 'node2', conditions: { ready: false, serving: true, terminating: true } },
    { addresses: ['10.244.2.8'], nodeName: 'node2', conditions: { ready: false, serving: false } },
  ],
};

function mapsOf(release: string, annotations: Record<string, string> = {}, flags: CiliumConfig = {}): GeneratedLbMaps {
  const web = service('web', {
    type: 'NodePort',
    clusterIP: '10.96.0.10',
    clusterIPs: ['10.96.0.10'],
    ports: [{ name: 'http', port: 80, nodePort: 30080, protocol: 'TCP' }],
    annotations,
  });
  return syncLbMaps({ cluster: buildCluster(...NODES, web, SLICE), node: 'node1', config: flags, release });
}

describe('one Service', () => {
  it('answers at its clusterIP, at any address for sockets and at the node', () => {
    const keys = mapsOf('1.18').services.map(printL3n4);
    expect(keys).toEqual(['0.0.0.0:30080/TCP', '192.168.1.1:30080/TCP', '10.96.0.10:80/TCP']);
  });

  it('has terminating backends behind those that take new connections', () => {
    const found = serviceOf(mapsOf('1.18'), '10.96.0.10:80/TCP');
    expect(found).toMatchObject({ count: 2, qcount: 1 });
    expect(mapsOf('1.18').backends.map(({ state }) => state)).toEqual(['active', 'active', 'terminating']);
  });

  it('keeps one that is not ready in the map of backends only, from 1.19 on', () => {
    const maps = mapsOf('1.19');
    expect(maps.backends.map(({ state }) => state)).toContain('maintenance');
    expect(serviceOf(maps, '10.96.0.10:80/TCP')?.slots).toHaveLength(3);
  });

  it('has an entry for all its other ports from 1.19 on, unless that is switched off', () => {
    expect(serviceOf(mapsOf('1.18'), '10.96.0.10:0/ANY')).toBeUndefined();
    expect(serviceOf(mapsOf('1.19'), '10.96.0.10:0/ANY')).toMatchObject({ id: 0, flags: ['non-routable'] });
    expect(serviceOf(mapsOf('1.19', {}, { 'bpf-lb-wildcard-entries': false }), '10.96.0.10:0/ANY')).toBeUndefined();
  });

  it('is left to nodes its annotations name', () => {
    expect(mapsOf('1.18', { 'service.cilium.io/node': 'edge' }).services).toEqual([]);
    expect(mapsOf('1.18', { 'service.cilium.io/node-selector': '!edge' }).services).toHaveLength(3);
    expect(mapsOf('1.18', { 'service.cilium.io/node-selector': 'edge=yes' }).services).toEqual([]);
  });

  it('is in no map of a family that is off', () => {
    expect(mapsOf('1.20', {}, { 'enable-ipv4': false }).services).toEqual([]);
    expect(mapsOf('1.20', {}, { 'enable-ipv6': false }).services).toHaveLength(4);
  });

  it('keeps only ClusterIPs where kube-proxy does the rest', () => {
    const maps = mapsOf('1.18', {}, { 'kube-proxy-replacement': false });
    expect(maps.services.map(({ type }) => type)).toEqual(['ClusterIP']);
  });
});

describe('flags', () => {
  it('are read with the names they had before, and as ConfigMaps have them', () => {
    const read = readCiliumConfig({ 'node-port-mode': 'dsr', 'enable-service-topology': 'true', debug: 'x' });
    expect(read).toEqual({ config: { 'bpf-lb-mode': 'dsr', 'enable-service-topology': true }, findings: [] });
  });

  it.each([
    ['bpf-lb-mode', 'snatt'],
    ['kube-proxy-replacement', 'maybe'],
    ['node-port-range', '32767,30000'],
    ['bpf-lb-maglev-table-size', 1000],
    ['nodeport-addresses', '10.0.0.0/99'],
    ['constructor', 'x'],
  ])('that cannot be are said and left out: %s %j', (name, value) => {
    const read = readCiliumConfig({ [name]: value });
    expect(read.config).toEqual({});
    expect(read.findings).toHaveLength(name === 'constructor' ? 0 : 1);
  });
});
