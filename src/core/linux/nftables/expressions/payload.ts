import { protocolNumber, type Packet } from '../../../net/packet';
import { packetBytes } from '../../skb';
import { addressDatum, integerType, type NftDatatype } from '../datatypes/datatype';
import type { Evaluated, NftExpressionExtension } from '../extension';
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
}

function parseRaw(parser: Parser): PayloadSpec | undefined {
  const header = parser.takeOne(['@ll', '@nh', '@th', '@ih']);
  if (!header || !parser.take(',')) return undefined;
  const offset = Number(parser.next());
  if (!parser.take(',')) return undefined;
  const bits = Number(parser.next());
  if (!Number.isInteger(offset) || !Number.isInteger(bits) || bits < 1) return undefined;
  const type = integerType('integer', Math.min(bits, 53), { print: (value) => `0x${value.toString(16)}` });
  return { header, field: `${offset},${bits}`, type, offset, bits };
}

function parse(parser: Parser): PayloadSpec | undefined {
  if (parser.peek().startsWith('@')) return parseRaw(parser);
  const header = parser.next();
  const field = HEADERS[header]?.fields[parser.peek()];
  if (!field) return undefined;
  return { header, field: parser.next(), ...field };
}

/** Is the header there? What nft puts before the expression as a dependency (`payload_gen_dependency`). */
function present({ family, l4 }: Packet, header: string): boolean {
  const wanted = HEADERS[header];
  if (!wanted) return true;
  if (wanted.family && wanted.family !== family) return false;
  return wanted.protocol === undefined || wanted.protocol === protocolNumber(l4);
}

/** The usual ones, without making all bytes of the packet. */
function shortcut({ src, dst, l4 }: Packet, { header, field }: PayloadSpec): Evaluated | undefined {
  if (field === 'saddr' && header !== 'ether') return [addressDatum(src)];
  if (field === 'daddr' && header !== 'ether') return [addressDatum(dst)];
  if (!('sport' in l4)) return undefined;
  if (field === 'sport') return [l4.sport];
  return field === 'dport' ? [l4.dport] : undefined;
}

function readBits(packet: Packet, spec: HeaderField, base: number): Evaluated {
  const bytes = packetBytes(packet);
  let value = 0n;
  const first = base * 8 + spec.offset;
  for (let bit = first; bit < first + spec.bits; bit++) {
    const byte = bytes[bit >>> 3];
    const mask = 0x80 >>> (bit & 7);
    if (!byte || (byte.known & mask) === 0) return 'unknown';
    value = (value << 1n) | ((byte.value & mask) === 0 ? 0n : 1n);
  }
  return [spec.bits > 53 && spec.bits === 128 ? value : Number(value)];
}

function evaluate(spec: PayloadSpec, packet: Packet): Evaluated {
  const { header } = spec;
  if (!present(packet, header)) return 'break';
  if (header === 'ether' || header === 'vlan' || header === 'arp' || header === '@ll' || header === '@ih')
    return 'unknown';
  const found = shortcut(packet, spec);
  if (found) return found;
  const network = header === 'ip' || header === 'ip6' || header === '@nh';
  return readBits(packet, spec, network ? 0 : packet.family === 'ipv4' ? 20 : 40);
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
  evaluate: (spec, { skb }) => evaluate(spec, skb.packet),
};
