import { formatEndpoint, hasPorts } from '../net/packet';
import { formatIp } from '../net/ip';
import { makeEnding } from '../sim/explore';
import { systemCallFails, type Disposition, type Leg, type Trace } from '../sim/trace';

/** What a client sees of a request. `reset`: of a connection that was open. */
export type RequestOutcome = 'served' | 'refused' | 'timed-out' | 'reset' | 'unknown';

export const REQUEST_OUTCOMES: readonly RequestOutcome[] = ['served', 'refused', 'timed-out', 'reset', 'unknown'];

/** How a walk ended, as far as a timeline asks. */
export interface WalkEnd {
  readonly outcome: RequestOutcome;
  readonly disposition: Disposition;
  /** Endpoint the request went to in the end: `10.244.1.5:8080`. */
  readonly to: string;
}

/** How a request ended. */
export function readEnd(trace: Trace): WalkEnd {
  const request = trace.legs.findLast(({ role }) => role === 'request');
  const { disposition, answered } = makeEnding(trace, []);
  return { outcome: answered ? 'served' : outcomeOf(disposition, trace), disposition, to: lastDestination(request) };
}

function outcomeOf({ kind }: Disposition, { legs }: Trace): RequestOutcome {
  switch (kind) {
    case 'REJECTED':
    case 'NO_SOCKET':
      return isTold(legs) ? 'refused' : 'timed-out';
    case 'NO_ROUTE':
      return isTold(legs) || failedAtOnce(legs) ? 'refused' : 'timed-out';
    case 'UNKNOWN':
      return 'unknown';
    case 'DELIVERED':
    case 'DROPPED':
    case 'MARTIAN':
    case 'TTL_EXCEEDED':
    case 'LOOP':
    case 'LEFT':
      return 'timed-out';
  }
}

/** Did the error come to whoever asked? One that was made on the asking machine itself needs no way. */
function isTold(legs: readonly Leg[]): boolean {
  const errors = legs.filter(({ role }) => role === 'error');
  const caller = legs[0]?.hops[0]?.netns;
  return errors.some(({ disposition }) => disposition.kind === 'DELIVERED' && disposition.netns === caller);
}

/**
 * Did the system call fail, as the kernel of whoever asked found no route, or one of its own hooks dropped a datagram? Elsewhere an ICMP error tells, or nothing does: a machine that does not
 * forward drops in silence (net/ipv4/route.c, `ip_error`).
 */
function failedAtOnce([first]: readonly Leg[]): boolean {
  const steps = first?.hops.length === 1 ? first.hops[0]?.steps : undefined;
  const [sent, last] = [steps?.[0], steps?.at(-1)];
  return sent?.kind === 'originate' && last !== undefined && systemCallFails(sent, last);
}

function lastDestination(leg: Leg | undefined): string {
  const packet = leg?.hops.at(-1)?.steps.at(-1)?.packet;
  if (!packet) return '';
  return hasPorts(packet.l4) ? formatEndpoint(packet.dst, packet.l4.dport) : formatIp(packet.dst);
}
