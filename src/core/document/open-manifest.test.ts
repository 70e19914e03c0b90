import { describe, expect, it } from 'vitest';
import { emptyDocument } from './document';
import { createDerive } from './derive';
import { resolveFlow } from './resolve-flow';
import { finished } from '../lib/scan';
import { openManifest, type ManifestAnswer, type ManifestQuestion } from './open-manifest';

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
    ['Endpoints', ENDPOINTS, [2, ['cart'], 3], { nodes: 2, services: 2, pods: 3, placed: 3, slices: 1, own: 2 }],
    ['a Service', SERVICE, [2, ['cart'], 3], { nodes: 2, services: 1, pods: 3, placed: 0, slices: 2, own: 2 }],
    ['an Ingress', INGRESS, [2, ['cart', 'pay'], 6], { nodes: 2, services: 3, pods: 6, placed: 0, slices: 3, own: 2 }],
    [
      'objects between commands',
      TERMINAL,
      [2, ['cart'], 3],
      { nodes: 2, services: 1, pods: 3, placed: 3, slices: 1, own: 2 },
    ],
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
    ['broken YAML', '---\napiVersion: v1\nkind: Pod\nmetadata: {name: sick\n', /^Pod \(L\d+\)$/],
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

  it('the address that the name of a machine spells', () => {
    const answer = opened([`${SERVICE}${pod('cart-0', 'ip-10-0-8-254.ec2.internal', 'podIP: 10.0.9.17')}`]);
    expect(told(answer)['nodes']).toContain('ip-10-0-8-254.ec2.internal 10.0.8.254');
    expect(told(answer)['pods']).toEqual(['cart-0 10.0.9.17 ip-10-0-8-254.ec2.internal']);
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
    const guessed = answer.diagnostics.find(({ message }) => message.id === 'document.opened.guessed');
    expect(guessed?.message.values).toEqual({
      cidr: cidr ?? 'none',
      mode: 'iptables',
      pods: 'bridge',
      cilium: 'none',
      ports: 'untold',
      config: 'asked',
    });
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

/** Tables as kubectl prints them: its columns by two blanks and more. */
const table = (...rows: readonly string[]): string => {
  const cells = rows.map((row) => row.split('|'));
  const widths = cells[0]!.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at]! + 3))
          .join('')
          .trimEnd()}\n`,
    )
    .join('');
};
const NODES = `$ kubectl get nodes -o wide\n${table(
  'NAME|STATUS|ROLES|AGE|VERSION|INTERNAL-IP|EXTERNAL-IP|OS-IMAGE|KERNEL-VERSION|CONTAINER-RUNTIME',
  'alpha|Ready|control-plane|9d|v1.29.3|192.168.10.11|<none>|Ubuntu 22.04|5.15.0-101|containerd://1.7.13',
  'beta|Ready,SchedulingDisabled|<none>|9d|v1.29.3|192.168.10.12|<none>|Ubuntu 22.04|5.15.0-101|containerd://1.7.13',
)}`;
const SERVICES = `$ kubectl -n shop get svc -o wide\n${table(
  'NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE|SELECTOR',
  'front|NodePort|10.96.50.10|<none>|80:31218/TCP|8d|app=front',
  'db|ClusterIP|None|<none>|5432/TCP|8d|app=db',
  'lb|LoadBalancer|10.96.50.12|203.0.113.9|80:31219/TCP,443:31220/TCP|8d|app=front',
)}`;
const TABLED_ENDPOINTS = `$ kubectl get endpoints --namespace=shop\n${table('NAME|ENDPOINTS|AGE', 'front|10.244.1.5:8080,10.244.2.6:8080|8d', 'db|<none>|8d')}`;
const TABLED_PODS = `$ kubectl get pods -n shop -o wide\n${table(
  'NAME|READY|STATUS|RESTARTS|AGE|IP|NODE|NOMINATED NODE|READINESS GATES',
  'client-0|1/1|Running|0|8d|10.244.1.9|alpha|<none>|<none>',
  'front-0|1/1|Running|0|8d|10.244.1.5|alpha|<none>|<none>',
  'front-1|0/1|Running|0|8d|10.244.2.6|beta|<none>|<none>',
  'done-x|0/1|Completed|0|8d|10.244.2.7|beta|<none>|<none>',
  'proxy-1|1/1|Running|0|8d|192.168.10.12|beta|<none>|<none>',
)}`;

describe('tables of kubectl are objects', () => {
  const ALL = [NODES, SERVICES, TABLED_ENDPOINTS, TABLED_PODS];

  it.each([
    ['in one text', [ALL.join('')]],
    ['each a text', ALL],
    ['in another order', [ALL.toReversed().join('')]],
  ])('%s: Nodes, Services and Pods with what their columns tell', (_how, texts) => {
    const answer = opened(texts);
    const { document } = answer;
    expect(told(answer)).toMatchObject({
      nodes: ['alpha 192.168.10.11', 'beta 192.168.10.12'],
      pods: [
        'client-0 10.244.1.9 alpha',
        'front-0 10.244.1.5 alpha',
        'front-1 10.244.2.6 beta',
        'done-x 10.244.2.7 beta',
        'proxy-1 192.168.10.12 beta',
      ],
      added: undefined,
    });
    const { services = [], nodes = [], pods = [] } = document?.cluster ?? {};
    const front = services.find(({ metadata }) => metadata.name === 'front');
    expect(front).toMatchObject({
      metadata: { namespace: 'shop' },
      spec: { type: 'NodePort', selector: { app: 'front' }, ports: [{ port: 80, nodePort: 31_218, targetPort: 8080 }] },
    });
    const balanced = services.find(({ metadata }) => metadata.name === 'lb');
    expect(balanced?.status?.loadBalancer?.ingress).toEqual([{ ip: '203.0.113.9' }]);
    expect(nodes.map(({ spec }) => [spec.podCIDR, spec.unschedulable])).toEqual([
      ['10.244.1.0/24', undefined],
      ['10.244.2.0/24', true],
    ]);
    expect(pods.map(({ spec, status }) => [spec.hostNetwork, status?.phase])).toEqual([
      [undefined, 'Running'],
      [undefined, 'Running'],
      [undefined, 'Running'],
      [undefined, 'Succeeded'],
      [true, 'Running'],
    ]);
    expect(document?.release).toBe('1.29');
    expect(document?.flows[0]).toMatchObject({ from: { kind: 'pod', name: 'client-0' }, to: { name: 'front' } });
  });

  it('what is written out says more than a table of the same', () => {
    const answer = opened([
      `${ALL.join('')}$ kubectl get pod front-0 -n shop -o yaml\n${pod('front-0', 'alpha', 'podIP: 10.244.1.77').slice(4)}`,
    ]);
    expect(told(answer)['pods']).toContain('front-0 10.244.1.77 alpha');
    expect(told(answer)['pods']).not.toContain('front-0 10.244.1.5 alpha');
  });

  it('EndpointSlices lead to the Service they are named after, IPv6 too', () => {
    const answer = opened([
      `$ kubectl get svc -n shop\n${table('NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE', 'front|ClusterIP|fd00:1::50|<none>|80/TCP|8d')}` +
        `$ kubectl get endpointslices -n shop\n${table('NAME|ADDRESSTYPE|PORTS|ENDPOINTS|AGE', 'front-7xk2p|IPv6|8080|fd00:2::5,fd00:2:0:1::6|8d')}`,
    ]);
    expect(answer.document?.cluster.pods.map(({ status }) => status?.podIP)).toEqual(['fd00:2::5', 'fd00:2:0:1::6']);
    expect(
      answer.document?.cluster.endpointSlices.map(({ metadata }) => metadata.labels?.['kubernetes.io/service-name']),
    ).toContain('front');
  });
});

describe('several states of one object are asked about', () => {
  const before = pod('cart-0', 'n1', 'podIP: 10.77.1.5');
  const after = pod('cart-0', 'n2', 'podIP: 10.77.2.5');

  it.each([
    ['one behind the other', [`${SERVICE}${before}${after}`]],
    [
      'between commands',
      [`$ kubectl get pod -o yaml\n${before.slice(4)}$ sleep 9\n$ kubectl get pod -o yaml\n${after.slice(4)}`],
    ],
    ['two texts', [`${SERVICE}${before}`, after.slice(4)]],
  ])('%s', (_how, texts) => {
    const asked = opened(texts);
    expect([asked.document, asked.states]).toEqual([undefined, ['Pod shop/cart-0']]);
    const at = (state: 'first' | 'last'): unknown => told(opened(texts, { state }))['pods'];
    expect([at('first'), at('last')]).toEqual([['cart-0 10.77.1.5 n1'], ['cart-0 10.77.2.5 n2']]);
  });

  it.each([
    [
      'Endpoints',
      (ip: string) =>
        `---\napiVersion: v1\nkind: Endpoints\nmetadata: {name: front, namespace: shop}\nsubsets: [{addresses: [{ip: ${ip}}], ports: [{port: 8080}]}]\n`,
      'Endpoints shop/front',
    ],
    [
      'a policy',
      (ip: string) =>
        `---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: only, namespace: shop}\nspec: {podSelector: {}, ingress: [{from: [{ipBlock: {cidr: ${ip}/32}}]}]}\n`,
      'NetworkPolicy shop/only',
    ],
    [
      'a table of Endpoints',
      (ip: string) => `$ kubectl -n shop get ep\n${table('NAME|ENDPOINTS|AGE', `front|${ip}:8080|5d`)}\n`,
      'Endpoints shop/front',
    ],
  ])('%s, too, and the one that is chosen is opened', (_what, write, name) => {
    const texts = [
      `${name.startsWith('Endpoints') ? SERVICE : `${SERVICE}${before}`}${write('10.77.1.5')}${write('10.77.2.5')}`,
    ];
    expect(opened(texts).states).toEqual([name]);
    const shown = (state: 'first' | 'last'): string => JSON.stringify(opened(texts, { state }).document?.cluster);
    const holds = (state: 'first' | 'last', ip: string): boolean => shown(state).includes(`"${ip}`);
    expect([holds('first', '10.77.1.5'), holds('last', '10.77.2.5')]).toEqual([true, true]);
    expect([shown('first') === shown('last'), holds('last', '10.77.1.5/32')]).toEqual([false, false]);
    const same = `${SERVICE}${before}${write('10.77.1.5')}${write('10.77.1.5')}`;
    expect(opened([same]).states).toBeUndefined();
  });

  it('the same again is no other state, whatever the API server writes of it', () => {
    const again = before.replace('name: cart-0', 'name: cart-0, resourceVersion: "17"');
    expect(told(opened([`${SERVICE}${before}${again}`]))).toMatchObject({ pods: ['cart-0 10.77.1.5 n1'] });
  });
});

describe('what is said to be made up is what nobody told', () => {
  const parts = [
    [
      'Node',
      '---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {addresses: [{type: InternalIP, address: 192.168.10.11}]}\n',
    ],
    ['Pod', pod('cart-0', 'n1', 'podIP: 10.77.1.5')],
    ['Pod', pod('cart-1', 'n2', 'podIP: 10.77.2.5')],
    ['Service', SERVICE.startsWith('---') ? SERVICE : `---\n${SERVICE}`],
    [
      'Deployment',
      '---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: back, namespace: shop}\nspec: {replicas: 2, selector: {matchLabels: {app: back}}, template: {metadata: {labels: {app: back}}, spec: {containers: [{name: c, image: i}]}}}\n',
    ],
    [
      'Endpoints',
      '---\napiVersion: v1\nkind: Endpoints\nmetadata: {name: lone, namespace: shop}\nsubsets: [{addresses: [{ip: 10.77.3.5, targetRef: {kind: Pod, name: lone-0, namespace: shop}}], ports: [{port: 8080}]}]\n',
    ],
  ] as const;
  const subsets = Array.from({ length: 2 ** parts.length - 1 }, (_, at) =>
    parts.filter((_part, bit) => ((at + 1) >> bit) % 2 === 1),
  );
  it.each([false, true])('into the cluster on the bench: %s', (into) => {
    const wrong = subsets.flatMap((chosen) => {
      const answer = opened([chosen.map(([, text]) => text).join('')], { into });
      const { cluster } = answer.document ?? {};
      if (!cluster) return [];
      // Of the API server’s own alone nothing is said.
      const own = cluster.services.filter(({ metadata: { name } }) => name === 'kubernetes').length;
      const { services = own, pods = 0 } = (answer.added?.values ?? {}) as Readonly<Record<string, number>>;
      const count = (kind: string): number => chosen.filter(([each]) => each === kind).length;
      // A Pod that endpoints refer to is told, too; among the Nodes of the bench it is not stood anywhere.
      const named = !into && count('Endpoints') > 0 ? 1 : 0;
      const has = {
        pods: cluster.pods.length,
        services: cluster.services.length,
      };
      const told = { pods: count('Pod') + named, services: count('Service') };
      const isRight = has.pods === told.pods + pods && has.services === told.services + services;
      return isRight
        ? []
        : [
            `${chosen.map(([kind]) => kind).join()}: has ${has.pods} ${has.services}, told ${told.pods} ${told.services}, added ${pods} ${services}`,
          ];
    });
    expect(wrong).toEqual([]);
  });
});

it('a client outside stands where a Service lets it ask from', () => {
  const text = SERVICE.replace('spec: {', 'spec: {type: LoadBalancer, loadBalancerSourceRanges: [198.51.100.0/24], ');
  const { document } = opened([`${text}status: {loadBalancer: {ingress: [{ip: 203.0.113.9}]}}\n`]);
  expect(document?.flows.find(({ from }) => from.kind === 'external')?.from).toEqual({
    kind: 'external',
    address: '198.51.100.2',
  });
});

describe('tables and arrays as kubectl, jq and Go print them', () => {
  it('-A leaves the namespace of Nodes empty; endpoints are Pods on the Nodes that are told', () => {
    const head = 'NAMESPACE   NAME          STATUS   ROLES    AGE   VERSION   INTERNAL-IP     EXTERNAL-IP';
    const nodes = ['alpha', 'beta'].map(
      (name, at) => `            node/${name.padEnd(8)} Ready    <none>   9d    v1.29.3   192.168.10.1${at}   <none>`,
    );
    const text = `# kubectl get svc,endpointslices,nodes -A -o wide\n${table(
      'NAMESPACE|NAME|TYPE|CLUSTER-IP|EXTERNAL-IP|PORT(S)|AGE|SELECTOR',
      'default|service/kubernetes|ClusterIP|10.96.0.1|<none>|443/TCP|9d|<none>',
      'shop|service/front|ClusterIP|10.96.50.10|<none>|80/TCP|8d|app=front',
    )}\n${table('NAMESPACE|NAME|ADDRESSTYPE|PORTS|ENDPOINTS|AGE', 'default|endpointslice.discovery.k8s.io/kubernetes|IPv4|6443|192.168.10.10|9d', 'shop|endpointslice.discovery.k8s.io/front-abcde|IPv4|8080|10.244.1.5,10.244.2.6|8d')}\n${[head, ...nodes].join('\n')}\n`;
    const answer = opened([text]);
    expect(told(answer)).toMatchObject({
      nodes: ['alpha 192.168.10.10', 'beta 192.168.10.11'],
      pods: ['front-1 10.244.1.5 alpha', 'front-2 10.244.2.6 beta'],
      added: { nodes: 0, services: 0, pods: 2 },
    });
  });

  it('what is described says more than a table, and who asks is no endpoint of it', () => {
    const described = `$ kubectl describe svc front -n shop\nName:              front\nNamespace:         shop\nSelector:          app=front\nType:              ClusterIP\nIP:                10.96.50.10\nPort:              http  80/TCP\nTargetPort:        8080/TCP\nEndpoints:         10.244.1.5:8080,10.244.2.6:8080\nSession Affinity:  None\n`;
    const { document } = opened([`${described}${NODES}${TABLED_PODS}`]);
    expect(document?.flows[0]).toMatchObject({ from: { name: 'client-0' }, to: { name: 'front' } });
    expect(document?.cluster.services[1]?.spec.ports).toEqual([
      expect.objectContaining({ name: 'http', targetPort: 8080 }),
    ]);
  });

  it('a cluster of IPv6 alone has no Node with an IPv4 address', () => {
    const v6 = (text: string): string =>
      text.replace('192.168.10.11', '"fd00:10::11"').replace('10.77.1.5', '"fd00:244::5"');
    const answer = opened([v6(pod('cart-0', 'n1', 'hostIP: 192.168.10.11, podIP: 10.77.1.5')).slice(4)]);
    expect(told(answer)).toMatchObject({ pods: ['cart-0 fd00:244::5 n1'] });
    const addresses = answer.document?.cluster.nodes.flatMap(({ status }) => status.addresses ?? []) ?? [];
    expect(addresses.every(({ address }) => address.includes(':'))).toBe(true);
    expect(answer.document?.kubeProxy.clusterCIDR).toBe('fd00:244::/48');
  });

  it('objects between the logs of kubectl cluster-info dump', () => {
    const list = (kind: string, item: unknown): string =>
      JSON.stringify({ kind, apiVersion: 'v1', metadata: {}, items: [item] }, undefined, 4);
    const dns = {
      metadata: { name: 'dns', namespace: 'kube-system' },
      spec: { clusterIP: '10.96.0.10', ports: [{ port: 53, protocol: 'UDP' }] },
    };
    const text = `${list('NodeList', { metadata: { name: 'n1' }, status: { addresses: [{ type: 'InternalIP', address: '192.168.10.11' }] } })}\n${list('ServiceList', dns)}\n==== START logs for container c of pod kube-system/dns-1 ====\n.:53\n[INFO] plugin/reload: done\n==== END logs for container c of pod kube-system/dns-1 ====\n`;
    expect(told(opened([text]))).toMatchObject({ nodes: ['n1 192.168.10.11'], services: ['dns'] });
  });
});

describe('what no object of a cluster tells is said to be guessed', () => {
  const NODE_A = `---
apiVersion: v1
kind: Node
metadata: { name: node-a }
status: { addresses: [{ type: InternalIP, address: 192.168.7.5 }] }
`;
  const POD_A = `---
apiVersion: v1
kind: Pod
metadata: { name: cart-0, namespace: shop }
spec: { nodeName: node-a, containers: [{ name: c }] }
status: { podIP: 10.42.1.5 }
`;
  const map = (name: string, data: string): string => `---
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: kube-system }
data: ${data}
`;
  const guessed = (text: string): unknown =>
    finished(openManifest({ document: emptyDocument(), texts: [text] })).diagnostics.find(
      ({ message }) => message.id === 'document.opened.guessed',
    )?.message.values;

  it('mode, range and devices', () =>
    expect(guessed(NODE_A + POD_A)).toEqual({
      cidr: '10.42.0.0/16',
      mode: 'iptables',
      pods: 'bridge',
      cilium: 'none',
      ports: 'told',
      config: 'asked',
    }));

  it('a port that no container declares, where a Service sends to it', () => {
    const service = `---
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { selector: { app: cart }, ports: [{ port: 8099 }] }
`;
    const pods = (containers: string): string => `---
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  replicas: 1
  selector: { matchLabels: { app: cart } }
  template:
    metadata: { labels: { app: cart } }
    spec: { containers: [${containers}] }
`;
    expect(guessed(service + pods('{ name: c, image: nginx }'))).toMatchObject({ ports: 'untold', config: 'told' });
    expect(guessed(service + pods('{ name: c, ports: [{ containerPort: 8099 }] }'))).toBeUndefined();
  });

  it('but for what kube-proxy’s configuration tells', () => {
    const config =
      '{ config.conf: "kind: KubeProxyConfiguration\\napiVersion: kubeproxy.config.k8s.io/v1alpha1\\nmode: ipvs\\nclusterCIDR: 10.42.0.0/16\\n" }';
    expect(guessed(NODE_A + POD_A + map('kube-proxy', config))).toBeUndefined();
  });

  it('and what Cilium does beside kube-proxy is unknown', () =>
    expect(guessed(NODE_A + POD_A + map('cilium-config', '{ kube-proxy-replacement: "false" }'))).toMatchObject({
      cilium: 'beside',
    }));

  it('nothing, of a cluster without Pods', () => expect(guessed(NODE_A)).toBeUndefined());
});
