import { finding, type ObjectFinding } from '../finding';
import type { ProxyModeId } from '../mode-ids';
import { since } from '../release';
import { admittedByNode, type Admitted } from '../network/host-ports';
import { compilePolicies } from '../policy/network-policy';
import { namespacedName, type ClusterObjects, type KubeProxyConfig, type NodeObject } from '../types';
import { once, type Memo } from '../../lib/memo';
import type { PhraseIdBelow } from '../../lib/phrase';
import { startOrder, type WriterOrder } from './index';
import { leftoverStays } from './leftovers';

const DOUBT = { severity: 'warning', code: 'assumed' } as const;
const NOTE = { severity: 'info', code: 'assumed' } as const;

/** Programs that run on a node, and that ran there. */
export interface NodePrograms {
  readonly node: NodeObject;
  readonly order: WriterOrder;
  readonly mode: ProxyModeId;
  readonly release: string;
  readonly config: KubeProxyConfig;
  readonly leftovers: readonly ProxyModeId[];
  readonly isStopped: boolean;
  /** hostPorts of its Pods that are the nodePort of a Service, too. */
  readonly clashes: readonly PortClash[];
  /** Pods that kubelet does not admit, since another has their hostPort. */
  readonly twice: Admitted['twice'];
  /** NetworkPolicies about Pods of the node. */
  readonly policies: readonly string[];
}

/** A port of a node that two objects want. */
export interface PortClash {
  readonly pod: string;
  readonly service: string;
  readonly port: number;
}

/** The hostPorts of Pods that a Service has as its nodePort, by node. */
export const findPortClashes = once(
  (
    services: ClusterObjects['services'],
    memo,
    pods: ClusterObjects['pods'],
  ): ReadonlyMap<string, readonly PortClash[]> => {
    const nodePorts = new Map<string, string>();
    for (const service of services) {
      for (const { nodePort, protocol = 'TCP' } of service.spec.ports ?? [])
        if (nodePort) nodePorts.set(`${protocol.toLowerCase()} ${nodePort}`, namespacedName(service));
    }
    const clashes = [...admittedByNode(pods, memo)].map(([node, { mappings }]) => {
      const own = mappings.flatMap(({ pod, protocol, hostPort: port }): PortClash[] => {
        const service = nodePorts.get(`${protocol} ${port}`);
        return service === undefined ? [] : [{ pod: `${pod.namespace}/${pod.name}`, service, port }];
      });
      return [node, own] as const;
    });
    return new Map(clashes);
  },
);

/** NetworkPolicies by the nodes of Pods they select. */
export function findPolicies(cluster: ClusterObjects, memo: Memo): ReadonlyMap<string, readonly string[]> {
  const policies = compilePolicies(cluster, 'ipv4', memo);
  if (policies.length === 0) return new Map();
  const nodes = new Map<string, Set<string>>();
  for (const pod of cluster.pods) {
    const { nodeName = '' } = pod.spec;
    const own = policies.filter((policy) => policy.pods.has(namespacedName(pod))).map(({ name }) => name);
    const known = nodes.get(nodeName) ?? new Set();
    for (const name of own) known.add(name);
    nodes.set(nodeName, known);
  }
  return new Map([...nodes].map(([node, names]) => [node, [...names]]));
}

const KEY = 'rulewalk/rule-writers';
/** `--iptables-drop-bit`. */
const DROP_BIT = 15;

/** Findings on programs of one node that act on one another's rules. */
export function writerFindings(programs: NodePrograms): readonly ObjectFinding[] {
  const { node, mode, release, leftovers, isStopped } = programs;
  const values = { node: node.metadata.name };
  return [
    ...orderFindings(programs),
    ...markFindings(programs),
    ...portFindings(programs),
    ...clusterFindings(programs),
    ...leftovers
      .filter((left) => left !== mode)
      .map((left) =>
        finding(
          node,
          leftoverStays(left, mode, release) ? DOUBT : NOTE,
          "metadata.annotations['rulewalk/leftover-rules']",
          leftoverStays(left, mode, release) ? 'writers.leftover' : 'writers.leftover-cleaned',
          { ...values, left, mode, release },
        ),
      ),
    ...(isStopped ? [finding(node, DOUBT, '', 'writers.stopped', values)] : []),
  ];
}

function orderFindings({ node, order }: NodePrograms): ObjectFinding[] {
  const all = startOrder(order);
  const values = { node: node.metadata.name };
  const path = `metadata.annotations['${KEY}']`;
  const flushed = all.slice(0, Math.max(0, all.indexOf('firewalld')));
  return [
    ...(order.includes('docker') ? [finding(node, DOUBT, path, 'writers.docker-forward', values)] : []),
    ...(order.includes('firewalld') ? [finding(node, DOUBT, path, 'writers.firewalld-forward', values)] : []),
    ...(flushed.length > 0
      ? [finding(node, DOUBT, path, 'writers.flushed', { ...values, programs: flushed.join(', ') })]
      : []),
  ];
}

/** From here on kubelet leaves hostPorts to the runtime and its CNI plugins. */
const NO_HOST_PORTS = 24;

/** Modes in which another writer's hostPort rules come before kube-proxy: IPVS sees what PREROUTING left as it was, and of nat chains of one priority the last made is first. */
const FIRST: Readonly<Partial<Record<ProxyModeId, PhraseIdBelow<'kubernetes'>>>> = {
  ipvs: 'writers.host-port-first',
  nftables: 'writers.last-chain-first',
};

/** One port that two objects want, and rules kubelet does not write any more. */
function portFindings({ node, order, mode, release, clashes, twice }: NodePrograms): ObjectFinding[] {
  const values = { node: node.metadata.name };
  const path = `metadata.annotations['${KEY}']`;
  return [
    ...clashes.map(({ pod, service, port }) =>
      finding(node, DOUBT, path, FIRST[mode] ?? 'writers.node-port-first', { ...values, pod, service, port }),
    ),
    ...twice.map(({ pod, first, port }) => {
      const named = { pod: `${pod.namespace}/${pod.name}`, first: `${first.namespace}/${first.name}` };
      return finding(node, DOUBT, '', 'writers.host-port-twice', { ...values, ...named, port });
    }),
    ...(order.includes('hostports') && since(release, NO_HOST_PORTS)
      ? [finding(node, NOTE, path, 'writers.hostports-gone', { ...values, release })]
      : []),
  ];
}

/** Policies that nobody enforces, and two that masquerade the same packets. */
function clusterFindings({ node, order, policies }: NodePrograms): ObjectFinding[] {
  const values = { node: node.metadata.name };
  const path = `metadata.annotations['${KEY}']`;
  const masquerading = order.filter((id) => id === 'flannel' || id === 'ip-masq-agent' || id === 'calico');
  return [
    ...(policies.length > 0 && !order.includes('calico')
      ? [finding(node, DOUBT, path, 'writers.no-engine', { ...values, policies: policies.join(', ') })]
      : []),
    ...(masquerading.length > 1
      ? [finding(node, NOTE, path, 'writers.two-masquerade', { ...values, programs: masquerading.join(', ') })]
      : []),
  ];
}

/** One bit that means two things: kubelet drops what kube-proxy wants masqueraded. */
function markFindings({ node, order, mode, release, config }: NodePrograms): ObjectFinding[] {
  const { masqueradeBit } = config.iptables ?? {};
  const hasMark = !since(release, 27) && (order.includes('kubelet') || mode === 'iptables' || mode === 'ipvs');
  if (!hasMark || masqueradeBit !== DROP_BIT) return [];
  return [finding(node, DOUBT, 'iptables.masqueradeBit', 'writers.mark-bit', { node: node.metadata.name })];
}
