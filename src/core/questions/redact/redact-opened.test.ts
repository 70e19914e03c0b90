import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../document/codec';
import { createDerive } from '../../document/derive';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { addFlow, replaceCluster } from '../../document/edits/cluster';
import { ingressNginx, ingressObject } from '../../document/edits/routes';
import { resolveFlow } from '../../document/resolve-flow';
import { deployment, makeCluster, node, pod, service } from '../../kubernetes/build';
import { explore, makeTrace } from '../../sim/explore';
import { redactDocument } from './redact-document';

function redacted(document: Document): Document {
  const steps = redactDocument(document, 'a seed for tests');
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.document;
  }
}

const behind = (name: string, replicas: number) => [
  deployment(`shop/${name}`, {
    replicas,
    labels: { app: name, release: `${name}-acme`, type: 'acme', id: '4930123456789' },
    containers: [{ name, ports: [{ name: 'acmeport', containerPort: 8080 }] }],
  }),
  service(`shop/${name}`, {
    selector: { release: `${name}-acme`, id: '4930123456789' },
    ports: [{ name: 'acmeport', port: 80, targetPort: 'acmeport' }],
  }),
];

const nginx = ingressNginx({ ingress: ['203.0.113.30'], nodeName: 'node2.acme', replicas: 1, service: {} });
const shop = ingressObject({ namespace: 'shop', name: 'acmeshop' }, [
  { host: '*.shop.acme', path: '/', service: 'acmefront' },
  { host: 'one.shop.acme', path: '/acmecart', service: 'acmecart' },
]);
const policy = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { namespace: 'shop', name: 'acme' },
  spec: {
    podSelector: { matchLabels: { release: 'acmecart-acme' } },
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: { matchExpressions: [{ key: 'type', operator: 'In', values: ['nobody'] }] } }] }],
  },
};

const to = (flow: Partial<Flow> & Pick<Flow, 'to'>): Omit<Flow, 'id'> => ({
  from: { kind: 'pod', namespace: 'shop', name: 'acmeclient' },
  protocol: 'tcp',
  port: 80,
  ...flow,
});
const byRoute = { kind: 'route', object: 'Ingress', namespace: 'shop', name: 'acmeshop' } as const;
const FLOWS = [
  to({ to: { kind: 'service', namespace: 'shop', name: 'acmefront', via: 'clusterIP' } }),
  to({ to: { kind: 'service', namespace: 'shop', name: 'acmecart', via: 'clusterIP' }, title: 'acme asks' }),
  to({ to: { kind: 'name', name: 'acmefront' } }),
  to({ to: { kind: 'name', name: 'acmefront.shop' } }),
  to({ to: { kind: 'name', name: 'acmefront.shop.svc.acme.example' } }),
  to({ to: { kind: 'name', name: '_acmeport._tcp.acmefront.shop' } }),
  to({ to: { kind: 'name', name: 'acmenobody.shop' } }),
  to({ to: byRoute, from: { kind: 'external' }, http: { host: 'one.shop.acme', path: '/acmecart/1' } }),
  to({ to: byRoute, from: { kind: 'external' }, http: { host: 'two.shop.acme:80', path: '/acmecart/1' } }),
  to({ to: byRoute, from: { kind: 'external' }, http: { host: 'other.acme', path: '/' } }),
];

function bench(): Document {
  const cluster = makeCluster([
    node('node1.acme'),
    node('node2.acme'),
    pod('shop/acmeclient', { node: 'node1.acme', labels: { type: 'acme' }, containers: [{ name: 'acme' }] }),
    ...behind('acmefront', 2),
    ...behind('acmecart', 1),
    service('kube-system/kube-dns', {
      clusterIP: '10.96.0.10',
      selector: { 'k8s-app': 'kube-dns' },
      ports: [{ name: 'dns', protocol: 'UDP', port: 53 }],
    }),
    deployment('kube-system/coredns', {
      replicas: 1,
      labels: { 'k8s-app': 'kube-dns' },
      containers: [{ name: 'coredns', ports: [{ name: 'dns', protocol: 'UDP', containerPort: 53 }] }],
    }),
    ...(nginx.deployments ?? []),
    ...(nginx.services ?? []),
  ]);
  const others = [...(nginx.others ?? []), shop, policy];
  const empty = emptyDocument('Acme');
  const settings = { ...empty.settings, clusterDomain: 'acme.example' };
  const document = FLOWS.reduce(addFlow, replaceCluster({ ...empty, settings }, { ...cluster, others }));
  const { services, endpointSlices } = document.cluster;
  const stopped = {
    mode: 'iptables',
    release: '1.30',
    kubeProxy: document.kubeProxy,
    services,
    endpointSlices,
  } as const;
  return {
    ...document,
    flows: document.flows.map((flow, at) => (at === 0 ? { ...flow, id: 'acmeflow' } : flow)),
    stopped: { 'node2.acme': { ...stopped, kubeProxy: { mode: 'iptables', iptables: { syncPeriod: '1m30s' } } } },
    script: {
      duration: 1000,
      events: [
        { at: 5, do: 'scale', deployment: 'shop/acmefront', replicas: 1 },
        { at: 9, do: 'change-selector', service: 'shop/acmefront', selector: { release: 'acmefront-acme' } },
      ],
      clients: [{ flow: 'acmeflow', perSecond: 1, sends: 'new' }],
      lag: { 'node1.acme': 50 },
    },
    pasted: {
      texts: [{ id: 'acmetext', title: 'acme', text: '', ports: { 'shop/acmefront:acmeport': 80 } }],
      facts: { hairpin: { acmebr: true }, ports: { acmeport: 80 }, sysctls: { 'net.ipv4.conf.acme.1.rp_filter': 1 } },
    },
  };
}

/** What becomes of each flow, without names and addresses. */
function ends(document: Document): readonly unknown[] {
  const { network } = createDerive()(document);
  return document.flows.map((flow) => {
    const sent = resolveFlow(document, network, flow);
    if (!sent.ok) return sent.error.id;
    const input = { network, flow: sent.value, seed: 1 };
    const outcomes = explore(input).outcomes.map((outcome) => {
      const steps = makeTrace(input, outcome).legs.flatMap(({ hops }) =>
        hops.map((hop) => hop.steps.map(({ kind }) => kind)),
      );
      const { disposition, probability, answered, http } = outcome;
      return [disposition.kind, probability, answered, String(http), JSON.stringify(steps)].join(' ');
    });
    return outcomes.toSorted().join(', ');
  });
}

describe('a document with its names hidden', () => {
  const [before, after] = [bench(), redacted(bench())];

  it('holds none of them, and opens', () => {
    expect(checkDocument(structuredClone(before))).toMatchObject({ ok: true });
    expect(checkDocument(structuredClone(after))).toMatchObject({ ok: true });
    const text = JSON.stringify(after);
    expect(['acme', '49301234', 'node1', 'node2', 'cart', '203.0.113'].filter((name) => text.includes(name))).toEqual(
      [],
    );
  });

  it('is one document still: what names a part of it names that part', () => {
    const names = after.cluster.nodes.map(({ metadata }) => metadata.name);
    expect(Object.keys(after.stopped ?? {})).toEqual([names[1]]);
    expect(Object.keys(after.script?.lag ?? {})).toEqual([names[0]]);
    expect(after.script?.clients.map(({ flow }) => flow)).toEqual([after.flows[0]?.id]);
    expect(after.stopped?.[names[1] ?? '']?.kubeProxy).toEqual(before.stopped?.['node2.acme']?.kubeProxy);
    const deployments = after.cluster.deployments.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    const [event] = after.script?.events ?? [];
    expect(deployments).toContain(event?.do === 'scale' ? event.deployment : '');
  });

  it('walks alike', () => {
    const [told, hidden] = [ends(before), ends(after)];
    expect(new Set(told).size).toBeGreaterThan(3);
    expect(hidden).toEqual(told);
  });
});
