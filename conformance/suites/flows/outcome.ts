import { GATEWAY_ID } from '../../../src/core/kubernetes/network';
import { formatIp } from '../../../src/core/net/ip';
import type { Packet } from '../../../src/core/net/packet';
import type { Leg, Trace } from '../../../src/core/sim/trace';

/** `outcome` as the recordings write it. */
export type FlowOutcome = Readonly<Record<string, unknown>>;

const portsOf = ({ l4 }: Packet): { sport: number; dport: number } =>
  'sport' in l4 ? { sport: l4.sport, dport: l4.dport } : { sport: 0, dport: 0 };

const lastPacketOf = (leg: Leg): Packet | undefined => leg.hops.at(-1)?.steps.at(-1)?.packet;
const firstPacketOf = (leg: Leg): Packet | undefined => leg.hops[0]?.steps[0]?.packet;

function delivered(request: Leg, first: Leg): FlowOutcome | undefined {
  const [sent, seen] = [firstPacketOf(first), lastPacketOf(request)];
  if (request.disposition.kind !== 'DELIVERED' || !sent || !seen) return undefined;
  return {
    delivered: {
      backend: request.disposition.to,
      backendIP: formatIp(seen.dst),
      backendPort: portsOf(seen).dport,
      sourcePort: portsOf(sent).sport === portsOf(seen).sport ? 'preserved' : 'changed',
      sourceSeen: formatIp(seen.src),
    },
  };
}

/** A backend that saw the packet though its answer was lost; of TCP it sees nothing before the handshake is done. */
function arrivedAt(request: Leg): FlowOutcome {
  const seen = lastPacketOf(request);
  if (request.disposition.kind !== 'DELIVERED' || !seen || seen.l4.proto === 'tcp') return {};
  const { to } = request.disposition;
  return { arrivedAt: { backend: to, backendPort: portsOf(seen).dport, sourceSeen: formatIp(seen.src) } };
}

/** What send() failed with; connect() of TCP hides a drop in OUTPUT behind its retries. */
function errnoOf(request: Leg): string | undefined {
  const stop = request.hops.at(-1)?.steps.at(-1);
  const errno = stop?.kind === 'stop' ? stop.errno : undefined;
  return errno === 'EPERM' && stop?.packet.l4.proto === 'tcp' ? undefined : errno;
}

function rejected(request: Leg, error: Leg | undefined): FlowOutcome | undefined {
  const packet = error?.disposition.kind === 'DELIVERED' ? lastPacketOf(error) : undefined;
  const caller = request.hops[0]?.netns;
  if (!packet || error?.disposition.kind !== 'DELIVERED' || error.disposition.netns !== caller) return undefined;
  if (error.disposition.to === 'kernel') return undefined;
  const from = formatIp(packet.src);
  const { l4 } = packet;
  if (l4.proto === 'tcp') return { rejected: { from, tcpRst: true } };
  if (l4.proto !== 'icmp' && l4.proto !== 'icmpv6') return undefined;
  const errno = errnoOf(request);
  return { rejected: { ...(errno ? { errno } : {}), from, icmp: `${l4.type}/${l4.code}` } };
}

/** The first answer: what the backend said, or the error the request met. */
export function answerOf(trace: Trace): { readonly reply?: Leg; readonly error?: Leg } {
  const own = trace.legs.filter(({ second }) => !second);
  const reply = own.find((leg) => leg.role === 'reply');
  const error = own.find((leg) => leg.role === 'error');
  return reply ? { reply } : error ? { error } : {};
}

/** A proxying process had accepted the connection, found no endpoint, and closed it. */
function closedBy(error: Leg): FlowOutcome | undefined {
  if (error.role !== 'error') return undefined;
  const sent = firstPacketOf(error);
  const seen = lastPacketOf(error);
  if (sent?.l4.proto !== 'tcp' || sent.l4.flags.fin !== true || !seen) return undefined;
  return { closed: { from: formatIp(seen.src) } };
}

/** What the caller and the backend would say of a run. */
export function outcomeOf(trace: Trace): FlowOutcome {
  const [first] = trace.legs;
  if (!first) return { dropped: 'error' };
  const { reply, error } = answerOf(trace);
  // A proxying process opened a connection of its own: that is what the backend sees, if it got that far.
  const request = trace.legs.findLast(({ role }) => role === 'request') ?? first;
  const closed = trace.legs.map(closedBy).find((each) => each !== undefined);
  if (closed) return closed;
  const answered = reply?.disposition.kind === 'DELIVERED' && reply.disposition.netns === first.hops[0]?.netns;
  const refused = rejected(first, error);
  if (refused) return refused;
  if (answered) return delivered(request, first) ?? { dropped: 'timeout' };
  const errno = errnoOf(first);
  if (errno) return { dropped: 'error', errno };
  const atGateway = request.hops.some((hop) => hop.netns === GATEWAY_ID) ? lastPacketOf(request) : undefined;
  return {
    dropped: 'timeout',
    ...arrivedAt(request),
    ...(atGateway ? { reachedDefaultGateway: [formatIp(atGateway.dst)] } : {}),
  };
}
