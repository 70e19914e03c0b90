import type { DeviceSide, PacketSet } from '../../../packet-space';
import type { NftDatum } from '../../datum';
import type { MetaSpec } from '../../expressions/meta';
import { enumerated, everyPacket, protocolField, type RulePackets, type PacketField } from '../rule-packets';

/** Names of devices, which stand for their indexes, too; a packet without one has the empty name. */
function deviceField(side: DeviceSide, { space }: RulePackets): PacketField {
  return everyPacket(space, (from, to) => space.device(side, (name) => name >= from && name <= to));
}

function markField({ space }: RulePackets): PacketField {
  const exactly = (from: NftDatum, to: NftDatum): PacketSet | undefined =>
    from === to ? space.mark(Number(from), 0xffffffff) : undefined;
  return everyPacket(space, exactly, (value, mask) => space.mark(value, mask));
}

/** The value that all packets of a family have. */
function constantField({ space }: RulePackets, value: number): PacketField {
  return enumerated(space, [{ value, packets: space.all }]);
}

/** Fields that the kernel knows of all packets besides their bytes (net/netfilter/nft_meta.c). */
export function metaFields({ key }: MetaSpec, all: RulePackets): readonly PacketField[] | undefined {
  const isFour = all.space.family === 'ipv4';
  switch (key) {
    case 'mark':
      return [markField(all)];
    case 'l4proto':
      return [protocolField(all)];
    case 'nfproto':
      return [constantField(all, isFour ? 2 : 10)];
    case 'protocol':
      return [constantField(all, isFour ? 0x0800 : 0x86dd)];
    case 'iif':
    case 'iifname':
      return [deviceField('in', all)];
    case 'oif':
    case 'oifname':
      return [deviceField('out', all)];
    default:
      return undefined;
  }
}
