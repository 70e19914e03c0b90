import { nameKey } from '../../document/edits/offered-flows';
import { matchesLabels } from '../../kubernetes/pods';
import { getNamespace, type ClusterObjects, type ServiceObject, type ServicePort } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';
import { listToldPods, type ToldPod } from '../../kubernetes/told-pods';
import { listDeclared, pathOfService } from './told-pods';

/** The different numbers that containers of a Pod have for a port name, in their order. */
function listNumbers(pod: ToldPod, { targetPort, protocol = 'TCP' }: ServicePort): readonly number[] {
  const named = listDeclared(pod).filter((each) => each.name === targetPort && (each.protocol ?? 'TCP') === protocol);
  return [...new Set(named.map(({ containerPort }) => containerPort))];
}

function findOfPort(service: ServiceObject, port: ServicePort, pods: readonly ToldPod[]): readonly EvidenceFinding[] {
  if (typeof port.targetPort !== 'string') return [];
  const shared = pods.find((pod) => listNumbers(pod, port).length > 1);
  if (!shared) return [];
  const [first = 0, ...others] = listNumbers(shared, port);
  const values = {
    name: nameKey(service),
    target: port.targetPort,
    pod: shared.name,
    first,
    others: quoteWords(others.map(String)),
  };
  return [
    {
      id: 'shared-port-name',
      severity: 'warning',
      says: phrase('evidence.shared-port-name', values),
      next: phrase('evidence.next.shared-port-name', values),
      path: pathOfService(service),
    },
  ];
}

/** Target ports by a name that two containers of one Pod have for different numbers: endpoints get the first alone (pkg/api/v1/pod: FindPort). */
export function findSharedPortNames(told: ClusterObjects): readonly EvidenceFinding[] {
  const pods = listToldPods(told);
  return told.services.flatMap((service) => {
    const { selector, ports = [] } = service.spec;
    const own = pods.filter(
      ({ namespace, labels }) =>
        selector !== undefined && namespace === getNamespace(service) && matchesLabels(labels, selector),
    );
    return ports.flatMap((port) => findOfPort(service, port, own)).slice(0, 1);
  });
}
