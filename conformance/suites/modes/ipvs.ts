import type { ServiceObject } from '../../../src/core/kubernetes/types';
import type { FlowRequest } from '../flows/case';
import type { FlowOutcome } from '../flows/outcome';

/** One flow in two modes: the outcomes that only one of them has. */
export interface Difference {
  readonly request: FlowRequest;
  /** iptables mode's. */
  readonly usual: readonly FlowOutcome[];
  readonly other: readonly FlowOutcome[];
  /** The Service whose address and port, or nodePort, is asked; undefined: none. */
  readonly spec?: ServiceObject['spec'];
  /** Addresses of all nodes, whatever device has them. */
  readonly nodeAddresses: ReadonlySet<string>;
}

/** Why a mode differs from iptables mode: a mechanism, and where it shows. */
export interface Mechanism {
  readonly name: string;
  readonly explains: (difference: Difference) => boolean;
}

interface Delivered {
  readonly backend: string;
  readonly backendIP: string;
  readonly sourcePort: 'preserved' | 'changed';
  readonly sourceSeen: string;
}

const deliveredOf = (outcome: FlowOutcome): Delivered | undefined => outcome['delivered'] as Delivered | undefined;

/** Who sent the ICMP error or reset, if that is how it ended. */
const rejectedBy = (outcome: FlowOutcome): string | undefined =>
  (outcome['rejected'] as { from: string } | undefined)?.from;

const isDropped = (outcome: FlowOutcome): boolean => 'dropped' in outcome;

/** The backends of some outcomes, sorted; outcomes of another kind are named by it. */
function backends(outcomes: readonly FlowOutcome[]): string {
  const names = outcomes.map((outcome) => deliveredOf(outcome)?.backend ?? Object.keys(outcome)[0] ?? '');
  return [...new Set(names)].sort().join(' ');
}

/** Is the caller inside the cluster? */
const isInside = ({ request }: Difference): boolean => !request.from.external;

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

const delivered = (outcomes: Difference['other']) => outcomes.flatMap((outcome) => deliveredOf(outcome) ?? []);

/** Backends see an address of a node, always: kube-proxy's own. */
const fromNodes = ({ other, nodeAddresses }: Difference): boolean =>
  delivered(other).every(({ sourceSeen, backend }) => backend === 'kube-proxy' || nodeAddresses.has(sourceSeen));

const accepted = (outcome: Difference['other'][number]): boolean =>
  'closed' in outcome || deliveredOf(outcome)?.backend === 'kube-proxy';

/** Why userspace mode differs from iptables mode, flow by flow. */
export const USERSPACE_MECHANISMS: readonly Mechanism[] = [
  {
    name: 'the second connection comes from the node',
    explains: (difference) =>
      fromNodes(difference) &&
      delivered(difference.other).length === difference.other.length &&
      backends(difference.usual.filter((outcome) => !isDropped(outcome))) === backends(difference.other),
  },
  {
    name: 'without endpoints the connection is accepted and closed, a datagram taken and lost',
    explains: ({ usual, other }) =>
      other.length > 0 &&
      other.every((outcome) => accepted(outcome) || arrivedAtProxy(outcome)) &&
      !delivered(usual).some(({ backend }) => backend === 'kube-proxy'),
  },
  {
    name: 'all ready endpoints, whatever policy, topology or source ranges say',
    explains: (difference) =>
      fromNodes(difference) &&
      difference.other.length > 0 &&
      delivered(difference.other).length === difference.other.length,
  },
  {
    name: 'no rule: IPv6, SCTP, an externalIP for packets of the node or of a bridge, a nodePort of another family',
    explains: ({ other, request }) =>
      other.every(
        (outcome) =>
          isDropped(outcome) || (rejectedBy(outcome) !== undefined && rejectedBy(outcome) !== request.from.pod),
      ),
  },
];

const arrivedAtProxy = (outcome: Difference['other'][number]): boolean =>
  (outcome['arrivedAt'] as { backend?: string } | undefined)?.backend === 'kube-proxy';
