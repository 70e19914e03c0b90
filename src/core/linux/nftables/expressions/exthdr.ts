import { protocolNumber, type Packet } from '../../../net/packet';
import type { NftDatatype } from '../datatypes/datatype';
import { BOOLEAN, INTEGER } from '../datatypes/symbols';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';
import { IP_OPTIONS, IPV6_HEADERS, SCTP_FIELDS, TCP_OPTIONS, tcpOptionName } from '../extension-headers';
import type { Parser } from '../text/parser';

export interface ExthdrSpec {
  /** `tcp option`, `ip option`, `sctp chunk`; empty: an IPv6 extension header. */
  readonly kind: '' | 'tcp option' | 'ip option' | 'sctp chunk' | 'dccp option';
  readonly name: string;
  /** Absent: whether it is there is asked (`exists`, `missing`). */
  readonly field?: string;
  readonly type: NftDatatype;
}

type Head = Pick<ExthdrSpec, 'kind' | 'name'>;

const HEADERS = Object.keys(IPV6_HEADERS);

function readHead(parser: Parser): Head | undefined {
  if (parser.take('tcp', 'option')) return { kind: 'tcp option', name: tcpOptionName(parser.next()) };
  for (const kind of ['ip option', 'sctp chunk', 'dccp option'] as const) {
    if (parser.take(...kind.split(' '))) return { kind, name: parser.next() };
  }
  parser.take('exthdr');
  const name = parser.takeOne(HEADERS);
  return name === undefined ? undefined : { kind: '', name };
}

/** Fields of a header by its name; undefined: there is none of this name. */
function fieldsOf({ kind, name }: Head): Readonly<Record<string, NftDatatype>> | undefined {
  switch (kind) {
    case '':
      return IPV6_HEADERS[name];
    case 'tcp option':
      return TCP_OPTIONS[name]?.fields ?? (/^\d+$/.test(name) && Number(name) < 256 ? {} : undefined);
    case 'ip option':
      return IP_OPTIONS[name];
    case 'sctp chunk':
      return SCTP_FIELDS[name];
    case 'dccp option':
      return /^\d+$/.test(name) ? {} : undefined;
  }
}

/** `tcp option @255,8,8`: bits of an option counted by hand. */
function readRaw(parser: Parser, { kind, name }: Head): ExthdrSpec | undefined {
  const number = name.slice(1);
  const [offset, bits] = [parser.take(',') && parser.next(), parser.take(',') && parser.next()];
  if (kind !== 'tcp option' || ![number, offset, bits].every((word) => /^\d+$/.test(String(word)))) return undefined;
  return { kind, name: `${name},${String(offset)},${String(bits)}`, field: '', type: INTEGER };
}

function parse(parser: Parser): ExthdrSpec | undefined {
  const start = parser.peek();
  const head = readHead(parser);
  if (!head) return undefined;
  if (head.name.startsWith('@')) return readRaw(parser, head);
  const fields = fieldsOf(head);
  const word = parser.peek();
  const type = fields?.[word.replace(/\[\d+\]$/, '[]')];
  if (type) return { ...head, field: parser.next(), type };
  // `hbh exists` alone is none: there it is `exthdr hbh exists`.
  return fields && (head.kind !== '' || start === 'exthdr') ? { ...head, type: BOOLEAN } : undefined;
}

/** Headers that IPv6 puts before the transport header, by number: what stands in them is not in packets here. */
const IPV6_EXTENSIONS: ReadonlySet<number> = new Set([0, 43, 44, 51, 60, 135]);

/** The kernel's own: is a chunk of this name the first of the packet? */
function isFirstChunk({ l4 }: Packet, name: string): boolean {
  return l4.proto === 'sctp' && l4.chunk.toLowerCase().replaceAll('_', '-') === name;
}

/**
 * Packets here have no extension headers and no IP options; TCP options, and SCTP chunks behind the first, are not known.
 * What is no TCP has no option of it, which is an answer where that is asked (`nft_exthdr_tcp_eval`).
 */
function evaluate({ kind, name, field }: ExthdrSpec, { skb: { packet }, family }: NftContext): Evaluated {
  const protocol = protocolNumber(packet.l4);
  const absent: Evaluated = field === undefined ? [0] : 'break';
  if (kind === '') {
    if (family !== 'ipv6') return 'break';
    return IPV6_EXTENSIONS.has(protocol) ? 'unknown' : absent;
  }
  if (kind === 'ip option') return family === 'ipv4' ? absent : 'break';
  const wanted = kind === 'tcp option' ? 6 : kind === 'sctp chunk' ? 132 : 33;
  if (protocol !== wanted) return absent;
  return field === undefined && isFirstChunk(packet, name) ? [1] : 'unknown';
}

/** An extension header, an option, or a chunk. */
export const exthdr: NftExpressionExtension<'exthdr', ExthdrSpec> = {
  name: 'exthdr',
  reference: 'net/netfilter/nft_exthdr.c',
  simulated: 'partly',
  starts: ['exthdr', 'tcp', 'ip', 'sctp', 'dccp', ...HEADERS],
  parse,
  print: ({ kind, name, field }) =>
    [kind || (field === undefined ? 'exthdr' : ''), name, field].filter(Boolean).join(' '),
  types: ({ type }) => [type],
  evaluate,
};
