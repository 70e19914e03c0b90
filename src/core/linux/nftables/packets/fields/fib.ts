import type { IpAddress } from '../../../../net/ip';
import { addressType, listKindNetworks } from '../../../routing/fib';
import { FIB_ADDRTYPES } from '../../datatypes/symbols';
import type { FibSpec } from '../../expressions/fib';
import { everyPacket, type RulePackets, type PacketField } from '../rule-packets';

/** IPv4 without a device: the kind of an address hangs on the address alone. */
export function fibFields({ flags, result }: FibSpec, { space }: RulePackets): readonly PacketField[] | undefined {
  const { netns, family } = space;
  if (!netns || family === 'ipv6' || result !== 'type' || flags.includes('iif') || flags.includes('oif'))
    return undefined;
  const side = flags.includes('saddr') ? 'src' : 'dst';
  const kind = (address: IpAddress): number => FIB_ADDRTYPES[addressType(netns, address)] ?? 0;
  const networks = listKindNetworks(netns);
  return [
    everyPacket(space, (from, to) =>
      space.addressesWhere(side, networks, (address) => kind(address) >= Number(from) && kind(address) <= Number(to)),
    ),
  ];
}
