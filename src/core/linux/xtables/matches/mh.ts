import type { MatchExtension } from '../extension';
import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { parseNumber, parseRange, printRange, type NumberRange } from '../syntax/numbers';
import { field, type Codec, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const NAMES: Readonly<Record<string, number>> = {
  'binding-refresh-request': 0,
  brr: 0,
  'home-test-init': 1,
  hoti: 1,
  'careof-test-init': 2,
  coti: 2,
  'home-test': 3,
  hot: 3,
  'careof-test': 4,
  cot: 4,
  'binding-update': 5,
  bu: 5,
  'binding-acknowledgement': 6,
  ba: 6,
  'binding-error': 7,
  be: 7,
};
const isAny = (range: NumberRange): boolean => range.min === 0 && range.max === 255;
const TYPE: Codec<NumberRange> = {
  takes: 1,
  parse: ([text = '']) => {
    const read = (part: string): number | undefined => NAMES[part.toLowerCase()] ?? parseNumber(part, 0, 255);
    const range = parseRange(text, { min: 0, max: 255 }, ':', read);
    return range ? ok(range) : err(phrase('xtables.value-range', { value: text, min: 0, max: 255 }));
  },
  print: (range) => [printRange(range)],
};

const FIELDS = {
  type: field('--mh-type', TYPE, { negatable: true, isDefault: isAny }),
};
export type MhSpec = TableSpec<typeof FIELDS>;

/** The type of a Mobile IPv6 header. */
export const mhMatch: MatchExtension<'mh', MhSpec> = tableMatch({
  name: 'mh',
  reference: 'net/ipv6/netfilter/ip6t_mh.c',
  fields: FIELDS,
  more: { protocols: [135], family: 'ipv6', aliases: ['mobility-header', 'ipv6-mh'] },
  test: (_spec, { skb }) => (skb.packet.l4.proto === 'other' ? 'unknown' : false),
  simulated: 'partly',
});
