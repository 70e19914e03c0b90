import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  eq: field('--ttl-eq', numberCodec(0, 255), { aliases: ['--ttl'], negatable: true }),
  lt: field('--ttl-lt', numberCodec(0, 255)),
  gt: field('--ttl-gt', numberCodec(0, 255)),
};
export type TtlSpec = TableSpec<typeof FIELDS>;

/** The time to live. */
export const ttl: MatchExtension<'ttl', TtlSpec> = tableMatch({
  name: 'ttl',
  reference: 'net/netfilter/xt_hl.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['eq', 'lt', 'gt'],
  more: { family: 'ipv4' },
  test: ({ eq, lt, gt }, { skb: { packet } }) => {
    if (lt) return packet.ttl < lt.value;
    if (gt) return packet.ttl > gt.value;
    return !eq || (packet.ttl === eq.value) !== eq.negated;
  },
  actual: (_spec, { skb }) => `--ttl-eq ${skb.packet.ttl}`,
});
