import { Memo, once } from '../lib/memo';
import { finding, INVALID, REMARK, type ObjectFinding, CONFLICT, makeRef, beyondLimits } from './finding';
import type {
  ClusterObjects,
  ClusterSettings,
  EndpointSliceObject,
  ContainerPort,
  DeploymentObject,
  NodeObject,
  PodObject,
  PodSpec,
  KubernetesObject,
  ServiceObject,
} from './types';
import { Checks, validateService } from './validation/checks';
import { isCidr, isDns1123Label, isDns1123Subdomain, isIp, isPort, isPortName } from './validation/names';
import { findOwnerService } from './defaults';
import { familyOfText } from './service-port';
import { listPodIPs, hasEnded } from './pods';
import { isSelectorRefused } from './policy/selector';
import { cniRemarks } from './network/cni-config';
import { JOINING_PLUGINS } from './network/cni-plugins';
import { badSettings, nodeSettings } from './network/node-settings';
import { listPodCIDRs } from './proxy/shared/local-traffic';
import { formatCidr, getBits, makeCidr, parseCidr, parseIp } from '../net/ip';
import type { PhraseIdBelow } from '../lib/phrase';

const SHARED = { severity: 'warning', code: 'conflict' } as const;

/** Two objects that claim one thing. Both stay: kube-proxy compiles what it is given. */
function findConflicts(cluster: ClusterObjects, memo: Memo): readonly ObjectFinding[] {
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

function getName(object: KubernetesObject): string {
  const { kind, namespace, name } = makeRef(object);
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Of one kind; once a list. */
const sameNames = once((list: readonly KubernetesObject[], memo): readonly ObjectFinding[] =>
  sameClaims(list, (each) => nameClaim(each, memo), CONFLICT, 'validate.name-twice'),
);

const nameClaim = once((object: KubernetesObject): readonly Claim[] => [
  { key: getName(object), path: 'metadata.name', values: {} },
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
  kind: Pick<ObjectFinding, 'severity' | 'code'>,
  id: PhraseIdBelow<'kubernetes'>,
): ObjectFinding[] {
  const owners = new Map<string, T>();
  const findings: ObjectFinding[] = [];
  for (const object of objects) {
    for (const { key, path, values } of claimsOf(object)) {
      const owner = owners.get(key);
      if (!owner) owners.set(key, object);
      else if (owner !== object) findings.push(finding(object, kind, path, id, { ...values, other: getName(owner) }));
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

const samePodIPs = once((all: readonly PodObject[]): readonly ObjectFinding[] => {
  const pods = all.filter((pod) => !hasEnded(pod) && !pod.spec.hostNetwork);
  const claims = (pod: PodObject): Claim[] =>
    listPodIPs(pod).map((address) => ({ key: address, path: 'status.podIP', values: { address } }));
  return sameClaims(pods, claims, CONFLICT, 'validate.pod-ip-conflict');
});

/** Two Nodes with one podCIDR: the way to a Pod leads to one of them only. */
const samePodCIDRs = once((nodes: readonly NodeObject[]): readonly ObjectFinding[] => {
  const claims = (node: NodeObject): Claim[] =>
    listPodCIDRs(node).map((cidr, index) => ({ key: cidr, path: `spec.podCIDRs[${index}]`, values: { cidr } }));
  return sameClaims(nodes, claims, CONFLICT, 'validate.pod-cidr-conflict');
});

const sameNodeIPs = once((nodes: readonly NodeObject[]): readonly ObjectFinding[] => {
  const claims = (node: NodeObject): Claim[] =>
    (node.status.addresses ?? [])
      .filter(({ type }) => type === 'InternalIP' || type === 'ExternalIP')
      .map(({ address }, index) => ({ key: address, path: `status.addresses[${index}].address`, values: { address } }));
  return sameClaims(nodes, claims, CONFLICT, 'validate.node-ip-conflict');
});

/** Findings on a Node. */
function validateNode(node: NodeObject): readonly ObjectFinding[] {
  const checks = new Checks(node);
  const { name } = node.metadata;
  checks.require(isDns1123Subdomain(name), 'metadata.name', 'name', { name });
  checks.labels(node.metadata.labels, 'metadata.labels');
  for (const [index, cidr] of (node.spec.podCIDRs ?? []).entries()) {
    checks.require(isCidr(cidr), `spec.podCIDRs[${index}]`, 'cidr', { value: cidr });
  }
  for (const [index, { type, address }] of (node.status.addresses ?? []).entries()) {
    const isAddress = type === 'InternalIP' || type === 'ExternalIP';
    checks.require(!isAddress || isIp(address), `status.addresses[${index}].address`, 'ip', { value: address });
  }
  for (const { key, value, allowed } of badSettings(node)) {
    checks.add(INVALID, `metadata.annotations['${key}']`, 'one-of', { value, allowed });
  }
  const { cni } = nodeSettings(node);
  for (const [id, plugin] of cni ? cniRemarks(cni) : [])
    checks.add(REMARK, "metadata.annotations['rulewalk/cni-conflist']", id, {
      plugin,
      joining: JOINING_PLUGINS.join(', '),
    });
  return checks.findings;
}

/** Findings on a Pod. */
function validatePod(pod: PodObject): readonly ObjectFinding[] {
  const checks = new Checks(pod);
  const { name, namespace } = pod.metadata;
  checks.require(isDns1123Subdomain(name), 'metadata.name', 'name', { name });
  if (namespace !== undefined)
    checks.require(isDns1123Label(namespace), 'metadata.namespace', 'namespace', { namespace });
  checks.labels(pod.metadata.labels, 'metadata.labels');
  validatePodSpec(pod.spec, 'spec', checks);
  for (const [index, { ip }] of (pod.status?.podIPs ?? []).entries()) {
    checks.require(isIp(ip), `status.podIPs[${index}].ip`, 'ip', { value: ip });
  }
  return checks.findings;
}

/** Findings on a Deployment. */
function validateDeployment(deployment: DeploymentObject): readonly ObjectFinding[] {
  const checks = new Checks(deployment);
  const { name, namespace } = deployment.metadata;
  const { replicas = 1, template } = deployment.spec;
  checks.require(isDns1123Subdomain(name), 'metadata.name', 'name', { name });
  if (namespace !== undefined)
    checks.require(isDns1123Label(namespace), 'metadata.namespace', 'namespace', { namespace });
  checks.require(Number.isInteger(replicas) && replicas >= 0, 'spec.replicas', 'replicas', { value: replicas });
  const labels = template.metadata?.labels;
  checks.labels(labels, 'spec.template.metadata.labels');
  if (isSelectorRefused(deployment)) checks.add(INVALID, 'spec.selector', 'selector-template');
  validatePodSpec(template.spec ?? {}, 'spec.template.spec', checks);
  return checks.findings;
}

function validatePodSpec(spec: PodSpec, path: string, checks: Checks): void {
  for (const [index, container] of (spec.containers ?? []).entries()) {
    for (const [place, port] of (container.ports ?? []).entries()) {
      validateContainerPort(port, `${path}.containers[${index}].ports[${place}]`, checks);
    }
  }
}

function validateContainerPort(port: ContainerPort, path: string, checks: Checks): void {
  const { name = '', containerPort, hostPort } = port;
  checks.require(name === '' || isPortName(name), `${path}.name`, 'target-port-name', { name });
  checks.require(isPort(containerPort), `${path}.containerPort`, 'port', { value: containerPort });
  if (hostPort) checks.require(isPort(hostPort), `${path}.hostPort`, 'port', { value: hostPort });
  checks.oneOf(port.protocol, `${path}.protocol`, ['TCP', 'UDP', 'SCTP']);
}

const WARNING = { severity: 'warning', code: 'invalid' } as const;
const MAX_ENDPOINTS = 1000;

/** Findings on an EndpointSlice, and on whatever makes kube-proxy overlook it. */
function validateEndpointSlice(slice: EndpointSliceObject): readonly ObjectFinding[] {
  const checks = new Checks(slice);
  const { addressType, endpoints = [] } = slice;
  checks.oneOf(addressType, 'addressType', ['IPv4', 'IPv6', 'FQDN']);
  if (findOwnerService(slice) === undefined) checks.add(WARNING, 'metadata.labels', 'slice-without-service');
  checks.require(endpoints.length <= MAX_ENDPOINTS, 'endpoints', 'too-many-endpoints', { count: endpoints.length });
  const family = addressType === 'IPv6' ? 'ipv6' : 'ipv4';
  for (const [index, { addresses = [] }] of endpoints.entries()) {
    const path = `endpoints[${index}].addresses`;
    checks.require(addresses.length > 0, path, 'no-address');
    for (const [place, address] of addresses.entries()) {
      const isRight = addressType === 'FQDN' || familyOfText(address) === family;
      checks.require(isRight, `${path}[${place}]`, 'address-family', { value: address, addressType });
    }
  }
  validatePorts(slice, checks);
  return checks.findings;
}

function validatePorts({ ports = [] }: EndpointSliceObject, checks: Checks): void {
  const names = new Set<string>();
  for (const [index, { name = '', port, protocol }] of ports.entries()) {
    const path = `ports[${index}]`;
    checks.require(name === '' || isDns1123Label(name), `${path}.name`, 'port-name', { name });
    checks.require(!names.has(name), `${path}.name`, 'port-name-twice', { name });
    names.add(name);
    if (port !== undefined && port !== null) checks.require(isPort(port), `${path}.port`, 'port', { value: port });
    checks.oneOf(protocol, `${path}.protocol`, ['TCP', 'UDP', 'SCTP']);
  }
}

/**
 * Findings on a cluster: refusals of the API server, and claims of two objects at once, each with its path and the
 * next step. Nothing is taken out: the rest of the cluster compiles, and so does what is wrong as far as it can.
 */
export function validateCluster(cluster: ClusterObjects, memo = new Memo()): readonly ObjectFinding[] {
  const beyond = beyondLimits(cluster);
  return [
    ...(beyond ? [beyond] : []),
    ...NODES(cluster.nodes, memo),
    ...PODS(cluster.pods, memo),
    ...DEPLOYMENTS(cluster.deployments, memo),
    ...SERVICES(cluster.services, memo),
    ...SLICES(cluster.endpointSlices, memo),
    ...findConflicts(cluster, memo),
    ...findRangeOverlaps(cluster, memo),
  ];
}

/** The ranges that nodes give to Pods, by how they are written; `prefixes`: their lengths. */
interface PodRanges {
  readonly nodes: ReadonlyMap<string, string>;
  readonly prefixes: ReadonlySet<number>;
}

const podRanges = once((nodes: readonly NodeObject[]): PodRanges => {
  const given = new Map<string, string>();
  const prefixes = new Set<number>();
  for (const node of nodes) {
    for (const text of listPodCIDRs(node)) {
      const cidr = parseCidr(text);
      if (!cidr.ok) continue;
      prefixes.add(cidr.value.prefix);
      given.set(formatCidr(cidr.value), node.metadata.name);
    }
  }
  return { nodes: given, prefixes };
});

/** The addresses of a Service that are in such a range, each with the first range it is in. */
const rangesAround = once(({ spec }: ServiceObject, _memo, { nodes, prefixes }: PodRanges) =>
  (spec.clusterIPs ?? []).flatMap((address) => {
    const parsed = parseIp(address);
    if (!parsed.ok) return [];
    const around = [...prefixes]
      .filter((prefix) => prefix <= getBits(parsed.value.family))
      .map((prefix) => formatCidr(makeCidr(parsed.value, prefix)));
    const cidr = around.find((each) => nodes.has(each));
    return cidr === undefined ? [] : [{ address, cidr, node: nodes.get(cidr) ?? '' }];
  }),
);

/** Services whose address is also one that a node gives to Pods: rules take what is meant for the Pod. */
function findRangeOverlaps({ nodes, services }: ClusterObjects, memo: Memo): readonly ObjectFinding[] {
  const ranges = podRanges(nodes, memo);
  const found = services.flatMap((service) => rangesAround(service, memo, ranges).map((each) => ({ service, each })));
  const [first] = found;
  if (!first) return [];
  const values = { ...first.each, count: found.length };
  const kind = { ...CONFLICT, severity: 'warning' } as const;
  return [finding(first.service, kind, 'spec.clusterIP', 'validate.range-overlap', values)];
}

/** An edit leaves most objects, and most lists of them, as they were: what was found in them is known. */
function inEach<T extends object>(
  validate: (object: T) => readonly ObjectFinding[],
): (list: readonly T[], memo: Memo) => readonly ObjectFinding[] {
  const found = once(validate);
  return once((list: readonly T[], memo) => list.flatMap((object) => found(object, memo)));
}

const NODES = inEach(validateNode);
const PODS = inEach(validatePod);
const DEPLOYMENTS = inEach(validateDeployment);
const SERVICES = inEach(validateService);
const SLICES = inEach(validateEndpointSlice);

/** Findings on the ranges a cluster is made with. */
export function validateSettings(settings: ClusterSettings): readonly ObjectFinding[] {
  const lists = ['serviceClusterIPRange', 'clusterCIDR', 'physicalNetwork'] as const;
  const findings = lists.flatMap((list) =>
    settings[list].flatMap((value, index) =>
      isCidr(value.trim()) ? [] : [finding(undefined, INVALID, `${list}[${index}]`, 'validate.cidr', { value })],
    ),
  );
  const [from, to] = settings.serviceNodePortRange;
  const isRange = from >= 1 && to <= 65_535 && from <= to;
  if (isRange) return findings;
  return [...findings, finding(undefined, INVALID, 'serviceNodePortRange', 'validate.node-port-range', { from, to })];
}
