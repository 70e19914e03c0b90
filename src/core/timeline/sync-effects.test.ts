import { describe, expect, test } from 'vitest';
import type { EndpointSliceObject, ServiceObject } from '../kubernetes/types';
import { NEWEST_RELEASE } from '../kubernetes/release';
import { createState } from '../linux/state';
import { ip } from '../net/ip';
import type { ProxyView } from './api-server';
import { cleanUp } from './sync-effects';

const SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { namespace: 'default', name: 'dns' },
  spec: {
    type: 'NodePort',
    clusterIP: '10.96.0.10',
    clusterIPs: ['10.96.0.10'],
    ipFamilies: ['IPv4'],
    ports: [{ name: 'dns', port: 53, protocol: 'UDP', nodePort: 30_053 }],
  },
} as unknown as ServiceObject;

const view = (endpoints: readonly string[], services = [SERVICE]): ProxyView => ({
  services,
  endpointSlices: [
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { namespace: 'default', name: 'dns-1', labels: { 'kubernetes.io/service-name': 'dns' } },
      addressType: 'IPv4',
      endpoints: endpoints.map((address) => ({ addresses: [address], conditions: { ready: true, serving: true } })),
      ports: [{ name: 'dns', port: 53, protocol: 'UDP' }],
    } as unknown as EndpointSliceObject,
  ],
});

const [OLD, NEW] = ['10.244.0.5', '10.244.0.6'];

/** Which of these are deleted by a sync: `10.96.0.10:53>10.244.0.5`, to what and whom it leads to. */
function deleted(
  release: string,
  [before, after]: readonly [ProxyView | undefined, ProxyView],
  entries: readonly string[],
) {
  const state = createState();
  const table = state.conntrack;
  for (const [n, text] of entries.entries()) {
    const [, dst = '', dport = '', to = ''] = /^(.+):(\d+)>(.+)$/.exec(text) ?? [];
    const client = { src: ip('10.244.0.9'), sport: 1000 + n };
    const original = { protocol: 17, ...client, dst: ip(dst), dport: Number(dport) };
    const reply = { protocol: 17, src: ip(to), sport: 53, dst: client.src, dport: client.sport };
    table.confirm(table.create({ id: 0 }, original, reply));
  }
  cleanUp(state, { node: 'node1', family: 'ipv4', release, before, after });
  const left = new Set(table.entries().map(({ original }) => original.sport - 1000));
  return entries.filter((_text, n) => !left.has(n));
}

const TO_OLD = `10.96.0.10:53>${OLD}`;
const BY_NODE = `172.18.0.2:30053>${OLD}`;
const TO_NEW = `10.96.0.10:53>${NEW}`;
const OTHER_PORT = `10.96.0.10:54>${OLD}`;
const UNTRANSLATED = '10.96.0.10:53>10.96.0.10';
const ALL = [TO_OLD, BY_NODE, TO_NEW, OTHER_PORT, UNTRANSLATED, `10.96.0.99:53>${OLD}`];

describe('which UDP connections a sync deletes', () => {
  test.each([
    ['1.30', 'an endpoint left', [view([OLD, NEW]), view([NEW])], [TO_OLD, BY_NODE, OTHER_PORT]],
    ['1.32', 'an endpoint left', [view([OLD, NEW]), view([NEW])], [TO_OLD, BY_NODE, UNTRANSLATED]],
    ['1.31', 'the last endpoint left', [view([OLD]), view([])], [TO_OLD, BY_NODE, OTHER_PORT]],
    ['1.36', 'the last endpoint left', [view([OLD]), view([])], []],
    [NEWEST_RELEASE, 'the last endpoint left', [view([OLD]), view([])], [TO_OLD, BY_NODE, TO_NEW, UNTRANSLATED]],
    ['1.31', 'the Service is gone', [view([OLD]), view([OLD], [])], [TO_OLD, TO_NEW, OTHER_PORT, UNTRANSLATED]],
    ['1.36', 'the Service is gone', [view([OLD]), view([OLD], [])], []],
    ['1.31', 'nothing changed', [view([NEW]), view([NEW])], []],
    ['1.32', 'nothing changed', [view([NEW]), view([NEW])], [TO_OLD, BY_NODE, UNTRANSLATED]],
    [
      '1.30',
      'kube-proxy has just started',
      [undefined, view([NEW])],
      [TO_OLD, BY_NODE, TO_NEW, OTHER_PORT, UNTRANSLATED],
    ],
    ['1.30', 'kube-proxy has just started, nobody serves', [undefined, view([])], []],
  ] as const)('%s: %s', (release, _what, views, wanted) => {
    expect(deleted(release, views, ALL)).toEqual(wanted);
  });
});
