import { getNamespace, namespacedName, type ServiceObject } from '../../../kubernetes/types';
import { phrase } from '../../../lib/phrase';
import { parseIp } from '../../../net/ip';
import type { EvidenceFinding } from '../evidence-finding';
import { pathOfService } from '../told-pods';

/** A Service without a selector for one address, and its endpoints, as they are applied; PORT is to be filled in where no port is told. */
function writeObjects(service: ServiceObject, address: string, family: 'IPv4' | 'IPv6'): string {
  const { name } = service.metadata;
  const namespace = getNamespace(service);
  const told = (service.spec.ports ?? []).map((port, at) => ({
    name: port.name ?? `port-${at + 1}`,
    port: String(port.port),
  }));
  const ports = (told.length > 0 ? told : [{ name: 'main', port: 'PORT' }]).map(
    (each) => `{name: ${each.name}, port: ${each.port}}`,
  );
  return [
    'apiVersion: v1',
    'kind: Service',
    `metadata: {name: ${name}, namespace: ${namespace}}`,
    `spec: {type: ClusterIP, externalName: null, ports: [${ports.join(', ')}]}`,
    '---',
    'apiVersion: discovery.k8s.io/v1',
    'kind: EndpointSlice',
    `metadata: {name: ${name}-1, namespace: ${namespace}, labels: {kubernetes.io/service-name: ${name}}}`,
    `addressType: ${family}`,
    `ports: [${ports.join(', ')}]`,
    `endpoints: [{addresses: ['${address}']}]`,
  ].join('\n');
}

/**
 * Finds an externalName that is an address: the API takes it, DNS answers the Service with a CNAME to a name of figures that nobody has
 * (kubernetes.io: Service, ExternalName; pkg/apis/core/validation warns of it; ingress-nginx does not take it since 1.11.5, PR 10989).
 */
export function externalAddress(service: ServiceObject): readonly EvidenceFinding[] {
  const { type, externalName = '' } = service.spec;
  const address = parseIp(externalName);
  if (type !== 'ExternalName' || !address.ok) return [];
  const family = externalName.includes(':') ? 'IPv6' : 'IPv4';
  const values = {
    name: namespacedName(service),
    address: externalName,
    yaml: writeObjects(service, externalName, family),
  };
  return [
    {
      id: 'external-name-address',
      severity: 'error',
      says: phrase('evidence.external-name-address', values),
      next: phrase('evidence.next.external-name-address', values),
      path: pathOfService(service),
      words: ['externalName', externalName],
    },
  ];
}
