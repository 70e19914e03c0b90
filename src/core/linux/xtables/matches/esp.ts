import type { MatchExtension } from '../extension';
import { rangeCodec, type NumberRange } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const isAny = (range: NumberRange): boolean => range.min === 0 && range.max === 0xffffffff;

const FIELDS = {
  spi: field('--espspi', rangeCodec(0, 0xffffffff), { negatable: true, isDefault: isAny }),
};
export type EspSpec = TableSpec<typeof FIELDS>;

/** The security parameter index of an ESP packet. */
export const esp: MatchExtension<'esp', EspSpec> = tableMatch({
  name: 'esp',
  reference: 'net/netfilter/xt_esp.c',
  fields: FIELDS,
  more: { protocols: [50] },
  test: (_spec, { skb }) => (skb.packet.l4.proto === 'other' ? 'unknown' : false),
  simulated: 'partly',
});
