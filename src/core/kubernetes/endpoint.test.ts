import { Memo } from '../lib/memo';
import { describe, expect, test } from 'vitest';
import { endpoints } from './build';
import { listEndpoints, slicesByService } from './endpoint';
import type { Endpoint, EndpointSliceObject } from './types';

const PORT = { portName: '', protocol: 'TCP' } as const;
const slice = (
  list: readonly Endpoint[],
  changes: Partial<EndpointSliceObject> = {},
  name = 'web-1',
): EndpointSliceObject => ({
  ...endpoints('web', 8080, []),
  metadata: { name, namespace: 'default', labels: { 'kubernetes.io/service-name': 'web' } },
  endpoints: list,
  ...changes,
});
/** `endpoint flags`: L local, r ready, s serving, t terminating. */
const show = (
  slices: readonly EndpointSliceObject[],
  family: 'ipv4' | 'ipv6' = 'ipv4',
  port: { portName: string; protocol: 'TCP' | 'UDP' } = PORT,
) =>
  listEndpoints(slices, port, { family, node: 'node1' }).map(
    (e) =>
      `${e.endpoint} ${[e.isLocal && 'L', e.ready && 'r', e.serving && 's', e.terminating && 't'].filter(Boolean).join('')}`,
  );

test('endpoints are sorted by their text, as Go sorts strings', () => {
  const list = ['10.244.1.10', '10.244.1.5', '10.244.1.100', '10.0.0.1'].map((address) => ({ addresses: [address] }));
  expect(show([slice(list)])).toEqual([
    '10.0.0.1:8080 rs',
    '10.244.1.100:8080 rs',
    '10.244.1.10:8080 rs',
    '10.244.1.5:8080 rs',
  ]);
});

describe('one endpoint', () => {
  test.each<[string, Endpoint, string[]]>([
    ['without conditions is ready', { addresses: ['10.0.0.1'] }, ['10.0.0.1:8080 rs']],
    ['not ready', { addresses: ['10.0.0.1'], conditions: { ready: false } }, ['10.0.0.1:8080 s']],
    [
      'terminating',
      { addresses: ['10.0.0.1'], conditions: { ready: false, serving: true, terminating: true } },
      ['10.0.0.1:8080 st'],
    ],
    ['on this node', { addresses: ['10.0.0.1'], nodeName: 'node1' }, ['10.0.0.1:8080 Lrs']],
    ['on another', { addresses: ['10.0.0.1'], nodeName: 'node2' }, ['10.0.0.1:8080 rs']],
    ['with two addresses is the first', { addresses: ['10.0.0.2', '10.0.0.1'] }, ['10.0.0.2:8080 rs']],
    ['without an address is none', { addresses: [] }, []],
    ['without any field is none', {}, []],
    ['of the other family is none', { addresses: ['fd00::1'] }, []],
    ['with nonsense is none', { addresses: ['10.0.0'] }, []],
  ])('%s', (_what, endpoint, expected) => {
    expect(show([slice([endpoint])])).toEqual(expected);
  });

  test('of IPv6 is written in brackets, shortest', () => {
    expect(show([slice([{ addresses: ['FD00:0::0001'] }], { addressType: 'IPv6' })], 'ipv6')).toEqual([
      '[fd00::1]:8080 rs',
    ]);
  });
});

test('the same endpoint twice: the first stays, a local one replaces it', () => {
  const remote = slice([{ addresses: ['10.0.0.1'], conditions: { ready: false } }], {}, 'web-a');
  const again = slice([{ addresses: ['10.0.0.1'] }], {}, 'web-b');
  const local = slice([{ addresses: ['10.0.0.1'], nodeName: 'node1' }], {}, 'web-c');
  expect(show([again, remote])).toEqual(['10.0.0.1:8080 s']);
  expect(show([again, remote, local])).toEqual(['10.0.0.1:8080 Lrs']);
});

describe('a port', () => {
  const list = [{ addresses: ['10.0.0.1'] }];

  test.each<[string, EndpointSliceObject['ports'], string[]]>([
    ['of the right name and protocol', [{ name: '', protocol: 'TCP', port: 8080 }], ['10.0.0.1:8080 rs']],
    ['of another name', [{ name: 'http', protocol: 'TCP', port: 8080 }], []],
    ['of another protocol', [{ name: '', protocol: 'UDP', port: 8080 }], []],
    ['without a name', [{ protocol: 'TCP', port: 8080 }], []],
    ['without a number', [{ name: '', protocol: 'TCP' }], []],
    ['0', [{ name: '', protocol: 'TCP', port: 0 }], []],
    [
      'twice',
      [
        { name: '', protocol: 'TCP', port: 1 },
        { name: '', protocol: 'TCP', port: 2 },
      ],
      ['10.0.0.1:1 rs', '10.0.0.1:2 rs'],
    ],
  ])('%s', (_what, ports, expected) => {
    expect(show([slice(list, ports ? { ports } : {})])).toEqual(expected);
  });
});

test('slices without an owner, of names, headless or of another proxy are overlooked', () => {
  const labelled = (label: string) =>
    slice([], { metadata: { name: 'x', labels: { 'kubernetes.io/service-name': 'web', [label]: '' } } });
  const index = slicesByService(
    [
      slice([]),
      slice([], { metadata: { name: 'nobody' } }),
      slice([], { addressType: 'FQDN' }),
      labelled('service.kubernetes.io/headless'),
      labelled('service.kubernetes.io/service-proxy-name'),
    ],
    new Memo(),
  );
  expect([...index].map(([owner, list]) => `${owner} ${list.length}`)).toEqual(['default/web 1']);
});
