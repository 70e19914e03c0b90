import { describe, expect, it } from 'vitest';
import { KUBERNETES_YAML } from '../formats/kubernetes-yaml';
import { node, pod, service, makeCluster, deployment } from '../kubernetes/build';
import { nodeSettings, withNodeSettings } from '../kubernetes/network/node-settings';
import type { PodObject, ProxyModeId } from '../kubernetes/types';
import { addFlow, replaceCluster } from './edits/cluster';
import { inMode } from './edits/proxy';
import { moments } from '../story/moments';
import { clusterDNS } from '../kubernetes/testing/cluster-dns';
import { explore, makeTrace } from '../sim/explore';
import { simulate } from '../sim/simulate';
import { createClusterDerive } from './derive-cluster';
import { emptyDocument, type Document, type Flow, type FlowTarget } from './document';
import { openCluster } from './edits/open-cluster';
import { setProxyRunning, toggleRuleWriter } from './edits/programs';
import { resolveFlow } from './resolve-flow';

interface Bench {
  readonly mode?: ProxyModeId;
  /** Is the cache switched on where the client is? */
  readonly cached?: boolean;
  readonly to?: FlowTarget;
  readonly protocol?: 'tcp' | 'udp';
  readonly spec?: Partial<PodObject['spec']>;
  readonly dns?: number;
  /** Without kube-dns-upstream. */
  readonly bare?: boolean;
}

const NAME: FlowTarget = { kind: 'name', name: 'web' };
const DNS: FlowTarget = { kind: 'service', namespace: 'kube-system', name: 'kube-dns', via: 'clusterIP' };

function bench({ mode = 'iptables', cached = true, to = NAME, protocol, spec = {}, dns = 1, bare }: Bench): Document {
  const objects = [
    node('node1'),
    node('node2'),
    ...clusterDNS(dns, 'node2'),
    pod('client', { node: 'node1', containers: [{ name: 'client' }], ...spec }),
    deployment('web', {
      replicas: 1,
      labels: { app: 'web' },
      containers: [{ name: 'web', ports: [{ name: 'http', containerPort: 8080 }] }],
    }),
    service('web', { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
  ];
  const made = inMode(replaceCluster(emptyDocument(), makeCluster(objects)), mode);
  const on = cached && !bare ? toggleRuleWriter(made, 'node1', { id: 'nodelocaldns', on: true }) : made;
  const nodes = on.cluster.nodes.map((each) => withNodeSettings(each, { writers: ['nodelocaldns'] }));
  const told = bare ? { ...on, cluster: { ...on.cluster, nodes } } : on;
  const isName = to.kind === 'name';
  return addFlow(told, {
    from: { kind: 'pod', namespace: 'default', name: 'client' },
    to,
    protocol: protocol ?? (isName ? 'tcp' : 'udp'),
    port: isName ? 80 : 53,
  });
}

function walk(document: Document) {
  const derived = createClusterDerive()(document);
  const sent = resolveFlow(document, derived.network, document.flows[0] as Flow);
  const findings = derived.findings.map(({ message }) => message.id).filter((id) => id.includes('writers'));
  if (!sent.ok) return { problem: sent.error.id, findings, legs: [], story: [], entries: [], ends: [] };
  const input = { network: derived.network, flow: sent.value, seed: 1 };
  const { outcomes } = explore(input);
  const trace = makeTrace(input, outcomes[0] as (typeof outcomes)[number]);
  return {
    problem: undefined,
    findings,
    input,
    ends: outcomes.map(({ disposition, answered, probability }) => `${disposition.kind} ${answered} ${probability}`),
    legs: trace.legs.map(({ role, second, lookup, hops, disposition }) => {
      const { dst, l4 } = hops[0]?.steps[0]?.packet ?? {};
      const to = dst
        ? [dst.words[0] ?? 0].map((word) => [24, 16, 8, 0].map((at) => (word >>> at) & 255).join('.'))
        : [];
      const who = disposition.kind === 'DELIVERED' ? disposition.to : disposition.kind;
      return `${lookup ? 'lookup ' : ''}${second ? 'second ' : ''}${role} ${l4?.proto} ${to.join('')} ${who}`;
    }),
    /** What node1 tracks: `udp 10.96.0.10`. */
    entries: (trace.conntrack['node1'] ?? []).map(({ original }) => `${original.protocol} ${original.dport}`),
    story: moments({ document, derived, trace }),
  };
}

describe('the DNS cache of a node', () => {
  it.each(['iptables', 'nftables', 'userspace'] as const)(
    'has the address of kube-dns in mode %s: the question is not tracked, and what is not known goes through the Service',
    (mode) => {
      const { legs, entries, ends, findings } = walk(bench({ mode }));
      expect(legs[0]).toBe('lookup request udp 10.96.0.10 node-local-dns');
      expect(legs[1]).toMatch(/^lookup second request tcp 10\.\d+\.\d+\.\d+ (kube-system\/coredns|kube-proxy)/);
      expect(legs.some((leg) => leg.startsWith('lookup reply udp'))).toBe(true);
      expect(legs.some((leg) => leg.startsWith('reply tcp'))).toBe(true);
      expect(entries).toContain('6 53');
      expect(entries).not.toContain('17 53');
      expect([ends, findings]).toEqual([['DELIVERED true 1'], []]);
    },
  );

  it('is asked at its own address in mode ipvs, where kube-ipvs0 has that of kube-dns', () => {
    const { legs, findings } = walk(bench({ mode: 'ipvs' }));
    expect(legs[0]).toBe('lookup request udp 169.254.20.10 node-local-dns');
    expect(legs[1]).toMatch(/^lookup second request tcp 10\.96\.0\.10 kube-system\/coredns/);
    expect(findings).toEqual(['kubernetes.writers.dns-ipvs']);
    const asked = walk(bench({ mode: 'ipvs', to: DNS })).legs;
    expect(asked[0]).toMatch(/^request udp 10\.96\.0\.10 kube-system\/coredns/);
  });

  it('is asked by whoever names it, and nobody answers there where it does not run', () => {
    const spec = { dnsPolicy: 'None', dnsConfig: { nameservers: ['169.254.20.10'] } } as const;
    const name: FlowTarget = { kind: 'name', name: 'web.default.svc.cluster.local' };
    expect(walk(bench({ spec, to: name })).legs[0]).toBe('lookup request udp 169.254.20.10 node-local-dns');
    expect(walk(bench({ spec, to: name, cached: false })).problem).toBe('document.name.stranger');
  });

  it('is asked by Pods in the network of the node, too: what the node sends itself is not tracked either', () => {
    const spec = { hostNetwork: true, dnsPolicy: 'ClusterFirstWithHostNet' } as const;
    const { legs, entries } = walk(bench({ spec }));
    expect(legs[0]).toBe('lookup request udp 10.96.0.10 node-local-dns');
    expect(entries).not.toContain('17 53');
  });

  it('leaves the others as they are: without it the question is tracked and goes to a Pod of kube-dns', () => {
    const { legs, entries } = walk(bench({ cached: false }));
    expect(legs[0]).toMatch(/^lookup request udp 10\.96\.0\.10 kube-system\/coredns/);
    expect(entries).toContain('17 53');
  });

  it('answers by itself what it was told, for as long as it keeps it', () => {
    const { input } = walk(bench({}));
    if (!input) throw new Error('nothing was sent');
    const state = new Map();
    const send = () => simulate({ ...input, state, decide: () => 0 }).legs.filter(({ lookup }) => lookup);
    const shape = (legs: ReturnType<typeof send>) =>
      legs.map(({ role, second }) => `${second ? 'second ' : ''}${role}`);
    expect(shape(send())).toEqual(['request', 'second request', 'second reply', 'reply']);
    expect(shape(send())).toEqual(['request', 'reply']);
    for (const each of state.values()) each.now += 29_999;
    expect(shape(send())).toEqual(['request', 'reply']);
    for (const each of state.values()) each.now += 1;
    expect(shape(send())).toEqual(['request', 'second request', 'second reply', 'reply']);
  });

  it('takes a connection, too', () => {
    const { legs } = walk(bench({ to: DNS, protocol: 'tcp' }));
    expect(legs.map((leg) => leg.replace(/ (tcp|udp).*/, ''))).toEqual([
      'request',
      'reply',
      'second request',
      'second reply',
    ]);
  });

  it.each([
    ['no Service kube-dns-upstream', { bare: true }, ['kubernetes.writers.dns-no-upstream'], 2],
    ['no Pod behind it', { dns: 0 }, [], 4],
  ] as const)('says SERVFAIL where there is %s, and nothing is sent', (_, given, said, count) => {
    const { legs, findings, story } = walk(bench(given));
    expect(findings.filter((id, at) => findings.indexOf(id) === at)).toEqual(said);
    expect(legs).toHaveLength(count);
    expect(legs.at(-1)).toMatch(/^lookup error udp/);
    expect(story.length).toBeGreaterThan(1);
  });

  it('does nothing beside Cilium, which is said', () => {
    const { legs, findings } = walk(bench({ mode: 'ebpf' }));
    expect(legs[0]).not.toContain('node-local-dns');
    expect(findings).toEqual(['kubernetes.writers.dns-not-here']);
  });

  it('stays when kube-proxy is stopped', () => {
    const document = setProxyRunning(bench({}), 'node1', false);
    expect(walk(document).legs[0]).toBe('lookup request udp 10.96.0.10 node-local-dns');
  });

  it('writes the rules people list of it (iptables -t raw -S)', () => {
    const derived = createClusterDerive()(bench({}));
    const { tables } = derived.compiled.get('node1 ipv4')?.state.xtables ?? { tables: new Map() };
    const list = (table: 'raw' | 'filter', chain: string): string[] =>
      (tables.get(table)?.get(chain)?.rules ?? []).map(({ text }: { readonly text: string }) => text);
    expect(list('raw', 'PREROUTING')).toEqual(
      ['10.96.0.10', '169.254.20.10'].flatMap((ip) =>
        ['udp', 'tcp'].map(
          (each) =>
            `-d ${ip}/32 -p ${each} -m ${each} --dport 53 -m comment --comment "NodeLocal DNS Cache: skip conntrack" -j NOTRACK`,
        ),
      ),
    );
    expect(list('raw', 'OUTPUT').slice(0, 2)).toEqual([
      '-s 10.96.0.10/32 -p tcp -m tcp --sport 8080 -m comment --comment "NodeLocal DNS Cache: skip conntrack" -j NOTRACK',
      '-d 10.96.0.10/32 -p tcp -m tcp --dport 8080 -m comment --comment "NodeLocal DNS Cache: skip conntrack" -j NOTRACK',
    ]);
    expect(list('filter', 'INPUT').slice(0, 4)).toEqual(
      ['10.96.0.10', '169.254.20.10'].flatMap((ip) =>
        ['udp', 'tcp'].map(
          (each) =>
            `-d ${ip}/32 -p ${each} -m ${each} --dport 53 -m comment --comment "NodeLocal DNS Cache: allow DNS traffic" -j ACCEPT`,
        ),
      ),
    );
  });

  it('is switched on by its manifest, on every node', () => {
    const read = KUBERNETES_YAML.parse(MANIFEST);
    if (!read.ok) throw new Error('not read');
    const opened = openCluster(emptyDocument(), read.value.value.cluster).document;
    expect(opened.cluster.nodes.length).toBeGreaterThan(0);
    for (const each of opened.cluster.nodes) expect(nodeSettings(each).writers).toEqual(['kube-proxy', 'nodelocaldns']);
  });
});

const MANIFEST = `apiVersion: v1
kind: Service
metadata: {name: kube-dns-upstream, namespace: kube-system, labels: {k8s-app: kube-dns}}
spec:
  ports: [{name: dns, port: 53, protocol: UDP, targetPort: 53}, {name: dns-tcp, port: 53, protocol: TCP, targetPort: 53}]
  selector: {k8s-app: kube-dns}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: node-local-dns, namespace: kube-system}
spec:
  selector: {matchLabels: {k8s-app: node-local-dns}}
  template:
    metadata: {labels: {k8s-app: node-local-dns}}
    spec:
      hostNetwork: true
      containers: [{name: node-cache, image: 'registry.k8s.io/dns/k8s-dns-node-cache:1.26.4'}]
`;
