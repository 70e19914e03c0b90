import { printPcapng, type CapturedPacket } from '../formats/pcapng';
import { wireBytes } from '../net/wire';
import type { Trace, TraceStep } from '../sim/trace';

/** The device a step sees its packet on, and which way it goes there; a bridge has what it gives to its own kernel. */
function seenOn(step: TraceStep): { readonly device: string; readonly direction: 'in' | 'out' } | undefined {
  if (step.kind === 'receive') return { device: step.device, direction: 'in' };
  if (step.kind === 'transmit') return { device: step.device, direction: 'out' };
  return step.kind === 'bridge' && step.action === 'up' ? { device: step.bridge, direction: 'in' } : undefined;
}

/**
 * A walk as somebody would capture it who listened on every device it passes: a pcapng file with one interface a
 * device (`node1/eth0`), so that each rewrite is seen between two of them. Nothing here has a clock: a packet's
 * time is the number of its step, in microseconds.
 */
export function makeCapture({ legs }: Trace): Uint8Array<ArrayBuffer> {
  const names: string[] = [];
  const packets: CapturedPacket[] = [];
  let at = 0;
  let tunnel: string | undefined;
  for (const { role, hops } of legs)
    for (const { netns, steps } of hops)
      for (const step of steps) {
        const seen = seenOn(step);
        at++;
        if (step.kind === 'ebpf' && step.did === 'wrapped') tunnel = step.device;
        if (!seen) continue;
        // On the wire it is inside another packet: who listens at the tunnel's device sees it as it is.
        const name = `${netns}/${tunnel ?? seen.device}`;
        if (seen.direction === 'in') tunnel = undefined;
        if (!names.includes(name)) names.push(name);
        const { direction } = seen;
        packets.push({ on: names.indexOf(name), at, bytes: wireBytes(step.packet), direction, comment: role });
      }
  return printPcapng(
    names.map((name) => ({ name })),
    packets,
  );
}
