import type { MatchExtension } from '../extension';
import type { TableSpec } from '../syntax/option-table';
import { PORT_FIELDS, portsMatch, portsSet, getPorts } from '../syntax/nat-range';
import { tableMatch } from '../syntax/extension-table';

export type UdpSpec = TableSpec<typeof PORT_FIELDS>;

/** UDP ports. */
export const udp: MatchExtension<'udp', UdpSpec> = tableMatch({
  name: 'udp',
  reference: 'net/netfilter/xt_tcpudp.c',
  fields: PORT_FIELDS,
  more: { protocols: [17] },
  test: (spec, { skb }) => skb.packet.l4.proto === 'udp' && portsMatch(spec, skb.packet.l4),
  set: (spec, space) => space.both(space.protocol(17), portsSet(spec, space)),
  actual: (spec, { skb }) => getPorts(spec, skb.packet),
});
