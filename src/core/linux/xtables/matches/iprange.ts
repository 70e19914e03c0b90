import { formatIp } from '../../../net/ip';
import type { MatchExtension } from '../extension';
import { ADDRESS_RANGE, withinRange } from '../syntax/addresses';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless } from '../../packet-space';

const FIELDS = {
  src: field('--src-range', ADDRESS_RANGE, { negatable: true }),
  dst: field('--dst-range', ADDRESS_RANGE, { negatable: true }),
};
export type IprangeSpec = TableSpec<typeof FIELDS>;

/** Addresses from one to another. */
export const iprange: MatchExtension<'iprange', IprangeSpec> = tableMatch({
  name: 'iprange',
  reference: 'net/netfilter/xt_iprange.c',
  fields: FIELDS,
  oneOf: true,
  test: ({ src, dst }, { skb: { packet } }) =>
    (!src || withinRange(packet.src, src.value) !== src.negated) &&
    (!dst || withinRange(packet.dst, dst.value) !== dst.negated),
  set: ({ src, dst }, space) =>
    space.both(
      src ? unless(space, src.negated, space.addressRange('src', src.value.min, src.value.max)) : space.all,
      dst ? unless(space, dst.negated, space.addressRange('dst', dst.value.min, dst.value.max)) : space.all,
    ),
  actual: (_spec, { skb: { packet } }) => `${formatIp(packet.src)} -> ${formatIp(packet.dst)}`,
});
