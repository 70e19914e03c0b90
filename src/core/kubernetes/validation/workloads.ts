import { matchesLabels } from '../controllers/pods';
import { INVALID, type Finding } from '../finding';
import type { ContainerPort, DeploymentObject, NodeObject, PodObject, PodSpec } from '../types';
import { badSettings } from '../network/node-settings';
import { Checks } from './checks';
import { isCidr, isDns1123Label, isDns1123Subdomain, isIp, isPort, isPortName } from './names';

/** What is wrong with a Node. */
export function validateNode(node: NodeObject): readonly Finding[] {
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
  return checks.findings;
}

/** What is wrong with a Pod. */
export function validatePod(pod: PodObject): readonly Finding[] {
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

/** What is wrong with a Deployment. */
export function validateDeployment(deployment: DeploymentObject): readonly Finding[] {
  const checks = new Checks(deployment);
  const { name, namespace } = deployment.metadata;
  const { replicas = 1, selector, template } = deployment.spec;
  checks.require(isDns1123Subdomain(name), 'metadata.name', 'name', { name });
  if (namespace !== undefined)
    checks.require(isDns1123Label(namespace), 'metadata.namespace', 'namespace', { namespace });
  checks.require(Number.isInteger(replicas) && replicas >= 0, 'spec.replicas', 'replicas', { value: replicas });
  const labels = template.metadata?.labels;
  checks.labels(labels, 'spec.template.metadata.labels');
  if (!matchesLabels(labels, selector.matchLabels)) checks.add(INVALID, 'spec.selector', 'selector-template');
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
