import { getBits, maskWords, sameIp, type IpAddress } from '../net/ip';
import type { PacketFlag } from '../linux/packet-space';
import { PACKET_FLAGS } from '../linux/packet-space';
import type { Diagram } from './diagram';
import type { QuestionField } from './header-bits';
import type { Space } from './space';

/** An address of a packet by now: one that it was sent with, or a constant. */
export type AddressNow = 'src' | 'dst' | IpAddress;
/** A port by now; `any`: one that nobody knows; `dialled`: the one that a proxying process got, which is itself and nobody knows either. */
export type PortNow = 'sport' | 'dport' | 'any' | 'dialled' | number;

/** What packets have in their header by now, as a function of what they were sent with. */
export interface HeaderNow {
  readonly src: AddressNow;
  readonly dst: AddressNow;
  readonly sport: PortNow;
  readonly dport: PortNow;
}

/** Packets as they were sent. */
export const AS_SENT: HeaderNow = { src: 'src', dst: 'dst', sport: 'sport', dport: 'dport' };

/** The header of an answer to packets with this one. */
export function turnRound({ src, dst, sport, dport }: HeaderNow): HeaderNow {
  return { src: dst, dst: src, sport: dport, dport: sport };
}

/** A key of a header: equal where it is the same function. */
export function headerKey({ src, dst, sport, dport }: HeaderNow): string {
  const address = (is: AddressNow): string => (typeof is === 'string' ? is : is.words.join('.'));
  return `${address(src)} ${address(dst)} ${sport} ${dport}`;
}

/** All packets that were sent so that an address of theirs by now is this one; undefined: nobody can say in few questions. */
function whereAddress(space: Space, now: AddressNow, is: AddressNow): Diagram | undefined {
  if (typeof now === 'string' && typeof is === 'string') return now === is ? 1 : undefined;
  if (typeof now !== 'string' && typeof is !== 'string') return sameIp(now, is) ? 1 : 0;
  const [side, address] = typeof now === 'string' ? [now, is as IpAddress] : [is as 'src', now];
  space.become = {};
  return space.address(side, { address, mask: maskWords(space.family, getBits(space.family)) });
}

function wherePort(space: Space, now: PortNow, is: PortNow): Diagram | undefined {
  if (now === 'any' || is === 'any') return undefined;
  if (now === is) return 1;
  if (now === 'dialled' || is === 'dialled') return undefined;
  if (typeof now === 'number' && typeof is === 'number') return 0;
  if (typeof now === 'string' && typeof is === 'string') return undefined;
  const [field, port] = typeof now === 'string' ? [now, is as number] : [is as 'sport', now];
  space.become = {};
  return space.port(field === 'sport' ? 'src' : 'dst', port, port);
}

/** Packets among some whose two headers are the same: surely, and perhaps. */
export function whereSame(
  space: Space,
  now: HeaderNow,
  is: HeaderNow,
): { readonly sure: Diagram; readonly perhaps: Diagram } {
  const parts = [
    whereAddress(space, now.src, is.src),
    whereAddress(space, now.dst, is.dst),
    wherePort(space, now.sport, is.sport),
    wherePort(space, now.dport, is.dport),
  ];
  const perhaps = space.both(...parts.map((each) => each ?? 1));
  return { perhaps, sure: parts.includes(undefined) ? 0 : perhaps };
}

/** What is known of packets at a host besides their header. */
interface Arrival {
  /** The device they come in by. */
  readonly indev?: string;
  /** The flags of a TCP header, where they are not those it was sent with. */
  readonly flags?: readonly PacketFlag[];
  /** Draws and unknowns of the map are not those that were met before. */
  readonly anew?: boolean;
}

/** Of each question of a map: an answer, nobody knows, or the question that it is of the packets as they were sent. */
const NO = 0;
const YES = 1;
const ANY = -1;
const FIRST_QUESTION = 2;

function bindQuestions(space: Space, now: HeaderNow, { indev, flags }: Arrival): Int32Array {
  const { fields, count } = space.bits;
  const questions = Int32Array.from({ length: count }, (_, level) => level + FIRST_QUESTION);
  const put = (field: QuestionField, answer: (bit: number, at: number) => number): void => {
    const { first, count: bits } = fields[field];
    for (let at = 0; at < bits; at++) questions[first + at] = answer(bits - 1 - at, at);
  };
  for (const side of ['src', 'dst'] as const) {
    const is = now[side];
    if (typeof is === 'string') put(side, (_bit, at) => fields[is].first + at + FIRST_QUESTION);
    else put(side, (_bit, at) => ((is.words[at >> 5] ?? 0) >>> (31 - (at & 31))) & 1);
  }
  for (const side of ['sport', 'dport'] as const) {
    const is = now[side];
    if (is === 'any') put(side, () => ANY);
    // A port that the kernel gives a process is 32768 or greater (net.ipv4.ip_local_port_range).
    else if (is === 'dialled') put(side, (bit) => (bit === 15 ? YES : ANY));
    else if (typeof is === 'string') put(side, (_bit, at) => fields[is].first + at + FIRST_QUESTION);
    else put(side, (bit) => (is >>> bit) & 1);
  }
  if (indev !== undefined) put('indev', (bit) => (space.devices.indexOf(indev) >>> bit) & 1);
  if (flags) put('flags', (_bit, at) => (flags.includes(PACKET_FLAGS[at] as PacketFlag) ? YES : NO));
  return questions;
}

/** Draws and unknowns of a map, with new ones of the same kind, in their order. */
function renewBeside(space: Space, map: Diagram): ReadonlyMap<number, Diagram> {
  const { diagrams } = space;
  const levels = new Set<number>();
  const seen = new Set<Diagram>([map]);
  for (const node of seen) {
    if (diagrams.isLeaf(node)) continue;
    if (space.besideAt(diagrams.level(node)) !== undefined) levels.add(diagrams.level(node));
    seen.add(diagrams.low(node));
    seen.add(diagrams.high(node));
  }
  return new Map([...levels].toSorted((a, b) => b - a).map((level) => [level, space.askAgain(level)]));
}

/**
 * A map of packets at a host as a map of the packets as they were sent, who have this header by now: what it asks of a field is asked
 * of what that was, or known.
 */
export function asSent(space: Space, map: Diagram, now: HeaderNow, arrival: Arrival = {}): Diagram {
  const { diagrams } = space;
  const questions = bindQuestions(space, now, arrival);
  const fresh = arrival.anew ? renewBeside(space, map) : undefined;
  const done = new Map<Diagram, Diagram>();
  const question = (level: number): Diagram => {
    const set = space.namedAt(level);
    if (set !== undefined) return visit(set);
    if (level >= questions.length) return fresh?.get(level) ?? diagrams.node(level, 0, 1);
    const bound = questions[level] ?? ANY;
    return bound === ANY ? space.may() : diagrams.node(bound - FIRST_QUESTION, 0, 1);
  };
  const visit = (node: Diagram): Diagram => {
    if (diagrams.isLeaf(node)) return node;
    const known = done.get(node);
    if (known !== undefined) return known;
    const level = diagrams.level(node);
    const bound = level < questions.length ? questions[level] : undefined;
    let made: Diagram;
    if (bound === NO || bound === YES) made = visit(bound === YES ? diagrams.high(node) : diagrams.low(node));
    else {
      const [low, high] = [visit(diagrams.low(node)), visit(diagrams.high(node))];
      made = low === high ? low : diagrams.choose(question(level), high, low);
    }
    done.set(node, made);
    return made;
  };
  space.asking = () => 'sport';
  return visit(map);
}
