import { getBits, maskWords, sameIp, type IpAddress, type IpFamily } from '../net/ip';
import type { PacketSide } from '../linux/packet-space';
import { isNetwork } from './address-range';
import type { Diagram, Diagrams } from './diagram';
import type { HeaderBits, QuestionField } from './header-bits';

const word = (address: IpAddress, at: number): number => address.words[at] ?? 0;

interface Masked {
  readonly address: IpAddress;
  readonly mask: readonly number[];
}

/** Sets of packets by one field of the header that they came with; those of one value are made once. */
export class FieldSets {
  private readonly diagrams: Diagrams;
  private readonly bits: HeaderBits;
  private readonly family: IpFamily;
  /** Sets of one address of IPv4, by its number and side. */
  private readonly addresses = new Map<number, Diagram>();
  /** Sets of one number of a field, by both. */
  private readonly numbers = new Map<number, Diagram>();

  constructor(diagrams: Diagrams, bits: HeaderBits, family: IpFamily) {
    this.diagrams = diagrams;
    this.bits = bits;
    this.family = family;
  }

  /** All packets whose source or destination, by `side`, equals an address under its mask. */
  address(side: PacketSide, { address, mask }: Masked): Diagram {
    // One address of IPv4 is asked for again and again.
    const key = this.family === 'ipv4' && mask[0] === 0xffffffff ? word(address, 0) * 2 + Number(side === 'src') : -1;
    const known = this.addresses.get(key);
    if (known !== undefined) return known;
    const { first, count } = this.bits.fields[side];
    let made: Diagram = 1;
    for (let i = count - 1; i >= 0; i--) {
      const bit = 31 - (i & 31);
      if (((mask[i >> 5] ?? 0) >>> bit) & 1) made = this.literal(first + i, (word(address, i >> 5) >>> bit) & 1, made);
    }
    if (key >= 0) this.addresses.set(key, made);
    return made;
  }

  /** An address of a side is between two, both included. */
  addressRange(side: PacketSide, min: IpAddress, max: IpAddress): Diagram {
    if (sameIp(min, max))
      return this.address(side, { address: min, mask: maskWords(this.family, getBits(this.family)) });
    if (isNetwork(min, max))
      return this.address(side, { address: min, mask: min.words.map((own, i) => ~(own ^ word(max, i)) >>> 0) });
    return this.diagrams.and(this.bound(side, min, 'least'), this.bound(side, max, 'most'));
  }

  /** A field's number is this. */
  equals(field: QuestionField, value: number): Diagram {
    const { first, count } = this.bits.fields[field];
    const key = first * 0x10000 + value;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    let made: Diagram = 1;
    for (let i = count - 1; i >= 0; i--) made = this.literal(first + i, (value >>> (count - 1 - i)) & 1, made);
    this.numbers.set(key, made);
    return made;
  }

  /** A port's number is between two, both included. */
  between(field: 'sport' | 'dport', min: number, max: number): Diagram {
    if (min === max) return this.equals(field, min);
    const { first, count } = this.bits.fields[field];
    const bitAt = (value: number) => (i: number) => (value >>> (count - 1 - i)) & 1;
    return this.diagrams.and(
      this.compared(first, count, { end: 'least', bitAt: bitAt(min) }),
      this.compared(first, count, { end: 'most', bitAt: bitAt(max) }),
    );
  }

  private bound(side: PacketSide, address: IpAddress, end: 'least' | 'most'): Diagram {
    const bitAt = (i: number): number => (word(address, i >> 5) >>> (31 - (i & 31))) & 1;
    return this.compared(this.bits.fields[side].first, getBits(this.family), { end, bitAt });
  }

  /** Numbers not less, or not more, than one whose bits these are. */
  private compared(
    first: number,
    count: number,
    { end, bitAt }: { readonly end: 'least' | 'most'; readonly bitAt: (i: number) => number },
  ): Diagram {
    let made: Diagram = 1;
    for (let i = count - 1; i >= 0; i--) {
      const bit = bitAt(i);
      if (end === 'least') made = bit ? this.diagrams.node(first + i, 0, made) : this.diagrams.node(first + i, made, 1);
      else made = bit ? this.diagrams.node(first + i, 1, made) : this.diagrams.node(first + i, made, 0);
    }
    return made;
  }

  private literal(level: number, bit: number, then: Diagram): Diagram {
    return bit ? this.diagrams.node(level, 0, then) : this.diagrams.node(level, then, 0);
  }
}
