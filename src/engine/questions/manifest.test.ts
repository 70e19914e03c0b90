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

/** Somebody else's objects, as they come: `nodes`, `pods` and what is said. */
function told({ document, diagnostics, added }: ManifestAnswer): Readonly<Record<string, unknown>> {
  const { nodes = [], services = [], pods = [] } = document?.cluster ?? {};
  return {
    nodes: nodes.map(({ metadata, status }) => `${metadata.name} ${status.addresses?.[0]?.address}`),
    pods: pods.map(({ metadata, spec, status }) => `${metadata.name} ${status?.podIP} ${spec.nodeName}`),
    services: services.flatMap(({ metadata }) => (metadata.name === 'kubernetes' ? [] : metadata.name)),
    said: diagnostics.map(({ message: { id } }) => id.split('.').slice(-2).join('.')),
    added: added?.values,
  };
}

const pod = (name: string, node: string, status: string): string =>
  `---\napiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, namespace: shop, labels: {app: cart}}\nspec: {nodeName: ${node}, containers: [{name: c}]}\nstatus: {phase: Running, ${status}}\n`;
const node = (name: string, address: string, podCIDR: string): string =>
  `---\napiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\nspec: {podCIDR: ${podCIDR}}\nstatus: {addresses: [{type: InternalIP, address: ${address}}]}\n`;

describe('what is sound is opened, what is not is named and left out', () => {
  it.each([
    [
      'a field of another type',
      `---\n${SERVICE.replace('cart', 'sick').replace('port: 80,', 'port: eighty,')}`,
      /Service shop\/sick/,
    ],
    ['broken YAML', '---\napiVersion: v1\nkind: Pod\nmetadata: {name: sick\n', /^L\d+$/],
    [
      'a name that no object has',
      `---\n${SERVICE.replace('name: cart', `name: ${'x'.repeat(300)}`)}`,
      /Service shop\/x+/,
    ],
    [
      'a type that is none',
      `---\n${SERVICE.replace('cart', 'sick').replace('spec: {', 'spec: {type: None, ')}`,
      /Service shop\/sick/,
    ],
  ])('%s', (_kind, faulty, name) => {
    for (const text of [`${SERVICE}${faulty}`, `$ kubectl get all -o yaml\n${SERVICE}${faulty}$ exit\n`]) {
      const { document, diagnostics } = opened([text]);
      expect(document?.cluster.services.map(({ metadata }) => metadata.name)).toContain('cart');
      const [first] = diagnostics;
      expect(first?.message).toMatchObject({ id: 'document.opened.left-out', values: { count: 1 } });
      expect(first?.message.values?.['names']).toMatch(name);
    }
  });

  it.each([
    ['in a stream', (big: string) => `${big}---\n${SERVICE}`],
    ['behind others', (big: string) => `${SERVICE}---\n${big}`],
    [
      'in a List',
      (big: string) =>
        `apiVersion: v1\nkind: List\nitems:\n${[big, SERVICE].map((each) => `- ${each.trim().replaceAll('\n', '\n  ')}\n`).join('')}`,
    ],
  ])('an object longer than any is read, %s', (_where, around) => {
    const big = `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  annotations:\n    a: b\n  name: longs.example.org\nspec:\n${'  - {name: v, description: "long long long long"}\n'.repeat(12_000)}`;
    const { document, diagnostics } = opened([around(big)]);
    expect(document?.cluster.services.map(({ metadata }) => metadata.name)).toContain('cart');
    expect(diagnostics[0]?.message.values?.['names']).toBe('CustomResourceDefinition longs.example.org');
  });
});

describe('objects without a kind are told by their shape', () => {
  const POD = {
    metadata: { name: 'cart-0', namespace: 'shop', labels: { app: 'cart' } },
    spec: { nodeName: 'n1', containers: [{ name: 'c' }] },
  };
  const JSON_SERVICE = {
    metadata: { name: 'cart', namespace: 'shop' },
    spec: { clusterIP: '10.96.4.4', selector: { app: 'cart' }, ports: [{ port: 80 }] },
    status: { loadBalancer: {} },
  };
  it.each([
    ['one behind the other', [POD, JSON_SERVICE].map((each) => JSON.stringify(each, undefined, 2)).join('\n')],
    ['each on a line', [POD, JSON_SERVICE].map((each) => JSON.stringify(each)).join('\n')],
    ['an array', JSON.stringify([POD, JSON_SERVICE])],
    ['items of a list that says no kind', JSON.stringify({ items: [POD, JSON_SERVICE] })],
    [
      'in YAML',
      `metadata: {name: cart-0, namespace: shop, labels: {app: cart}}\nspec: {nodeName: n1, containers: [{name: c}]}\n---\n${SERVICE}`,
    ],
  ])('%s', (_form, text) => {
    const answer = opened([text]);
    expect(told(answer)).toMatchObject({ services: ['cart'] });
    expect(told(answer)['pods']).toEqual([expect.stringMatching(/^cart-0 .* n1$/)]);
    expect(told(answer)['said']).toContain('manifest.kind-by-shape');
  });

  it('what has a name and nothing of any kind is none', () => {
    expect(opened([JSON.stringify({ metadata: { name: 'a' }, spec: { color: 'red' } })]).document).toBeUndefined();
  });
});

describe('what objects tell stays as it is told', () => {
  it('addresses of Pods and of their hosts, without a Node', () => {
    const answer = opened([
      `${SERVICE}${pod('cart-0', 'n1', 'hostIP: 192.168.10.11, podIP: 10.77.1.5')}${pod('cart-1', 'n2', 'hostIP: 192.168.10.12, podIP: 10.77.1.6')}`,
    ]);
    expect(told(answer)).toMatchObject({
      nodes: ['n1 192.168.10.11', 'n2 192.168.10.12'],
      pods: ['cart-0 10.77.1.5 n1', 'cart-1 10.77.1.6 n2'],
      added: undefined,
    });
  });

  it('addresses that are of another Node’s podCIDR, as Calico gives them', () => {
    const answer = opened([
      `${SERVICE}${node('n1', '192.168.10.11', '10.77.1.0/24')}${node('n2', '192.168.10.12', '10.77.2.0/24')}${pod('cart-0', 'n1', 'podIP: 10.77.2.5')}`,
    ]);
    expect(told(answer)['pods']).toEqual(['cart-0 10.77.2.5 n1']);
  });

  it('Nodes that only Pods name stand beside those that are told', () => {
    const answer = opened([
      `${SERVICE}${node('n1', '192.168.10.11', '10.77.1.0/24')}${pod('cart-0', 'n2', 'hostIP: 192.168.10.12, podIP: 10.77.2.5')}`,
    ]);
    expect(told(answer)).toMatchObject({
      nodes: ['n1 192.168.10.11', 'n2 192.168.10.12'],
      pods: ['cart-0 10.77.2.5 n2'],
      added: undefined,
    });
  });

  it('Pods of endpoints: their names by targetRef, on their nodes', () => {
    const endpoints = ENDPOINTS.replace(
      '[{ip: 10.31.1.5}, {ip: 10.31.2.6}, {ip: 10.31.2.7}]',
      '[{ip: 10.77.1.5, nodeName: n1, targetRef: {kind: Pod, name: cart-0}}, {ip: 10.77.2.6, targetRef: {kind: Pod, name: cart-1}}]',
    );
    const nodes = `${node('n1', '192.168.10.11', '10.77.1.0/24')}${node('n2', '192.168.10.12', '10.77.2.0/24')}`;
    const answer = opened([`${SERVICE}---\n${endpoints}${nodes}`]);
    expect(told(answer)).toMatchObject({ pods: ['cart-0 10.77.1.5 n1', 'cart-1 10.77.2.6 n2'], added: undefined });
  });

  it('an endpoint outside the cluster is no Pod', () => {
    const outside = ENDPOINTS.replaceAll('cart', 'database').replace('10.31.1.5', '203.0.113.9');
    const nodes = node('n1', '192.168.10.11', '10.77.1.0/24');
    expect(told(opened([`${outside}${nodes}`]))['pods']).toEqual([]);
  });

  it.each([
    ['apart from the Nodes', '192.168.250.9', '192.168.128.0/17'],
    ['far from them', '10.77.1.5', '10.77.0.0/16'],
    ['in their own network there is none', '192.168.10.77', undefined],
  ])('a clusterCIDR that is guessed holds Pods and no Node, and that is said: %s', (_where, podIP, cidr) => {
    const answer = opened([
      `${SERVICE}${node('n1', '192.168.10.11', `${podIP.replace(/\d+$/, '0')}/25`)}${pod('cart-0', 'n1', `podIP: ${podIP}`)}`,
    ]);
    expect(answer.document?.kubeProxy.clusterCIDR).toBe(cidr);
    const guessed = answer.diagnostics.find(({ message }) => message.id === 'document.opened.cluster-cidr');
    expect(guessed?.message.values?.['cidr']).toBe(cidr);
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
