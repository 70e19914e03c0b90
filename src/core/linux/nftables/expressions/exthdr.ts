import { protocolNumber } from '../../../net/packet';
import { BOOLEAN, INTEGER } from '../datatypes/symbols';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';
import type { Parser } from '../text/parser';

export interface ExthdrSpec {
  /** `tcp option`, `ip option`, `sctp chunk`, or an IPv6 extension header. */
  readonly kind: string;
  readonly name: string;
  readonly field?: string;
  /** `exists`, `missing`. */
  readonly check?: true;
}

const IPV6_HEADERS = ['hbh', 'rt0', 'rt2', 'srh', 'frag', 'dst', 'mh'] as const;
const ASKED = new Set(['exists', 'missing', '!=', '==', '']);

function readHeader(parser: Parser): Pick<ExthdrSpec, 'kind' | 'name'> | undefined {
  for (const kind of ['tcp option', 'ip option', 'sctp chunk', 'dccp option']) {
    if (parser.take(...kind.split(' '))) return { kind, name: parser.next() };
  }
  const name = (parser.take('exthdr') ? parser.next() : undefined) ?? parser.takeOne(IPV6_HEADERS);
  return name ? { kind: 'exthdr', name } : undefined;
}

function parse(parser: Parser): ExthdrSpec | undefined {
  const head = readHeader(parser);
  if (!head || head.name === '') return undefined;
  const field = ASKED.has(parser.peek()) ? undefined : parser.next();
  const asked = parser.peek() === '!=' || parser.peek() === '==' ? parser.peek(1) : parser.peek();
  return {
    ...head,
    ...(field === undefined ? {} : { field }),
    ...(asked === 'exists' || asked === 'missing' ? { check: true } : {}),
  };
}

/** Packets here have no extension headers and no IP options; TCP options and SCTP chunks behind the first are not known. */
function evaluate({ kind, check }: ExthdrSpec, { skb, family }: NftContext): Evaluated {
  const protocol = protocolNumber(skb.packet.l4);
  const absent: Evaluated = check ? [0] : 'break';
  if (kind === 'exthdr') return family === 'ipv6' ? absent : 'break';
  if (kind === 'ip option') return family === 'ipv4' ? absent : 'break';
  const wanted = kind.startsWith('tcp') ? 6 : kind.startsWith('sctp') ? 132 : 33;
  return protocol === wanted ? 'unknown' : 'break';
}

/** An extension header, an option, or a chunk. */
export const exthdr: NftExpressionExtension<'exthdr', ExthdrSpec> = {
  name: 'exthdr',
  reference: 'net/netfilter/nft_exthdr.c',
  simulated: 'partly',
  starts: ['exthdr', 'tcp', 'ip', 'sctp', 'dccp', ...IPV6_HEADERS],
  parse,
  print: ({ kind, name, field }) => [kind, name, field].filter(Boolean).join(' '),
  types: ({ check }) => [check ? BOOLEAN : INTEGER],
  evaluate,
};
