import { findCell, type KubectlTable, type TableRow } from '../../formats/kubectl-table';
import type { ClusterObjects } from '../../kubernetes/types';
import type { Evidence } from '../pasted-types';
import type { Found, Machine, NamedPod } from './types';

/** A Service as a table or an object shows it. */
export interface NamedService {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly ports: readonly NamedPort[];
  readonly evidence: Evidence;
}

interface NamedPort {
  readonly name?: string;
  readonly protocol: string;
  readonly port?: number;
  readonly nodePort?: number;
}

/** A Node as a table or an object shows it. */
interface NamedNode {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly podCIDRs: readonly string[];
  /** `v1.30.5`: kubelet's. */
  readonly version?: string;
  readonly evidence: Evidence;
}

/** What kubectl named, in tables and in objects. */
export interface KubectlNames {
  readonly pods: readonly NamedPod[];
  readonly services: readonly NamedService[];
  readonly nodes: readonly NamedNode[];
}

/** Everything kubectl named in the texts of a machine. */
export function namedIn(machine: Pick<Machine, 'tables' | 'objects' | 'inside'>): KubectlNames {
  const parts: readonly Partial<KubectlNames>[] = [
    ...machine.tables.map(ofTable),
    ...machine.objects.map(ofObjects),
    machine.inside,
  ];
  const all = parts.flatMap(({ pods = [] }) => pods);
  const nodes = parts.flatMap(({ nodes: own = [] }) => own);
  const hosts = hostPods(all, nodes);
  return {
    pods: all.filter((pod) => !hosts.has(pod)),
    services: parts.flatMap(({ services = [] }) => services),
    nodes: [...nodes, ...nodesOfHosts(hosts, nodes)],
  };
}

/** Pods on the network of their host: they have its address, as another Pod of that Node has, or as its name spells. */
function hostPods(pods: readonly NamedPod[], nodes: readonly NamedNode[]): ReadonlySet<NamedPod> {
  const known = new Set(nodes.flatMap(({ addresses }) => addresses));
  const users = new Map<string, Set<string>>();
  for (const { name, address, node } of pods) {
    if (node === undefined) continue;
    const key = `${node} ${address}`;
    const names = users.get(key);
    if (names) names.add(name);
    else users.set(key, new Set([name]));
  }
  const isShared = ({ node, address }: NamedPod): boolean => (users.get(`${node} ${address}`)?.size ?? 0) > 1;
  const spells = ({ node = '', address }: NamedPod): boolean =>
    node.split('.')[0] === `ip-${address.replaceAll('.', '-')}`;
  return new Set(pods.filter((pod) => known.has(pod.address) || isShared(pod) || spells(pod)));
}

/** Nodes at addresses of hosts that nothing else tells of. */
function nodesOfHosts(hosts: ReadonlySet<NamedPod>, nodes: readonly NamedNode[]): NamedNode[] {
  const known = new Set(nodes.map(({ name }) => name));
  const found = new Map<string, NamedNode>();
  for (const { node, address, evidence } of hosts) {
    if (node === undefined || known.has(node)) continue;
    const addresses = new Set([...(found.get(node)?.addresses ?? []), address]);
    found.set(node, { name: node, addresses: [...addresses], podCIDRs: [], evidence });
  }
  return [...found.values()];
}

function ofTable({ value: table, evidence }: Found<KubectlTable>): Partial<KubectlNames> {
  const rows = table.rows.map((row) => ({
    row,
    at: { ...evidence, line: row.span.line, text: row.cells.filter(Boolean).join(' ') },
  }));
  if (table.kind === 'pods') return { pods: rows.flatMap(({ row, at }) => collectPods(table, row, at)) };
  if (table.kind === 'services') return { services: rows.map(({ row, at }) => makeService(table, row, at)) };
  if (table.kind === 'nodes') return { nodes: rows.map(({ row, at }) => makeNode(table, row, at)) };
  return {};
}

function fullName(table: KubectlTable, row: TableRow): string {
  const name = (findCell(table, row, 'NAME') ?? '').replace(/^[\w.]+\//, '');
  return `${findCell(table, row, 'NAMESPACE') ?? table.namespace ?? 'default'}/${name}`;
}

/** A row of kubectl has one address; one of calicoctl may have several, and names the node's end of the Pod's link. */
function collectPods(table: KubectlTable, row: TableRow, evidence: Evidence): NamedPod[] {
  const name = fullName(table, row);
  const node = findCell(table, row, 'NODE');
  const link = findCell(table, row, 'INTERFACE');
  const more = { ...(node === undefined ? {} : { node }), ...(link === undefined ? {} : { link }) };
  const addresses = findCell(table, row, 'IP')?.split(',') ?? [];
  return addresses.map((address) => ({ name, address, ...more, evidence }));
}

function makeService(table: KubectlTable, row: TableRow, evidence: Evidence): NamedService {
  const addresses = [findCell(table, row, 'CLUSTER-IP'), ...(findCell(table, row, 'EXTERNAL-IP')?.split(',') ?? [])];
  const ports = [...(findCell(table, row, 'PORT(S)')?.matchAll(/(\d+)(?::(\d+))?\/(\w+)/g) ?? [])];
  return {
    name: fullName(table, row),
    addresses: addresses.flatMap((address) => (address === undefined || address === 'None' ? [] : [address])),
    ports: ports.map(([, port, nodePort, protocol = 'TCP']) => ({
      protocol,
      port: Number(port),
      ...(nodePort === undefined ? {} : { nodePort: Number(nodePort) }),
    })),
    evidence,
  };
}

function makeNode(table: KubectlTable, row: TableRow, evidence: Evidence): NamedNode {
  const address = findCell(table, row, 'INTERNAL-IP');
  const name = (findCell(table, row, 'NAME') ?? '').replace(/^[\w.]+\//, '');
  const version = findCell(table, row, 'VERSION');
  return {
    name,
    addresses: address === undefined ? [] : [address],
    podCIDRs: [],
    ...(version === undefined ? {} : { version }),
    evidence,
  };
}

function ofObjects({ value, evidence: at }: Found<ClusterObjects>): KubectlNames {
  const evidence = (text: string): Evidence => ({ ...at, text });
  const name = ({ metadata }: { metadata: { namespace?: string; name: string } }): string =>
    `${metadata.namespace ?? 'default'}/${metadata.name}`;
  const pods = value.pods.flatMap((pod): NamedPod[] => {
    const addresses = new Set([pod.status?.podIP, ...(pod.status?.podIPs ?? []).map(({ ip }) => ip)]);
    const node = pod.spec.nodeName;
    return [...addresses].flatMap((address) =>
      address === undefined || pod.spec.hostNetwork === true
        ? []
        : [{ name: name(pod), address, ...(node ? { node } : {}), evidence: evidence(`Pod ${name(pod)} ${address}`) }],
    );
  });
  const services = value.services.map((service): NamedService => {
    const { clusterIP, clusterIPs = [], ports = [] } = service.spec;
    const all = new Set([clusterIP ?? '', ...clusterIPs].filter((address) => address !== '' && address !== 'None'));
    return {
      name: name(service),
      addresses: [...all],
      ports: ports.map((port) => ({
        protocol: port.protocol ?? 'TCP',
        port: port.port,
        ...(port.name === undefined ? {} : { name: port.name }),
        ...(port.nodePort === undefined ? {} : { nodePort: port.nodePort }),
      })),
      evidence: evidence(`Service ${name(service)} ${[...all].join(' ')}`.trim()),
    };
  });
  const nodes = value.nodes.map(({ metadata, spec, status }): NamedNode => ({
    name: metadata.name,
    addresses: (status.addresses ?? []).filter(({ type }) => type === 'InternalIP').map(({ address }) => address),
    podCIDRs: spec.podCIDRs ?? (spec.podCIDR === undefined ? [] : [spec.podCIDR]),
    evidence: evidence(`Node ${metadata.name}`),
  }));
  return { pods: [...pods, ...ofSlices(value, evidence)], services, nodes };
}

/** Endpoints say whose Pod an address is, too. */
function ofSlices({ endpointSlices }: ClusterObjects, evidence: (text: string) => Evidence): NamedPod[] {
  return endpointSlices.flatMap(({ metadata, endpoints = [] }) =>
    endpoints.flatMap(({ addresses, targetRef, nodeName }) => {
      if (targetRef?.kind !== 'Pod' || targetRef.name === undefined) return [];
      const name = `${targetRef.namespace ?? metadata.namespace ?? 'default'}/${targetRef.name}`;
      return (addresses ?? []).map((address) => ({
        name,
        address,
        ...(nodeName ? { node: nodeName } : {}),
        evidence: evidence(`${name} ${address}`),
      }));
    }),
  );
}
