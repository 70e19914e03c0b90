import { ip, type IpAddress } from '../net/ip';
import type { L4Header, TcpFlags } from '../net/packet';
import type { Hook } from '../linux/hooks';
import { PACKET_FLAGS, PACKET_STATES } from '../linux/packet-space';
import type { Skb } from '../linux/skb';
import type { Diagram } from './diagram';
import type { QuestionField } from './header-bits';
import type { Space } from './space';

/** The answers to a header's questions, by their level. */
export type Header = Uint8Array;

/** One header of a set that is not empty; `random` gives 0 or 1 where both are left. */
export function sampleHeader(space: Space, set: Diagram, random: () => number): Header {
  const { diagrams } = space;
  const header = Uint8Array.from({ length: space.bits.count }, random);
  for (let node = set; !diagrams.isLeaf(node);) {
    const level = diagrams.level(node);
    const low = diagrams.low(node);
    const high = diagrams.high(node);
    const answer = low === 0 ? 1 : high === 0 ? 0 : random();
    if (level < header.length) header[level] = answer;
    node = answer ? high : low;
  }
  return header;
}

/**
 * The cofactor of a decision diagram by one header: its questions about the header are answered, those about draws and about what
 * nobody knows are left.
 */
export function cofactor(space: Space, map: Diagram, header: Header): Diagram {
  const { diagrams } = space;
  for (let node = map; ;) {
    const level = diagrams.level(node);
    const set = level < header.length ? undefined : space.namedAt(level);
    if (level >= header.length && set === undefined) return node;
    const answer = set === undefined ? header[level] : cofactor(space, set, header);
    node = answer ? diagrams.high(node) : diagrams.low(node);
  }
}

/** The packet with this header, as it is at a hook. */
export function makePacket(space: Space, header: Header, hook: Hook): Skb {
  const number = (field: QuestionField): number => readNumber(space, header, field);
  const address = (side: 'src' | 'dst'): IpAddress => readAddress(space, header, side);
  const state = PACKET_STATES[number('state')];
  const indev = space.devices[number('indev')];
  const outdev = space.devices[number('outdev')];
  return {
    packet: { family: space.family, src: address('src'), dst: address('dst'), ttl: 64, l4: readL4(space, header) },
    mark: number('mark'),
    local: hook === 'OUTPUT',
    ...(state && state !== 'INVALID' ? { ctState: state } : {}),
    ...(indev ? { indev } : {}),
    ...(outdev ? { outdev } : {}),
  };
}

function readNumber({ bits }: Space, header: Header, field: QuestionField): number {
  const { first, count } = bits.fields[field];
  return header.subarray(first, first + count).reduce((sum, bit) => sum * 2 + bit, 0);
}

function readAddress({ bits, family }: Space, header: Header, side: 'src' | 'dst'): IpAddress {
  const { first } = bits.fields[side];
  const words = (ip(family === 'ipv4' ? '0.0.0.0' : '::') satisfies IpAddress).words.map((_, at) =>
    header.subarray(first + at * 32, first + at * 32 + 32).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  return { family, words };
}

function readL4(space: Space, header: Header): L4Header {
  const protocol = readNumber(space, header, 'protocol');
  const sport = readNumber(space, header, 'sport');
  const dport = readNumber(space, header, 'dport');
  const icmp = { type: dport >>> 8, code: dport & 0xff };
  if (protocol === 6) return { proto: 'tcp', sport, dport, flags: readFlags(space, header), seq: 0, ack: 0 };
  if (protocol === 17) return { proto: 'udp', sport, dport };
  if (protocol === 132) return { proto: 'sctp', sport, dport, chunk: 'INIT' };
  if (protocol === 1 && space.family === 'ipv4') return { proto: 'icmp', ...icmp };
  if (protocol === 58 && space.family === 'ipv6') return { proto: 'icmpv6', ...icmp };
  return { proto: 'other', protocol };
}

function readFlags({ bits }: Space, header: Header): TcpFlags {
  const { first } = bits.fields.flags;
  return Object.fromEntries(PACKET_FLAGS.filter((_, i) => header[first + i] === 1).map((flag) => [flag, true]));
}
