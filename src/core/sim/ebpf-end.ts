import type { Network } from '../linux/netns';
import { formatIp } from '../net/ip';
import { formatEnd } from '../net/packet';
import type { Trace } from './trace';

/** How a flow ended in a cluster with Cilium, seen from both ends. */
export interface EbpfEnd {
  readonly end: 'delivered' | 'failed' | 'rejected' | 'dropped' | 'own-stack' | 'left' | 'unknown' | 'nothing';
  /** The addresses of the packet as it arrived, or as it left. */
  readonly to?: string;
  readonly from?: string;
  /** `10.96.0.10:80`: where the answer comes from as the client sees it; absent: there is none. */
  readonly answeredBy?: string;
  /** True: which address the answer has as its source was not read in Cilium's sources. */
  readonly isUnsure?: true;
}

/** Reads how the walk of a flow through Cilium's programs ended. `own-stack`: nothing translated it, and it is for the node or the Pod itself. */
export function readEbpfEnd({ legs }: Trace, { netns }: Network): EbpfEnd {
  const [request] = legs;
  const disposition = request?.disposition;
  const packet = request?.hops.at(-1)?.steps.at(-1)?.packet;
  if (disposition?.kind === 'REJECTED') return { end: disposition.with === 'EHOSTUNREACH' ? 'failed' : 'rejected' };
  if (disposition?.kind === 'DROPPED' && disposition.by.startsWith('cil_')) return { end: 'dropped' };
  if (disposition?.kind === 'UNKNOWN') return { end: 'unknown' };
  if (!packet) return { end: 'nothing' };
  const ends = { to: formatIp(packet.dst), from: formatIp(packet.src) };
  // The kernel answers echo requests by itself.
  const isEcho = disposition?.kind === 'DELIVERED' && packet.l4.proto === 'icmp';
  if (disposition?.kind === 'NO_SOCKET' || isEcho) return { end: 'own-stack', ...ends };
  if (disposition?.kind !== 'DELIVERED') return { end: 'left', ...ends };
  const reply = legs.find(({ role }) => role === 'reply');
  if (reply?.disposition.kind === 'UNKNOWN') return { end: 'delivered', ...ends, isUnsure: true };
  const steps = reply?.hops.flatMap((hop) => hop.steps) ?? [];
  const told = steps.findLast((step) => step.kind === 'ebpf' && step.did === 'answered');
  const last = steps.at(-1)?.packet;
  const by = told?.kind === 'ebpf' ? told.service : last && formatEnd(last, 'src');
  // Nobody outside waits for the answer to what was put onto a node's wire: it comes there all the same.
  const isThere =
    reply?.disposition.kind === 'DELIVERED' || netns.get(reply?.hops.at(-1)?.netns ?? '')?.kind === 'client';
  const isAnswered = isThere && by !== undefined;
  return { end: 'delivered', ...ends, ...(isAnswered ? { answeredBy: by } : {}) };
}
