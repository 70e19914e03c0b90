import { once, type Memo } from '../../lib/memo';
import { podIPsOf, hasEnded } from '../controllers/pods';
import { podCIDRsOf } from '../proxy/shared/local-traffic';
import type { PhraseIdBelow } from '../../lib/phrase';
import { CONFLICT, finding, refOf, type Finding } from '../finding';
import type { ClusterObjects, KubernetesObject, NodeObject, PodObject, ServiceObject } from '../types';

const SHARED = { severity: 'warning', code: 'conflict' } as const;

/** Two objects that claim one thing. Both stay: kube-proxy compiles what it is given. */
export function findConflicts(cluster: ClusterObjects, memo: Memo): readonly Finding[] {
  return [
    ...sameNames(cluster.nodes, memo),
    ...sameNames(cluster.pods, memo),
    ...sameNames(cluster.deployments, memo),
    ...sameNames(cluster.services, memo),
    ...sameNames(cluster.endpointSlices, memo),
    ...sameClaims(cluster.services, (each) => nodePortClaims(each, memo), CONFLICT, 'validate.node-port-conflict'),
    ...sameClaims(cluster.services, (each) => clusterIPClaims(each, memo), CONFLICT, 'validate.cluster-ip-conflict'),
    ...sameClaims(cluster.services, (each) => outsideClaims(each, memo), SHARED, 'validate.external-ip-conflict'),
    ...samePodIPs(cluster.pods, memo),
    ...sameNodeIPs(cluster.nodes, memo),
    ...samePodCIDRs(cluster.nodes, memo),
  ];
}

function nameOf(object: KubernetesObject): string {
  const { kind, namespace, name } = refOf(object);
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Of one kind; once a list. */
const sameNames = once((list: readonly KubernetesObject[], memo): readonly Finding[] =>
  sameClaims(list, (each) => nameClaim(each, memo), CONFLICT, 'validate.name-twice'),
);

const nameClaim = once((object: KubernetesObject): readonly Claim[] => [
  { key: nameOf(object), path: 'metadata.name', values: {} },
]);

interface Claim {
  readonly key: string;
  readonly path: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Every claim but the first of a key, with the name of who has it. */
function sameClaims<T extends KubernetesObject>(
  objects: readonly T[],
  claimsOf: (object: T) => readonly Claim[],
  kind: Pick<Finding, 'severity' | 'code'>,
  id: PhraseIdBelow<'kubernetes'>,
): Finding[] {
  const owners = new Map<string, T>();
  const findings: Finding[] = [];
  for (const object of objects) {
    for (const { key, path, values } of claimsOf(object)) {
      const owner = owners.get(key);
      if (!owner) owners.set(key, object);
      else if (owner !== object) findings.push(finding(object, kind, path, id, { ...values, other: nameOf(owner) }));
      else if (id === 'validate.name-twice') findings.push(finding(object, kind, path, id, values));
    }
  }
  return findings;
}

const nodePortClaims = once(({ spec }: ServiceObject): readonly Claim[] => {
  const ports = (spec.ports ?? []).flatMap(({ nodePort, protocol = 'TCP' }, index): Claim[] =>
    nodePort
      ? [{ key: `${protocol} ${nodePort}`, path: `spec.ports[${index}].nodePort`, values: { port: nodePort } }]
      : [],
  );
  const health = spec.healthCheckNodePort;
  if (!health) return ports;
  return [...ports, { key: `TCP ${health}`, path: 'spec.healthCheckNodePort', values: { port: health } }];
});

const clusterIPClaims = once(({ spec }: ServiceObject): readonly Claim[] => {
  const ips = new Set([...(spec.clusterIPs ?? []), spec.clusterIP ?? '']);
  return [...ips]
    .filter((ip) => ip !== '' && ip !== 'None')
    .map((address) => ({ key: address, path: 'spec.clusterIP', values: { address } }));
});

/** An address outside may be shared, but not with the same port and protocol. */
const outsideClaims = once(({ spec, status }: ServiceObject): readonly Claim[] => {
  const ingress = (status?.loadBalancer?.ingress ?? []).flatMap((entry) => entry.ip ?? []);
  const addresses = [
    ...(spec.externalIPs ?? []).map((address, index) => ({ address, path: `spec.externalIPs[${index}]` })),
    ...ingress.map((address) => ({ address, path: 'status.loadBalancer.ingress' })),
  ];
  return addresses.flatMap(({ address, path }) =>
    (spec.ports ?? []).map(({ port, protocol = 'TCP' }) => ({
      key: `${address} ${protocol} ${port}`,
      path,
      values: { address, port },
    })),
  );
});

const samePodIPs = once((all: readonly PodObject[]): readonly Finding[] => {
  const pods = all.filter((pod) => !hasEnded(pod) && !pod.spec.hostNetwork);
  const claims = (pod: PodObject): Claim[] =>
    podIPsOf(pod).map((address) => ({ key: address, path: 'status.podIP', values: { address } }));
  return sameClaims(pods, claims, CONFLICT, 'validate.pod-ip-conflict');
});

/** Two Nodes with one podCIDR: the way to a Pod leads to one of them only. */
const samePodCIDRs = once((nodes: readonly NodeObject[]): readonly Finding[] => {
  const claims = (node: NodeObject): Claim[] =>
    podCIDRsOf(node).map((cidr, index) => ({ key: cidr, path: `spec.podCIDRs[${index}]`, values: { cidr } }));
  return sameClaims(nodes, claims, CONFLICT, 'validate.pod-cidr-conflict');
});

const sameNodeIPs = once((nodes: readonly NodeObject[]): readonly Finding[] => {
  const claims = (node: NodeObject): Claim[] =>
    (node.status.addresses ?? [])
      .filter(({ type }) => type === 'InternalIP' || type === 'ExternalIP')
      .map(({ address }, index) => ({ key: address, path: `status.addresses[${index}].address`, values: { address } }));
  return sameClaims(nodes, claims, CONFLICT, 'validate.node-ip-conflict');
});
