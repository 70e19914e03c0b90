import type { Flow } from '../../document/document';
import { type ServiceObject } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import { formatIp } from '../../net/ip';
import { hasPorts, formatEndpoint } from '../../net/packet';
import type { Outcome } from '../../sim/trace';

/** What of a flow, of its two runs and of who takes part tells why they differ. */
export interface PlanePair {
  readonly flow: Flow;
  /** The Service that is asked; absent: an address, a Pod. */
  readonly service?: ServiceObject;
  /** True where the Service's endpoints have zone hints. */
  readonly zoned: boolean;
  /** Addresses of who sends. */
  readonly sender: ReadonlySet<string>;
  readonly kubeProxy: readonly Outcome[];
  readonly cilium: readonly Outcome[];
}

/** A known difference between kube-proxy's Linux modes and Cilium; the words are `compare.cilium.ID`. */
type DifferenceId =
  | 'ping'
  | 'loopback'
  | 'before-routing'
  | 'hairpin'
  | 'local-keeps'
  | 'remote-source'
  | 'at-once'
  | 'masquerade'
  | 'external-ip'
  | 'node-port-addresses'
  | 'no-endpoints'
  | 'local-refuses'
  | 'internal-local'
  | 'taken-for-local'
  | 'way-back'
  | 'sctp'
  | 'past-netfilter'
  | 'ranges-inside'
  | 'ranges-everywhere'
  | 'zones';

interface Arrival {
  /** `10.244.1.4:8080` */
  readonly to: string;
  readonly address: string;
  readonly source: string;
}

/**
 * Why a flow ends otherwise with Cilium than with kube-proxy: of each backend that both reach, why it sees another source; of
 * verdicts and backends, which rule of one the other has not (Documentation/network/kubernetes/kubeproxy-free.rst and
 * bpf/lib/nodeport.h of Cilium; pkg/proxy of Kubernetes). Empty: they differ, and it is not known why.
 */
export function whyCiliumDiffers(pair: PlanePair): readonly Phrase[] {
  const [kube, cilium] = [arrivals(pair.kubeProxy), arrivals(pair.cilium)];
  const found = new Set<DifferenceId>();
  if (ends(pair.kubeProxy) !== ends(pair.cilium)) add(found, whyVerdicts(pair));
  else if (backends(kube) !== backends(cilium)) add(found, whyBackends(pair));
  for (const there of cilium) {
    const here = kube.filter(({ to }) => to === there.to).map(({ source }) => source);
    if (here.length > 0 && !here.includes(there.source)) add(found, whySource(pair, there));
  }
  return [...found].map((id) => phrase(`compare.cilium.${id}`));
}

function add(found: Set<DifferenceId>, id: DifferenceId | undefined): void {
  if (id) found.add(id);
}

function arrivals(outcomes: readonly Outcome[]): readonly Arrival[] {
  return outcomes.flatMap(({ disposition, arrived }) => {
    if (disposition.kind !== 'DELIVERED' || !arrived) return [];
    const address = formatIp(arrived.dst);
    const to = hasPorts(arrived.l4) ? formatEndpoint(arrived.dst, arrived.l4.dport) : address;
    return [{ to, address, source: formatIp(arrived.src) }];
  });
}

const ends = (outcomes: readonly Outcome[]): string =>
  [...new Set(outcomes.map(({ disposition, answered }) => `${disposition.kind} ${answered}`))].toSorted().join();

const backends = (all: readonly Arrival[]): string => [...new Set(all.map(({ to }) => to))].toSorted().join();

const some = (outcomes: readonly Outcome[], kind: Outcome['disposition']['kind']): boolean =>
  outcomes.some(({ disposition }) => disposition.kind === kind);

const isUnanswered = (outcomes: readonly Outcome[]): boolean =>
  outcomes.some(({ disposition, answered }) => disposition.kind === 'DELIVERED' && !answered);

/** One lets through what the other stops, or stops it in another way. */
function whyVerdicts(pair: PlanePair): DifferenceId | undefined {
  const { flow, service, kubeProxy, cilium } = pair;
  const { from, to } = flow;
  if (flow.protocol === 'icmp') return 'ping';
  if (to.kind === 'address' && to.address.startsWith('127.')) return 'loopback';
  const via = to.kind === 'service' ? to.via : undefined;
  // No rule took it: `nodePortAddresses` has not the address that was asked (NodePortAddresses of pkg/proxy/util).
  if (via === 'nodePort' && some(kubeProxy, 'NO_SOCKET')) return 'node-port-addresses';
  const isOutside = from.kind === 'external';
  const [through, stopped] = [some(kubeProxy, 'DELIVERED'), !some(cilium, 'DELIVERED')];
  if ((service?.spec.loadBalancerSourceRanges?.length ?? 0) > 0) {
    if (through && stopped && isOutside) return 'ranges-everywhere';
    if (!through && !stopped && !isOutside) return 'ranges-inside';
  }
  if (flow.protocol === 'sctp' && stopped) return 'sctp';
  if (via === 'externalIP' && !isOutside && stopped) return 'external-ip';
  if (isOutside && through && service?.spec.externalTrafficPolicy === 'Local') return 'taken-for-local';
  if (through && !stopped && isUnanswered(kubeProxy) && !isUnanswered(cilium)) return 'way-back';
  if (isOutside && some(kubeProxy, 'DROPPED') && some(cilium, 'REJECTED')) return 'local-refuses';
  if (!isOutside && stopped && service?.spec.internalTrafficPolicy === 'Local') return 'internal-local';
  if (stopped && !through) return 'no-endpoints';
  // Somebody's rule in the filter table: programs do not come by it, or Cilium's own chain accepts before it.
  const isFiltered = some(kubeProxy, 'DROPPED') || some(kubeProxy, 'REJECTED');
  return !through && !stopped && isFiltered ? 'past-netfilter' : undefined;
}

function whyBackends({ flow, service, zoned }: PlanePair): DifferenceId | undefined {
  const { from } = flow;
  if (from.kind !== 'external' && service?.spec.internalTrafficPolicy === 'Local') return 'internal-local';
  return zoned ? 'zones' : undefined;
}

/** A backend sees another source than it sees with kube-proxy. */
function whySource({ flow, sender }: PlanePair, { address, source }: Arrival): DifferenceId {
  const { from, to } = flow;
  if (sender.has(address)) return 'hairpin';
  if (from.kind === 'external') return sender.has(source) ? 'local-keeps' : 'remote-source';
  if (to.kind === 'service' && to.via !== 'clusterIP') return sender.has(source) ? 'at-once' : 'before-routing';
  if (from.kind === 'node') return 'before-routing';
  return sender.has(source) ? 'masquerade' : 'before-routing';
}
