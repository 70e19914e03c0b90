import { phrase, type Phrase } from '../lib/phrase';
import type { SeenPacket } from '../formats/packets/seen-packet';
import { contains, formatIp, isLoopback, makeCidr, parseIp, sameIp, type IpAddress, type IpFamily } from '../net/ip';
import { noteClue, type Clues } from './clues';
import type { PastedRuleset } from './layers';
import type { Machine } from './machine/types';
import type { FamilyView, PastedNodePlan } from './node/plan';
import type { SuggestedFlow } from './summaries';

/** More packets of a log are not offered. */
const MOST_SEEN = 8;
/** Longer logs are not looked through. */
const MOST_LOOKED = 2000;

/** Where a rule of LOG stands: before routing nothing is known of where the packet goes. */
const BEFORE_ROUTING = /^TRACE: \w+:PREROUTING:/;

/** Does a rule with this prefix stand where a packet has no destination yet? */
function isBeforeRouting(prefix: string, ruleset: PastedRuleset): boolean {
  if (BEFORE_ROUTING.test(prefix)) return true;
  return [...ruleset.tables.values()].some(({ chains }) => {
    const chain = chains.get('PREROUTING');
    if (!chain) return false;
    return Array.from({ length: Math.min(chain.length, 200) }, (_, at) => chain.text?.(at) ?? '').some((text) =>
      text.includes(`"${prefix}`),
    );
  });
}

const isOfHost = (address: IpAddress): boolean => {
  const text = formatIp(address);
  return !/^(?:22[4-9]|23\d|255\.|ff)|\.255$/i.test(text);
};

/**
 * Adds what lines of LOG say of the machine: the devices they name, and its own address, which is where a packet goes that came in
 * and is going out by no device.
 */
export function addPacketClues(clues: Clues, machine: Machine, ruleset: PastedRuleset): void {
  const { seen } = machine;
  addMasquerading(clues, machine);
  addOwnMembers(clues, machine);
  for (const { value, evidence } of seen.packets.slice(0, MOST_LOOKED)) {
    const { indev, outdev, src, dst, prefix } = value;
    if (dst.family !== clues.family) continue;
    for (const device of [indev, outdev]) {
      if (device === undefined || device === '' || device === 'lo') continue;
      if (!clues.interfaces.has(device)) clues.seen.add(device);
      noteClue(clues.interfaces, device, device, evidence);
    }
    if (outdev === undefined) continue;
    const isOut = indev === undefined && outdev !== '';
    const isIn = indev !== undefined && outdev === '' && !isBeforeRouting(prefix ?? '', ruleset);
    const own = isOut ? src : isIn && isOfHost(dst) ? dst : undefined;
    if (!own) continue;
    if (!clues.ownAddresses.has(formatIp(own))) clues.seen.add(formatIp(own));
    noteClue(clues.ownAddresses, formatIp(own), own, evidence);
  }
}

/** Sets whose members are the machine's own addresses (kube-router pkg/controllers/proxy: localIPsIPSetName). */
const OWN_SETS: ReadonlySet<string> = new Set(['kube-router-local-ips', 'inet6:kube-router-local-ips']);

function addOwnMembers(clues: Clues, { sets }: Machine): void {
  const members = [...sets.values()].flatMap((set) => (OWN_SETS.has(set.name) ? set.members : []));
  for (const { element } of members) {
    const address = parseIp(element);
    if (!address.ok || address.value.family !== clues.family || isLoopback(address.value)) continue;
    noteClue(clues.ownAddresses, formatIp(address.value), address.value, { line: 0, text: element });
  }
}

/** Addresses of the machine by a capture: a packet came in for one and left, next, from it to somebody else, so it was masqueraded. */
function addMasquerading(clues: Clues, { seen }: Machine): void {
  const packets = seen.packets.slice(0, MOST_LOOKED);
  for (const [at, { value: left, evidence }] of packets.entries()) {
    const came = packets[at - 1]?.value;
    const isNext = came?.indev !== undefined && left.capturedOut !== undefined && came.protocol === left.protocol;
    if (!isNext || came.isAnswer || left.isAnswer || left.src.family !== clues.family) continue;
    if (!sameIp(came.dst, left.src) || sameIp(came.src, left.dst)) continue;
    if (!clues.ownAddresses.has(formatIp(left.src))) clues.seen.add(formatIp(left.src));
    noteClue(clues.ownAddresses, formatIp(left.src), left.src, evidence);
  }
}

interface SeenEnds extends Pick<SeenPacket, 'src' | 'dst' | 'protocol' | 'dport'> {
  readonly sport?: number | undefined;
  readonly indev?: string | undefined;
  /** The machine itself sent it. */
  readonly isOwn?: boolean;
}

interface ShownEnds {
  readonly ends: SeenEnds;
  readonly reason: Phrase;
}

/**
 * Packets that the texts show: logged by a rule, captured, or of a connection that nobody answered. Each is offered as it was seen,
 * the questions before the answers.
 */
export function flowsOfPackets(
  plan: PastedNodePlan,
  { family, services }: FamilyView,
  sender: Pick<SuggestedFlow, 'from' | 'device'> | undefined,
): SuggestedFlow[] {
  const { machine } = plan;
  const { packets } = machine.seen;
  const asked = packets.slice(0, MOST_LOOKED).filter(({ value }) => value.isAnswer !== true);
  const logged: ShownEnds[] = asked.map(({ value, evidence }) => ({
    ends: { ...value, isOwn: value.indev === undefined && (value.outdev ?? '') !== '' },
    reason: sayPacket(value, evidence.line),
  }));
  if (asked.length === 0)
    logged.push(...packets.slice(0, 1).map(({ value, evidence }) => findRequest(value, evidence.line)));
  const shown = [...logged, ...unanswered(machine), ...halfOpen(machine), ...remembered(machine, services)];
  const flows = [
    ...shown.flatMap(({ ends, reason }) => makeFlow(plan, family, ends, reason)),
    ...(sender ? complained(machine, family, sender) : []),
  ];
  const once = new Map(
    flows.map((flow) => [`${flow.device} ${flow.from} ${flow.to} ${flow.protocol} ${flow.port}`, flow]),
  );
  return [...once.values()].slice(0, MOST_SEEN);
}

/** Where only answers were seen: the packet that one of them answers, of which no device is known. An error quotes its own. */
function findRequest(packet: SeenPacket, line: number): ShownEnds {
  const { src, dst, sport, dport, protocol } = packet;
  if (protocol === 'icmp' || packet.isAnswer !== true) {
    return { ends: { ...packet, isOwn: false }, reason: sayPacket(packet, line) };
  }
  const ends = { src: dst, dst: src, sport: dport, dport: sport, protocol, isOwn: false };
  return { ends, reason: phrase('analysis.offer.answered', { line }) };
}

function sayPacket({ prefix }: SeenPacket, line: number): Phrase {
  return prefix === undefined
    ? phrase('analysis.offer.captured', { line })
    : phrase('analysis.offer.logged', { line, prefix });
}

const PROTOCOLS: Readonly<Record<number, SeenPacket['protocol']>> = {
  1: 'icmp',
  6: 'tcp',
  17: 'udp',
  58: 'icmp',
  132: 'sctp',
};

/** Connections of `conntrack` that nobody answered: what people post them for. */
function unanswered({ connections }: Machine): readonly ShownEnds[] {
  const open = connections
    .filter(({ status, tcpState }) => !status.includes('SEEN_REPLY') || tcpState === 'SYN_RECV')
    .slice(0, MOST_SEEN);
  return open.flatMap(({ original: { src, dst, protocol, sport, dport } }) => {
    const named = PROTOCOLS[protocol];
    return named
      ? [{ ends: { src, dst, protocol: named, sport, dport }, reason: phrase('analysis.offer.unreplied') }]
      : [];
  });
}

/** Connections of IPVS whose client never answered its server; not of a client that has the virtual address itself. */
function halfOpen({ directed }: Machine): readonly ShownEnds[] {
  const stuck = directed.filter(
    ({ state, protocol, client, virtual }) =>
      protocol === 'TCP' && /^SYN_(?:RECV|SENT)$/.test(state) && !sameIp(client.address, virtual.address),
  );
  return stuck.slice(0, MOST_SEEN).map(({ client, virtual }) => ({
    ends: { src: client.address, sport: client.port, dst: virtual.address, dport: virtual.port, protocol: 'tcp' },
    reason: phrase('analysis.offer.half-open'),
  }));
}

/** What xt_recent remembers: a client of the Service whose endpoint's list it is in. */
function remembered({ seen }: Machine, services: FamilyView['services']): readonly ShownEnds[] {
  return seen.clients.slice(0, MOST_SEEN).flatMap(({ value: { address, list } }) => {
    const service = services.find(({ endpoints }) => endpoints.some(({ chain }) => chain === list));
    const dst = parseIp(service?.clusterIP ?? '');
    if (!service || !dst.ok || service.port === undefined) return [];
    const ends = { src: address, dst: dst.value, protocol: service.protocol, dport: service.port };
    return [{ ends, reason: phrase('analysis.offer.remembered', { list: list ?? '' }) }];
  });
}

/** What the kernel found no server for. */
function complained(
  { seen }: Machine,
  family: IpFamily,
  sender: Pick<SuggestedFlow, 'from' | 'device'>,
): readonly SuggestedFlow[] {
  return seen.services.slice(0, MOST_SEEN).flatMap(({ value: { address, port, protocol }, evidence: { line } }) => {
    if (address.family !== family) return [];
    const to = formatIp(address);
    return [
      {
        title: `${to}:${port}`,
        ...sender,
        to,
        protocol,
        port,
        reason: phrase('analysis.offer.complained', { line }),
        isShown: true,
      },
    ];
  });
}

function makeFlow(
  plan: PastedNodePlan,
  family: IpFamily,
  { indev, isOwn = false, src, dst, protocol, sport = 0, dport }: SeenEnds,
  reason: Phrase,
): readonly SuggestedFlow[] {
  if (src.family !== family || dst.family !== family) return [];
  const [from, to] = [formatIp(src), formatIp(dst)];
  const device = isOwn || isOfPlan(plan, src) ? undefined : (knownDevice(plan, indev) ?? findDevice(plan, src));
  const port = protocol === 'icmp' ? 0 : dport;
  const at = device === undefined ? {} : { device };
  const sent = protocol === 'icmp' || sport === 0 ? {} : { sourcePort: sport };
  return [{ title: `${from} → ${to}`, ...at, from, to, protocol, port, ...sent, reason, isShown: true }];
}

const knownDevice = ({ devices }: PastedNodePlan, name: string | undefined): string | undefined =>
  name !== undefined && name !== 'lo' && devices.has(name) ? name : undefined;

const isOfPlan = ({ devices }: PastedNodePlan, address: IpAddress): boolean =>
  [...devices.values()].some(({ addresses }) => addresses.some((own) => sameIp(own.address, address)));

/** The device an address is behind: the one whose network holds it, else the way to everything. */
function findDevice({ devices, uplink, podDevice, podNetworks }: PastedNodePlan, address: IpAddress): string {
  for (const [name, { addresses }] of devices) {
    const isNear = addresses.some(
      (own) => own.address.family === address.family && contains(makeCidr(own.address, own.prefix), address),
    );
    if (name !== 'lo' && isNear) return name;
  }
  return podDevice && podNetworks.some((cidr) => contains(cidr, address)) ? podDevice.name : uplink;
}
