import { parseIp, isLoopback, isMulticast, isUnspecified } from '../../net/ip';
import type { Phrase, PhraseIdBelow } from '../../lib/phrase';
import { finding, INVALID, REMARK, type ObjectFinding } from '../finding';
import { listFrontAddresses, type KubernetesObject, type Labels, type ServiceObject, type ServicePort } from '../types';
import { familyOfText } from '../service-port';
import {
  isCidr,
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isIp,
  isLabelKey,
  isLabelValue,
  isPort,
  isPortName,
} from './names';

/** A sentence below `kubernetes.validate`. */
export type CheckId = PhraseIdBelow<'kubernetes.validate'>;

/** Collects what is wrong with one object. */
export class Checks {
  readonly #object: KubernetesObject;
  readonly findings: ObjectFinding[] = [];

  constructor(object: KubernetesObject) {
    this.#object = object;
  }

  /** Says `id` of a path unless the condition holds. */
  require(condition: boolean, path: string, id: CheckId, values?: Phrase['values']): void {
    if (!condition) this.add(INVALID, path, id, values);
  }

  add(kind: Pick<ObjectFinding, 'severity' | 'code'>, path: string, id: CheckId, values?: Phrase['values']): void {
    this.findings.push(finding(this.#object, kind, path, `validate.${id}`, values));
  }

  /** One of a fixed set of words; absent or empty is fine. */
  oneOf(value: string | undefined, path: string, allowed: readonly string[]): void {
    if (value === undefined || value === '') return;
    this.require(allowed.includes(value), path, 'one-of', { value, allowed: allowed.join(', ') });
  }

  labels(labels: Labels | undefined, path: string): void {
    for (const [key, value] of Object.entries(labels ?? {})) {
      this.require(isLabelKey(key), path, 'label-key', { key });
      this.require(typeof value === 'string' && isLabelValue(value), `${path}.${key}`, 'label-value', {
        key,
        value,
      });
    }
  }
}

const TYPES = ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'];
const PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
const POLICIES = ['Cluster', 'Local'];
const DAY = 86_400;

/** Refusals of a Service by the API server (pkg/apis/core/validation ValidateService). */
export function validateService(service: ServiceObject): readonly ObjectFinding[] {
  const checks = new Checks(service);
  const { name, namespace } = service.metadata;
  checks.require(isDns1035Label(name), 'metadata.name', 'service-name', { name });
  if (namespace !== undefined)
    checks.require(isDns1123Label(namespace), 'metadata.namespace', 'namespace', { namespace });
  checks.labels(service.metadata.labels, 'metadata.labels');
  checks.labels(service.spec.selector, 'spec.selector');
  checks.oneOf(service.spec.type, 'spec.type', TYPES);
  validateClusterIPs(service, checks);
  validatePorts(service, checks);
  validateOutside(service, checks);
  validateAffinity(service, checks);
  return [...withoutCut(service, checks.findings), ...namedBalancers(service)];
}

/** What is asked of fields that a text which stops in the middle does not show. */
const OF_UNSHOWN: ReadonlySet<string> = new Set(
  ['no-ports', 'external-policy-type', 'only-load-balancer', 'health-check-type'].map(
    (id) => `kubernetes.validate.${id}`,
  ),
);

/**
 * The findings on a Service, without those on fields that are missing because its text stops: the API server, which alone gives uid and
 * creationTimestamp, never prints a Service without a type (pkg/apis/core/v1/defaults.go: SetDefaults_Service).
 */
function withoutCut(service: ServiceObject, found: readonly ObjectFinding[]): readonly ObjectFinding[] {
  const { metadata, spec } = service;
  const isPrinted = metadata.uid !== undefined || metadata.creationTimestamp !== undefined;
  const isCut = isPrinted && (spec.type === undefined || (spec.ports ?? []).length === 0);
  if (!isCut || !found.some(({ message }) => OF_UNSHOWN.has(message.id))) return found;
  const field = spec.type === undefined ? 'spec.type' : 'spec.ports';
  const name = service.metadata.name;
  const values = { field, name, namespace: service.metadata.namespace ?? 'default' };
  const remark = finding(service, REMARK, field, 'validate.cut', values);
  return [...found.filter(({ message }) => !OF_UNSHOWN.has(message.id)), remark];
}

/** A load balancer with a name and no address: no rule is written for it, and where it stands is made up. */
function namedBalancers(service: ServiceObject): ObjectFinding[] {
  const path = 'status.loadBalancer.ingress';
  return listFrontAddresses(service).flatMap(({ ip, hostname }) =>
    hostname === undefined ? [] : [finding(service, REMARK, path, 'validate.balancer-name', { name: hostname, ip })],
  );
}

function validateClusterIPs({ spec }: ServiceObject, checks: Checks): void {
  const { type = 'ClusterIP', clusterIP = '', clusterIPs = [] } = spec;
  const path = 'spec.clusterIP';
  if (type === 'ExternalName') {
    checks.require(clusterIP === '' && clusterIPs.length === 0, path, 'external-name-cluster-ip');
    const name = (spec.externalName ?? '').replace(/\.$/, '');
    checks.require(name !== '' && isDns1123Subdomain(name), 'spec.externalName', 'external-name', { name });
    return;
  }
  checks.require(clusterIP === '' || clusterIP === 'None' || isIp(clusterIP), path, 'ip', { value: clusterIP });
  checks.require(clusterIP !== 'None' || type === 'ClusterIP', path, 'headless-type', { type });
  for (const [index, ip] of clusterIPs.entries()) {
    checks.require(ip === 'None' || isIp(ip), `spec.clusterIPs[${index}]`, 'ip', { value: ip });
  }
  const isSame = clusterIPs.length === 0 || clusterIP === '' || clusterIPs[0] === clusterIP;
  checks.require(isSame, 'spec.clusterIPs', 'cluster-ips-first');
  const families = clusterIPs.map(familyOfText);
  checks.require(new Set(families).size === families.length, 'spec.clusterIPs', 'cluster-ips-families');
  for (const [index, family] of (spec.ipFamilies ?? []).entries()) {
    checks.oneOf(family, `spec.ipFamilies[${index}]`, ['IPv4', 'IPv6']);
  }
  checks.oneOf(spec.ipFamilyPolicy, 'spec.ipFamilyPolicy', ['SingleStack', 'PreferDualStack', 'RequireDualStack']);
}

function validatePorts({ spec }: ServiceObject, checks: Checks): void {
  const { type = 'ClusterIP', clusterIP } = spec;
  const ports = spec.ports ?? [];
  if (type !== 'ExternalName' && clusterIP !== 'None') checks.require(ports.length > 0, 'spec.ports', 'no-ports');
  const names = new Set<string>();
  const numbers = new Set<string>();
  const nodePorts = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const path = `spec.ports[${index}]`;
    validatePort(port, path, { named: ports.length > 1, type }, checks);
    const protocol = port.protocol ?? 'TCP';
    if (port.name) {
      checks.require(!names.has(port.name), `${path}.name`, 'port-name-twice', { name: port.name });
      names.add(port.name);
    }
    const number = `${protocol} ${port.port}`;
    checks.require(!numbers.has(number), `${path}.port`, 'port-twice', { port: port.port, protocol });
    numbers.add(number);
    if (!port.nodePort) continue;
    const nodePort = `${protocol} ${port.nodePort}`;
    checks.require(!nodePorts.has(nodePort), `${path}.nodePort`, 'node-port-twice', { port: port.nodePort, protocol });
    nodePorts.add(nodePort);
  }
}

function validatePort(
  port: ServicePort,
  path: string,
  service: { named: boolean; type: string },
  checks: Checks,
): void {
  const { name = '', targetPort, nodePort } = port;
  checks.require(name !== '' || !service.named, `${path}.name`, 'port-name-needed');
  checks.require(name === '' || isDns1123Label(name), `${path}.name`, 'port-name', { name });
  checks.require(isPort(port.port), `${path}.port`, 'port', { value: port.port });
  checks.oneOf(port.protocol, `${path}.protocol`, PROTOCOLS);
  if (typeof targetPort === 'number' && targetPort !== 0) {
    checks.require(isPort(targetPort), `${path}.targetPort`, 'port', { value: targetPort });
  }
  if (typeof targetPort === 'string' && targetPort !== '') {
    checks.require(isPortName(targetPort), `${path}.targetPort`, 'target-port-name', { name: targetPort });
  }
  if (!nodePort) return;
  checks.require(isPort(nodePort), `${path}.nodePort`, 'port', { value: nodePort });
  const hasNodePorts = service.type === 'NodePort' || service.type === 'LoadBalancer';
  checks.require(hasNodePorts, `${path}.nodePort`, 'node-port-type', { type: service.type });
}

function validateOutside({ spec }: ServiceObject, checks: Checks): void {
  const { type = 'ClusterIP', externalIPs = [], loadBalancerSourceRanges = [] } = spec;
  for (const [index, ip] of externalIPs.entries()) {
    checks.require(isReachable(ip), `spec.externalIPs[${index}]`, 'external-ip', { value: ip });
  }
  for (const [index, range] of loadBalancerSourceRanges.entries()) {
    checks.require(isCidr(range.trim()), `spec.loadBalancerSourceRanges[${index}]`, 'cidr', { value: range });
  }
  const isBalanced = type === 'LoadBalancer';
  checks.require(
    isBalanced || loadBalancerSourceRanges.length === 0,
    'spec.loadBalancerSourceRanges',
    'only-load-balancer',
  );
  checks.oneOf(spec.externalTrafficPolicy, 'spec.externalTrafficPolicy', POLICIES);
  checks.oneOf(spec.internalTrafficPolicy, 'spec.internalTrafficPolicy', POLICIES);
  const isOutside = isBalanced || type === 'NodePort' || externalIPs.length > 0;
  checks.require(!spec.externalTrafficPolicy || isOutside, 'spec.externalTrafficPolicy', 'external-policy-type', {
    type,
  });
  const { healthCheckNodePort } = spec;
  if (healthCheckNodePort) {
    const isUsed = isBalanced && spec.externalTrafficPolicy === 'Local';
    checks.require(isUsed, 'spec.healthCheckNodePort', 'health-check-type');
    checks.require(isPort(healthCheckNodePort), 'spec.healthCheckNodePort', 'port', { value: healthCheckNodePort });
  }
  checks.oneOf(spec.trafficDistribution, 'spec.trafficDistribution', [
    'PreferClose',
    'PreferSameZone',
    'PreferSameNode',
  ]);
}

/** An address packets can be sent to from elsewhere. */
function isReachable(text: string): boolean {
  const parsed = parseIp(text);
  return parsed.ok && !isLoopback(parsed.value) && !isUnspecified(parsed.value) && !isMulticast(parsed.value);
}

function validateAffinity({ spec }: ServiceObject, checks: Checks): void {
  checks.oneOf(spec.sessionAffinity, 'spec.sessionAffinity', ['None', 'ClientIP']);
  const seconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
  if (seconds === undefined || seconds === null) return;
  const path = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
  checks.require(Number.isInteger(seconds) && seconds > 0 && seconds <= DAY, path, 'affinity-timeout', {
    value: seconds,
  });
  checks.require(spec.sessionAffinity === 'ClientIP', 'spec.sessionAffinityConfig', 'affinity-none');
}
