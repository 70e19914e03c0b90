/* oxlint-disable no-control-regex -- controls are what is looked for */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { HOSTILE, hostileText } from '../lib/testing/hostile';
import { FARTHER_WALKS } from '../story/testing/farther-walks';
import { checkDocument } from './codec';
import type { Document } from './document';
import { emptyDocument } from './document';

type Path = readonly (string | number)[];

/** A document with a text in each field that examples leave out. */
const FULL = {
  ...emptyDocument('all fields'),
  settings: { ...emptyDocument().settings, loadBalancerPool: ['198.51.100.1-198.51.100.9'] },
  kubeProxy: {
    mode: 'ipvs',
    clusterCIDR: '10.244.0.0/16',
    hostnameOverride: 'node1',
    bindAddress: '0.0.0.0',
    portRange: '40000-41000',
    detectLocalMode: 'BridgeInterface',
    detectLocal: { bridgeInterface: 'br0', interfaceNamePrefix: 'veth' },
    nodePortAddresses: ['10.0.0.0/8'],
    featureGates: { A: true },
    iptables: { syncPeriod: '30s', minSyncPeriod: '1s' },
    ipvs: { scheduler: 'rr', excludeCIDRs: ['10.0.0.0/8'], tcpTimeout: '1s', tcpFinTimeout: '1s', udpTimeout: '1s' },
    winkernel: { sourceVip: '10.0.0.1', rootHnsEndpointName: 'cbr0' },
    conntrack: { tcpEstablishedTimeout: '1h' },
  },
  cilium: { 'nodeport-addresses': '10.0.0.0/8' },
  flows: [
    {
      id: 'a',
      title: 't',
      from: { kind: 'interface', device: 'eth0', address: '10.0.0.1', node: 'n', enters: 'nat X' },
      to: { kind: 'name', name: 'web' },
      protocol: 'tcp',
      port: 80,
      http: { host: 'h', path: '/', method: 'GET', headers: { a: 'b' } },
    },
  ],
  pasted: {
    texts: [{ id: '1', title: 'a.txt', text: '', node: 'n', machines: { a: 'b' } }],
    facts: {
      interfaces: [{ name: 'eth0', addresses: ['10.0.0.1/8'], kind: 'veth' }],
      routes: [{ dst: 'default', via: '10.0.0.1', dev: 'eth0' }],
      sysctls: { 'net.ipv4.ip_forward': 1 },
      hairpin: { cni0: true },
      ports: { http: 80 },
    },
    nodes: { other: { facts: { interfaces: [{ name: 'eth0', addresses: [], kind: 'veth' }] } } },
    rebuilt: { node: 'n', machine: 'm', detected: '1.30' },
  },
  stopped: {
    node1: {
      mode: 'iptables',
      release: '1.30',
      kubeProxy: { clusterCIDR: '10.0.0.0/8' },
      services: [],
      endpointSlices: [],
    },
  },
  script: {
    duration: 1000,
    events: [
      { at: 1, do: 'crash', pod: 'default/web' },
      { at: 1, do: 'drain', node: 'node1' },
      { at: 1, do: 'change-selector', service: 'default/web', selector: { app: 'web' } },
    ],
    clients: [{ flow: 'a', perSecond: 1, sends: 'new' }],
    lag: { node1: 1 },
  },
} as unknown as Document;

const DOCUMENTS: readonly Document[] = [
  FULL,
  ...EXAMPLES.map(({ document }) => document('en')),
  ...Object.values(FARTHER_WALKS).map((document) => document()),
];

/** Texts of people and of programs that no rule, command or name is made of: they may hold anything. */
const FREE =
  /\.annotations\.[^.]+$|^pasted\.texts\.\d+\.text$|\.(?:args|command)\.\d+$|\.env\.\d+\.value$|\.data\.[^.]+$/;

/** Where the texts and the names of fields that are texts themselves stand. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function withText(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  const inner = (value as Record<string | number, unknown>)[first];
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === first ? withText(item, rest, text) : item));
  return { ...(value as object), [first]: withText(inner, rest, text) };
}

const seen = new Set<string>();
const PLACES = DOCUMENTS.flatMap((document) => {
  return leaves(document).flatMap((path) => {
    const kind = path.map((part) => (typeof part === 'number' ? '[]' : part)).join('.');
    if (seen.has(kind) || FREE.test(path.join('.'))) return [];
    seen.add(kind);
    return [{ document, path }];
  });
});

describe('a text of a document that would be more than a name', () => {
  it('finds every field there is', () => {
    expect(PLACES.length).toBeGreaterThan(150);
    for (const document of DOCUMENTS) expect(checkDocument(structuredClone(document))).toMatchObject({ ok: true });
  });

  it('is refused in every field, with the field', () => {
    const taken = PLACES.flatMap(({ document, path }) => {
      const read = checkDocument(withText(document, path, HOSTILE[0]));
      return read.ok ? [path.join('.')] : [];
    });
    expect(taken).toEqual([]);
  });

  it('is refused as the key of a label, an annotation, a device or a node', () => {
    const [web] = EXAMPLES;
    const document = web?.document('en') as Document;
    const keyed = (path: Path, value: unknown) => withText(document, path, value as string);
    const hostile = { [HOSTILE[0]]: 'x' };
    for (const key of ['labels', 'annotations']) {
      expect(checkDocument(keyed(['cluster', 'nodes', 0, 'metadata', key], hostile)).ok, key).toBe(false);
    }
    expect(checkDocument({ ...FULL, stopped: { [HOSTILE[0]]: FULL.stopped?.['node1'] } }).ok).toBe(false);
    expect(checkDocument({ ...FULL, script: { ...FULL.script, lag: { [HOSTILE[0]]: 1 } } }).ok).toBe(false);
    for (const key of ['sysctls', 'hairpin', 'ports']) {
      const facts = { [key]: { [HOSTILE[0]]: key === 'hairpin' ? true : 1 } };
      expect(checkDocument({ ...FULL, pasted: { ...FULL.pasted, facts } }).ok, key).toBe(false);
      expect(checkDocument({ ...FULL, pasted: { ...FULL.pasted, nodes: { n: { facts } } } }).ok, key).toBe(false);
    }
  });

  it('is refused whatever ends a line or acts on a terminal', () => {
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    const acting = hostileText.filter((text) => /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/.test(text));
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), acting, ({ document, path }, text) => {
        expect(checkDocument(withText(document, path, text)).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('is named by its place, with what was found', () => {
    const [web] = EXAMPLES;
    const document = web?.document('en') as Document;
    const broken = withText(document, ['cluster', 'services', 0, 'metadata', 'name'], 'web"\n-A X');
    expect(checkDocument(broken)).toEqual({
      ok: false,
      error: {
        id: 'document.field.dns-label',
        values: { name: 'document', field: 'cluster.services[0].metadata.name', value: String.raw`web"\n-A X` },
      },
    });
  });

  it('keeps open what is only wrong in upper case, as older pages let somebody type it', () => {
    const [web] = EXAMPLES;
    const document = web?.document('en') as Document;
    for (const name of ['Web', 'my_web', '1web', 'a'.repeat(64)]) {
      expect(checkDocument(withText(document, ['cluster', 'services', 0, 'metadata', 'name'], name)).ok, name).toBe(
        true,
      );
    }
  });
});
