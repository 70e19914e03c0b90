import { protocolNumber, type Packet } from '../../../net/packet';
import { packetBytes } from '../../skb';
import { addressDatum, bitsDatum, hexOf, integerType, type NftDatatype } from '../datatypes/datatype';
import type { Evaluated, KnownBits, NftExpressionExtension } from '../extension';
import { HEADERS, type HeaderField } from '../headers';
import type { Parser } from '../text/parser';

export interface PayloadSpec {
  /** `ip`, `tcp`, `th`; `@nh`, `@th`, `@ll` for bits counted by hand. */
  readonly header: string;
  readonly field: string;
  readonly type: NftDatatype;
  /** Bits from the beginning of the header. */
  readonly offset: number;
  readonly bits: number;
  /** ICMP: only messages of these types have it. */
  readonly messages?: readonly number[];
}

function parseRaw(parser: Parser): PayloadSpec | undefined {
  const header = parser.takeOne(['@ll', '@nh', '@th', '@ih']);
  if (!header || !parser.take(',')) return undefined;
  const offset = Number(parser.next());
  if (!parser.take(',')) return undefined;
  const bits = Number(parser.next());
  if (!Number.isInteger(offset) || !Number.isInteger(bits) || bits < 1) return undefined;
  const type = integerType('integer', bits, { print: hexOf(0), printEnd: hexOf(0) });
  return { header, field: `${offset},${bits}`, type, offset, bits };
}

function parse(parser: Parser): PayloadSpec | undefined {
  if (parser.peek().startsWith('@')) return parseRaw(parser);
  const header = parser.next();
  const fields = HEADERS[header]?.fields;
  // `arp saddr ip` has two words.
  const name = [`${parser.peek()} ${parser.peek(1)}`, parser.peek()].find((each) => fields?.[each]);
  const field = name === undefined ? undefined : fields?.[name];
  if (name === undefined || !field) return undefined;
  parser.take(...name.split(' '));
  return { header, field: name, ...field };
}

/** Is the header there? What nft puts before the expression as a dependency (`payload_gen_dependency`). */
function present({ family, l4 }: Packet, header: string): boolean {
  const wanted = HEADERS[header];
  if (!wanted) return true;
  if (wanted.family && wanted.family !== family) return false;
  return wanted.protocol === undefined || wanted.protocol === protocolNumber(l4);
}

/** Has the message the field? nft asks for the type first (`payload_gen_icmp_dependency`). */
function isOfMessage({ l4 }: Packet, messages: readonly number[] | undefined): boolean {
  return messages === undefined || !('type' in l4) || messages.includes(l4.type);
}

/** The usual ones, without making all bytes of the packet. */
function shortcut({ src, dst, l4 }: Packet, { header, field }: PayloadSpec): Evaluated | undefined {
  if (field === 'saddr' && (header === 'ip' || header === 'ip6')) return [addressDatum(src)];
  if (field === 'daddr' && (header === 'ip' || header === 'ip6')) return [addressDatum(dst)];
  if (!('sport' in l4)) return undefined;
  if (field === 'sport') return [l4.sport];
  return field === 'dport' ? [l4.dport] : undefined;
}

/** The bits of a field: those that are known, and of which nothing is. */
function readBits(packet: Packet, spec: HeaderField, base: number): KnownBits {
  const bytes = packetBytes(packet);
  let [value, known] = [0n, 0n];
  const first = base * 8 + spec.offset;
  for (let bit = first; bit < first + spec.bits; bit++) {
    const byte = bytes[bit >>> 3];
    const mask = 0x80 >>> (bit & 7);
    const isKnown = byte !== undefined && (byte.known & mask) !== 0;
    known = (known << 1n) | (isKnown ? 1n : 0n);
    value = (value << 1n) | (isKnown && (byte.value & mask) !== 0 ? 1n : 0n);
  }
  return { value, known };
}

/** Headers of which nothing is known here. */
const UNSEEN: ReadonlySet<string> = new Set(['ether', 'vlan', '@ll', '@ih']);

function partly(spec: PayloadSpec, packet: Packet): KnownBits | 'break' | 'unknown' {
  const { header } = spec;
  if (!present(packet, header)) return 'break';
  // What is sent as an IP packet carries no ARP header.
  if (header === 'arp') return 'break';
  if (UNSEEN.has(header)) return 'unknown';
  if (!isOfMessage(packet, spec.messages)) return 'break';
  const network = header === 'ip' || header === 'ip6' || header === '@nh';
  return readBits(packet, spec, network ? 0 : packet.family === 'ipv4' ? 20 : 40);
}

/** A frame without a tag that carries a packet of IP. */
const FRAME_TYPE = { ipv4: 0x0800, ipv6: 0x86dd } as const;

function evaluate(spec: PayloadSpec, packet: Packet): Evaluated {
  const found = present(packet, spec.header) ? shortcut(packet, spec) : undefined;
  if (found) return found;
  const bits = partly(spec, packet);
  if (typeof bits === 'string') return bits;
  return bits.known === (1n << BigInt(spec.bits)) - 1n ? [bitsDatum(bits.value, spec.bits)] : 'unknown';
}

/** A field of a header, found by its place in the packet. */
export const payload: NftExpressionExtension<'payload', PayloadSpec> = {
  name: 'payload',
  reference: 'net/netfilter/nft_payload.c',
  simulated: 'partly',
  starts: [...Object.keys(HEADERS), '@ll', '@nh', '@th', '@ih'],
  parse,
  print: ({ header, field }) => (header.startsWith('@') ? `${header},${field}` : `${header} ${field}`),
  types: ({ type }) => [type],
  evaluate: (spec, { skb, table }) => {
    const isFrameType = table.family === 'bridge' && spec.header === 'ether' && spec.field === 'type';
    return isFrameType ? [FRAME_TYPE[skb.packet.family]] : evaluate(spec, skb.packet);
  },
  partly: (spec, { skb }) => partly(spec, skb.packet),
};
