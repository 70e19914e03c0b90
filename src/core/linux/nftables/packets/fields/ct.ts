import { PACKET_STATES, unless, type PacketSet } from '../../../packet-space';
import { CT_STATES, STATUS_BITS, type NftCtSpec } from '../../expressions/ct';
import { enumerated, type RulePackets, type PacketField } from '../rule-packets';

/** Packets that have a connection. */
function connected({ space }: RulePackets): PacketSet {
  return space.state(['NEW', 'ESTABLISHED', 'RELATED']);
}

/** Of a connection that begins nothing but its translations is known. */
function statusField(all: RulePackets): PacketField | undefined {
  const { space } = all;
  const [src, dst] = [space.translated('src'), space.translated('dst')];
  if (src === undefined || dst === undefined) return undefined;
  const known = STATUS_BITS.SRC_NAT | STATUS_BITS.DST_NAT;
  const bit = (is: number, packets: PacketSet): PacketSet => unless(space, is === 0, packets);
  const masked = (value: number, mask: number): PacketSet | undefined => {
    if ((mask & ~known) !== 0) return undefined;
    if ((value & ~mask) !== 0) return space.none;
    return space.both(
      ...(mask & STATUS_BITS.SRC_NAT ? [bit(value & STATUS_BITS.SRC_NAT, src)] : []),
      ...(mask & STATUS_BITS.DST_NAT ? [bit(value & STATUS_BITS.DST_NAT, dst)] : []),
    );
  };
  return { has: connected(all), between: () => undefined, masked };
}

/** State and translations of the connections that packets begin; nothing else of them is known (net/netfilter/nft_ct.c). */
export function ctFields({ key, direction }: NftCtSpec, all: RulePackets): readonly PacketField[] | undefined {
  const { space } = all;
  if (key === 'state')
    return [
      enumerated(
        space,
        PACKET_STATES.map((state) => ({ value: CT_STATES[state], packets: space.state([state]) })),
      ),
    ];
  const status = key === 'status' ? statusField(all) : undefined;
  if (status) return [status];
  const begins = space.translated('src') !== undefined;
  if (key !== 'direction' || !begins || direction !== undefined) return undefined;
  return [{ ...enumerated(space, [{ value: 0, packets: space.all }]), has: connected(all) }];
}
