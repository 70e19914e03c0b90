import { backends, deliveredOf, isDropped, isInside, rejectedBy, type Difference, type Mechanism } from './difference';

const everyOther = ({ other }: Difference, test: (outcome: Difference['other'][number]) => boolean): boolean =>
  other.length > 0 && other.every(test);

function isLocalPolicy({ spec, request }: Difference): boolean {
  if (!spec) return false;
  return spec.clusterIPs?.includes(request.to) || spec.clusterIP === request.to
    ? spec.internalTrafficPolicy === 'Local'
    : spec.externalTrafficPolicy === 'Local';
}

/** It came to a backend, whether or not the answer found its way back. */
const reached = (outcome: Difference['other'][number]): boolean => !isDropped(outcome) || 'arrivedAt' in outcome;

/** The hairpin rule masquerades without --random-fully and comes first, so the port stays. */
function hairpinKeepsPort({ usual, other, request }: Difference): boolean {
  const own = other.map(deliveredOf);
  if (!own.every((each) => each?.backend === request.from.pod && each?.sourcePort === 'preserved')) return false;
  return backends(usual) === backends(other) && usual.every((each) => deliveredOf(each)?.sourcePort === 'changed');
}

/** Why ipvs mode differs from iptables mode, flow by flow. */
export const IPVS_MECHANISMS: readonly Mechanism[] = [
  {
    name: 'service addresses are local and IPVS itself answers for them (ip_vs_leave, KUBE-IPVS-FILTER)',
    explains: (difference) =>
      everyOther(difference, (outcome) => rejectedBy(outcome) === difference.request.to) &&
      difference.usual.every((outcome) => isDropped(outcome) || rejectedBy(outcome) !== undefined),
  },
  {
    name: 'no virtual server on 127.0.0.1 or ::1',
    explains: ({ request, other }) =>
      ['127.0.0.1', '::1'].includes(request.to) && other.every((outcome) => rejectedBy(outcome) === request.to),
  },
  { name: 'the KUBE-LOOP-BACK rule keeps the source port', explains: hairpinKeepsPort },
  {
    name: 'policy Local takes local endpoints for callers inside the cluster too, and keeps their address',
    explains: (difference) => isLocalPolicy(difference) && isInside(difference),
  },
  {
    name: 'without local endpoints policy Local takes all',
    explains: (difference) =>
      isLocalPolicy(difference) && difference.usual.every(isDropped) && difference.other.some(reached),
  },
  {
    name: 'a service address is the source of what its node sends, and must be masqueraded',
    explains: ({ request, usual, other }) =>
      request.from.node !== undefined &&
      backends(usual) === backends(other) &&
      other.every((outcome) => deliveredOf(outcome)?.sourcePort === 'changed'),
  },
  {
    name: 'source ranges drop, in INPUT, before anybody says that there is no endpoint',
    explains: ({ spec, usual, other }) =>
      (spec?.loadBalancerSourceRanges?.length ?? 0) > 0 &&
      usual.every((outcome) => rejectedBy(outcome) !== undefined) &&
      other.every(isDropped),
  },
];
