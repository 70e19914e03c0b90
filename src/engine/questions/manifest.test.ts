import { describe, expect, it } from 'vitest';
import { emptyDocument } from '../../core/document/document';
import { createDerive } from '../../core/document/derive';
import { resolveFlow } from '../../core/document/resolve-flow';
import { finished } from '../../core/lib/scan';
import { openManifest, type ManifestAnswer, type ManifestQuestion } from './manifest';

const ENDPOINTS = `apiVersion: v1
kind: Endpoints
metadata: {name: cart, namespace: shop}
subsets:
- addresses: [{ip: 10.31.1.5}, {ip: 10.31.2.6}, {ip: 10.31.2.7}]
  ports: [{port: 8443}]
`;
const SERVICE = `apiVersion: v1
kind: Service
metadata: {name: cart, namespace: shop}
spec: {clusterIP: 10.96.4.4, selector: {app: cart}, ports: [{port: 80, targetPort: 8080}]}
`;
const INGRESS = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: front, namespace: shop}
spec:
  rules:
  - host: shop.example
    http:
      paths:
      - {path: /, pathType: Prefix, backend: {service: {name: cart, port: {number: 80}}}}
      - {path: /pay, pathType: Prefix, backend: {service: {name: pay, port: {number: 8080}}}}
`;
const TERMINAL = `$ kubectl get svc cart -n shop -o yaml
${SERVICE}$ kubectl get endpoints cart -n shop -o yaml
${ENDPOINTS}$ date
Sun Nov 22 05:40:46 UTC 2026
`;

function opened(texts: readonly string[], more: Partial<ManifestQuestion> = {}): ManifestAnswer {
  return finished(openManifest({ document: emptyDocument('bench'), texts, ...more }));
}

/** Names of what stands on the bench, without what the control plane runs itself. */
function standing({ document }: ManifestAnswer): readonly unknown[] {
  const { nodes = [], services = [], pods = [] } = document?.cluster ?? {};
  return [
    nodes.length,
    services.flatMap(({ metadata }) => (metadata.name === 'kubernetes' ? [] : metadata.name)),
    pods.length,
  ];
}

describe('objects that are no whole cluster', () => {
  it.each([
    ['Endpoints', ENDPOINTS, [2, ['cart'], 3], { nodes: 2, services: 1, pods: 3 }],
    ['a Service', SERVICE, [2, ['cart'], 3], { nodes: 2, services: 0, pods: 3 }],
    ['an Ingress', INGRESS, [2, ['cart', 'pay'], 6], { nodes: 2, services: 2, pods: 6 }],
    ['objects between commands', TERMINAL, [2, ['cart'], 3], { nodes: 2, services: 0, pods: 3 }],
  ])('%s: get what they need, that is counted, and each flow reaches a Pod', (_name, text, counts, added) => {
    const answer = opened([text]);
    expect(standing(answer)).toEqual(counts);
    expect(answer.added?.values).toEqual(added);
    const { document } = answer;
    if (!document) throw new Error('nothing was opened');
    const { network } = createDerive()(document);
    expect(document.flows.length).toBeGreaterThan(0);
    for (const flow of document.flows) {
      const sent = resolveFlow(document, network, flow);
      // An Ingress alone does nothing, and says so.
      if (flow.to.kind === 'route') expect(!sent.ok && sent.error.id).toBe('ingress.no-class');
      else expect(sent.ok).toBe(true);
    }
  });

  it('keeps the addresses that endpoints tell', () => {
    const { pods = [], nodes = [] } = opened([ENDPOINTS]).document?.cluster ?? {};
    expect(pods.map(({ status }) => status?.podIP)).toEqual(['10.31.1.5', '10.31.2.6', '10.31.2.7']);
    expect(nodes.map(({ spec }) => spec.podCIDR)).toEqual(['10.31.1.0/24', '10.31.2.0/24']);
  });

  it('makes nothing up beside a Node', () => {
    const node = 'apiVersion: v1\nkind: Node\nmetadata: {name: alpha}\n';
    const answer = opened([node, SERVICE]);
    expect(standing(answer)).toEqual([1, ['cart'], 0]);
    expect(answer.added).toBeUndefined();
  });

  it('goes into the cluster on the bench, whose own things stay', () => {
    const { document } = opened([SERVICE]);
    if (!document) throw new Error('nothing was opened');
    const answer = opened([INGRESS], { document, into: true });
    expect(standing(answer)).toEqual([2, ['cart', 'pay'], 3]);
    expect(answer.document?.flows.length).toBe(document.flows.length + 2);
    expect(answer.document?.title).toBe(document.title);
  });

  it('says what is wrong where nothing can be read', () => {
    const answer = opened(['kind: Service\nmetadata: {name: a\n']);
    expect(answer.document).toBeUndefined();
    expect(answer.diagnostics.map(({ severity }) => severity)).toContain('error');
  });

  it('says no error of the command lines between objects that were opened', () => {
    const { document, diagnostics } = opened([
      `$ kubectl get svc cart -o yaml\n${SERVICE}$ kubectl get ep\n${ENDPOINTS}`,
    ]);
    expect(document?.cluster.services.map(({ metadata }) => metadata.name)).toContain('cart');
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

it.each([
  ['a line of its log', 'I0118 13:22:28.123456       1 server_others.go:140] Using ipvs Proxier.\n', undefined],
  ['its flags', '/usr/local/bin/kube-proxy --proxy-mode=ipvs --ipvs-scheduler=lc\n', 'lc'],
])(
  '%s sets kube-proxy of the cluster on the bench, and the rest of its configuration stays',
  (_form, text, scheduler) => {
    const before = emptyDocument('bench');
    const { document } = finished(openManifest({ document: before, texts: [text], into: true }));
    expect([document?.mode, document?.kubeProxy.ipvs?.scheduler]).toEqual(['ipvs', scheduler]);
    expect(document?.kubeProxy.clusterCIDR).toBe(before.kubeProxy.clusterCIDR);
    expect(document?.cluster.nodes).toEqual(before.cluster.nodes);
  },
);

it('more than the bench takes on is refused before it is read, whatever stands between', () => {
  const pods = Array.from(
    { length: 20_000 },
    (_, n) => `---\napiVersion: v1\nkind: Pod\nmetadata: {name: web-${n}, namespace: default}\n`,
  );
  const steps = openManifest({ document: emptyDocument(), texts: [`$ kubectl get pods -o yaml\n${pods.join('')}`] });
  // The first thing it yields is the answer: no slice of reading comes before it.
  expect(steps.next()).toMatchObject({
    done: true,
    value: { diagnostics: [{ message: { id: 'kubernetes.limit.pods', values: { found: 20_000 } } }] },
  });
});
