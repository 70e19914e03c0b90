import { ok } from '../../../lib/result';
import { getBits, type IpFamily } from '../../../net/ip';
import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { setCodec, field, type Codec, type OptionValue, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const HEX8: Codec<number> = {
  ...numberCodec(0, 0xffffffff),
  print: (value) => [`0x${value.toString(16).padStart(8, '0')}`],
};
const HEX4: Codec<number> = {
  ...numberCodec(0, 0xffff),
  print: (value) => [`0x${value.toString(16).padStart(4, '0')}`],
};

const HEX2: Codec<number> = {
  ...numberCodec(0, 0xffff),
  print: (value) => [`0x${value.toString(16).padStart(2, '0')}`],
};

const FIELDS = {
  srcPrefix: field('--hmark-src-prefix', numberCodec(0, 128)),
  dstPrefix: field('--hmark-dst-prefix', numberCodec(0, 128)),
  spiMask: field('--hmark-spi-mask', HEX8),
  sportMask: field('--hmark-sport-mask', HEX4),
  dportMask: field('--hmark-dport-mask', HEX4),
  spi: field('--hmark-spi', HEX8),
  sport: field('--hmark-sport', HEX4),
  dport: field('--hmark-dport', HEX4),
  protoMask: field('--hmark-proto-mask', HEX2),
  rnd: field('--hmark-rnd', HEX8),
  mod: field('--hmark-mod', numberCodec(1, 0xffffffff)),
  offset: field('--hmark-offset', numberCodec(0, 0xffffffff)),
  tuple: field('--hmark-tuple', setCodec(['src', 'dst', 'sport', 'dport', 'spi', 'proto', 'ct'])),
};
export type HmarkSpec = TableSpec<typeof FIELDS>;

/** `--hmark-tuple src,sport` is short for whole masks; only `ct` stays a word (hmark_parse_type()). */
function complete({ tuple, ...rest }: HmarkSpec, family: IpFamily): HmarkSpec {
  const has = (word: NonNullable<typeof tuple>['value'][number]): boolean => tuple?.value.includes(word) ?? false;
  const given = <T>(value: T): OptionValue<T> => ({ negated: false, value });
  return {
    ...rest,
    ...(has('src') ? { srcPrefix: given(getBits(family)) } : {}),
    ...(has('dst') ? { dstPrefix: given(getBits(family)) } : {}),
    ...(has('sport') ? { sportMask: given(0xffff) } : {}),
    ...(has('dport') ? { dportMask: given(0xffff) } : {}),
    ...(has('spi') ? { spiMask: given(0xffffffff) } : {}),
    ...(has('proto') ? { protoMask: given(0xffff) } : {}),
    ...(has('ct') ? { tuple: given(['ct'] as const) } : {}),
  };
}

/** Marks by a hash of addresses and ports. */
export const HMARK: TargetExtension<'HMARK', HmarkSpec> = tableTarget({
  name: 'HMARK',
  reference: 'net/netfilter/xt_HMARK.c',
  fields: FIELDS,
  required: ['mod', 'rnd'],
  complete: (spec, family) => ok(complete(spec, family)),
  simulated: 'no',
  more: { tables: ['mangle'] },
});
