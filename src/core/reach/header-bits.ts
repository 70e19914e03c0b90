import type { IpFamily } from '../net/ip';
import { PACKET_FLAGS } from '../linux/packet-space';

/** The fields of a packet at a hook, as questions: first those few rules tell apart, then what most rules ask for. */
const ORDER = [
  'mark',
  'untracked',
  'dnat',
  'state',
  'dst',
  'protocol',
  'dport',
  'src',
  'sport',
  'outdev',
  'indev',
  'flags',
] as const;
export type QuestionField = (typeof ORDER)[number];

/** Where a field's questions are: from `first` on, its highest bit first. */
interface Bits {
  readonly first: number;
  readonly count: number;
}

export interface HeaderBits {
  readonly fields: Readonly<Record<QuestionField, Bits>>;
  /** How many questions a header is. Levels from here on are draws and what nobody can say. */
  readonly count: number;
}

/**
 * Numbers the questions. kube-proxy's rules are on disjoint (destination, protocol, port), so these stand before the
 * source; bits that no rule asks for cost nothing.
 */
export function headerBits(family: IpFamily, devices: number): HeaderBits {
  const address = family === 'ipv4' ? 32 : 128;
  const device = Math.max(1, Math.ceil(Math.log2(devices)));
  const counts: Readonly<Record<QuestionField, number>> = {
    mark: 32,
    untracked: 1,
    dnat: 1,
    state: 3,
    indev: device,
    outdev: device,
    protocol: 8,
    dst: address,
    dport: 16,
    src: address,
    sport: 16,
    flags: PACKET_FLAGS.length,
  };
  let first = 0;
  const place = (field: QuestionField): [QuestionField, Bits] => {
    const bits = { first, count: counts[field] };
    first += bits.count;
    return [field, bits];
  };
  const fields = Object.fromEntries(ORDER.map(place)) as Record<QuestionField, Bits>;
  return { fields, count: first };
}
