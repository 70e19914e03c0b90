import { namespacedName, type ServiceObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { pathOfService } from './told-pods';

const WITHOUT = `'del(.spec.clusterIP, .spec.clusterIPs)'`;

/**
 * Finds externalIPs of a headless Service: kube-proxy of every mode leaves such a Service out, so no rule translates them
 * (kubernetes pkg/proxy/util: ShouldSkipService; kubernetes#131497).
 */
export function headlessExternal(service: ServiceObject): readonly EvidenceFinding[] {
  const { clusterIP, externalIPs = [] } = service.spec;
  if (clusterIP !== 'None' || externalIPs.length === 0) return [];
  const { name, namespace = 'default' } = service.metadata;
  const values = {
    service: namespacedName(service),
    addresses: externalIPs.join(', '),
    name,
    namespace,
    without: WITHOUT,
  };
  return [
    {
      id: 'headless-external',
      severity: 'error',
      says: phrase('evidence.headless-external', values),
      next: phrase('evidence.next.headless-external', values),
      path: pathOfService(service),
      words: ['clusterIP: None'],
    },
  ];
}
