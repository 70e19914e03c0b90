import type { TargetExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { nameCodec } from '../syntax/words';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/table-target';

const HEX8: Codec<number> = {
  ...numberCodec(0, 0xffffffff),
  print: (value) => [`0x${value.toString(16).padStart(8, '0')}`],
};
const HEX4: Codec<number> = {
  ...numberCodec(0, 0xffff),
  print: (value) => [`0x${value.toString(16).padStart(4, '0')}`],
};

const FIELDS = {
  srcPrefix: field('--hmark-src-prefix', numberCodec(0, 128)),
  dstPrefix: field('--hmark-dst-prefix', numberCodec(0, 128)),
  spiMask: field('--hmark-spi-mask', HEX8),
  spi: field('--hmark-spi', HEX8),
  sportMask: field('--hmark-sport-mask', HEX4),
  sport: field('--hmark-sport', numberCodec(0, 65535)),
  dportMask: field('--hmark-dport-mask', HEX4),
  dport: field('--hmark-dport', numberCodec(0, 65535)),
  protoMask: field('--hmark-proto-mask', HEX4),
  rnd: field('--hmark-rnd', HEX8),
  mod: field('--hmark-mod', numberCodec(1, 0xffffffff)),
  offset: field('--hmark-offset', numberCodec(0, 0xffffffff)),
  tuple: field('--hmark-tuple', nameCodec(64)),
};
export type HmarkSpec = TableSpec<typeof FIELDS>;

/** Marks by a hash of addresses and ports. */
export const HMARK: TargetExtension<'HMARK', HmarkSpec> = tableTarget({
  name: 'HMARK',
  reference: 'net/netfilter/xt_HMARK.c',
  fields: FIELDS,
  required: ['mod', 'rnd'],
  simulated: 'no',
  more: { tables: ['mangle'] },
});
