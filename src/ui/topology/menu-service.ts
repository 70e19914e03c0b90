import { scaleDeployment } from '../../core/document/edits/pods';
import {
  duplicateService,
  removeService,
  setServiceType,
  setSessionAffinity,
  setTrafficPolicy,
} from '../../core/document/edits/services';
import { namespaceOf } from '../../core/kubernetes/meta';
import type { ServiceObject, ServiceType, TrafficPolicy } from '../../core/kubernetes/types';
import type { MenuItem } from '../common/Menu';
import { deploymentsBehind } from '../editors/tree.model';
import { act, titleOf, type MenuKit } from './menu-kit';
import type { ServiceChip } from './stage-types';

const TYPES: readonly ServiceType[] = ['ClusterIP', 'NodePort', 'LoadBalancer'];
/** The API server's default for `sessionAffinity: ClientIP`. */
const AFFINITY_SECONDS = 10_800;

/** Everything of a Service that changes rules and is one choice: its type, policies, affinity, and how many Pods stand behind. */
export function serviceItems(kit: MenuKit, chip: ServiceChip): MenuItem[] {
  const service = kit.document.cluster.services.find(
    (object) => object.metadata.name === chip.name && namespaceOf(object) === chip.namespace,
  );
  if (!service) return [];
  const { t } = kit;
  return [
    { heading: titleOf(chip) },
    ...typeItems(kit, service, chip),
    ...policyItems(kit, service, chip),
    ...scaleItems(kit, service),
    act(kit, 'duplicate', t('duplicate'), (doc) => duplicateService(doc, chip)),
    act(kit, 'remove', t('remove'), (doc) => removeService(doc, chip)),
  ];
}

function typeItems(kit: MenuKit, service: ServiceObject, chip: ServiceChip): MenuItem[] {
  const now = service.spec.type ?? 'ClusterIP';
  return TYPES.filter((type) => type !== now).map((type) =>
    act(kit, `type ${type}`, kit.t('type', { type }), (doc) => setServiceType(doc, chip, type)),
  );
}

function policyItems(kit: MenuKit, { spec }: ServiceObject, chip: ServiceChip): MenuItem[] {
  const { t } = kit;
  const reachable = spec.type === 'NodePort' || spec.type === 'LoadBalancer' || (spec.externalIPs?.length ?? 0) > 0;
  const other = (policy: TrafficPolicy = 'Cluster'): TrafficPolicy => (policy === 'Cluster' ? 'Local' : 'Cluster');
  const [external, internal] = [other(spec.externalTrafficPolicy), other(spec.internalTrafficPolicy)];
  const sticky = spec.sessionAffinity === 'ClientIP';
  const words = (policy: string, value: string): string => t('policy', { policy, value });
  return [
    ...(reachable
      ? [
          act(kit, 'external', words('externalTrafficPolicy', external), (doc) =>
            setTrafficPolicy(doc, chip, { external }),
          ),
        ]
      : []),
    act(kit, 'internal', words('internalTrafficPolicy', internal), (doc) => setTrafficPolicy(doc, chip, { internal })),
    act(kit, 'affinity', t(sticky ? 'affinityOff' : 'affinityOn'), (doc) =>
      setSessionAffinity(doc, chip, sticky ? undefined : AFFINITY_SECONDS),
    ),
  ];
}

function scaleItems(kit: MenuKit, service: ServiceObject): MenuItem[] {
  const { t } = kit;
  return deploymentsBehind(kit.document, service).flatMap((deployment) => {
    const which = { namespace: namespaceOf(deployment), name: deployment.metadata.name };
    const replicas = deployment.spec.replicas ?? 1;
    const to = (count: number) => (doc: MenuKit['document']) => scaleDeployment(doc, which, count);
    const less = Math.max(0, replicas - 1);
    const { name } = which;
    return [
      act(kit, `more ${name}`, t('scaleUpOf', { name, count: replicas + 1 }), to(replicas + 1)),
      act(kit, `less ${name}`, t('scaleDownOf', { name, count: less }), to(less)),
    ];
  });
}
