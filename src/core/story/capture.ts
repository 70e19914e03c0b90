import { printPcapng, type CapturedPacket } from '../formats/pcapng';
import { VXLAN_PORT, type Packet } from '../net/packet';
import { wireBytes } from '../net/wire';
import type { Leg, Trace, TraceStep } from '../sim/trace';
import { stepsOfWalk } from './walk';
import type { Document, FlowSource } from '../document/document';
import { lookupName } from '../document/resolve-name';
import { dnsBytes, type DnsMessage } from '../kubernetes/dns/message';
import { namespacedName } from '../kubernetes/types';
import type { Memo } from '../lib/memo';

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
 * Rules for Wireshark's `Decode As…` (`tshark -d`) without which it does not read all of a walk: it takes VXLAN at the port of
 * IANA for VXLAN, and at any other, as flannel has it, for plain UDP. `udp.port==8472,vxlan`.
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

/** What is asked for a name and what is said to it; a leg of the question has the one or the other. */
interface Exchange extends Pick<DnsMessage, 'name' | 'type'> {
  readonly reply: NonNullable<DnsMessage['reply']>;
}

interface Asking {
  readonly from: FlowSource;
  /** As the sender writes it. */
  readonly name: string | undefined;
  readonly memo: Memo;
}

/** The DNS exchange of a Pod that asks for a name: of all its questions the one that is answered; undefined: none is. */
export function findExchange(document: Document, { from, name, memo }: Asking): Exchange | undefined {
  const pod = document.cluster.pods.find(
    (each) => from.kind === 'pod' && namespacedName(each) === `${from.namespace}/${from.name}`,
  );
  if (!pod || name === undefined) return undefined;
  const ask = (asked: string) => {
    const lookup = lookupName(document, pod, { name: asked, memo });
    return lookup.ok ? lookup.value.asked.filter(({ records }) => records.length > 0) : [];
  };
  const found = ask(name).at(-1);
  if (!found) return undefined;
  const targets = found.records.flatMap(({ type, value }) => (type === 'SRV' ? [value.split(' ').at(-1) ?? ''] : []));
  const extra = [...new Set(targets)].flatMap((target) => ask(target).flatMap(({ records }) => records));
  return { name: found.name, type: found.type, reply: { rcode: 'NOERROR', records: found.records, extra } };
}

/** What a resolver that names no other size takes in a datagram (RFC 1035, 4.2.1). */
const MOST_BYTES = 512;

/**
 * The message a packet of a question carries; absent: none. What opens a connection carries nothing yet, and what goes
 * over it once it stands has its length before it (RFC 1035, 4.2.2). A server that cannot answer says SERVFAIL.
 */
export function lookupBytes(exchange: Exchange, leg: Leg, packet: Packet): readonly number[] | undefined {
  const { l4, inner } = packet;
  if (inner) return lookupBytes(exchange, leg, inner.packet);
  const { reply, ...question } = exchange;
  const { role, lookup } = leg;
  if (!lookup || (l4.proto !== 'udp' && (l4.proto !== 'tcp' || l4.flags.syn || l4.flags.rst))) return undefined;
  const failed = { rcode: 'SERVFAIL', records: [], extra: [] } as const;
  const said = role === 'reply' ? reply : failed;
  const most = l4.proto === 'udp' ? { most: MOST_BYTES } : {};
  const message = dnsBytes(role === 'request' ? question : { ...question, reply: { ...said, ...most } });
  return l4.proto === 'udp' ? message : [message.length >>> 8, message.length & 0xff, ...message];
}
