import { emptyDocument, type Document } from '../../../../core/document/document';
import type { NodeObject, PodObject, ServiceObject } from '../../../../core/kubernetes/types';
import type { Device } from '../../../../core/linux/namespace';
import { ip } from '../../../../core/net/ip';
import type { Bench, ChainView, NetnsView } from '../../../../engine/protocol';

export interface OpenedBench {
  readonly document: Document;
  readonly bench: Bench;
}

interface Words {
  readonly name: string;
  readonly address: string;
  readonly flags: readonly string[];
}

function address(text: string): Device['addresses'][number] {
  const [host = '', prefix = '24'] = text.split('/');
  return { address: ip(host), prefix: Number(prefix) };
}

function device(name: string, kind: Device['kind'], text?: string, more: Partial<Device> = {}): Device {
  return { name, kind, addresses: text === undefined ? [] : [address(text)], up: true, ...more };
}

const LO = device('lo', 'loopback', '127.0.0.1/8');

function netns(id: string, kind: NetnsView['kind'], devices: Device[], more: Partial<NetnsView> = {}): NetnsView {
  return { id, title: id, kind, devices, routes: [], sockets: [], ...more };
}

function chain(table: ChainView['table'], name: ChainView['hook'], length: number, policy = 'ACCEPT'): ChainView {
  return {
    table,
    name: name ?? '',
    length,
    ...(name ? { hook: name } : {}),
    policy: policy as 'ACCEPT',
    line: 0,
    firstLine: 0,
  };
}

/** Built-in chains as kube-proxy leaves them. */
const CHAINS: readonly ChainView[] = [
  chain('nat', 'PREROUTING', 1),
  chain('nat', 'OUTPUT', 1),
  chain('nat', 'POSTROUTING', 1),
  chain('filter', 'INPUT', 4),
  chain('filter', 'FORWARD', 3),
  chain('filter', 'OUTPUT', 3),
];

function podObject({ name: full, address: podIP, flags }: Words, nodeName: string): PodObject {
  const [namespace = '', name = ''] = full.split('/');
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, ...(flags.includes('terminating') ? { deletionTimestamp: 'now' } : {}) },
    spec: { nodeName },
    status: { podIP, conditions: [{ type: 'Ready', status: flags.includes('notReady') ? 'False' : 'True' }] },
  };
}

function podNetns({ name, address: podIP }: Words, node: string, routed: boolean): [NetnsView, Device] {
  const host = `${routed ? 'cali' : 'veth'}${name.split('/')[1]?.slice(-8) ?? ''}`;
  const pod = netns(name, 'pod', [LO, device('eth0', 'veth', podIP, { peer: { netns: node, device: host } })], {
    node,
  });
  const end = device(host, 'veth', undefined, {
    peer: { netns: name, device: 'eth0' },
    ...(routed ? {} : { master: 'cni0' }),
  });
  return [pod, end];
}

function serviceObject({ name: full, address: target }: Words): ServiceObject {
  const [namespace = '', name = ''] = full.split('/');
  const [clusterIP = '', port = '80'] = target.split(':');
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace },
    spec: { clusterIP, clusterIPs: [clusterIP], ports: [{ port: Number(port) }] },
  };
}

/**
 * A cluster in a few lines, in the bridge layout (or `node … routed`):
 * `service default/web 10.96.98.173:80`, `node node1 172.18.0.2 10.244.1.1`, then its `pod default/client 10.244.1.9`.
 */
export function benchOf(text: string): OpenedBench {
  const views: NetnsView[] = [];
  const cluster = { nodes: [] as NodeObject[], pods: [] as PodObject[], services: [] as ServiceObject[] };
  const members: { netns: string; device: string }[] = [];
  const plug = (netnsId: string): void => void members.push({ netns: netnsId, device: 'eth0' });
  let current: { view: NetnsView; devices: Device[]; routed: boolean } | undefined;
  for (const line of text
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean)) {
    const [kind, name = '', at = '', ...flags] = line.split(/\s+/);
    const words: Words = { name, address: at, flags };
    if (kind === 'service') cluster.services.push(serviceObject(words));
    if (kind === 'client') {
      plug(name);
      views.push(netns(name, 'client', [LO, device('eth0', 'physical', `${at}/16`, { segment: 'physical' })]));
    }
    if (kind === 'node') {
      plug(name);
      const routed = flags.includes('routed');
      const devices = [LO, device('eth0', 'physical', `${at}/16`, { segment: 'physical' })];
      if (!routed) devices.push(device('cni0', 'bridge', `${flags[0]}/24`));
      const sockets = [{ proto: 'tcp', port: 10_250, owner: 'kubelet', reply: 'echo' } as const];
      current = { view: netns(name, 'node', devices, { sockets }), devices, routed };
      views.push(current.view);
      cluster.nodes.push({
        apiVersion: 'v1',
        kind: 'Node',
        metadata: { name },
        spec: {
          ...(routed ? {} : { podCIDR: `${flags[0]?.replace(/\d+$/, '0')}/24` }),
          ...(flags.includes('cordoned') ? { unschedulable: true } : {}),
        },
        status: {},
      });
    }
    if (kind === 'pod' && current) {
      const [pod, end] = podNetns(words, current.view.id, current.routed);
      views.push(pod);
      current.devices.push(end);
      cluster.pods.push(podObject(words, current.view.title));
    }
  }
  const rules = views
    .filter(({ kind }) => kind === 'node')
    .map(({ id }) => ({ netns: id, family: 'ipv4' as const, chains: CHAINS, ruleCount: 42 }));
  const segments = members.length > 0 ? [{ name: 'physical', members }] : [];
  return {
    document: { ...emptyDocument('test'), cluster: { ...cluster, deployments: [], endpointSlices: [] } },
    bench: { modes: [], netns: views, segments, rules, diagnostics: [], assumptions: [], found: [] },
  };
}

/** Two nodes, three `web` Pods, a client in the cluster and one outside. */
export const TWO_NODES = `
  service default/kubernetes 10.96.0.1:443
  service kube-system/kube-dns 10.96.0.10:53
  service default/web 10.96.98.173:80
  node node1 172.18.0.2 10.244.1.1
    pod default/client 10.244.1.9
    pod default/web-6c5f 10.244.1.5
  node node2 172.18.0.3 10.244.2.1
    pod default/web-8d2a 10.244.2.7
    pod default/web-f1b0 10.244.2.8
  client client 203.0.113.9
`;

/** `nodes` nodes with `pods` Pods each. */
export function manyOf(nodes: number, pods: number): OpenedBench {
  const lines: string[] = [];
  for (let n = 1; n <= nodes; n++) {
    lines.push(`node node${n} 172.18.0.${n + 1} 10.244.${n}.1`);
    for (let p = 1; p <= pods; p++) lines.push(`pod default/web-${n}-${p} 10.244.${n}.${p + 1}`);
  }
  return benchOf(lines.join('\n'));
}
