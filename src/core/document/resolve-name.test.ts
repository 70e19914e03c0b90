import { describe, expect, test } from 'vitest';
import { node, pod, service, makeCluster, deployment } from '../kubernetes/build';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import type { KubernetesObject, PodObject } from '../kubernetes/types';
import { addFlow, replaceCluster } from './edits/cluster';
import { inMode } from './edits/proxy';
import { moments } from '../story/moments';
import { clusterDNS } from '../kubernetes/testing/cluster-dns';
import { explore, makeTrace } from '../sim/explore';
import { firstRequest } from '../sim/trace';
import { createDerive } from './derive';
import { emptyDocument, type Document, type Flow } from './document';
import { resolveFlow } from './resolve-flow';

const PORTS = [{ name: 'http', containerPort: 8080 }];

interface Bench {
  readonly name: string;
  readonly port?: number;
  readonly spec?: Partial<PodObject['spec']>;
  readonly dns?: number;
  readonly db?: number;
  readonly extra?: readonly KubernetesObject[];
}

function bench({ name, port = 80, spec = {}, dns = 1, db = 2, extra = [] }: Bench): { document: Document; flow: Flow } {
  const objects = [
    node('node1'),
    node('node2'),
    ...clusterDNS(dns),
    pod('client', { node: 'node1', containers: [{ name: 'client' }], ...spec }),
    deployment('web', { replicas: 1, labels: { app: 'web' }, containers: [{ name: 'web', ports: PORTS }] }),
    service('web', { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
    deployment('db', { replicas: db, labels: { app: 'db' }, containers: [{ name: 'db', ports: PORTS }] }),
    service('db', {
      clusterIP: 'None',
      selector: { app: 'db' },
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    }),
    service('docs', { type: 'ExternalName', externalName: 'kubernetes.io' }),
    service('other', { type: 'ExternalName', externalName: 'web.default.svc.cluster.local' }),
    ...extra,
  ];
  const made = replaceCluster(emptyDocument(), makeCluster(objects));
  const document = addFlow(made, {
    from: { kind: 'pod', namespace: 'default', name: 'client' },
    to: { kind: 'name', name },
    protocol: 'tcp',
    port,
  });
  return { document, flow: document.flows[0] as Flow };
}

function walk(given: Bench & { readonly mode?: (typeof PROXY_MODE_IDS)[number] }) {
  const made = bench(given);
  const document = inMode(made.document, given.mode ?? 'iptables');
  const derived = createDerive()(document);
  const sent = resolveFlow(document, derived.network, made.flow);
  if (!sent.ok) return { problem: sent.error.id, ends: [], legs: [], story: [] };
  const input = { network: derived.network, flow: sent.value, seed: 1 };
  const { outcomes } = explore(input);
  const traces = outcomes.map((outcome) => makeTrace(input, outcome));
  return {
    problem: undefined,
    ends: outcomes.map(({ disposition, answered, probability, arrived }) => ({
      kind: disposition.kind,
      answered,
      probability,
      port: arrived && 'dport' in arrived.l4 ? arrived.l4.dport : undefined,
    })),
    legs: (traces[0]?.legs ?? []).map(
      ({ role, lookup, hops }) => `${lookup ? 'lookup ' : ''}${role} ${hops[0]?.steps[0]?.packet.l4.proto}`,
    ),
    first: traces[0] && firstRequest(traces[0]),
    story: traces[0] ? moments({ document, derived, trace: traces[0] }) : [],
  };
}

const ANSWERED = ['lookup request udp', 'lookup reply udp', 'request tcp', 'reply tcp'];

describe('a flow to a name', () => {
  test.each([
    'web',
    'web.default',
    'web.default.svc',
    'web.default.svc.cluster.local',
    'web.default.svc.cluster.local.',
    'other',
  ])('%s is asked for, then sent to', (name) => {
    const { legs, ends } = walk({ name });
    expect(legs).toEqual(ANSWERED);
    expect(ends).toEqual([{ kind: 'DELIVERED', answered: true, probability: '1', port: 8080 }]);
  });

  test.each(['iptables', 'ipvs', 'nftables'] as const)('in %s mode, too', (mode) => {
    expect(walk({ name: 'web', mode }).legs).toEqual(ANSWERED);
  });

  test('the address of a headless Service is a draw among its Pods, and its port is none of DNS', () => {
    expect(walk({ name: 'db', port: 8080 }).ends).toEqual([
      { kind: 'DELIVERED', answered: true, probability: '1/2', port: 8080 },
      { kind: 'DELIVERED', answered: true, probability: '1/2', port: 8080 },
    ]);
    expect(walk({ name: 'db', port: 80 }).ends.map(({ kind }) => kind)).toEqual(['NO_SOCKET', 'NO_SOCKET']);
  });

  test('an SRV record says the port, too', () => {
    expect(walk({ name: '_http._tcp.db', port: 1 }).ends.map(({ port }) => port)).toEqual([8080, 8080]);
    expect(walk({ name: '_http._tcp.web', port: 1 }).ends.map(({ kind }) => kind)).toEqual(['DELIVERED']);
  });

  test('an answer that does not fit a datagram is asked for again by TCP', () => {
    const fits = walk({ name: 'db', port: 8080, db: 27 });
    expect(fits.legs).toEqual(ANSWERED);
    const cut = walk({ name: 'db', port: 8080, db: 40 });
    expect(cut.legs).toEqual([
      'lookup request udp',
      'lookup reply udp',
      'lookup request tcp',
      'lookup reply tcp',
      'request tcp',
      'reply tcp',
    ]);
  });

  test.each(['iptables', 'ipvs', 'nftables'] as const)(
    'without a Pod behind kube-dns it fails with that (%s)',
    (mode) => {
      const { ends, legs, story } = walk({ name: 'web', dns: 0, mode });
      expect(ends.map(({ answered }) => answered)).toEqual([false]);
      expect(ends[0]?.kind).not.toBe('DELIVERED');
      expect(legs[0]).toBe('lookup request udp');
      expect(legs.some((leg) => !leg.startsWith('lookup'))).toBe(false);
      expect(story.every(({ lookup }) => lookup === true)).toBe(true);
    },
  );

  test('each question may meet another CoreDNS, each with its odds', () => {
    const { ends } = walk({ name: 'web', dns: 2 });
    expect(ends.map(({ probability }) => probability)).toEqual(['1/2', '1/2']);
  });

  test.each([
    ['of the host network', { hostNetwork: true }, 'document.name.of-node'],
    ['with dnsPolicy Default', { dnsPolicy: 'Default' }, 'document.name.of-node'],
    [
      'with a server of its own',
      { dnsPolicy: 'None', dnsConfig: { nameservers: ['192.0.2.53'] } },
      'document.name.stranger',
    ],
    ['with no server', { dnsPolicy: 'None' }, 'document.name.no-server'],
  ] as const)('a Pod %s does not ask the cluster', (_, spec, problem) => {
    expect(walk({ name: 'web', spec }).problem).toBe(problem);
  });

  test('ClusterFirstWithHostNet asks it from the node', () => {
    const spec = { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' } as const;
    const { legs, first } = walk({ name: 'web', spec });
    expect(legs).toEqual(ANSWERED);
    expect(first?.hops[0]?.netns).toBe('node1');
  });

  test.each([
    ['docs', 'document.name.outside'],
    ['example.com', 'document.name.not-inside'],
    ['nosuch', 'document.name.not-inside'],
    ['example.com.', 'document.name.outside'],
    ['nobody.default.svc.cluster.local.', 'document.name.nowhere'],
  ])('%s has no address here: %s', (name, problem) => expect(walk({ name }).problem).toBe(problem));

  test('it is told in moments, the question first', () => {
    const { story } = walk({ name: 'web' });
    const asked = story.filter(({ lookup }) => lookup).map(({ kind }) => kind);
    expect(asked).toEqual(['sent', 'chosen', 'arrives', 'received']);
    const own = story.find(({ lookup, pod: chosen }) => !lookup && chosen);
    expect(own?.pod?.name).toMatch(/^web-/);
    expect(story.every(({ first, last }, at) => first === (story[at - 1]?.last ?? -1) + 1 && last >= first)).toBe(true);
  });
});
