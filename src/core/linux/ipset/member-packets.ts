import { parseCidr, maskWords, type IpFamily } from '../../net/ip';
import type { PacketSet, PacketSpace, SetTest } from '../packet-space';
import { parsePart, type Wording } from './dimensions';
import { makeSettings, type Dimension, type IpSet, type IpSetMember } from './ip-set';
import { findKind } from './kinds';
import type { SetSide } from './lookup';

const [TCP, UDP, SCTP, UDPLITE, ICMP, ICMPV6] = [6, 17, 132, 136, 1, 58];
/** A call takes so many sets at once. */
const MOST_AT_ONCE = 10_000;

/** A member's packets, and how specific each network in it is: of nested ones the most specific decides. */
interface MemberPackets {
  readonly packets: PacketSet;
  readonly prefixes: readonly number[];
  readonly nomatch: boolean;
}

/** How a set is asked: what its elements are written with, and which side of a packet each part is of. */
interface Asking extends Wording {
  readonly space: PacketSpace;
  readonly directions: readonly SetSide[];
}

/** Parts of which a header says nothing: link-layer addresses, and devices beside a network. */
const isElsewhere = (part: Dimension): boolean => part === 'mac' || part === 'iface';

/** Packets whose protocol and port are an element's (`ip_set_get_ip4_port` in net/netfilter/ipset/ip_set_getport.c). */
function portPackets({ space, kind }: Asking, key: string, side: SetSide): PacketSet {
  if (kind.barePorts)
    return space.both(
      space.either(space.protocol(TCP), space.protocol(UDP)),
      space.port(side, Number(key), Number(key)),
    );
  const [protocol = 0, port = 0] = key.split(':').map(Number);
  const is = space.protocol(protocol);
  if (protocol === TCP || protocol === UDP || protocol === SCTP) return space.both(is, space.port(side, port, port));
  if (protocol === (space.family === 'ipv4' ? ICMP : ICMPV6))
    return space.both(is, space.icmp(port >>> 8, port & 0xff));
  return port === 0 ? is : space.none;
}

/** Packets that one part of an element holds for, and its prefix length; undefined: not understood. */
function partPackets(
  asking: Asking,
  { part, text, side }: { readonly part: Dimension; readonly text: string; readonly side: SetSide },
): { readonly packets: PacketSet; readonly prefix: number } | undefined {
  const { space, settings } = asking;
  const parsed = parsePart(part, text, asking);
  if (!parsed) return undefined;
  if (part === 'port') return { packets: portPackets(asking, parsed.key, side), prefix: 0 };
  if (part === 'mark') return { packets: space.mark(Number(parsed.key), settings.markMask), prefix: 0 };
  const network = parseCidr(text);
  if (!network.ok) return undefined;
  const { address, prefix } = network.value;
  const net = maskWords(address.family, prefix);
  const mask = part === 'ip' && settings.mask ? net.map((word, i) => (word & (settings.mask?.[i] ?? 0)) >>> 0) : net;
  return { packets: space.address(side, { address, mask }), prefix };
}

function memberPackets(asking: Asking, { element, nomatch }: IpSetMember): MemberPackets | undefined {
  const { space, kind, directions } = asking;
  const texts = element.split(',');
  const parts = kind.parts.map((part, i) =>
    partPackets(asking, { part, text: texts[i] ?? '', side: directions[i] ?? 'src' }),
  );
  const sets = parts.flatMap((part) => (part ? [part] : []));
  if (sets.length < parts.length) return undefined;
  const packets = space.both(...sets.map((part) => part.packets));
  return { packets, nomatch, prefixes: sets.map(({ prefix }) => prefix) };
}

function uniteSets(space: PacketSpace, sets: readonly PacketSet[]): PacketSet {
  const parts: PacketSet[] = [];
  for (let at = 0; at < sets.length; at += MOST_AT_ONCE) parts.push(space.either(...sets.slice(at, at + MOST_AT_ONCE)));
  return space.either(...parts);
}

/** Less specific ones first. */
function bySpecificity(a: MemberPackets, b: MemberPackets): number {
  for (const [i, prefix] of a.prefixes.entries()) {
    const other = b.prefixes[i] ?? 0;
    if (prefix !== other) return prefix - other;
  }
  return 0;
}

/** All packets of the members; of nested networks the most specific decides (`mtype_test_cidrs`). */
function packetsOfMembers(space: PacketSpace, members: readonly MemberPackets[]): PacketSet {
  if (!members.some(({ nomatch }) => nomatch))
    return uniteSets(
      space,
      members.map(({ packets }) => packets),
    );
  return members
    .toSorted(bySpecificity)
    .reduce(
      (inside: PacketSet, { packets, nomatch }) =>
        nomatch ? space.both(inside, space.not(packets)) : space.either(inside, packets),
      space.none,
    );
}

/** UDP-Lite has ports, which packets here do not have: of a set with members nobody can say whether they are in it. */
function exceptUnread({ space, kind }: Asking, packets: PacketSet): PacketSet {
  if (kind.barePorts || !kind.parts.includes('port')) return packets;
  const lite = space.protocol(UDPLITE);
  return space.either(space.both(packets, space.not(lite)), space.both(lite, space.may()));
}

/** Does a set keep members for a time, count packets, or learn from them? Then what it holds is no question of the header alone. */
function changesByItself(set: IpSet, { kind, settings }: Wording): boolean {
  return (
    settings.counters ||
    settings.timeout !== undefined ||
    kind.lastOptional === true ||
    kind.firstNetworkOnly === true ||
    (settings.mask !== undefined && set.type === 'hash:net,net')
  );
}

const isOfFamily = ({ family }: IpSet, other: IpFamily): boolean => family === undefined || family === other;

/**
 * All packets that a set holds (net/netfilter/ipset/ip_set_core.c `ip_set_test`), by these sides of theirs; undefined: a
 * packet's header does not tell, or the set's type or a member is not read.
 */
function setPackets(set: IpSet, directions: readonly SetSide[], space: PacketSpace): PacketSet | undefined {
  const kind = findKind(set.type);
  if (!kind || kind.parts.length === 0 || kind.parts.some(isElsewhere)) return undefined;
  const asking = { kind, settings: makeSettings(set), space, directions };
  if (changesByItself(set, asking)) return undefined;
  if (directions.length < kind.parts.length || !isOfFamily(set, space.family)) return space.none;
  const members = set.members.map((member) => memberPackets(asking, member));
  const read = members.flatMap((member) => (member ? [member] : []));
  if (read.length < members.length) return undefined;
  return read.length === 0 ? space.none : exceptUnread(asking, packetsOfMembers(space, read));
}

/**
 * All packets that `-m set` holds for (net/netfilter/xt_set.c); `isChanged`: packets change this set; undefined: the set is not
 * here, or its answer hangs on more than a packet's header.
 */
export function packetsInSet(
  { set: asked, ...besides }: SetTest,
  space: PacketSpace,
  isChanged: (name: string) => boolean,
): PacketSet | undefined {
  const found = asked && space.netns?.ipsets?.get(asked.value.name);
  if (!found || Object.keys(besides).length > 0 || isChanged(found.name)) return undefined;
  const packets = setPackets(found, asked.value.directions, space);
  return packets !== undefined && asked.negated ? space.not(packets) : packets;
}
