import { namespaceOf } from '../../core/kubernetes/meta';
import type { ClusterObjects, ServiceObject, ServicePort } from '../../core/kubernetes/types';
import type { WantedPort } from '../../engine/protocol';

/** The Service of that name. */
export function serviceNamed(
  { services }: ClusterObjects,
  { namespace, serviceName }: WantedPort,
): ServiceObject | undefined {
  return services.find((each) => each.metadata.name === serviceName && namespaceOf(each) === namespace);
}

/** A service port that can be asked for. */
export interface OfferedPort {
  readonly wanted: WantedPort;
  readonly port: ServicePort;
}

/** The ports of Services whose name, port name or number holds the words typed, at most `most`. */
export function portsLike({ services }: ClusterObjects, typed: string, most: number): readonly OfferedPort[] {
  const words = typed.trim().toLowerCase();
  const found: OfferedPort[] = [];
  for (const service of services) {
    const namespace = namespaceOf(service);
    const serviceName = service.metadata.name;
    for (const [index, port] of (service.spec.ports ?? []).entries()) {
      const text = `${namespace}/${serviceName}:${port.name ?? ''} ${port.port}`.toLowerCase();
      if (text.includes(words)) found.push({ wanted: { namespace, serviceName, index }, port });
      if (found.length >= most) return found;
    }
  }
  return found;
}
