import { add, ZERO, type Fraction } from '../../lib/fraction';
import { createRng } from '../../lib/random';
import type { Netns } from '../../linux/netns';
import { formatIp, isLoopback, isMulticast, isUnspecified, sameIp, type IpAddress } from '../../net/ip';
import { hasPorts, type Packet } from '../../net/packet';
import { makeEnding } from '../../sim/explore';
import { simulate } from '../../sim/simulate';
import type { Outcome, Trace } from '../../sim/trace';
import type { Diagram } from '../diagram';
import { endText, FIRST_END, type HostEnd } from '../host-end';
import type { HostModel } from '../host-model';
import { spellOut } from '../maps';
import type { NetworkModel } from '../network-model';
import { SPECIAL_NETWORKS } from '../router';
import { cofactor, makePacket, sampleHeader } from '../sample';
import { listLeaves, sayEnds, walkEach } from './hold-host-to-walk';

/** An end with the whole header that whoever is there sees, as both sides say it. */
function keyOfEnd({ kind, at, by, answered, why, dst, src }: HostEnd, sent: Packet): string {
  const seen = kind === 'taken' || kind === 'closed' || kind === 'left';
  const who = seen ? `${src ?? formatIp(sent.src)} > ${wholeEnd(dst, sent)}` : '';
  return [kind, at, by, answered, kind === 'rejected' ? why : '', who].map((each) => each ?? '').join(' ');
}

function wholeEnd(dst: string | undefined, { dst: was, l4 }: Packet): string {
  const port = hasPorts(l4) ? l4.dport : undefined;
  if (dst === undefined) return endText(was, port) ?? '';
  const isPortAlone = /^:\d+$/.test(dst);
  if (isPortAlone) return endText(was, port === undefined ? undefined : Number(dst.slice(1))) ?? '';
  const hasPort = was.family === 'ipv6' ? dst.startsWith('[') : dst.includes(':');
  if (hasPort || port === undefined) return hasPort && port === undefined ? dst.replace(/:\d+$/, '') : dst;
  return was.family === 'ipv6' ? `[${dst}]:${port}` : `${dst}:${port}`;
}

const seenDst = ({ dst, l4 }: Packet): string => endText(dst, hasPorts(l4) ? l4.dport : undefined) ?? '';

/** How a walk ended, as the model says it. */
function keyOfOutcome(model: NetworkModel, { disposition, answered }: Outcome, trace: Trace): string {
  const at = 'netns' in disposition ? (model.network.netns.get(disposition.netns)?.title ?? '') : '';
  const last = trace.legs
    .findLast(({ role }) => role === 'request')
    ?.hops.at(-1)
    ?.steps.at(-1)?.packet;
  const seen = last ? `${formatIp(last.src)} > ${seenDst(last)}` : '';
  switch (disposition.kind) {
    case 'DELIVERED':
      return ['taken', at, disposition.to, answered, '', seen].join(' ');
    case 'NO_SOCKET':
      return ['closed', at, '', '', '', seen].join(' ');
    case 'LEFT':
      return ['left', at, '', '', '', seen].join(' ');
    case 'REJECTED':
      return ['rejected', at, '', '', disposition.with, ''].join(' ');
    case 'DROPPED':
      return ['dropped', at, '', '', '', ''].join(' ');
    case 'MARTIAN':
    case 'NO_ROUTE':
      return ['refused', at, '', '', '', ''].join(' ');
    case 'UNKNOWN':
    case 'LOOP':
    case 'TTL_EXCEEDED':
      return 'unknown';
  }
}

/** May any end be the walk's? */
const isAny = (key: string): boolean => key.startsWith('unknown');

const FLOWING = new Set(['tcp', 'udp', 'sctp', 'icmp', 'icmpv6']);

/** Packets that a process can send as a flow: of such a protocol, between addresses that are somebody's. */
function flowingPackets({ space }: HostModel): Diagram {
  space.become = {};
  const isSomebodys = (address: IpAddress): boolean =>
    !isLoopback(address) && !isUnspecified(address) && !isMulticast(address);
  return space.both(
    space.either(...[1, 6, 17, 58, 132].map((number) => space.protocol(number))),
    space.addressesWhere('src', SPECIAL_NETWORKS, isSomebodys),
    space.addressesWhere('dst', SPECIAL_NETWORKS, (each) => !isMulticast(each) && !isUnspecified(each)),
  );
}

/** Can a process send it: from an address of its host that is one, of a protocol that flows have? */
function canFlow({ src, dst, l4 }: Packet): boolean {
  const isOdd = isLoopback(src) || isUnspecified(src) || isMulticast(src) || isUnspecified(dst);
  return FLOWING.has(l4.proto) && !isOdd && !isMulticast(dst) && dst.words[0] !== 0xffffffff && !sameIp(src, dst);
}

function walkWay(model: NetworkModel, netns: Netns, packet: Packet) {
  const { l4, src, dst } = packet;
  const [sport, dport] = hasPorts(l4) ? [l4.sport, l4.dport] : [4242, 0];
  const proto = l4.proto as 'tcp';
  return walkEach((decide) => {
    const flow = { netns: netns.id, src, dst, proto, sport, dport };
    const trace = simulate({ network: model.network, flow, decide });
    const ending = makeEnding(trace, []);
    return { end: keyOfOutcome(model, ending, trace), asks: ending.disposition.kind === 'UNKNOWN' };
  });
}

function modelWay(model: HostModel, header: Uint8Array, packet: Packet) {
  const { sure, odds } = model.space.oddsOf(cofactor(model.space, model.outcome.made, header));
  const ends = new Map<string, Fraction>();
  for (const [value, share] of odds) {
    const key = value < FIRST_END ? 'nowhere' : keyOfEnd(model.ends.at(value - FIRST_END), packet);
    ends.set(key, add(ends.get(key) ?? ZERO, share));
  }
  return { sure, ends };
}

/**
 * Samples packets of each end of what a host sends through its network and walks them with their answers: what differs, how many were walked,
 * of how many everything is known, and how often each kind of end was met.
 */
export function holdNetworkToWalk(
  model: NetworkModel,
  netns: Netns,
  { each, seed }: { readonly each: number; readonly seed: number },
) {
  const held = { walked: 0, exactly: 0, differences: [] as string[], kinds: new Map<string, number>() };
  const made = model.model(netns);
  if (!made.ok) return held;
  const { space, outcome, begins } = made.value;
  const rng = createRng(seed);
  const flowing = space.both(begins.made, flowingPackets(made.value));
  for (const leaf of listLeaves(made.value, outcome.made)) {
    const set = spellOut(space, space.diagrams.and(flowing, space.diagrams.where(outcome.made, leaf)));
    const tries = set === 0 ? 0 : each;
    for (let i = 0; i < tries; i++) {
      const header = sampleHeader(space, set, () => rng.below(2));
      const { packet } = makePacket(space, header, 'OUTPUT');
      if (!canFlow(packet)) continue;
      const walk = walkWay(model, netns, packet);
      const { sure, ends } = modelWay(made.value, header, packet);
      held.walked++;
      const exact = sure && !walk.asked && ![...ends.keys()].some(isAny);
      if (exact) held.exactly++;
      for (const end of walk.ends.keys()) {
        const kind =
          end.split(' ')[0] + (/^taken.* (?:true|false) /.exec(end) ? ` ${/ (true|false) /.exec(end)?.[1]}` : '');
        held.kinds.set(kind, (held.kinds.get(kind) ?? 0) + 1);
      }
      const same = exact
        ? sayEnds(walk.ends) === sayEnds(ends)
        : [...walk.ends.keys()].every((end) => ends.has(end) || isAny(end) || [...ends.keys()].some(isAny));
      if (!same) {
        const ports = hasPorts(packet.l4) ? `${packet.l4.sport}>${packet.l4.dport}` : '';
        held.differences.push(
          `${netns.title} ${packet.l4.proto} ${formatIp(packet.src)}>${formatIp(packet.dst)} ${ports}: walk ${sayEnds(walk.ends)}; model ${sayEnds(ends)}`,
        );
      }
    }
  }
  return held;
}
