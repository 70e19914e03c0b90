import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  eq: field('--hl-eq', numberCodec(0, 255), { negatable: true }),
  lt: field('--hl-lt', numberCodec(0, 255)),
  gt: field('--hl-gt', numberCodec(0, 255)),
};
export type HlSpec = TableSpec<typeof FIELDS>;

/** The hop limit. */
export const hl: MatchExtension<'hl', HlSpec> = tableMatch({
  name: 'hl',
  reference: 'net/netfilter/xt_hl.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['eq', 'lt', 'gt'],
  more: { family: 'ipv6' },
  test: ({ eq, lt, gt }, { skb: { packet } }) => {
    if (lt) return packet.ttl < lt.value;
    if (gt) return packet.ttl > gt.value;
    return !eq || (packet.ttl === eq.value) !== eq.negated;
  },
  actual: (_spec, { skb }) => `--hl-eq ${skb.packet.ttl}`,
});
