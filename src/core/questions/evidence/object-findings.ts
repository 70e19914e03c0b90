import { nameKey } from '../../document/edits/offered-flows';
import { getNamespace, type ClusterObjects } from '../../kubernetes/types';
import { findSharedPortNames } from './port-name-findings';
import { phrase } from '../../lib/phrase';
import { findEnforcer } from './enforcer-findings';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';
import { findDnsVersions } from './dns-versions';
import { findOfFamilies } from './family-findings';
import { findPolicyDns } from './policy-dns';
import { findUnmatched } from './selector-words';
import { findOfGateways } from './gateway-services';
import { findShared } from './shared-addresses';
import { findClaimedAddresses } from './node-address-claims';
import { findPending } from './pending-balancer';
import { findOfKind } from './kind-findings';
import { findExcluded, findOfPools } from './pool-findings';
import { findOfSlices } from './slice-findings';
import { findOfServices } from './service-findings';
import { findUnselecting } from './unselecting-services';

/** Findings that objects prove by themselves, each with its cure. `told`: as the texts have them, without what was made up. */
export function findOfObjects(
  told: ClusterObjects,
  texts: readonly Pick<LinedText, 'text'>[] = [],
): readonly EvidenceFinding[] {
  return [
    ...findOfServices(told),
    ...findSharedPortNames(told),
    ...findUnselecting(told, texts),
    ...findClaimedAddresses(told),
    ...findPending(told.services, texts),
    ...findOfGateways(told, texts),
    ...findShared(told, texts),
    ...findOfSlices(told, texts),
    ...findUnmatched(told, texts),
    ...findOfFamilies(told, texts),
    ...findDnsVersions(told, texts),
    ...findOfKind(told),
    ...findOfPools(told, texts),
    ...findExcluded(told),
    ...findCut(told),
    ...findPolicyDns(told, texts),
    ...findEnforcer(told, texts),
  ];
}

/** Pods whose description was cut off before their containers. */
function findCut({ pods }: ClusterObjects): readonly EvidenceFinding[] {
  return pods
    .filter(({ spec, status }) => spec.containers === undefined && status?.phase !== undefined)
    .filter(({ status }) => status?.conditions === undefined)
    .map((pod) => ({
      id: 'pod-cut',
      severity: 'warning',
      says: phrase('evidence.pod-cut', { name: nameKey(pod) }),
      next: phrase('evidence.next.pod-cut', { namespace: getNamespace(pod), pod: pod.metadata.name }),
      path: `Pod ${nameKey(pod)}`,
    }));
}
