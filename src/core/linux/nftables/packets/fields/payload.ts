import { PACKET_FLAGS, unless, type PacketSet, type PacketSide } from '../../../packet-space';
import { datumAddress } from '../../datatypes/datatype';
import type { PayloadSpec } from '../../expressions/payload';
import { HEADERS } from '../../headers';
import { everyPacket, protocolField, type RulePackets, type PacketField } from '../rule-packets';

function addressField(side: PacketSide, { space }: RulePackets): PacketField {
  const masked: PacketField['masked'] = (value, mask) =>
    space.address(side, { address: datumAddress(value), mask: [mask] });
  return everyPacket(
    space,
    (from, to) => space.addressRange(side, datumAddress(from), datumAddress(to)),
    space.family === 'ipv4' ? masked : undefined,
  );
}

/** Protocols whose header begins with two ports. */
const PORTED = [6, 17, 132];

/** What stands where others have ports nobody can say. */
function portField(side: PacketSide, protocols: readonly number[], { space }: RulePackets): PacketField {
  const ported = space.either(...protocols.map((each) => space.protocol(each)));
  let elsewhere: PacketSet | undefined;
  return everyPacket(space, (from, to, asked = []) => {
    const there = space.both(ported, space.port(side, Number(from), Number(to)));
    const others = space.both(space.not(ported), ...asked);
    if (others === space.none) return there;
    elsewhere ??= space.may();
    return space.either(there, space.both(others, elsewhere));
  });
}

/** Of the header of one protocol: others have none. */
function ownPortField(side: PacketSide, protocol: number, { space }: RulePackets): PacketField {
  return {
    has: space.protocol(protocol),
    between: (from, to) => space.port(side, Number(from), Number(to)),
  };
}

function icmpField({ space }: RulePackets): PacketField {
  return {
    has: space.protocol(space.family === 'ipv4' ? 1 : 58),
    between: (from, to) => space.port('dst', Number(from) << 8, (Number(to) << 8) | 0xff),
  };
}

const TCP = 6;

function flagsField({ space }: RulePackets): PacketField {
  const masked = (value: number, mask: number): PacketSet | undefined => {
    if (mask >>> PACKET_FLAGS.length !== 0) return undefined;
    const bits = PACKET_FLAGS.flatMap((flag, i) =>
      (mask >>> i) & 1 ? [unless(space, !((value >>> i) & 1), space.flag(flag))] : [],
    );
    return (value & ~mask) === 0 ? space.both(...bits) : space.none;
  };
  return { has: space.protocol(TCP), between: () => undefined, masked };
}

const SIDES: Readonly<Record<string, PacketSide>> = { saddr: 'src', daddr: 'dst', sport: 'src', dport: 'dst' };

function transportField({ header, field }: PayloadSpec, all: RulePackets): PacketField | undefined {
  const side = SIDES[field];
  const protocol = HEADERS[header]?.protocol;
  if (side && header === 'th') return portField(side, PORTED, all);
  if (side && protocol !== undefined && PORTED.includes(protocol)) return ownPortField(side, protocol, all);
  if (header === 'tcp' && field === 'flags') return flagsField(all);
  const isIcmp = header === (all.space.family === 'ipv4' ? 'icmp' : 'icmpv6');
  return isIcmp && field === 'type' ? icmpField(all) : undefined;
}

/** A header that no packet of the family has. */
function absentField({ space }: RulePackets): PacketField {
  return { has: space.none, between: () => space.none };
}

/** Fields of headers that all packets can be told apart by (net/netfilter/nft_payload.c). */
export function payloadFields(spec: PayloadSpec, all: RulePackets): readonly PacketField[] | undefined {
  const { header, field } = spec;
  const family = HEADERS[header]?.family;
  if (family && family !== all.space.family) return [absentField(all)];
  const side = SIDES[field];
  if (side && family && HEADERS[header]?.protocol === undefined) return [addressField(side, all)];
  const isProtocol = (header === 'ip' && field === 'protocol') || (header === 'ip6' && field === 'nexthdr');
  if (isProtocol) return [protocolField(all)];
  const found = transportField(spec, all);
  return found && [found];
}
