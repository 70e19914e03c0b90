import { describe, expect, it } from 'vitest';
import { emptyDocument, type Document, type Flow } from '../core/document/document';
import { KUBE_PROXY_MODE_IDS, MODE_SPANS, PROXY_MODE_IDS, type ProxyModeId } from '../core/kubernetes/mode-ids';
import { getMinor, NEWEST_RELEASE } from '../core/kubernetes/release';
import { phrase } from '../core/lib/phrase';
import type { ClusterObjects } from '../core/kubernetes/types';
import { SOAKING, THOROUGH, thinned } from '../core/lib/testing/soaking';
import { RULE_TOOLS } from '../core/questions/rule-files';
import type { EngineClient } from './client';
import type { Args, Kind } from './questions';
import { inlineClient } from './testing/engine';

/** Addresses of a small cluster, family by family. */
const PLAN = {
  ipv4: { pod: '10.244.0.', service: '10.96.0.', node: '172.18.0.2', pods: '10.244.0.0/24', outside: '203.0.113.9' },
  ipv6: { pod: 'fd00:244::', service: 'fd00:96::', node: 'fd00:18::2', pods: 'fd00:244::/64', outside: '2001:db8::9' },
} as const;
type Family = keyof typeof PLAN;

const RANGES = { ipv4: ['10.96.0.0/16', '10.244.0.0/16'], ipv6: ['fd00:96::/112', 'fd00:244::/56'] } as const;

/** Services of every kind that gives rules a form of its own, with three endpoints, one, or none. */
function clusterOf(family: Family): ClusterObjects {
  const { pod, service, node, pods } = PLAN[family];
  const made = { apiVersion: 'v1' } as const;
  const affinity = { sessionAffinity: 'ClientIP' } as const;
  const forms = [
    ['web', 3, {}],
    ['sticky', 3, affinity],
    ['one', 1, { type: 'NodePort' }],
    ['local', 3, { type: 'NodePort', externalTrafficPolicy: 'Local', internalTrafficPolicy: 'Local' }],
    ['ranged', 2, { type: 'LoadBalancer', loadBalancerSourceRanges: [pods] }],
    ['none', 0, { externalIPs: [PLAN[family].outside] }],
  ] as const;
  return {
    nodes: [
      {
        ...made,
        kind: 'Node',
        metadata: { name: 'node1' },
        spec: { podCIDR: pods, podCIDRs: [pods] },
        status: { addresses: [{ type: 'InternalIP', address: node }] },
      },
    ],
    pods: ['client', 'a', 'b', 'c'].map((name, i) => ({
      ...made,
      kind: 'Pod',
      metadata: { namespace: 'default', name },
      spec: { nodeName: 'node1' },
      status: { phase: 'Running', podIP: `${pod}${i + 4}`, podIPs: [{ ip: `${pod}${i + 4}` }] },
    })),
    services: forms.map(([name, , spec], i) => ({
      ...made,
      kind: 'Service',
      metadata: { namespace: 'default', name },
      spec: {
        ...spec,
        clusterIP: `${service}${i + 10}`,
        clusterIPs: [`${service}${i + 10}`],
        ipFamilies: [family === 'ipv4' ? 'IPv4' : 'IPv6'],
        ports: [{ port: 80, protocol: 'TCP', ...('type' in spec ? { nodePort: 30_080 + i } : {}) }],
      },
      ...('type' in spec && spec.type === 'LoadBalancer'
        ? { status: { loadBalancer: { ingress: [{ ip: `${service}99` }] } } }
        : {}),
    })),
    endpointSlices: forms.map(([name, count]) => ({
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { namespace: 'default', name: `${name}-1`, labels: { 'kubernetes.io/service-name': name } },
      addressType: family === 'ipv4' ? 'IPv4' : 'IPv6',
      endpoints: Array.from({ length: count }, (_, i) => ({ addresses: [`${pod}${i + 5}`], nodeName: 'node1' })),
      ports: [{ name: '', port: 80, protocol: 'TCP' }],
    })),
    deployments: [],
  } as unknown as ClusterObjects;
}

function flowsOf(family: Family): readonly Flow[] {
  const from = { kind: 'pod', namespace: 'default', name: 'client' } as const;
  const to = (name: string) => ({ kind: 'service', namespace: 'default', name, via: 'clusterIP' }) as const;
  const own = ['web', 'sticky', 'one', 'local', 'ranged', 'none'].map((name) => ({ from, to: to(name), port: 80 }));
  const outside = { from: { kind: 'external' }, to: { kind: 'address', address: PLAN[family].node } } as const;
  const ports = [30_082, 30_083, 30_084].map((port) => ({ ...outside, port }));
  return [...own, ...ports].map((flow, i) => ({ id: `f${i}`, protocol: 'tcp', ...flow }));
}

function documentOf(family: Family, { mode, release }: { mode: ProxyModeId; release: string }): Document {
  const [services, clusterCIDR] = RANGES[family];
  const empty = emptyDocument('cluster');
  const settings = { ...empty.settings, serviceClusterIPRange: [services], clusterCIDR: [clusterCIDR] };
  const document = { ...empty, cluster: clusterOf(family), settings, kubeProxy: {}, mode, release };
  return { ...document, flows: flowsOf(family) };
}

const PASTED = {
  texts: [
    { id: 't', title: 't', text: '*filter\n:FORWARD DROP [0:0]\n-A FORWARD -p tcp --dport 80 -j ACCEPT\nCOMMIT\n' },
  ],
  facts: {},
};

/** Listings of a node, as somebody pastes them. */
const PASTED_TEXTS: Readonly<Record<string, string>> = {
  iptables:
    '*nat\n:PREROUTING ACCEPT [0:0]\n:KUBE-SERVICES - [0:0]\n:KUBE-SVC-ABCDEFGHIJKLMNOP - [0:0]\n:KUBE-SEP-ABCDEFGHIJKLMNOP - [0:0]\n-A PREROUTING -j KUBE-SERVICES\n-A KUBE-SERVICES -d 10.96.0.10/32 -p tcp -m comment --comment "default/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-ABCDEFGHIJKLMNOP\n-A KUBE-SVC-ABCDEFGHIJKLMNOP -m comment --comment "default/web -> 10.244.0.5:80" -j KUBE-SEP-ABCDEFGHIJKLMNOP\n-A KUBE-SEP-ABCDEFGHIJKLMNOP -p tcp -m tcp -j DNAT --to-destination 10.244.0.5:80\nCOMMIT\n',
  nft: 'table ip kube-proxy {\n\tmap service-ips {\n\t\ttype ipv4_addr . inet_proto . inet_service : verdict\n\t\telements = { 10.96.0.10 . tcp . 80 : goto service-AAAAAAAA-default/web/tcp/ }\n\t}\n\n\tchain services {\n\t\tip daddr . meta l4proto . th dport vmap @service-ips\n\t}\n\n\tchain service-AAAAAAAA-default/web/tcp/ {\n\t\tmeta l4proto tcp dnat to 10.244.0.5:80\n\t}\n\n\tchain nat-prerouting {\n\t\ttype nat hook prerouting priority dstnat; policy accept;\n\t\tjump services\n\t}\n}\n',
  ipvs: 'TCP  10.96.0.10:80 rr\n  -> 10.244.0.5:80                Masq    1      0          0\n',
  'a filter alone': PASTED.texts[0]?.text ?? '',
  'nothing that is known': 'hello world, nothing of this is rules\n',
};
const PASTED_FLOWS: readonly Flow[] = ['f0', 'f1'].map((id) => ({
  id,
  protocol: 'tcp',
  from: { kind: 'interface', address: '10.244.0.4' },
  to: { kind: 'address', address: '10.96.0.10' },
  port: 80,
}));

/** How each question is put of a document and a flow: one that is added to the engine is a compile error here. */
type Puts = { readonly [K in Kind]: (document: Document, flowId: string) => Args<K> };
const seed = 1;
const at = { leg: 0, hop: 0, step: 0 };
const PUTS: Puts = {
  open: (document) => ({ document }),
  moment: (document) => ({ document, time: { at: 1000 } }),
  request: (_, flowId) => ({ place: { at: 1000, client: 0 }, flowId }),
  run: (_, flowId) => ({ flowId }),
  rules: nodeOf,
  rows: (document) => ({ ...nodeOf(document), edition: 1, lines: [[0, 50]] }),
  find: (document) => ({ ...nodeOf(document), edition: 1, query: 'KUBE' }),
  place: (document) => ({ ...nodeOf(document), edition: 1, part: ruleOf(document) }),
  changes: (document) => ({ ...nodeOf(document), edition: 1 }),
  explain: (document, flowId) => ({ flowId, at, ref: ruleOf(document) }),
  'not-asked': (document, flowId) => ({ flowId, rule: { ...nodeOf(document), ref: ruleOf(document) } }),
  origin: (document) => ({ ...nodeOf(document), at: ruleOf(document) }),
  parts: (document) => ({ ...nodeOf(document), wanted: { namespace: 'default', serviceName: 'web', index: 0 } }),
  story: (_, flowId) => ({ flowId }),
  quiz: (_, flowId) => ({ flowId, kinds: ['which-pod', 'ends', 'other-mode', 'pod-gone', 'source-seen'] }),
  export: (document, flowId) => ({ document, flowId, outcome: 0 }),
  'rule-file': (document) => ({ document, node: 0, tool: RULE_TOOLS[0] }),
  many: (_, flowId) => ({ flowId, options: { count: 20, seed } }),
  sent: (_, flowId) => ({ flowId, options: { seed, nth: 1 } }),
  requests: (_, flowId) => ({ flowId, options: { requests: 6, connections: 2, seed } }),
  compare: (document, flowId) => ({
    documents: { '': document },
    question: { panes: panesOf(document), flowId, told: true },
  }),
  probe: (document) => ({ documents: { '': document }, panes: panesOf(document), from: 0 }),
  'compare-rules': (document) => {
    const [pane] = panesOf(document);
    return { documents: { '': document }, question: { panes: [pane, pane], nodes: [undefined, undefined] } };
  },
  'compare-end': () => ({}),
  flips: (document, flowId) => ({ document, flowId }),
  lint: () => ({ pasted: PASTED }),
  evidence: () => ({ pasted: PASTED }),
  guesses: (document, flowId) => ({
    document,
    flowId,
    end: { answered: false, disposition: { kind: 'NO_SOCKET', netns: 'a', reason: phrase('document.flow.none') } },
  }),
  examine: () => ({ pasted: PASTED }),
  rebuild: () => ({ pasted: PASTED, wanted: {} }),
  difference: (document) => ({ document }),
  'two-dumps': () => ({ before: PASTED, after: PASTED, nodes: false, flows: [] }),
  'all-packets': () => ({ before: PASTED, after: PASTED }),
  cost: ({ release }) => ({ release, sizes: [2], endpoints: 2 }),
  reach: (document) => ({ document, family: familyOf(document) }),
  'reach-about': (document) => ({ document, family: familyOf(document), about: 'Pods' }),
  'reach-cell': (document) => ({
    document,
    family: familyOf(document),
    caller: 'pod default/client',
    destination: `service default/web ${PLAN[familyOf(document)].service}10 tcp 80`,
  }),
  'reach-changes': ({ mode, release, ...document }) => ({
    document: { ...document, mode, release },
    family: familyOf({ ...document, mode, release }),
    before: { mode, release },
    after: { mode: 'iptables', release: NEWEST_RELEASE },
  }),
  'reach-nodes': ({ mode, release, ...document }) => ({
    document: { ...document, mode, release },
    before: { mode, release },
    after: { mode: 'iptables', release: NEWEST_RELEASE },
  }),
  'reach-dead': (document) => ({ document }),
  'reach-edit': (document) => ({ before: document, after: document, family: familyOf(document) }),
  'reach-always': (document) => ({ document, family: familyOf(document), text: 'Pods -> web\nrules all decide' }),
  sheet: (document, flowId) => ({
    text: `sheet: 1\nid: a\ntitle: {en: a}\nbench: b\nknobs: {mode: {edit: mode, of: [iptables, nftables]}}\nblocks:\n- p: {en: 'In {mode} there are {=n}.'}\n- stage: {at: sent, id: f, flow: ${flowId}}\n- choice: {id: g, flow: ${flowId}, hand: [many]}\n`,
    benches: { b: document },
    state: { knobs: {}, draws: { again: 1 }, many: ['g'], answers: {} },
    known: [],
  }),
  'sheet-facts': (document, flowId) => ({
    text: `sheet: 1\nid: a\ntitle: {en: a}\nbench: b\nknobs: {mode: {edit: mode, of: [iptables, nftables]}}\nblocks:\n- p: {en: 'In {mode} there are {=n}.'}\n- stage: {at: sent, id: f, flow: ${flowId}}\n`,
    benches: { b: document },
    knobs: {},
    from: { setting: 0 },
  }),
  report: (document, flowId) => ({ of: 'packet', document, flowId }),
  balancer: (document) => ({ document, service: 'default/ranged' }),
  names: (document) => ({ document, pod: 'default/client', name: 'web', holding: '' }),
  timeline: (document) => ({ document }),
  redact: (document) => ({ document, seed: 's' }),
  'redact-text': (document) => ({ document, seed: 's', text: 'default/web 10.96.0.10' }),
  link: () => ({ hash: '#1.x' }),
  project: () => ({ text: '{}' }),
  manifest: (document) => ({ document, texts: ['apiVersion: v1\nkind: Service\nmetadata: {name: x}\n'] }),
};

/** The family of a document's cluster: of its addresses. */
const familyOf = ({ cluster }: Document): Family =>
  cluster.services[0]?.spec.clusterIP?.includes(':') ? 'ipv6' : 'ipv4';

function nodeOf(document: Document) {
  return { netns: 'node1', family: familyOf(document) };
}

/** A rule that the mode writes. */
function ruleOf(document: Document) {
  const where =
    document.mode === 'nftables'
      ? ({ table: familyOf(document) === 'ipv6' ? 'ip6 kube-proxy' : 'ip kube-proxy', chain: 'services' } as const)
      : ({ table: 'nat', chain: 'KUBE-SERVICES' } as const);
  return { kind: 'rule', index: 0, ...where } as const;
}

function panesOf({ mode, release }: Document) {
  return [{ mode, release }] as const;
}

/** Where rules changed most, and the newest. */
const RELEASES = ['1.16', '1.22', '1.30', '1.33', '1.36', NEWEST_RELEASE];
const isIn = (mode: ProxyModeId, release: string): boolean => {
  const { since, until = release } = MODE_SPANS[mode];
  return getMinor(since) <= getMinor(release) && getMinor(release) <= getMinor(until);
};

const CASES = PROXY_MODE_IDS.flatMap((mode) => {
  const { axis, since, until = since } = MODE_SPANS[mode];
  const releases = axis ? [since, until] : RELEASES.filter((release) => isIn(mode, release));
  return releases.flatMap((release) => (['ipv4', 'ipv6'] as const).map((family) => ({ mode, release, family })));
});

/** Asked once: what they are asked of is no document of a mode. */
const OF_NO_MODE = [
  'lint',
  'evidence',
  'examine',
  'rebuild',
  'two-dumps',
  'all-packets',
  'cost',
  'link',
] as const satisfies readonly Kind[];
const KINDS = (Object.keys(PUTS) as Kind[]).filter((kind) => !OF_NO_MODE.some((other) => other === kind));

/** Questions that walk a document many times over: in one release, by `npm test` in one family of it, in the soak in all. */
const DEAR: ReadonlySet<Kind> = new Set([
  'flips',
  'many',
  'reach-changes',
  'reach-edit',
  ...(THOROUGH
    ? []
    : (['reach-nodes', 'reach-about', 'reach-cell', 'reach-always', 'report', 'sheet', 'sheet-facts'] as const)),
]);

/** What questions of a document threw. */
async function failures(client: EngineClient, document: Document, kinds: readonly Kind[]): Promise<string[]> {
  const found: string[] = [];
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a question and its arguments are of one kind
  const ask = async <K extends Kind>(kind: K, flowId: string): Promise<void> => {
    try {
      const answer: unknown = await client.ask(kind, PUTS[kind](document, flowId));
      const { problem } = (answer ?? {}) as { readonly problem?: { readonly id: string } };
      if (problem?.id === 'document.flow.failed') found.push(`${kind} ${flowId}: ${JSON.stringify(problem)}`);
    } catch (error) {
      found.push(`${kind} ${flowId}: ${String(error)}`);
    }
  };
  await ask('open', '');
  for (const { id } of document.flows) for (const kind of ['run', 'story'] as const) await ask(kind, id);
  for (const kind of kinds) await ask(kind, 'f1');
  return found;
}

/** Modes, releases and families, times what is asked of each. */
const COUNT = `${KINDS.length} questions of ${CASES.length} modes, releases and families, ${OF_NO_MODE.length} of none`;

describe(`every question of the engine is answered without throwing: ${COUNT}`, () => {
  it('of each mode, in each of the releases that it is in, in both families', () => {
    const wanted = KUBE_PROXY_MODE_IDS.flatMap((mode) => RELEASES.filter((release) => isIn(mode, release))).length * 2;
    expect(CASES.filter(({ mode }) => KUBE_PROXY_MODE_IDS.includes(mode))).toHaveLength(wanted);
    expect(KINDS.length + OF_NO_MODE.length).toBe(Object.keys(PUTS).length);
  });

  // An odd number, as families take turns.
  it.each(thinned(CASES, 7))('$mode $release $family', async ({ mode, release, family }) => {
    const isWhole = SOAKING || (release === '1.36' && (THOROUGH || family === 'ipv4'));
    const kinds = isWhole ? KINDS : KINDS.filter((kind) => !DEAR.has(kind));
    expect(await failures(inlineClient(), documentOf(family, { mode, release }), kinds)).toEqual([]);
  });
  it('of no mode', async () => {
    const document = documentOf('ipv4', { mode: 'iptables', release: '1.30' });
    expect(await failures(inlineClient(), document, OF_NO_MODE)).toEqual([]);
  });
  it.each(['ipv4', 'ipv6'] as const)(
    'and the walks that were asked for draw among the endpoints: %s',
    async (family) => {
      const client = inlineClient();
      await client.ask('open', { document: documentOf(family, { mode: 'nftables', release: '1.36' }) });
      const { outcomes } = await client.ask('run', { flowId: 'f0' });
      expect(outcomes.map(({ probability, disposition }) => `${probability} ${disposition.kind}`)).toEqual(
        Array.from({ length: 3 }, () => '1/3 DELIVERED'),
      );
    },
  );

  it.each(Object.keys(PASTED_TEXTS))('of a pasted node: %s', async (title) => {
    const pasted = { ...PASTED, texts: [{ id: 't', title, text: PASTED_TEXTS[title] ?? '' }] };
    const document: Document = { ...emptyDocument(), subject: 'pasted', pasted, flows: PASTED_FLOWS };
    expect(await failures(inlineClient(), document, KINDS)).toEqual([]);
  });

  it('and those that carry a document load the reader of pasted nodes for themselves', async () => {
    const pasted: Document = { ...emptyDocument(), subject: 'pasted', pasted: PASTED };
    const tell = async (kind: Kind): Promise<string[]> => {
      const put = PUTS[kind](pasted, 'f0');
      if (!Object.values(put).some((each) => (each as Partial<Document> | undefined)?.subject === 'pasted')) return [];
      const asked = inlineClient('late').ask(kind, put as never);
      return asked.then(
        () => [],
        (error: unknown) => (
          console.log(kind, String(error)),
          String(error).includes('before its reader was loaded') ? [kind] : []
        ),
      );
    };
    expect((await Promise.all(KINDS.map(tell))).flat()).toEqual([]);
  });
});
