import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { buildCluster, node, pod, service } from '../kubernetes/build';
import type { KubeProxyConfig, ProxyModeId } from '../kubernetes/types';
import type { WriterId } from '../kubernetes/writers';
import { explore } from '../sim/explore';
import { createDerive } from './derive';
import { emptyDocument, type Document, type Flow } from './document';
import { replaceCluster } from './edits/cluster';
import { changeNodeSettings } from './edits/nodes';
import { setProxyRunning, toggleRuleWriter } from './edits/programs';
import { resolveFlow } from './resolve-flow';

const A = 'node-a';
const NODE_PORT = 30_080;
const HTTP = { name: 'c', ports: [{ name: 'http', containerPort: 8080 }] };
const MAPPED = { name: 'c', ports: [{ containerPort: 8080, hostPort: NODE_PORT }] };
const OBJECTS = buildCluster(
  node(A, { addresses: ['192.168.10.11'], podCIDRs: ['10.244.1.0/24'] }),
  node('node-b', { addresses: ['192.168.10.12'], podCIDRs: ['10.244.2.0/24'] }),
  pod('web-1', { node: 'node-b', ips: ['10.244.2.5'], labels: { app: 'web' }, containers: [HTTP] }),
  pod('client', { node: A, ips: ['10.244.1.9'], containers: [{ name: 'c' }] }),
  service('web', {
    type: 'NodePort',
    clusterIP: '10.96.50.10',
    selector: { app: 'web' },
    ports: [{ port: 80, targetPort: 8080, nodePort: NODE_PORT }],
  }),
);
const PORT_HOLDER = pod('proxy', { node: A, ips: ['10.244.1.7'], containers: [MAPPED] });

const FROM_POD: Flow = {
  id: 'f',
  from: { kind: 'pod', namespace: 'default', name: 'client' },
  to: { kind: 'service', namespace: 'default', name: 'web', via: 'clusterIP' },
  protocol: 'tcp',
  port: 80,
};
const AT_NODE_PORT: Flow = {
  ...FROM_POD,
  from: { kind: 'external' },
  to: { kind: 'address', address: '192.168.10.11' },
  port: NODE_PORT,
};

interface Bench {
  readonly mode?: ProxyModeId;
  readonly release?: string;
  readonly config?: KubeProxyConfig;
  /** With the Pod whose hostPort is the nodePort. */
  readonly mapped?: true;
}

function bench({ mode = 'iptables', release = '1.33', config = {}, mapped }: Bench): Document {
  const kubeProxy = { mode, clusterCIDR: '10.244.0.0/16', ...config };
  const objects = mapped ? { ...OBJECTS, pods: [...OBJECTS.pods, PORT_HOLDER] } : OBJECTS;
  return replaceCluster({ ...emptyDocument(), mode, release, kubeProxy }, objects);
}

const on =
  (...ids: readonly WriterId[]) =>
  (document: Document): Document =>
    ids.reduce((made, id) => toggleRuleWriter(made, A, { id, on: true }), document);
const say = createSpeaker('en');

/** What the page says of programs of the node: `id: the sentence`. */
const told = (document: Document): string[] =>
  createDerive()(document).findings.flatMap(({ message }) =>
    message.id.startsWith('kubernetes.writers.')
      ? [`${message.id.replace('kubernetes.writers.', '')}: ${say(message)}`]
      : [],
  );

function end(document: Document, sent: Flow): string {
  const { network } = createDerive()(document);
  const resolved = resolveFlow(document, network, sent);
  if (!resolved.ok) return resolved.error.id;
  const [outcome] = explore({ network, flow: resolved.value, seed: 1 }).outcomes;
  const { disposition } = outcome ?? {};
  if (!disposition) return 'nothing';
  return disposition.kind === 'DELIVERED' ? disposition.netns : disposition.kind;
}

interface Conflict {
  readonly id: string;
  readonly of: Bench;
  readonly switched: (document: Document) => Document;
  /** The two programs of a conflict, by the names the sentence uses. */
  readonly parties: readonly [string, string];
  readonly sent?: Flow;
  /** Where the packet ends without it, and with it. */
  readonly ends: readonly [string, string];
}

const WEB = 'default/web-1';
const HOLDER = 'default/proxy';
const left = (mode: ProxyModeId) => (document: Document) => changeNodeSettings(document, { leftovers: [mode] }, A);

const CONFLICTS: readonly Conflict[] = [
  { id: 'docker-forward', of: {}, switched: on('docker'), parties: ['Docker', 'kube-proxy'], ends: [WEB, 'DROPPED'] },
  {
    id: 'firewalld-forward',
    of: {},
    switched: on('firewalld'),
    parties: ['firewalld', 'kube-proxy'],
    ends: [WEB, 'REJECTED'],
  },
  {
    id: 'flushed',
    of: {},
    switched: (document) => changeNodeSettings(document, { writers: ['kube-proxy', 'firewalld'] }, A),
    parties: ['firewalld', 'kube-proxy'],
    // Nobody knows the clusterIP any more: it is routed away, and what is forwarded is refused.
    ends: [WEB, 'REJECTED'],
  },
  {
    id: 'flushed',
    of: {},
    switched: on('kubelet', 'firewalld'),
    parties: ['firewalld', 'kubelet'],
    ends: [WEB, 'REJECTED'],
  },
  {
    id: 'mark-bit',
    of: { release: '1.25' },
    switched: (document) => ({ ...document, kubeProxy: { ...document.kubeProxy, iptables: { masqueradeBit: 15 } } }),
    parties: ['kubelet', 'kube-proxy'],
    sent: { ...FROM_POD, from: { kind: 'node', name: A } },
    ends: [WEB, 'DROPPED'],
  },
  {
    id: 'node-port-first',
    of: { release: '1.23', mapped: true },
    switched: on('hostports'),
    parties: ['hostPort of default/proxy', 'nodePort of default/web'],
    sent: AT_NODE_PORT,
    ends: [WEB, WEB],
  },
  {
    id: 'hostports-gone',
    of: { release: '1.33' },
    switched: on('hostports'),
    parties: ['kubelet', 'portmap'],
    ends: [WEB, WEB],
  },
  {
    id: 'two-masquerade',
    of: {},
    switched: on('flannel', 'ip-masq-agent'),
    parties: ['flannel', 'ip-masq-agent'],
    ends: [WEB, WEB],
  },
  { id: 'leftover', of: { release: '1.28' }, switched: left('ipvs'), parties: ['ipvs', 'iptables'], ends: [WEB, WEB] },
  {
    id: 'leftover-cleaned',
    of: { mode: 'nftables' },
    switched: left('ipvs'),
    parties: ['ipvs', 'nftables'],
    ends: [WEB, WEB],
  },
  {
    id: 'stopped',
    of: {},
    switched: (document) => setProxyRunning(document, A, false),
    parties: ['kube-proxy', A],
    ends: [WEB, WEB],
  },
];

describe('programs of one node that are in one another’s way', () => {
  it.each(CONFLICTS)('$id: $parties.0 and $parties.1 are named', ({ id, of, switched, parties, sent, ends }) => {
    const before = bench(of);
    const after = switched(before);
    const isIt = (line: string): boolean => line.startsWith(`${id}: `);
    const found = told(after).filter(isIt);
    // A port that two want is a clash whoever writes it; all others come with the switch.
    if (id !== 'node-port-first') expect(told(before).filter(isIt)).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) for (const party of parties) expect(line).toContain(party);
    expect([end(before, sent ?? FROM_POD), end(after, sent ?? FROM_POD)]).toEqual(ends);
  });

  it.each([
    ['iptables', 'node-port-first', WEB],
    ['ipvs', 'host-port-first', HOLDER],
    ['nftables', 'last-chain-first', HOLDER],
  ] as const)('%s: of a hostPort and a nodePort one hides the other: %s', (mode, id, taker) => {
    const document = bench({ mode, mapped: true });
    const [line = '', ...others] = told(document);
    expect(others).toEqual([]);
    for (const words of [`${id}: `, 'hostPort of default/proxy', 'nodePort of default/web'])
      expect(line).toContain(words);
    expect(end(document, AT_NODE_PORT)).toBe(taker);
    expect(told(bench({ mode }))).toEqual([]);
  });
});
