import { backends, deliveredOf, isDropped, rejectedBy, type Difference, type Mechanism } from './difference';

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
