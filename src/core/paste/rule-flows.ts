import { phrase } from '../lib/phrase';
import { protocolName } from '../linux/xtables/syntax/protocols';
import { isBuiltIn, type XtChain, type XtRule } from '../linux/xtables/types';
import type { Hook, TableName } from '../linux/hooks';
import {
  addToIp,
  isLoopback,
  getBits,
  formatIp,
  ip,
  sameIp,
  type IpAddress,
  type IpFamily,
  type Cidr,
  makeCidr,
  makeNetwork,
  contains,
} from '../net/ip';
import { getHook } from './chain-hooks';
import { type PastedTable, cidrOfTest, findDport, findJump } from './layers';
import { sendersBehind, type LinkedPod } from './node/behind';
import type { PastedNodePlan } from './node/plan';
import type { SuggestedFlow } from './summaries';

/** Of longer tables only what hooks ask first is read for a first packet. */
const MOST_RULES = 5000;
/** More of one table than this are not worth reading. */
const MOST_FLOWS = 24;
/** Nobody's, so that a client has one (RFC 5737, RFC 3849). */
const CLIENT = { ipv4: '192.0.2.10', ipv6: '2001:db8::10' } as const;
const OTHER_CLIENT = { ipv4: '203.0.113.10', ipv6: '2001:db8:2::10' } as const;
export const SERVER = { ipv4: '198.51.100.10', ipv6: '2001:db8:1::10' } as const;
/** Where rules ask no port. */
const SOME_PORT = 80;

/** The chain a rule stands in, and what a packet has to be to come there. */
interface Spot {
  readonly table: TableName;
  readonly chain: XtChain;
  readonly hook: Hook;
  /** What leads there asks for one of the node's own addresses. */
  readonly isHere: boolean;
  /** Nothing in the text leads to the chain. */
  readonly isRoot: boolean;
  /** What the jumps that lead there ask, the last first. */
  readonly led?: PacketConditions;
}

/**
 * Packets made of what rules ask: addresses and devices that they name, first those that ask for most. A chain that
 * nothing in the text leads to is entered by a packet of its own, which {@link SuggestedFlow.enters} says.
 */
export function ruleFlows(plan: PastedNodePlan, tables: readonly PastedTable[], family: IpFamily): SuggestedFlow[] {
  const flows = tables.flatMap((table) => listFlows(plan, table, family));
  return [...new Map(flows.map((flow) => [makeKey(flow), flow])).values()];
}

function makeKey({ enters = '', device = '', from, to, protocol, port }: SuggestedFlow): string {
  return [enters, device, from, to, protocol, port].join(' ');
}

function listFlows(plan: PastedNodePlan, table: PastedTable, family: IpFamily): SuggestedFlow[] {
  let rules = 0;
  for (const { length } of table.chains.values()) rules += length;
  const spots = rules > MOST_RULES ? listHooks(table).filter(({ chain }) => chain.length > 0) : listSpots(table);
  return spots.flatMap((spot) => listBest(plan, spot, family)).slice(0, MOST_FLOWS);
}

/** The chains that hooks ask themselves. */
function listHooks({ name, chains }: PastedTable): Spot[] {
  return [...chains.values()].flatMap((chain) =>
    isBuiltIn(name, chain.name) ? [{ table: name, chain, hook: chain.name as Hook, isHere: false, isRoot: false }] : [],
  );
}

/** Chains with the hook that leads to them first, and those of an excerpt that nothing leads to. */
function listSpots(table: PastedTable): Spot[] {
  const { name, chains, whole } = table;
  const spots = new Map(listHooks(table).map((spot) => [spot.chain.name, spot]));
  follow(table, spots);
  // A file of rules for iptables-restore --noflush has whole tables that begin at nothing.
  const isBegun = [...spots.values()].some(({ chain }) => chain.length > 0);
  for (const chain of whole && isBegun ? [] : chains.values()) {
    if (spots.has(chain.name) || isLed(table, chain.name)) continue;
    spots.set(chain.name, { table: name, chain, hook: getHook(name, chain), isHere: false, isRoot: true });
  }
  const filled = [...spots.values()].filter(({ chain }) => chain.length > 0);
  // What has refused most is asked about first, what leaves last.
  return filled.toSorted(
    (a, b) =>
      countRefused(b.chain) - countRefused(a.chain) ||
      Number(a.hook === 'POSTROUTING') - Number(b.hook === 'POSTROUTING'),
  );
}

/** Packets that a rule has refused, by its counter. */
const refusedBy = ({ target, counters }: XtRule): number =>
  target?.target === 'DROP' || target?.target === 'REJECT' ? (counters?.packets ?? 0) : 0;

/** Of the rule of a chain that refused most. */
function countRefused(chain: XtChain): number {
  let most = 0;
  for (let index = 0; index < Math.min(chain.length, MOST_ASKED); index++) {
    most = Math.max(most, refusedBy(chain.rule(index)));
  }
  return most;
}

/** Rules of a chain that a packet is made for. */
const MOST_ASKED = 500;

/** Adds the chains that those found lead to, each with how it was first come to. */
function follow({ chains }: PastedTable, spots: Map<string, Spot>): void {
  for (const spot of spots.values()) {
    for (let index = 0; index < spot.chain.length; index++) {
      const rule = spot.chain.rule(index);
      const next = chains.get(findJump(rule) ?? '');
      if (!next || spots.has(next.name)) continue;
      const isHere = spot.isHere || isDestinedHere(rule);
      spots.set(next.name, { ...spot, chain: next, isHere, isRoot: false, led: both(conditionsBy(rule), spot.led) });
    }
  }
}

/** What is told by the first, and what it leaves open by the second. */
function both(first: PacketConditions, second: PacketConditions | undefined): PacketConditions {
  const told = Object.entries(first).filter(([, value]) => value !== undefined);
  return { ...second, ...(Object.fromEntries(told) as unknown as PacketConditions) };
}

function isLed({ chains }: PastedTable, name: string): boolean {
  return [...chains.values()].some((chain) => {
    for (let index = 0; index < chain.length; index++) {
      if (chain.name !== name && findJump(chain.rule(index)) === name) return true;
    }
    return false;
  });
}

/** How much a rule says of who sends what where. */
function told({ src, dst, indev, proto }: XtRule): number {
  return (dst ? 4 : 0) + (src ? 4 : 0) + (indev ? 3 : 0) + (proto ? 1 : 0);
}

/** Does a rule stand in the text? One that was put in for its writer has no line. */
const isOfText = (chain: XtChain, index: number): boolean => chain.line(index) !== undefined;

/** For a chain of its own the first packet; where a hook begins, one for each rule that names an address or a device. */
function listBest(plan: PastedNodePlan, spot: Spot, family: IpFamily): SuggestedFlow[] {
  const { chain, led } = spot;
  const shown = Array.from({ length: Math.min(chain.length, MOST_ASKED) }, (_, index) => index).filter((index) =>
    isOfText(chain, index),
  );
  if (shown.length === 0) return [];
  const most = shown
    .map((index) => ({
      says: told(chain.rule(index)),
      refused: refusedBy(chain.rule(index)),
      asked: { ...both(conditionsBy(chain.rule(index)), led), position: index + 1 },
    }))
    .toSorted((a, b) => b.refused - a.refused || b.says - a.says)
    .filter(({ asked }) => canCome(plan, asked));
  const named = most.filter(({ says }) => says > 1).slice(0, 3);
  const chosen = spot.isRoot || named.length === 0 ? most.slice(0, 1) : named;
  const { table, hook, isHere, isRoot } = spot;
  const at = { table, chain: chain.name, hook, isHere, isRoot };
  const asked = chosen.length > 0 ? chosen.map((each) => each.asked) : [ANYBODY];
  return asked.flatMap((each) => flowFor(plan, at, each, family) ?? []);
}

/** Conditions of a chain that asks for no sender of its own. */
export const ANYBODY: PacketConditions = { isHere: false };

/** Does anybody send what a rule asks for: by a device the node has, and not to itself, as what hairpins seems to? */
export function canCome({ devices }: PastedNodePlan, { indev, src, dst }: PacketConditions): boolean {
  if (indev && !indev.prefix && !devices.has(indev.name)) return false;
  // A packet to a loopback address comes in by no other device (`fib_validate_source`, `ip_route_input_slow`).
  if ([src, dst].some((cidr) => cidr !== undefined && isLoopback(cidr.address)) && indev?.name !== 'lo') return false;
  const isHost = src !== undefined && src.prefix === getBits(src.address.family);
  return !(isHost && dst?.prefix === src.prefix && sameIp(src.address, dst.address));
}

/** What a rule asks of a packet, whoever wrote it. */
export interface PacketConditions {
  readonly src?: Cidr | undefined;
  readonly dst?: Cidr | undefined;
  /** True where one of the node's own addresses is asked for. */
  readonly isHere: boolean;
  readonly indev?: { readonly name: string; readonly prefix: boolean } | undefined;
  readonly protocol?: SuggestedFlow['protocol'] | undefined;
  readonly port?: number | undefined;
  /** 1-based, of the rule that asks, in its chain; absent: any rule there. */
  readonly position?: number;
}

/** Where a rule stands, for the packet that is to come there. */
export interface Standing extends Pick<Spot, 'hook' | 'isHere' | 'isRoot'> {
  readonly table: string;
  readonly chain: string;
}

function conditionsBy(rule: XtRule): PacketConditions {
  const { indev } = rule;
  const name = rule.proto && !rule.proto.negated ? protocolName(rule.proto.protocol) : undefined;
  return {
    src: rule.src && !rule.src.negated ? cidrOfTest(rule.src) : undefined,
    dst: rule.dst && !rule.dst.negated ? cidrOfTest(rule.dst) : undefined,
    isHere: isDestinedHere(rule),
    indev: indev && !indev.negated ? indev : undefined,
    protocol: PROTOCOLS.find((each) => each === name),
    port: findDport(rule) ?? portOfList(rule),
  };
}

const PROTOCOLS = ['tcp', 'udp', 'sctp', 'icmp'] as const;

/** The packet that meets what a rule asks where it stands; undefined where the node has no address, or nobody could send it. */
export function flowFor(
  plan: PastedNodePlan,
  at: Standing,
  asked: PacketConditions,
  family: IpFamily,
): SuggestedFlow | undefined {
  const own = ownAddress(plan, family);
  if (!own) return undefined;
  const { table, chain, isRoot, hook } = at;
  const isLocal = hook === 'OUTPUT' || (hook === 'POSTROUTING' && asked.src === undefined);
  const pod = isLocal ? undefined : podThatSends(plan, asked, at, family);
  const device = isLocal ? undefined : (pod?.device ?? deviceFor(plan, asked, hook));
  // Who is outside asks the machine, unless a rule says otherwise: what else comes by the way to everything is for nobody known.
  const isAsked = hook === 'PREROUTING' && device !== undefined && device === plan.uplink;
  const isOwn = hook === 'INPUT' || at.isHere || asked.isHere || isAsked;
  const dst = named(asked.dst, own) ?? (isOwn ? own : elsewhere(plan, hook === 'FORWARD' ? device : undefined, family));
  const client = isLocal ? own : (pod?.address ?? named(asked.src, own) ?? behind(plan, device, family));
  // Nobody outside has the address that he asks for.
  const src = !isLocal && sameIp(client, dst) ? ip(OTHER_CLIENT[family]) : client;
  if (!isLocal && device === undefined) return undefined;
  const { protocol = 'tcp', port = SOME_PORT } = asked;
  return {
    title: isRoot ? chain : `${table} ${chain}`,
    ...(device === undefined ? {} : { device }),
    from: formatIp(src),
    to: formatIp(dst),
    protocol,
    port: protocol === 'icmp' ? 0 : port,
    reason: phrase('analysis.offer.rule', {
      chain: `${table} ${chain}`,
      position: asked.position === undefined ? 'none' : `${asked.position}`,
    }),
    ...(asked.position === undefined ? {} : { meant: { table, chain, index: asked.position - 1 } }),
    ...(isRoot ? { enters: `${table} ${chain}` } : {}),
  };
}

function ownAddress(plan: PastedNodePlan, family: IpFamily): IpAddress | undefined {
  const uplink = plan.devices.get(plan.uplink)?.addresses;
  const all = [...(uplink ?? []), ...[...plan.devices.values()].flatMap(({ addresses }) => addresses)];
  return all.find(({ address }) => address.family === family)?.address;
}

/** The address a test names: of a network the second one, so that it is neither the network's own nor its gateway's. */
function named(cidr: Cidr | undefined, own: IpAddress): IpAddress | undefined {
  if (!cidr || cidr.prefix === 0) return undefined;
  const isHost = cidr.prefix === getBits(cidr.address.family);
  const address = isHost ? cidr.address : addToIp(cidr.address, 2);
  return sameIp(address, own) && !isHost ? addToIp(cidr.address, 3) : address;
}

/** Somebody a packet is for. What comes in by the only way out is forwarded to none but who is on its wire, too. */
function elsewhere(plan: PastedNodePlan, device: string | undefined, family: IpFamily): IpAddress {
  const wire = device === plan.uplink ? plan.devices.get(device)?.addresses : undefined;
  const own = wire?.find(({ address }) => address.family === family);
  if (!own || own.prefix > getBits(family) - 3) return ip(SERVER[family]);
  const address = addToIp(makeNetwork(own.address, own.prefix), 5);
  return sameIp(address, own.address) ? addToIp(address, 1) : address;
}

/** Somebody in the network on a device; a client where it is the way to everything, or has no address. */
function behind(plan: PastedNodePlan, device: string | undefined, family: IpFamily): IpAddress {
  const own = plan.devices.get(device ?? '')?.addresses.find(({ address }) => address.family === family);
  if (!own || device === plan.uplink || own.prefix > getBits(family) - 3) return ip(CLIENT[family]);
  const address = addToIp(makeNetwork(own.address, own.prefix), 2);
  return sameIp(address, own.address) ? addToIp(address, 1) : address;
}

function isDestinedHere({ matches }: XtRule): boolean {
  return matches.some((match) => match.match === 'addrtype' && match.spec.dst?.value.includes('LOCAL') === true);
}

/** A Pod of this machine, by its listings, that meets what a rule asks of who sends; none for what is sent to the machine by whom it likes. */
function podThatSends(
  plan: PastedNodePlan,
  { src, dst, indev, isHere }: PacketConditions,
  { hook, isHere: isToNode }: Pick<Standing, 'hook' | 'isHere'>,
  family: IpFamily,
): LinkedPod | undefined {
  if (!src && (hook === 'INPUT' || isHere || isToNode)) return undefined;
  const isTarget = (address: IpAddress): boolean => dst?.prefix === getBits(family) && sameIp(dst.address, address);
  return sendersBehind(plan, family).find(
    ({ address, device }) =>
      !isTarget(address) &&
      (!src || contains(src, address)) &&
      (!indev || (indev.prefix ? device.startsWith(indev.name) : device === indev.name)),
  );
}

/** The device a rule names; else one that what it asks can come by: what is forwarded does not come from where it goes. */
function deviceFor(plan: PastedNodePlan, { indev, src }: PacketConditions, hook: Hook): string | undefined {
  if (indev && !indev.prefix && indev.name !== 'lo') return indev.name;
  const holder = src && !indev ? deviceWith(plan, src.address) : undefined;
  if (holder !== undefined) return holder;
  const begins = indev?.prefix ? indev.name : undefined;
  const names = [...plan.devices.keys()].filter((name) => name !== 'lo');
  const fits = begins === undefined ? undefined : names.find((name) => name.startsWith(begins));
  const inner = hook === 'FORWARD' ? plan.podDevice?.name : undefined;
  return fits ?? inner ?? (plan.devices.has(plan.uplink) ? plan.uplink : names[0]);
}

/** The device whose network holds an address; not the way to everything, where others are. */
function deviceWith({ devices, uplink }: PastedNodePlan, wanted: IpAddress): string | undefined {
  return [...devices.values()].find(
    ({ name, addresses }) =>
      name !== 'lo' &&
      name !== uplink &&
      addresses.some(
        ({ address, prefix }) => address.family === wanted.family && contains(makeCidr(address, prefix), wanted),
      ),
  )?.name;
}

function portOfList({ matches }: XtRule): number | undefined {
  for (const match of matches) {
    if (match.match !== 'multiport') continue;
    const given = match.spec.dports ?? match.spec.ports;
    if (given && !given.negated) return given.value[0]?.min;
  }
  return undefined;
}
