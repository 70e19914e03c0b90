import type { MatchExtension } from '../extension';
import { rangeCodec, type NumberRange } from '../syntax/numbers';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const isAny = (range: NumberRange): boolean => range.min === 0 && range.max === 0xffffffff;

const FIELDS = {
  spi: field('--ipcompspi', rangeCodec(0, 0xffffffff), { negatable: true, isDefault: isAny }),
  compres: field('--compres', FLAG),
};
export type IpcompSpec = TableSpec<typeof FIELDS>;

/** The parameter index of an IPComp packet. */
export const ipcomp: MatchExtension<'ipcomp', IpcompSpec> = tableMatch({
  name: 'ipcomp',
  reference: 'net/netfilter/xt_ipcomp.c',
  fields: FIELDS,
  more: { protocols: [108] },
  test: (_spec, { skb }) => (skb.packet.l4.proto === 'other' ? 'unknown' : false),
  simulated: 'partly',
});
