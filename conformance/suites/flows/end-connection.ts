import type { Choice } from '../../../src/core/linux/chain-walk';
import type { L4Header, TcpFlags } from '../../../src/core/net/packet';
import { SERVER_SEQ } from '../../../src/core/sim/deliver';
import type { ExploreInput } from '../../../src/core/sim/explore';
import { firstBranch } from '../../../src/core/sim/paths';
import { runPacket } from '../../../src/core/sim/simulate';
import type { Trace } from '../../../src/core/sim/trace';
import type { SimState } from '../../../src/core/sim/world';

type Make = (l4: L4Header) => L4Header | undefined;

const segment =
  (flags: TcpFlags): Make =>
  (l4) =>
    l4.proto === 'tcp' ? { ...l4, flags, seq: l4.seq + 1, ack: SERVER_SEQ + 1 } : undefined;

/**
 * What a client says behind its first packet when it was answered: the recorder's sockets end with a reset (SO_LINGER of
 * 0 seconds), and SCTP aborts an association that is not established yet. A datagram has no end.
 */
const ENDINGS: Readonly<Record<string, readonly Make[]>> = {
  tcp: [segment({ ack: true }), segment({ rst: true, ack: true })],
  sctp: [(l4) => (l4.proto === 'sctp' ? { ...l4, chunk: 'ABORT' } : undefined)],
};

/** Goes on with an attempt that was answered until its connection is over, as the recorder's sockets did. */
export function endConnection({ network, flow }: ExploreInput, trace: Trace, state: SimState): void {
  const first = trace.legs.find(({ role }) => role === 'request')?.hops[0];
  const netns = network.netns.get(first?.netns ?? '');
  const sent = first?.steps[0]?.packet;
  if (!netns || !sent) return;
  for (const make of ENDINGS[flow.proto] ?? []) {
    const l4 = make(sent.l4);
    const decide = (choice: Choice): number => firstBranch(choice) ?? 0;
    if (l4) runPacket({ network, netns, state, decide, packet: { ...sent, l4 } });
  }
}
