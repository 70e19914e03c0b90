import { datumKey, type NftDatum } from '../datum';
import { jhash2 } from '../../conntrack/nat';
import { INTEGER } from '../datatypes/symbols';
import type { NftDatatype } from '../datatypes/datatype';
import type { Draw, Evaluated, NftContext, NftExpressionExtension } from '../extension';
import type { Parser } from '../text/parser';
import { type NftExpression } from '../types';

export interface HashSpec {
  readonly kind: 'jhash' | 'symhash';
  /** Absent for symhash, which takes the hash the packet already has. */
  readonly of?: NftExpression;
  readonly types: readonly NftDatatype[];
  readonly text: string;
  readonly modulus: number;
  readonly seed?: number;
  readonly offset: number;
}

function parse(parser: Parser): HashSpec | undefined {
  const kind = parser.takeOne(['jhash', 'symhash'] as const);
  if (!kind) return undefined;
  const from = parser.at;
  const of = kind === 'jhash' ? parser.expression() : undefined;
  if (kind === 'jhash' && !of) return undefined;
  const [start, end] = [parser.tokens[from]?.start ?? 0, parser.tokens[parser.at - 1]?.end];
  const text = of ? `${parser.source.slice(start, end)} ` : '';
  if (!parser.take('mod')) return undefined;
  const modulus = Number(parser.next());
  const seed = parser.take('seed') ? Number(parser.next()) : undefined;
  const offset = parser.take('offset') ? Number(parser.next()) : 0;
  if (!Number.isInteger(modulus) || modulus < 1 || !Number.isInteger(offset)) return undefined;
  const types = of ? parser.typesOf(of) : [];
  return {
    kind,
    types,
    text,
    modulus,
    offset,
    ...(of ? { of } : {}),
    ...(seed === undefined ? {} : { seed: seed >>> 0 }),
  };
}

/** A register's bytes: each field begins at a word of its own. */
function listBytes(value: NftDatum, { bits, host }: NftDatatype): number[] {
  const count = Math.ceil(bits / 8);
  const whole = BigInt(typeof value === 'string' ? 0 : value);
  const bytes = Array.from({ length: count }, (_, i) => Number((whole >> BigInt(8 * (count - 1 - i))) & 255n));
  return host ? bytes.reverse() : bytes;
}

/** `jhash` over the registers, with a seed that is written in the rule (`nft_jhash_eval`). */
function jhash(values: readonly NftDatum[], types: readonly NftDatatype[], seed: number): number {
  const fields = values.map((value, i) => listBytes(value, types[i] ?? INTEGER));
  const padded = fields.flatMap((bytes) => [...bytes, ...Array<number>((4 - (bytes.length % 4)) % 4).fill(0)]);
  const length = fields.length === 1 ? (fields[0]?.length ?? 0) : padded.length;
  const words = Array.from({ length: padded.length / 4 }, (_, i) =>
    [3, 2, 1, 0].reduce((word, byte) => word * 256 + (padded[i * 4 + byte] ?? 0), 0),
  );
  // jhash2() counts whole words; jhash() counts bytes.
  return jhash2(words, seed + length - padded.length);
}

function evaluate(spec: HashSpec, ctx: NftContext): Evaluated {
  if (!spec.of || spec.seed === undefined) return 'unknown';
  const values = ctx.evaluate(spec.of);
  if (typeof values === 'string') return values;
  if (spec.types.some((type) => type.name === 'ifname' || type.name === 'iface_index')) return 'unknown';
  const hash = jhash(values, spec.types, spec.seed);
  return [Number((BigInt(hash) * BigInt(spec.modulus)) >> 32n) + spec.offset];
}

/** The seed is the kernel's secret: any number may come, but for equal packets the same. */
function draw({ of, seed, modulus, offset }: HashSpec, ctx: NftContext): Draw | undefined {
  if (seed !== undefined && of) return undefined;
  const { packet } = ctx.skb;
  const values = of ? ctx.evaluate(of) : [JSON.stringify([packet.src.words, packet.dst.words, packet.l4])];
  if (typeof values === 'string') return undefined;
  return { modulus, offset, memory: datumKey(values) };
}

/** A number that is always the same for the same fields of a packet. */
export const hash: NftExpressionExtension<'hash', HashSpec> = {
  name: 'hash',
  reference: 'net/netfilter/nft_hash.c',
  simulated: 'partly',
  starts: ['jhash', 'symhash'],
  parse,
  print: ({ kind, text, modulus, seed, offset }) =>
    `${kind} ${text}mod ${modulus}${seed === undefined ? '' : ` seed 0x${seed.toString(16)}`}${offset ? ` offset ${offset}` : ''}`,
  types: () => [INTEGER],
  evaluate,
  draw,
};
