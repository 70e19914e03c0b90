import type { MatchExtension } from '../extension';
import { ICMPV6_TYPE, icmpMatches } from '../syntax/icmp-types';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless } from '../../packet-space';

const FIELDS = { type: field('--icmpv6-type', ICMPV6_TYPE, { negatable: true }) };
export type Icmp6Spec = TableSpec<typeof FIELDS>;

/** ICMPv6 type and code. */
export const icmp6: MatchExtension<'icmp6', Icmp6Spec> = tableMatch({
  name: 'icmp6',
  reference: 'net/ipv6/netfilter/ip6_tables.c',
  fields: FIELDS,
  required: ['type'],
  more: { protocols: [58], family: 'ipv6', aliases: ['icmpv6', 'ipv6-icmp'] },
  test: ({ type }, { skb }) => {
    const { l4 } = skb.packet;
    if (l4.proto !== 'icmpv6') return false;
    return !type || icmpMatches(type.value, l4.type, l4.code) !== type.negated;
  },
  set: ({ type }, space) => {
    const wanted = type ? space.icmp(type.value.type, type.value.code) : space.all;
    return space.both(space.protocol(58), unless(space, type?.negated ?? false, wanted));
  },
  actual: (_spec, { skb: { packet } }) =>
    packet.l4.proto === 'icmpv6' ? `--icmpv6-type ${packet.l4.type}/${packet.l4.code}` : packet.l4.proto,
});
