import type { MatchExtension } from '../extension';
import { numberCodec, rangeCodec, type NumberRange } from '../syntax/numbers';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const isAny = (range: NumberRange): boolean => range.min === 0 && range.max === 0xffffffff;

const FIELDS = {
  spi: field('--ahspi', rangeCodec(0, 0xffffffff), { negatable: true, isDefault: isAny }),
  len: field('--ahlen', numberCodec(0, 0xffffffff), { negatable: true }),
  res: field('--ahres', FLAG),
};
export type AhSpec = TableSpec<typeof FIELDS>;

/** The security parameter index of an AH packet. */
export const ah: MatchExtension<'ah', AhSpec> = tableMatch({
  name: 'ah',
  reference: 'net/ipv4/netfilter/ipt_ah.c',
  fields: FIELDS,
  more: { protocolsFor: (_spec, family) => (family === 'ipv4' ? [51] : undefined) },
  test: (_spec, { skb }) => (skb.packet.l4.proto === 'other' ? 'unknown' : false),
  simulated: 'partly',
});
