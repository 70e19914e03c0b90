import { describe, expect, it } from 'vitest';
import { deployment, makeCluster, node, pod, service } from '../kubernetes/build';
import type { KubernetesObject, OtherObject, ProxyModeId, ServiceObject } from '../kubernetes/types';
import { addFlow, replaceCluster } from './edits/cluster';
import { inMode } from './edits/proxy';
import { moments } from '../story/moments';
import { formatIp } from '../net/ip';
import { explore, makeTrace } from '../sim/explore';
import type { Trace } from '../sim/trace';
import { checkDocument } from './codec';
import { createDerive } from './derive';
import { emptyDocument, encodeDocument, type Document, type Flow } from './document';
import {
  addController,
  addHttpRoute,
  addTlsRoute,
  gatewayWithPods,
  ingressNginx,
  ingressObject,
  listRouteObjects,
  withSpec,
} from './edits/routes';
import { resolveFlow } from './resolve-flow';

const MODES: readonly ProxyModeId[] = ['iptables', 'ipvs', 'nftables', 'userspace', 'ebpf'];
const ADDRESS = '198.51.100.30';

const behind = (name: string, replicas: number): readonly KubernetesObject[] => [
  deployment(name, {
    replicas,
    labels: { app: name },
    containers: [{ name, ports: [{ name: 'http', containerPort: 8080 }] }],
  }),
  service(name, { selector: { app: name }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
];

const SHOP = ingressObject({ name: 'shop', tls: [{ hosts: ['secure.example'], secretName: 'cert' }] }, [
  { host: 'shop.example', path: '/', service: 'front' },
  { host: 'shop.example', path: '/cart', service: 'cart' },
  { host: 'shop.example', path: '/gone', service: 'gone' },
  { host: 'shop.example', path: '/empty', service: 'empty' },
  { host: 'secure.example', path: '/', service: 'front' },
]);

interface FlowSetup {
  readonly mode?: ProxyModeId;
  readonly http?: Flow['http'];
  readonly from?: Flow['from'];
  readonly to?: Flow['to'];
  readonly port?: number;
  readonly policy?: ServiceObject['spec']['externalTrafficPolicy'];
  readonly others?: readonly OtherObject[];
  readonly controller?: Partial<ReturnType<typeof ingressNginx>>;
  readonly objects?: readonly KubernetesObject[];
}

const TO: Flow['to'] = { kind: 'route', object: 'Ingress', namespace: 'default', name: 'shop' };

function bench(given: FlowSetup): Document {
  const { mode = 'iptables', http, policy = 'Cluster', others = [SHOP] } = given;
  const nginx = ingressNginx({
    ingress: [ADDRESS],
    nodeName: 'node2',
    replicas: 1,
    service: { externalTrafficPolicy: policy },
  });
  const controller = given.controller ?? nginx;
  const cluster = makeCluster([
    node('node1'),
    node('node2'),
    pod('client', { node: 'node1', containers: [{ name: 'c' }] }),
    ...behind('front', 2),
    ...behind('cart', 1),
    service('empty', { selector: { app: 'nobody' }, ports: [80] }),
    ...(controller.deployments ?? []),
    ...(controller.services ?? []),
    ...(given.objects ?? []),
  ]);
  const document = replaceCluster(emptyDocument(), { ...cluster, others: [...(controller.others ?? []), ...others] });
  const flow = {
    from: given.from ?? { kind: 'external' },
    to: given.to ?? TO,
    protocol: 'tcp',
    port: given.port ?? 80,
  } as const;
  return inMode(addFlow(document, { ...flow, ...(http ? { http } : {}) }), mode);
}

interface Walked {
  /** Of every outcome: who got the request in the end, the status of the proxy, whether the caller was answered. */
  readonly ends: readonly string[];
  readonly odds: readonly string[];
  readonly traces: readonly Trace[];
  readonly story: readonly (readonly string[])[];
  readonly sources: readonly string[];
  readonly problem?: string;
}

const walk = (given: FlowSetup): Walked => walkOf(bench(given));

/** The first flow of a document. */
function walkOf(document: Document): Walked {
  const derived = createDerive()(document);
  const sent = resolveFlow(document, derived.network, document.flows[0] as Flow);
  const nothing = { ends: [], odds: [], traces: [], story: [], sources: [] };
  if (!sent.ok) return { ...nothing, problem: sent.error.id };
  const input = { network: derived.network, flow: sent.value, seed: 1 };
  const { outcomes } = explore(input);
  const traces = outcomes.map((outcome) => makeTrace(input, outcome));
  const titleOf = (address: string): string =>
    [...derived.network.netns.values()].find(({ devices }) =>
      devices.some(
        ({ kind, addresses }) => kind !== 'loopback' && addresses.some((each) => formatIp(each.address) === address),
      ),
    )?.title ?? address;
  const short = (title: string): string =>
    title.replace(/^(?:default|ingress-nginx)\/([a-z-]+?)-[a-z0-9]{5}$/, '$1').replace(/-[0-9a-f]{8,10}$/, '');
  return {
    ends: [
      ...new Set(
        outcomes.map(({ arrived, http, answered }) => {
          const who = arrived ? short(titleOf(formatIp(arrived.dst))) : 'nobody';
          return `${who} ${http ?? '-'} ${answered ? 'answered' : 'silent'}`;
        }),
      ),
    ].toSorted(),
    odds: outcomes.map(({ probability }) => probability ?? '?').toSorted(),
    traces,
    story: traces.map((trace) =>
      moments({ document, derived, trace }).map(({ kind, variant }) => (variant ? `${kind} ${variant}` : kind)),
    ),
    sources: [...new Set(outcomes.flatMap(({ arrived }) => (arrived ? [short(titleOf(formatIp(arrived.src)))] : [])))],
  };
}

/** The sentence with which a proxy dials or answers. */
function reason({ traces }: Walked): { readonly id: string; readonly values: Readonly<Record<string, unknown>> } {
  const steps = (traces[0]?.legs ?? []).flatMap(({ hops }) => hops[0]?.steps[0] ?? []);
  const found = steps.findLast((step) => step.kind === 'originate' && step.http !== undefined);
  const said = found?.kind === 'originate' ? found.reason : undefined;
  return { id: said?.id ?? 'nothing', values: said?.values ?? {} };
}

const at = (path: string, host = 'shop.example'): Flow['http'] => ({ host, path });

describe.each(MODES)('an Ingress, %s', (mode) => {
  it('leads by host and path to the Pods of a Service, over a second connection', () => {
    const cart = walk({ mode, http: at('/cart/1') });
    expect(cart.ends).toEqual(['cart passed answered']);
    expect(cart.sources).toEqual(['ingress-nginx-controller']);
    const front = walk({ mode, http: at('/') });
    expect(front.ends).toEqual(['front passed answered']);
    // Two Pods, and no chain of the Service decides between them.
    expect(front.odds).toEqual(['1/2', '1/2']);
  });

  it('asks Pods past the address of their Service; with service-upstream that address, by the rules of its node', () => {
    const direct = walk({ mode, http: at('/cart') });
    const second = direct.traces[0]?.legs.findLast(({ role, second: own }) => own && role === 'request');
    expect(second?.hops[0]?.steps[0]?.packet.l4).toMatchObject({ dport: 8080 });
    const annotated: OtherObject = {
      ...SHOP,
      metadata: { ...SHOP.metadata, annotations: { 'nginx.ingress.kubernetes.io/service-upstream': 'true' } },
    };
    const upstream = walk({ mode, http: at('/cart'), others: [annotated] });
    expect(upstream.ends).toEqual(['cart passed answered']);
    const leg = upstream.traces[0]?.legs
      .filter(({ role, second }) => second && role === 'request')
      .at(mode === 'userspace' ? 1 : 0);
    const begun = leg?.hops[0]?.steps[0];
    expect(begun?.packet.l4).toMatchObject({ dport: 80 });
    expect(reason(upstream).values['asks']).toBe('service');
  });

  it('answers 404, 503 and 308 by itself', () => {
    expect(walk({ mode, http: at('/', 'other.example') }).ends).toEqual(['ingress-nginx-controller 404 answered']);
    expect(walk({ mode, http: at('/empty') }).ends).toEqual(['ingress-nginx-controller 503 answered']);
    expect(walk({ mode, http: at('/gone') }).ends).toEqual(['ingress-nginx-controller 503 answered']);
    expect(walk({ mode, http: at('/', 'secure.example') }).ends).toEqual(['ingress-nginx-controller 308 answered']);
  });

  it('keeps the policies of the Service in front', () => {
    const seen = (policy: 'Local' | 'Cluster'): string =>
      String(reason(walk({ mode, http: at('/cart'), policy })).values['client']);
    // Of a controller on another node than the packet came in by, only Local lets X-Forwarded-For have the client.
    if (mode !== 'userspace') expect(seen('Local')).toBe('172.18.0.250');
    expect(walk({ mode, http: at('/cart'), policy: 'Local' }).ends).toEqual(['cart passed answered']);
    if (mode !== 'userspace' && mode !== 'ebpf') expect(seen('Cluster')).not.toBe('172.18.0.250');
  });

  it('is told as a story', () => {
    const { story } = walk({ mode, http: at('/cart') });
    expect(story[0]).toContain('chosen process');
    expect(story[0]).toContain('arrives');
    const refused = walk({ mode, http: at('/', 'other.example') }).story[0];
    expect(refused?.filter((kind) => kind === 'answers')).toHaveLength(mode === 'userspace' ? 3 : 2);
  });
});

describe('a controller', () => {
  it('is reached by node port, in the network of its node, and from a Pod', () => {
    const plain = ingressNginx({ service: { type: 'NodePort' }, replicas: 1 });
    const nginx = (spec: object): Partial<ReturnType<typeof ingressNginx>> => {
      const [made] = plain.deployments;
      if (!made) throw new Error('no deployment');
      const template = { ...made.spec.template, spec: { ...made.spec.template.spec, ...spec } };
      return { others: plain.others, deployments: [{ ...made, spec: { ...made.spec, template } }] };
    };
    for (const controller of [plain, nginx({ hostNetwork: true })]) {
      expect(walk({ controller, http: at('/cart') }).ends).toEqual(['cart passed answered']);
    }
    const ports = [{ name: 'http', containerPort: 80, hostPort: 80 }];
    expect(
      walk({
        controller: nginx({ containers: [{ name: 'c', image: 'ingress-nginx/controller', ports }] }),
        http: at('/cart'),
      }).ends,
    ).toEqual(['cart passed answered']);
    expect(walk({ http: at('/cart'), from: { kind: 'pod', namespace: 'default', name: 'client' } }).ends).toEqual([
      'cart passed answered',
    ]);
    expect(walk({ controller: nginx({}), http: at('/cart') }).problem).toBe('ingress.no-door');
  });

  it('is asked for the host and path of the object, where a flow says nothing', () => {
    expect(walk({}).ends).toEqual(['front passed answered']);
    // To its Service the host is the address that was typed, as a browser sends it.
    const service: Flow['to'] = {
      kind: 'service',
      namespace: 'ingress-nginx',
      name: 'ingress-nginx-controller',
      via: 'loadBalancer',
    };
    expect(walk({ to: service }).ends).toEqual(['ingress-nginx-controller 404 answered']);
    expect(walk({ to: service, http: at('/cart') }).ends).toEqual(['cart passed answered']);
  });

  it('ends TLS: the Secret is named', () => {
    const { values } = reason(walk({ port: 443, http: at('/', 'secure.example') }));
    expect(values).toMatchObject({ tls: 'cert', service: 'default/front' });
    expect(reason(walk({ port: 443, http: at('/') })).values['tls']).toBe('unnamed');
  });

  it('answers 502 when nobody it asks listens, after three tries', () => {
    const deaf = [
      deployment('deaf', {
        replicas: 4,
        labels: { app: 'deaf' },
        containers: [{ name: 'c', ports: [{ containerPort: 9 }] }],
      }),
      service('deaf', { selector: { app: 'deaf' }, ports: [{ port: 80, targetPort: 8080 }] }),
    ];
    const rules = ingressObject({ name: 'shop' }, [{ host: 'shop.example', path: '/', service: 'deaf' }]);
    const found = walk({ objects: deaf, others: [rules], http: at('/') });
    expect(found.ends.every((end) => end.endsWith('502 answered'))).toBe(true);
    expect(found.traces[0]?.legs.filter(({ role, second }) => second && role === 'request')).toHaveLength(3);
    expect(found.odds).toHaveLength(4 * 3 * 2);
  });

  it('is not guessed: without one, without a class, with a class nobody has', () => {
    const findings = (given: FlowSetup): readonly string[] =>
      createDerive()(bench(given)).findings.flatMap(({ message: { id } }) => (id.startsWith('ingress.') ? [id] : []));
    expect(walk({ controller: { others: [] }, http: at('/') }).problem).toBe('ingress.no-controller');
    expect(findings({ controller: { others: [] } })).toContain('ingress.no-controller');
    const other = withSpec(SHOP, { ingressClassName: 'traefik' });
    expect(walk({ others: [other], http: at('/') }).problem).toBe('ingress.class-missing');
    expect(findings({ others: [other] })).toContain('ingress.class-missing');
    const none = withSpec(SHOP, { ingressClassName: undefined });
    expect(walk({ others: [none], http: at('/') }).problem).toBe('ingress.no-class');
    expect(findings({ others: [none] })).toContain('ingress.no-class');
    expect(findings({})).toEqual(['ingress.missing-backend']);
  });

  it.each(['canary', 'ssl-passthrough'])('says that it does not evaluate %s, and that the end is not known', (name) => {
    const annotated: OtherObject = {
      ...SHOP,
      metadata: { ...SHOP.metadata, annotations: { [`nginx.ingress.kubernetes.io/${name}`]: 'true' } },
    };
    const found = walk({ others: [annotated], http: at('/') });
    expect(found.ends).toEqual(['nobody unknown silent']);
    expect(found.story[0]?.at(-1)).toBe('unknown');
  });

  it('stays in links and documents', () => {
    const document = bench({ http: { host: 'shop.example', path: '/cart', method: 'POST', headers: { a: 'b' } } });
    const read = checkDocument(JSON.parse(encodeDocument(document)));
    expect(read).toEqual({ ok: true, value: document });
  });
});

const route = (spec: object, metadata: object = {}): OtherObject =>
  ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name: 'shop', namespace: 'default', ...metadata },
    spec: { parentRefs: [{ name: 'gw' }], ...spec },
  }) as OtherObject;
const GATEWAY = gatewayWithPods({ namespace: 'default', name: 'gw' }, { ingress: [ADDRESS], replicas: 1 });
const TO_ROUTE: Flow['to'] = { kind: 'route', object: 'HTTPRoute', namespace: 'default', name: 'shop' };
const split = route({
  hostnames: ['shop.example'],
  rules: [
    {
      matches: [{ path: { value: '/' } }],
      backendRefs: [
        { name: 'front', port: 80, weight: 1 },
        { name: 'cart', port: 80, weight: 3 },
      ],
    },
    {
      matches: [{ path: { value: '/half' } }],
      backendRefs: [
        { name: 'cart', port: 80 },
        { name: 'empty', port: 80 },
      ],
    },
    { matches: [{ path: { value: '/gone' } }], backendRefs: [{ name: 'gone', port: 80 }] },
    {
      matches: [{ path: { value: '/old' } }],
      filters: [{ type: 'RequestRedirect', requestRedirect: { statusCode: 301 } }],
    },
    { matches: [{ path: { value: '/far' } }], backendRefs: [{ name: 'web', namespace: 'far', port: 80 }] },
    {
      matches: [{ path: { value: '/named' } }],
      filters: [{ type: 'URLRewrite' }],
      backendRefs: [{ name: 'cart', port: 80 }],
    },
  ],
});

describe.each(MODES)('an HTTPRoute, %s', (mode) => {
  const ask = (path: string): Walked =>
    walk({ mode, controller: GATEWAY, others: [split], to: TO_ROUTE, http: at(path) });

  it('spreads by weight, and answers by itself where there is nobody', () => {
    expect(ask('/').ends).toEqual(['cart passed answered', 'front passed answered']);
    expect(ask('/').odds).toEqual(['1/8', '1/8', '3/4']);
    expect(ask('/half').ends).toEqual(['cart passed answered', 'gw 503 answered']);
    expect(ask('/gone').ends).toEqual(['gw 500 answered']);
    expect(ask('/old').ends).toEqual(['gw 301 answered']);
    expect(walk({ mode, controller: GATEWAY, others: [split], to: TO_ROUTE, http: at('/', 'x.example') }).ends).toEqual(
      ['gw 404 answered'],
    );
    expect(reason(ask('/named')).values['filters']).toBe('URLRewrite');
  });
});

const tlsRoute = (backend: string): OtherObject => ({
  ...route({ hostnames: ['shop.example'], rules: [{ backendRefs: [{ name: backend, port: 80 }] }] }),
  kind: 'TLSRoute',
});

describe('TLS that a Gateway does not read', () => {
  const listening = (listener: object): readonly OtherObject[] =>
    GATEWAY.others.map((each) =>
      each.kind === 'Gateway' ? withSpec(each, { listeners: [{ name: 'x', port: 80, ...listener }] }) : each,
    );
  const TO_GATEWAY: Flow['to'] = { kind: 'service', namespace: 'default', name: 'gw', via: 'loadBalancer' };
  const ask = (listener: object, routed: OtherObject, host = 'shop.example'): Walked =>
    walk({
      controller: { ...GATEWAY, others: listening(listener) },
      others: [routed],
      to: TO_GATEWAY,
      http: at('/cart', host),
    });
  const PASSED = { protocol: 'TLS', tls: { mode: 'Passthrough' } };

  it('goes where the name of its handshake leads, by a second connection', () => {
    const found = ask(PASSED, tlsRoute('front'));
    expect(found.ends).toEqual(['front passed answered']);
    expect(found.odds).toEqual(['1/2', '1/2']);
    expect(reason(found).values).toMatchObject({
      asked: 'shop.example',
      type: 'SNI',
      stream: 'passthrough',
      tls: 'none',
    });
    expect(reason(ask({ protocol: 'TLS' }, tlsRoute('front'))).values).toMatchObject({ stream: 'terminate' });
  });

  it('has no status: what becomes of it where nobody takes it is not known', () => {
    expect(reason(ask(PASSED, tlsRoute('front'), 'other.example')).id).toBe('ingress.no-tls-route');
    expect(reason(ask(PASSED, split)).id).toBe('ingress.no-tls-route');
    expect(reason(ask(PASSED, tlsRoute('empty'))).id).toBe('ingress.no-tls-backend');
    const https = ask({ protocol: 'HTTPS', tls: { mode: 'Passthrough' } }, split);
    expect(reason(https).id).toBe('ingress.not-evaluated');
    expect(https.ends).toEqual(['nobody unknown silent']);
  });
});

describe('a Gateway', () => {
  it('needs a ReferenceGrant for another namespace', () => {
    const far = [
      deployment('far/web', {
        replicas: 1,
        labels: { app: 'web' },
        containers: [{ name: 'c', ports: [{ containerPort: 8080 }] }],
      }),
      service('far/web', { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] }),
    ];
    const grant = {
      apiVersion: 'gateway.networking.k8s.io/v1beta1',
      kind: 'ReferenceGrant',
      metadata: { name: 'g', namespace: 'far' },
      spec: { from: [{ kind: 'HTTPRoute', namespace: 'default' }], to: [{ kind: 'Service' }] },
    } as OtherObject;
    const ends = (others: readonly OtherObject[]): readonly string[] =>
      walk({ controller: GATEWAY, others, objects: far, to: TO_ROUTE, http: at('/far') }).ends;
    expect(ends([split])).toEqual(['gw 500 answered']);
    expect(ends([split, grant])[0]).toMatch(/passed answered$/);
  });

  it('without Pods, or without the route, is said', () => {
    const given = { controller: { others: GATEWAY.others }, others: [split], to: TO_ROUTE } as const;
    expect(walk(given).problem).toBe('ingress.no-gateway');
    expect(createDerive()(bench(given)).findings.map(({ message }) => message.id)).toContain(
      'ingress.gateway-without-pods',
    );
    const apart = route({ parentRefs: [{ name: 'gw', sectionName: 'none' }] });
    expect(
      createDerive()(bench({ controller: GATEWAY, others: [apart] })).findings.map(({ message }) => message.id),
    ).toContain('ingress.not-attached');
  });
});

describe('a TLSRoute', () => {
  it('is added with a Gateway that passes it on, reached by the port of its own listener', () => {
    const made = addTlsRoute(addHttpRoute(bench({ others: [] })));
    expect(listRouteObjects(made).map(({ object }) => object)).toEqual(['HTTPRoute', 'TLSRoute']);
    const which = listRouteObjects(made).find(({ object }) => object === 'TLSRoute');
    if (!which) throw new Error('no route');
    const sent = (port: number): Walked =>
      walkOf(
        addFlow(
          { ...made, flows: [] },
          { from: { kind: 'external' }, to: { kind: 'route', ...which }, protocol: 'tcp', port },
        ),
      );
    for (const port of [443, 80]) {
      expect(reason(sent(port)).values).toMatchObject({ type: 'SNI', stream: 'passthrough', service: 'default/front' });
    }
    expect(listRouteObjects(addTlsRoute(made)).length).toBe(3);
    expect(addTlsRoute(made).cluster.others?.filter(({ kind }) => kind === 'Gateway').length).toBe(2);
  });

  it('without a Gateway it is said, and mended at once', () => {
    const lone = tlsRoute('front');
    const made = bench({ others: [lone] });
    const said = (document: Document): readonly string[] =>
      createDerive()(document).findings.map(({ message }) => message.id);
    expect(said(made)).toContain('ingress.not-attached');
    const which = listRouteObjects(made).find(({ object }) => object === 'TLSRoute');
    if (!which) throw new Error('no route');
    expect(said(addController(made, which))).not.toContain('ingress.not-attached');
  });
});
