import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deployment, makeCluster, node, pod, service } from '../kubernetes/build';
import {
  balancerOf,
  BALANCER_KINDS,
  BALANCER_SPREADS,
  BALANCER_TARGETS,
  withBalancer,
} from '../kubernetes/network/load-balancer-settings';
import { balancerTargets } from '../kubernetes/network/load-balancer-targets';
import { withNodeSettings } from '../kubernetes/network/node-settings';
import type { ServiceObject } from '../kubernetes/types';
import { Memo } from '../lib/memo';
import { formatIp } from '../net/ip';
import { explore, makeTrace } from '../sim/explore';
import { findOrigin } from './kernel-parts';
import { addFlow, replaceCluster } from './edits/cluster';
import { inMode } from './edits/proxy';
import { moments } from '../story/moments';
import { createDerive } from './derive';
import { emptyDocument, type Document, type Flow } from './document';
import { resolveFlow } from './resolve-flow';

interface Bench {
  readonly balancer: string;
  readonly policy?: 'Cluster' | 'Local';
  readonly mode?: 'iptables' | 'ipvs' | 'nftables';
  readonly ipMode?: 'VIP' | 'Proxy';
  /** A name in place of the address. */
  readonly hostname?: string;
  /** The node all Pods are on; absent: one on each of the first two. */
  readonly on?: string;
  readonly replicas?: number;
  readonly strictARP?: boolean;
  readonly from?: Flow['from'];
  readonly stopped?: readonly string[];
}

const ADDRESS = '172.18.0.200';

function bench({
  balancer,
  policy = 'Cluster',
  ipMode,
  hostname,
  on,
  replicas = 2,
  from,
  stopped = [],
  strictARP = false,
}: Bench): Document {
  const web = service('web', {
    type: 'LoadBalancer',
    selector: { app: 'web' },
    externalTrafficPolicy: policy,
    ports: [{ name: 'http', port: 80, targetPort: 'http', nodePort: 30_361 }],
    annotations: balancer === '' ? {} : { 'rulewalk/load-balancer': balancer },
  });
  const withMode: ServiceObject = {
    ...web,
    status: {
      loadBalancer: {
        ingress: [hostname === undefined ? { ip: ADDRESS, ...(ipMode ? { ipMode } : {}) } : { hostname }],
      },
    },
  };
  const objects = [
    ...['node1', 'node2', 'node3'].map((name) => withNodeSettings(node(name), {})),
    deployment('web', {
      replicas,
      labels: { app: 'web' },
      ...(on === undefined ? {} : { nodeName: on }),
      containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }],
    }),
    pod('client', { node: 'node3', containers: [{ name: 'client' }] }),
    withMode,
  ];
  const made = replaceCluster(emptyDocument(), makeCluster(objects));
  const kubeProxy = { ...made.kubeProxy, ipvs: { strictARP } };
  const gone = Object.fromEntries(
    stopped.map((name) => [
      name,
      { mode: made.mode, release: made.release, kubeProxy, services: made.cluster.services, endpointSlices: [] },
    ]),
  );
  const document = stopped.length > 0 ? { ...made, kubeProxy, stopped: gone } : { ...made, kubeProxy };
  return addFlow(document, {
    from: from ?? { kind: 'external' },
    to: { kind: 'service', namespace: 'default', name: 'web', via: 'loadBalancer' },
    protocol: 'tcp',
    port: 80,
  });
}

interface Walked {
  /** How often each end, and where the client's packet first met a node. */
  readonly ends: readonly string[];
  readonly entries: readonly string[];
  readonly sources: readonly string[];
  readonly total: string;
  readonly story: readonly string[];
  /** Where answers come by. */
  readonly back: readonly string[];
}

function walk(given: Bench): Walked {
  const document = inMode(bench(given), given.mode ?? 'iptables');
  const derived = createDerive()(document);
  const sent = resolveFlow(document, derived.network, document.flows[0] as Flow);
  if (!sent.ok) throw new Error(sent.error.id);
  const input = { network: derived.network, flow: sent.value, seed: 1 };
  const { outcomes } = explore(input);
  const traces = outcomes.map((outcome) => makeTrace(input, outcome));
  const entries = traces.map(({ legs }) =>
    legs
      .filter(({ role }) => role === 'request')
      .flatMap(({ hops }) => hops.map(({ netns }) => netns))
      .find((id) => id.startsWith('node')),
  );
  const kinds = ['pod', 'node', 'router', 'client'];
  return {
    ends: [
      ...new Set(outcomes.map(({ disposition, answered }) => `${disposition.kind}${answered ? ' answered' : ''}`)),
    ].toSorted(),
    entries: [...new Set(entries.map((each) => each ?? 'nowhere'))].toSorted(),
    sources: [
      ...new Set(
        outcomes.flatMap(({ arrived }) => (arrived ? [ownerOf(derived.network, formatIp(arrived.src), kinds)] : [])),
      ),
    ].toSorted(),
    total: String(outcomes.length),
    back: [
      ...new Set(
        traces.flatMap(({ legs }) =>
          legs.filter(({ role }) => role === 'reply').flatMap(({ hops }) => hops.map(({ netns }) => netns)),
        ),
      ),
    ],
    story: moments({ document, derived, trace: traces[0] as never }).map(({ kind }) => kind),
  };
}

function ownerOf(
  { netns }: ReturnType<ReturnType<typeof createDerive>>['network'],
  address: string,
  kinds: readonly string[],
): string {
  const owner = [...netns.values()].find(
    ({ kind, devices }) =>
      kinds.includes(kind) &&
      devices.some(
        (device) => device.kind !== 'dummy' && device.addresses.some((each) => formatIp(each.address) === address),
      ),
  );
  return owner?.id ?? address;
}

const NODES = ['node1', 'node2', 'node3'];

type Row = readonly [given: Bench, entries: readonly string[], sources: readonly string[], why: string];

describe('where a load balancer sends, with both policies', () => {
  test.each([
    // A machine that passes packets on: any healthy node, and the client stays who it is where nothing marks it.
    [{ balancer: 'passthrough' }, NODES, ['node1', 'node2', 'node3'], 'a node masquerades what came from outside'],
    [
      { balancer: 'passthrough', policy: 'Local', on: 'node2' },
      ['node2'],
      ['client'],
      'only the node with an endpoint is healthy',
    ],
    [{ balancer: 'passthrough', policy: 'Local' }, ['node1', 'node2'], ['client'], 'two nodes have an endpoint'],
    // One that proxies: its own address is the source; with Local the node keeps that one.
    [{ balancer: 'proxy' }, NODES, ['node1', 'node2', 'node3'], 'node ports of all nodes'],
    [{ balancer: 'proxy, round-robin' }, NODES, ['node1', 'node2', 'node3'], 'whose turn it is nobody knows'],
    [{ balancer: 'proxy', policy: 'Local', on: 'node2' }, ['node2'], ['load-balancer'], 'the source is the proxy'],
    [
      { balancer: 'proxy, proxy-protocol', policy: 'Local', on: 'node2' },
      ['node2'],
      ['load-balancer'],
      'in the header, whatever the data say',
    ],
    [{ balancer: 'proxy, pods' }, ['node1', 'node2'], ['load-balancer'], 'straight to Pods'],
    [
      { balancer: 'proxy, pods', policy: 'Local', on: 'node2' },
      ['node2'],
      ['load-balancer'],
      'the policy is nothing to Pods',
    ],
    [{ balancer: '', ipMode: 'Proxy' }, NODES, ['node1', 'node2', 'node3'], 'ipMode Proxy says what it is'],
    // A name and no address, as a cloud gives it.
    [{ balancer: '', hostname: 'a1.elb.example' }, NODES, ['node1', 'node2', 'node3'], 'it opens its own connections'],
    [
      { balancer: '', hostname: 'a1.elb.example', policy: 'Local', on: 'node2' },
      ['node2'],
      ['load-balancer'],
      'the node keeps the source, which is the proxy',
    ],
    // One that translates: the client stays who it is, and answers go back by the balancer; or it hides the client.
    [{ balancer: 'nat' }, NODES, NODES, 'a node masquerades what came from outside to a node port'],
    [{ balancer: 'nat', policy: 'Local', on: 'node2' }, ['node2'], ['client'], 'the source is kept'],
    [{ balancer: 'nat, masquerade', policy: 'Local', on: 'node2' }, ['node2'], ['load-balancer'], 'both are changed'],
    [{ balancer: 'nat, pods' }, ['node1', 'node2'], ['client'], 'straight to Pods'],
    [{ balancer: 'nat, pods, masquerade' }, ['node1', 'node2'], ['load-balancer'], 'as above, the client hidden'],
    // kube-proxy has no rule for a name's address, nor for one of ipMode Proxy: nothing can be passed on as it is.
    [
      { balancer: 'passthrough', hostname: 'a1.elb.example', policy: 'Local', on: 'node2' },
      ['node2'],
      ['client'],
      'so the node port is put in its place',
    ],
    [{ balancer: 'passthrough', ipMode: 'Proxy', policy: 'Local', on: 'node2' }, ['node2'], ['client'], 'as above'],
    // One node answers ARP.
    [{ balancer: 'announce', policy: 'Local', on: 'node2' }, ['node2'], ['client'], 'only a node with an endpoint may'],
    [{ balancer: 'announce', policy: 'Local', on: 'node1' }, ['node1'], ['client'], 'as above'],
    // Nothing said: whoever routes the address hands it to the first node that serves.
    [{ balancer: '' }, ['node1'], ['node1'], 'no machine is told of'],
  ] as const satisfies readonly Row[])('%o enters by %o, seen as %o: %s', (...[given, entries, sources]: Row) => {
    const walked = walk(given);
    expect(walked.ends).toEqual(['DELIVERED answered']);
    expect(walked.entries).toEqual(entries);
    const isCluster = given.policy !== 'Local' && !given.balancer.includes('pods');
    // A node that is also the Pod's own may keep it; what is told is that nobody else is seen.
    for (const source of walked.sources) expect(isCluster ? [...sources, ...NODES] : sources).toContain(source);
  });

  test('announced with Cluster, one node takes all', () => {
    const { entries, ends } = walk({ balancer: 'announce' });
    expect(entries.length).toBe(1);
    expect(ends).toEqual(['DELIVERED answered']);
  });

  test.each(['passthrough', 'nat', 'nat, masquerade', 'proxy', 'proxy, pods', 'announce'])(
    '%s works in every mode',
    (balancer) => {
      for (const mode of ['iptables', 'ipvs', 'nftables'] as const) {
        expect(walk({ balancer, mode, strictARP: true }).ends).toEqual(['DELIVERED answered']);
      }
    },
  );

  test('in IPVS mode without strictARP every node answers for an announced address', () => {
    const loose = walk({ balancer: 'announce', mode: 'ipvs' });
    expect(loose.entries).toEqual(NODES);
    expect(walk({ balancer: 'announce', mode: 'ipvs', strictARP: true }).entries.length).toBe(1);
  });

  test.each(['passthrough', 'nat', 'proxy', 'announce'])(
    '%s without a target that is in reaches nobody',
    (balancer) => {
      const { ends } = walk({ balancer, policy: 'Local', replicas: 0 });
      expect(ends.some((end) => end.includes('answered'))).toBe(false);
    },
  );

  test('a node whose kube-proxy was stopped is taken out', () => {
    expect(walk({ balancer: 'passthrough', stopped: ['node1'] }).entries).toEqual(['node2', 'node3']);
  });

  test('who asks from within an address that kube-proxy knows never meets the balancer; with ipMode Proxy it does', () => {
    const from = { kind: 'pod', namespace: 'default', name: 'client' } as const;
    const vip = walk({ balancer: 'proxy', from });
    expect(vip.sources).not.toContain('load-balancer');
    const proxy = walk({ balancer: 'proxy, pods', ipMode: 'Proxy', from });
    expect(proxy.sources).toEqual(['load-balancer']);
    expect(proxy.ends).toEqual(['DELIVERED answered']);
  });

  test('one that translates has answers come back by it; one that passes on does not', () => {
    const local = { policy: 'Local', on: 'node2' } as const;
    expect(walk({ balancer: 'nat', ...local }).back).toContain('load-balancer');
    expect(walk({ balancer: 'nat, masquerade', ...local }).back).toContain('load-balancer');
    expect(walk({ balancer: 'passthrough', ...local }).back).not.toContain('load-balancer');
  });

  test('who wrote each of its rules, and for what, is known', () => {
    const { cluster } = bench({ balancer: 'nat, masquerade', policy: 'Cluster' });
    const derived = createDerive()({ ...emptyDocument(), cluster });
    const site = { netns: 'load-balancer', family: 'ipv4' } as const;
    const nat = derived.network.netns.get('load-balancer')?.xtables.ipv4?.tables.get('nat');
    const origins = [...(nat?.chains.values() ?? [])].flatMap(({ name, length }) =>
      Array.from({ length }, (_, index) => {
        const at = { kind: 'rule', table: 'nat', chain: name, index } as const;
        const origin = findOrigin(derived, site, at);
        const shown = `${name} ${origin?.kind} ${origin?.namespace}/${origin?.name} ${origin?.field} ${origin?.why.id}`;
        return shown.replace('kubernetes.balancer.', '');
      }),
    );
    const drawn = 'PREROUTING Service default/web spec.ports[0].port translates';
    expect(origins).toEqual([
      ...NODES.map(() => drawn),
      'POSTROUTING Service default/web metadata.annotations["rulewalk/load-balancer"] masquerades',
    ]);
  });

  test('its second connection is told', () => {
    const { story } = walk({ balancer: 'proxy', policy: 'Local', on: 'node2' });
    expect(story).toContain('chosen');
    expect(story.at(-1)).toBe('received');
  });
});

test('what is said of a load balancer is read back', () => {
  const settings = fc.record({
    kind: fc.constantFrom(...BALANCER_KINDS),
    targets: fc.constantFrom(...BALANCER_TARGETS),
    spread: fc.constantFrom(...BALANCER_SPREADS),
    proxyProtocol: fc.boolean(),
    masquerades: fc.boolean(),
  });
  fc.assert(
    fc.property(settings, (wanted) => {
      const web = withBalancer(service('web', { type: 'LoadBalancer', annotations: { a: 'b' } }), wanted);
      const read = balancerOf(web);
      expect(read?.kind).toBe(wanted.kind);
      if (wanted.kind === 'proxy') expect(read).toEqual({ ...wanted, masquerades: false });
      if (wanted.kind === 'nat') expect(read).toEqual({ ...wanted, proxyProtocol: false });
      expect(withBalancer(web, undefined).metadata.annotations).toEqual({ a: 'b' });
    }),
  );
});

test('every target has a reason, and of those that announce one is in', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...BALANCER_KINDS),
      fc.constantFrom('Cluster' as const, 'Local' as const),
      fc.integer({ min: 0, max: 3 }),
      (kind, policy, replicas) => {
        const { cluster } = bench({ balancer: kind, policy, replicas });
        const derived = createDerive()({ ...emptyDocument(), cluster });
        const web = derived.settled?.services.find(({ metadata }) => metadata.name === 'web') as ServiceObject;
        const targets = balancerTargets(web, {
          cluster: derived.settled ?? cluster,
          stopped: new Set(),
          memo: new Memo(),
        });
        expect(targets.length).toBe(3);
        expect(targets.every(({ why }) => why.id.startsWith('kubernetes.balancer.'))).toBe(true);
        if (kind === 'announce') expect(targets.filter(({ isIn }) => isIn).length).toBe(replicas > 0 ? 1 : 0);
      },
    ),
    { numRuns: 20 },
  );
});
