import { printPcapng, type CapturedPacket } from '../formats/pcapng';
import { VXLAN_PORT, type Packet } from '../net/packet';
import { wireBytes } from '../net/wire';
import type { Leg, Trace, TraceStep } from '../sim/trace';
import { lookupBytes, type Exchange } from './lookup-bytes';
import { stepsOfWalk } from './walk';

/** The device a step sees its packet on, and which way it goes there; a bridge has what it gives to its own kernel. */
function seenOn(step: TraceStep): { readonly device: string; readonly direction: 'in' | 'out' } | undefined {
  if (step.kind === 'receive') return { device: step.device, direction: 'in' };
  if (step.kind === 'transmit') return { device: step.device, direction: 'out' };
  return step.kind === 'bridge' && step.action === 'up' ? { device: step.bridge, direction: 'in' } : undefined;
}

/** Which packet of which connection: `request`, `second reply`, `lookup request`. */
function commentOf({ role, second, lookup }: Leg): string {
  return [...(lookup ? ['lookup'] : []), ...(second ? ['second'] : []), role].join(' ');
}

function portsOfTunnels({ inner, l4 }: Packet): readonly number[] {
  if (!inner) return [];
  const own = inner.by === 'vxlan' && l4.proto === 'udp' ? [l4.dport] : [];
  return [...own, ...portsOfTunnels(inner.packet)];
}

/**
 * What has to be said to Wireshark's `Decode As…` (`tshark -d`) before it reads all that a walk carries: it takes VXLAN
 * at the port of IANA for VXLAN, and at any other, as flannel has it, for plain UDP. `udp.port==8472,vxlan`.
 */
export function listDecodes(trace: Trace): readonly string[] {
  const ports = new Set(stepsOfWalk(trace).flatMap(({ data }) => portsOfTunnels(data.packet)));
  return [...ports].filter((port) => port !== VXLAN_PORT).map((port) => `udp.port==${port},vxlan`);
}

/**
 * A walk as somebody would capture it who listened on every device it passes: a pcapng file with one interface a
 * device (`node1/eth0`), so that each rewrite is seen between two of them. Nothing here has a clock: a packet's
 * time is the number of its step, in microseconds.
 * @param exchange what is asked for the flow's name, and answered: packets of the question carry it
 */
export function makeCapture(trace: Trace, exchange?: Exchange): Uint8Array<ArrayBuffer> {
  const names: string[] = [];
  const packets: CapturedPacket[] = [];
  let at = 0;
  let tunnel: string | undefined;
  for (const leg of trace.legs)
    for (const { netns, steps } of leg.hops)
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
        packets.push({
          on: names.indexOf(name),
          at,
          bytes: wireBytes(step.packet, exchange && lookupBytes(exchange, leg, step.packet)),
          direction,
          comment: commentOf(leg),
        });
      }
  return printPcapng(
    names.map((name) => ({ name })),
    packets,
    listDecodes(trace).map((each) => `tshark -d ${each}`),
  );
}
