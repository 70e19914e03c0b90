import type { MatchExtension } from '../extension';
import { ICMP_TYPE, icmpMatches } from '../syntax/icmp-types';
import { field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless } from '../../packet-space';

const FIELDS = { type: field('--icmp-type', ICMP_TYPE, { negatable: true }) };
export type IcmpSpec = TableSpec<typeof FIELDS>;

/** ICMP type and code. */
export const icmp: MatchExtension<'icmp', IcmpSpec> = tableMatch({
  name: 'icmp',
  reference: 'net/ipv4/netfilter/ip_tables.c',
  fields: FIELDS,
  required: ['type'],
  more: { protocols: [1], family: 'ipv4' },
  test: ({ type }, { skb }) => {
    const { l4 } = skb.packet;
    if (l4.proto !== 'icmp') return false;
    return !type || (type.value.type === 255 || icmpMatches(type.value, l4.type, l4.code)) !== type.negated;
  },
  set: ({ type }, space) => {
    const wanted = !type || type.value.type === 255 ? space.all : space.icmp(type.value.type, type.value.code);
    return space.both(space.protocol(1), unless(space, type?.negated ?? false, wanted));
  },
  actual: (_spec, { skb: { packet } }) =>
    packet.l4.proto === 'icmp' ? `--icmp-type ${packet.l4.type}/${packet.l4.code}` : packet.l4.proto,
});
