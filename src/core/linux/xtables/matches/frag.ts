import type { MatchExtension } from '../extension';
import { numberCodec, rangeCodec, type NumberRange } from '../syntax/numbers';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const isAny = (range: NumberRange): boolean => range.min === 0 && range.max === 0xffffffff;

const FIELDS = {
  id: field('--fragid', rangeCodec(0, 0xffffffff), { negatable: true, isDefault: isAny }),
  len: field('--fraglen', numberCodec(0, 0xffffffff), { negatable: true }),
  res: field('--fragres', FLAG),
  first: field('--fragfirst', FLAG),
  more: field('--fragmore', FLAG),
  last: field('--fraglast', FLAG),
};
export type FragSpec = TableSpec<typeof FIELDS>;

/** An IPv6 fragment header. */
export const frag: MatchExtension<'frag', FragSpec> = tableMatch({
  name: 'frag',
  reference: 'net/ipv6/netfilter/ip6t_frag.c',
  fields: FIELDS,
  exclusive: ['more', 'last'],
  more: { family: 'ipv6' },
  // Packets here carry no extension headers.
  test: () => false,
});
