import { err, ok, type Result } from '../../lib/result';
import { createRng } from '../../lib/random';
import { phrase, type Phrase } from '../../lib/phrase';
import { contains, formatIp, hostCidr, isMulticast, makeCidr, sameIp, type IpFamily } from '../../net/ip';
import { isLinkLocal } from '../../linux/routing/derived-routes';
import { isLocalAddress } from '../../linux/routing/fib';
import type { Netns, Network } from '../../linux/netns';
import { NODE_ID } from '../../paste/sender';
import type { FlowEnds } from '../../paste/pasted-types';
import { listBoxes } from '../../reach/boxes';
import { compareHosts, type HostComparison, type HostDifference, type HostFate } from '../../reach/compare-hosts';
import type { Diagram } from '../../reach/diagram';
import type { HostEnd } from '../../reach/host-end';
import { listEntrances } from '../../reach/device-classes';
import { SPECIAL_NETWORKS } from '../../reach/router';
import { simplify } from '../../reach/simplify';
import { orTooLarge } from '../../reach/table-model';
import { makePacket, sampleHeader } from '../../reach/sample';
import type { Space } from '../../reach/space';
import type { ChangeGroup } from '../reach/changes';
import { modelPair } from './host-pair';
import { sayHostEnd } from './say-host-end';
import { usualPackets } from './usual-packets';
import { measureBox, writeBox } from './box-text';
import { flowEnds, type FlowEndings } from './compare-dumps';

/** An end in words, with its odds where there are several. */
export interface SaidHostEnd {
  readonly says: readonly Phrase[];
  readonly odds?: string;
}

/** One kind of packets that end otherwise on the other host. */
export interface HostChange {
  readonly group: Exclude<ChangeGroup, 'unknown'>;
  readonly origin: HostDifference['origin'];
  /**
   * Which packets, as lines of `device: protocol source -> destination:port`; `*`: any, `!`: all but. They hold of packets that
   * somebody sends on purpose; of a {@link rare} kind of all.
   */
  readonly packets: readonly string[];
  /** There are more packets than the lines tell. */
  readonly more: boolean;
  /** Nobody sends any of them on purpose: by an address that is nobody's, as loopback or a broadcast, or of UDP-Lite. */
  readonly rare: boolean;
  readonly before: readonly SaidHostEnd[];
  readonly after: readonly SaidHostEnd[];
  /** What nobody can say and an end depends on, as rules write it. */
  readonly unknown: readonly string[];
  /** A packet among them, and its walk on both sides; absent: a flow cannot say it. */
  readonly example?: { readonly flow: FlowEnds; readonly before: FlowEndings; readonly after: FlowEndings };
}

/** Everything that changes between two hosts for packets that begin a connection. */
export interface HostChanges {
  /** The families that were looked at. */
  readonly families: readonly IpFamily[];
  /** Families that one of the hosts speaks and of which nothing is said. */
  readonly unsaid: readonly { readonly family: IpFamily; readonly why: Phrase }[];
  readonly changes: readonly HostChange[];
  /** So many kinds got through and do not any more, of all {@link kinds}. */
  readonly broken: number;
  /** So many kinds differ; {@link changes} are the first of them, those that somebody may send before others. */
  readonly kinds: number;
  /** So many of them nobody sends on purpose. */
  readonly rare: number;
  /** Devices that are looked at, as both sides have them. */
  readonly devices: readonly string[];
  /** Packets can begin on one side that cannot on the other: these were not compared. */
  readonly apart: boolean;
  /** What rules ask that nobody can say, in their words, once each. */
  readonly asks: readonly string[];
  /** Packets were followed to their end in the network, and not to where they leave the host. */
  readonly whole: boolean;
  /** Of such: machines at which nobody can say how they go on. */
  readonly unfollowed: readonly string[];
}

/** So many kinds are told, with so many lines each. */
const MOST_KINDS = 40;
const MOST_BOXES = 4;
/** So many are looked at, and the largest of them are told. */
const BOXES_SEEN = 64;
/** So many questions that nobody can answer are quoted. */
const MOST_ASKS = 4;

/** Groups of differences of a host, of which it is always known whether its rules let a packet through. */
type HostGroup = Exclude<ChangeGroup, 'unknown'>;
const GROUPS: readonly HostGroup[] = ['broken', 'mended', 'fails', 'looks'];

/** Rank of a change among others: those that nobody sends on purpose come last. */
function rankChange(group: HostGroup, rare: boolean): number {
  return GROUPS.indexOf(group) + (rare ? GROUPS.length : 0);
}

/** Not stopped by anybody, as far as they were followed. */
const THROUGH: ReadonlySet<HostEnd['kind']> = new Set(['local', 'sent', 'taken', 'left']);

/** Gets through on this host, always, some of the time, or never. */
function passes({ ends }: HostFate): number {
  const through = ends.filter(({ end: { kind, answered } }) => THROUGH.has(kind) && answered !== false).length;
  return through === ends.length ? 2 : through > 0 ? 1 : 0;
}

/** The group of a difference, as far as this host decides it: what gets through may still not arrive. */
function groupHosts({ before, after }: HostDifference): HostGroup {
  const [was, is] = [passes(before), passes(after)];
  if (was === is) return was === 2 ? 'looks' : 'fails';
  return is > was ? 'mended' : 'broken';
}

const sayHostFate = ({ ends }: HostFate, host: string | undefined): readonly SaidHostEnd[] =>
  ends.map(({ end, odds }) => ({
    says: sayHostEnd(end, host),
    ...(ends.length > 1 && odds !== undefined ? { odds } : {}),
  }));

/** Of some packets those that somebody would send, one wish after the other, as long as any are left. */
function likely(space: Space, packets: Diagram, { netns, made }: { netns: Netns; made: boolean }): Diagram {
  space.become = {};
  const near = netns.devices.flatMap(({ name, addresses }) =>
    addresses.flatMap(({ address, prefix }) => {
      if (address.family !== space.family) return [];
      const own = makeCidr(address, prefix);
      const network = space.addressesWhere('src', [own], (each) => contains(own, each));
      return space.both(
        space.device('in', (each) => each === name),
        network,
      );
    }),
  );
  const hosts = netns.devices.flatMap(({ addresses }) => addresses.map(({ address }) => hostCidr(address)));
  const toHost = space.addressesWhere('dst', hosts, (address) => hosts.some((each) => sameIp(each.address, address)));
  const toOne = space.addressesWhere('dst', SPECIAL_NETWORKS, (address) => !isMulticast(address));
  const foreign = space.addressesWhere('src', [], (address) => !isLocalAddress(netns, address));
  const wishes = [
    space.either(space.protocol(6), space.protocol(17)),
    space.protocol(6),
    toOne,
    toHost,
    ...(made ? [] : [foreign, space.either(...near)]),
    space.port('src', 45_678, 45_678),
    space.port('dst', 80, 80),
  ];
  return wishes.reduce((left, wish) => {
    const wished = space.diagrams.and(wish, left);
    return wished === 0 ? left : wished;
  }, packets);
}

/** A packet of a kind as a flow that can be sent; undefined: flows have no such protocol. */
function pickExample(space: Space, { packets, origin }: HostDifference, netns: Netns): FlowEnds | undefined {
  const rng = createRng(1);
  const header = sampleHeader(space, likely(space, packets, { netns, made: origin === 'made' }), () => rng.below(2));
  const { packet, indev } = makePacket(space, header, origin === 'made' ? 'OUTPUT' : 'PREROUTING');
  const { proto } = packet.l4;
  if (proto === 'other') return undefined;
  const protocol = proto === 'icmpv6' ? 'icmp' : proto;
  const port = 'dport' in packet.l4 ? packet.l4.dport : 0;
  const device = origin === 'made' || indev === undefined ? {} : { device: indev };
  return {
    from: { kind: 'interface', address: formatIp(packet.src), ...device },
    to: { kind: 'address', address: formatIp(packet.dst) },
    protocol,
    port,
  };
}

function tellChange(
  space: Space,
  difference: HostDifference,
  { before, after, host, usual }: Networks & { readonly usual: Diagram },
): HostChange {
  const rare = space.diagrams.and(usual, difference.header) === 0;
  // Of packets that are told last nothing is said beside others: the lines need not leave them out.
  const told = rare ? difference.header : simplify(space.diagrams, difference.header, usual);
  const found = listBoxes(space, told, BOXES_SEEN);
  const boxes = found.boxes.toSorted((a, b) => measureBox(space, b) - measureBox(space, a)).slice(0, MOST_BOXES);
  const netns = before.netns.get(host);
  // The walk shown is of a packet that the lines tell.
  const somebodys = space.diagrams.and(usual, difference.packets);
  const shown = somebodys === 0 ? difference : { ...difference, packets: somebodys };
  const flow = netns && pickExample(space, shown, netns);
  const asked = { host, accepts: true };
  return {
    group: groupHosts(difference),
    origin: difference.origin,
    packets: [...new Set(boxes.map((box) => writeBox(space, box)))],
    more: found.more || found.boxes.length > MOST_BOXES,
    rare,
    before: sayHostFate(difference.before, netns?.title),
    after: sayHostFate(difference.after, netns?.title),
    unknown: [...new Set([...difference.before.unknown, ...difference.after.unknown])],
    ...(flow ? { example: { flow, before: flowEnds(before, flow, asked), after: flowEnds(after, flow, asked) } } : {}),
  };
}

/** Sentences on which packets and machines were compared, and which were not. */
export function sayHostScope(found: HostChanges): readonly Phrase[] {
  const { families, devices, apart, asks, unsaid, whole, unfollowed } = found;
  const silent = FAMILIES.filter((each) => !families.includes(each) && unsaid.every(({ family }) => family !== each));
  return [
    phrase('reach.host.over', { devices: devices.join(', ') }),
    ...(apart ? [phrase('reach.host.apart')] : []),
    ...(asks.length > 0 ? [sayAsked(asks)] : []),
    ...silent.map((family) => phrase('reach.host.silent', { family: FAMILY_NAMES[family] })),
    ...unsaid.flatMap(({ family, why }) => [phrase('reach.host.unsaid', { family: FAMILY_NAMES[family] }), why]),
    ...(unfollowed.length > 0 ? [phrase('reach.host.unfollowed', { machines: unfollowed.join(', ') })] : []),
    phrase(whole ? 'reach.host.beyond-network' : 'reach.host.beyond'),
  ];
}

/** What nobody can say, the first questions in the words of their rules: some have none. */
function sayAsked(asks: HostChanges['asks']): Phrase {
  const worded = asks.filter((each) => each !== '').slice(0, MOST_ASKS);
  return phrase('reach.host.asks', { count: asks.length, first: worded.length === 0 ? 'none' : worded.join('; ') });
}

/** A sentence for each change between two machines. */
export function sayHostChanges({ changes, kinds, rare, families, asks, unfollowed }: HostChanges): readonly Phrase[] {
  const [one, other] = families;
  const taken = { questions: asks.length, machines: unfollowed.length === 0 ? 'none' : unfollowed.join(', ') };
  if (kinds === 0 && one && (asks.length > 0 || unfollowed.length > 0))
    return [phrase('reach.host.same-but', { family: other ? 'both' : FAMILY_NAMES[one], ...taken })];
  if (kinds === 0 && one && other) return [phrase('reach.host.same-both')];
  if (kinds === 0 && one) return [phrase('reach.host.same', { family: FAMILY_NAMES[one] })];
  const differ = phrase('reach.host.differ', { count: kinds - rare });
  const shown = changes.filter((change) => !change.rare).length;
  return kinds - rare > shown ? [differ, phrase('reach.host.first', { count: shown })] : [differ];
}

const FAMILY_NAMES = { ipv4: 'IPv4', ipv6: 'IPv6' } as const;
const FAMILIES = ['ipv4', 'ipv6'] as const;

type Hosts = readonly [Netns, Netns];
interface Networks {
  readonly before: Network;
  readonly after: Network;
  /** The host that is looked at, as both have it. */
  readonly host: string;
}

/** Has a host rules or an address that leaves its link, of a family? */
function speaks({ xtables, devices }: Netns, family: IpFamily): boolean {
  const addresses = devices.flatMap((device) => (device.kind === 'loopback' ? [] : device.addresses));
  return (
    (xtables[family]?.tables.size ?? 0) > 0 ||
    addresses.some(({ address }) => address.family === family && !isLinkLocal(address))
  );
}

/** Which host of two networks is compared, and how many nodes of diagrams there may be. */
interface HostChoice {
  readonly limit?: number | undefined;
  readonly host?: string;
  /** Are packets to be followed behind the host, through the rest of the network? */
  readonly further?: boolean;
}

/**
 * All that changes between two hosts for packets that begin a connection, of each family that one of them speaks:
 * nothing is a proof. Yields how far it is, 0..1. Fails where a host has rules that are not modelled for all packets, is
 * here in part, or takes more than `limit` nodes of diagrams, for every family.
 */
export function* changesOfHosts(
  before: Network,
  after: Network,
  { limit, host = NODE_ID, further = false }: HostChoice = {},
): Generator<number, Result<HostChanges, Phrase>> {
  const [was, is] = [before.netns.get(host), after.netns.get(host)];
  if (!was || !is) return err(phrase('reach.host.none'));
  const spoken = FAMILIES.filter((family) => speaks(was, family) || speaks(is, family));
  const families = spoken.length > 0 ? spoken : FAMILIES.slice(0, 1);
  const found: FamilyChanges[] = [];
  const unsaid: HostChanges['unsaid'][number][] = [];
  for (const [at, family] of families.entries()) {
    const compared = compareOver([was, is], { family, limit, before, after, host, further });
    for (let next = compared.next(); ; next = compared.next()) {
      if (!next.done) yield (at + next.value) / families.length;
      else if (next.value.ok) found.push(next.value.value);
      else unsaid.push({ family, why: next.value.error });
      if (next.done) break;
    }
  }
  const [failed] = unsaid;
  return found.length === 0 && failed ? err(failed.why) : ok(joinFamilies(found, unsaid));
}

type FamilyChanges = Omit<HostChanges, 'families' | 'unsaid'> & { readonly family: IpFamily };

/** What is found over each family, as one answer: what got through and does not any more comes first. */
function joinFamilies(found: readonly FamilyChanges[], unsaid: HostChanges['unsaid']): HostChanges {
  const sum = (of: (each: FamilyChanges) => number): number => found.reduce((all, each) => all + of(each), 0);
  const changes = found
    .flatMap((each) => each.changes)
    .toSorted((a, b) => rankChange(a.group, a.rare) - rankChange(b.group, b.rare));
  return {
    families: found.map(({ family }) => family),
    changes: changes.slice(0, MOST_KINDS),
    broken: sum(({ broken }) => broken),
    kinds: sum(({ kinds }) => kinds),
    rare: sum(({ rare }) => rare),
    devices: found[0]?.devices ?? [],
    apart: found.some(({ apart }) => apart),
    asks: [...new Set(found.flatMap(({ asks }) => asks))],
    whole: found.every(({ whole }) => whole),
    unfollowed: [...new Set(found.flatMap((each) => each.unfollowed))],
    unsaid,
  };
}

interface FamilyInput extends Networks {
  readonly family: IpFamily;
  readonly limit: number | undefined;
  readonly further: boolean;
}

function* compareOver(hosts: Hosts, input: FamilyInput): Generator<number, Result<FamilyChanges, Phrase>> {
  const { family, limit, further, before, after } = input;
  const sides = [
    { network: before, netns: hosts[0] },
    { network: after, netns: hosts[1] },
  ] as const;
  const made = yield* modelPair(sides, { family, limit, further });
  if (!made.ok) return made;
  const [was, is] = made.value.models;
  yield 0.7;
  const told = orTooLarge(() => tellComparison(compareHosts(was, is), [was.netns, is.netns], input));
  // Models of the whole network may leave no room to tell them apart.
  if (!told.ok && made.value.whole) return yield* compareOver(hosts, { ...input, further: false });
  if (!told.ok) return err(phrase('reach.host.too-large', { of: told.error }));
  yield 0.8;
  const { whole, unfollowed } = made.value;
  return ok({ ...told.value, whole, unfollowed });
}

function tellComparison(
  { differences, apart, space }: HostComparison,
  [was, is]: Hosts,
  networks: Networks,
): Omit<FamilyChanges, 'whole' | 'unfollowed'> {
  const own = new Set(listEntrances(is));
  const usual = usualPackets(space, [was, is]);
  const isRare = ({ header }: HostDifference): boolean => space.diagrams.and(usual, header) === 0;
  const rank = (each: HostDifference): number => rankChange(groupHosts(each), isRare(each));
  const ordered = differences.toSorted((a, b) => rank(a) - rank(b));
  return {
    family: space.family,
    changes: ordered.slice(0, MOST_KINDS).map((each) => tellChange(space, each, { ...networks, usual })),
    broken: differences.filter((each) => groupHosts(each) === 'broken').length,
    kinds: differences.length,
    rare: differences.filter(isRare).length,
    devices: listEntrances(was).filter((name) => own.has(name)),
    apart,
    asks: [...new Set(space.beside.flatMap((each) => (each.kind === 'may' ? [each.about] : [])))],
  };
}
