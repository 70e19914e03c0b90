import { err, ok, type Result } from '../../lib/result';
import { createRng } from '../../lib/random';
import { phrase, type Phrase } from '../../lib/phrase';
import { formatIp, ipv4 } from '../../net/ip';
import { protocolNumber } from '../../net/packet';
import { isLocalAddress } from '../../linux/routing/fib';
import type { Netns, Network } from '../../linux/netns';
import { NODE_ID } from '../../paste/sender';
import type { FlowEnds } from '../../paste/pasted-types';
import { BOX_FIELDS, listBoxes, type NumberSpan, type HeaderBox } from '../../reach/boxes';
import { compareHosts, type HostComparison, type HostDifference, type HostFate } from '../../reach/compare-hosts';
import type { Diagram } from '../../reach/diagram';
import { HostEnds, type HostEnd } from '../../reach/host-end';
import { listEntrances } from '../../reach/device-classes';
import { modelHost, openHostSpace } from '../../reach/host-model';
import { orTooLarge } from '../../reach/table-model';
import { makePacket, sampleHeader } from '../../reach/sample';
import type { Space } from '../../reach/space';
import type { ChangeGroup } from '../reach/changes';
import { flowEnds, type FlowEndings } from './compare-dumps';

/** An end in words, with its odds where there are several. */
export interface SaidHostEnd {
  readonly says: readonly Phrase[];
  readonly odds?: string;
}

/** One kind of packets that end otherwise on the other host. */
export interface HostChange {
  readonly group: ChangeGroup;
  readonly origin: HostDifference['origin'];
  /** Which packets, as lines of `device: protocol source -> destination:port`; `*`: any, `!`: all but. */
  readonly packets: readonly string[];
  /** There are more packets than the lines tell. */
  readonly more: boolean;
  readonly before: readonly SaidHostEnd[];
  readonly after: readonly SaidHostEnd[];
  /** What nobody can say and an end depends on, as rules write it. */
  readonly unknown: readonly string[];
  /** A packet among them, and its walk on both sides; absent: a flow cannot say it. */
  readonly example?: { readonly flow: FlowEnds; readonly before: FlowEndings; readonly after: FlowEndings };
}

/** Everything that changes between two hosts for packets of IPv4 that begin a connection. */
export interface HostChanges {
  readonly changes: readonly HostChange[];
  /** So many kinds got through and do not any more, of all {@link kinds}. */
  readonly broken: number;
  /** So many kinds differ; {@link changes} are the first of them. */
  readonly kinds: number;
  /** Devices that are looked at, as both sides have them. */
  readonly devices: readonly string[];
  /** Packets can begin on one side that cannot on the other: these were not compared. */
  readonly apart: boolean;
  /** Something was asked that nobody can say. */
  readonly asks: boolean;
}

/** So many kinds are told, with so many lines each. */
const MOST_KINDS = 40;
const MOST_BOXES = 4;
/** So many are looked at, and the largest of them are told. */
const BOXES_SEEN = 64;
const MOST_SPANS = 3;

const PROTOCOLS: Readonly<Record<number, string>> = { 1: 'icmp', 6: 'tcp', 17: 'udp', 132: 'sctp' };

const GROUPS: readonly ChangeGroup[] = ['broken', 'mended', 'fails', 'looks'];

/** Gets through on this host, always, some of the time, or never. */
function passes({ ends }: HostFate): number {
  const through = ends.filter(({ end: { kind } }) => kind === 'local' || kind === 'sent').length;
  return through === ends.length ? 2 : through > 0 ? 1 : 0;
}

/** The group of a difference, as far as this host decides it: what gets through may still not arrive. */
function groupHosts({ before, after }: HostDifference): ChangeGroup {
  const [was, is] = [passes(before), passes(after)];
  if (was === is) return was === 2 ? 'looks' : 'fails';
  return is > was ? 'mended' : 'broken';
}

/** A span of addresses as prefixes; one that is none is told from its first to its last. */
function addressText({ min, max }: NumberSpan): string {
  const size = max - min + 1;
  const isPrefix = (size & (size - 1)) === 0 && min % size === 0;
  if (size === 1) return formatIp(ipv4(min));
  if (Number.isInteger(Math.log2(size)) && min % size === 0 && (isPrefix || size >= 2 ** 31))
    return `${formatIp(ipv4(min))}/${32 - Math.log2(size)}`;
  return `${formatIp(ipv4(min))}-${formatIp(ipv4(max))}`;
}

const numberText = ({ min, max }: NumberSpan): string => (min === max ? String(min) : `${min}-${max}`);

/** The numbers between spans and outside of them, of so many bits. */
function others(spans: readonly NumberSpan[], bits: number): readonly NumberSpan[] {
  const ends = [-1, ...spans.map(({ max }) => max)];
  const begins = [...spans.map(({ min }) => min), 2 ** bits];
  return ends.flatMap((end, i) => {
    const [min, max] = [end + 1, (begins[i] ?? 0) - 1];
    return min <= max ? [{ min, max }] : [];
  });
}

/** Spans of a field, or what they leave out where that is less; `*`: any. */
function spansText(spans: readonly NumberSpan[] | undefined, bits: number, text: (span: NumberSpan) => string): string {
  if (!spans) return '*';
  const size = ({ min, max }: NumberSpan): number => max - min + 1;
  const isMost = spans.reduce((sum, span) => sum + size(span), 0) > 2 ** bits / 2;
  const told = (isMost ? others(spans, bits) : spans).toSorted((a, b) => size(b) - size(a));
  const shown = told.slice(0, MOST_SPANS).map(text).join(',');
  return `${isMost ? '!' : ''}${shown}${told.length > MOST_SPANS ? ',…' : ''}`;
}

/** A box as a line: `eth0: tcp 10.0.0.0/8 -> 10.96.0.10:80`. */
function boxText({ devices }: Space, { indev, protocol, src, sport, dst, dport }: HeaderBox): string {
  const by = indev ? indev.flatMap(({ min, max }) => devices.slice(min, max + 1)).join(',') : '*';
  const kind = spansText(protocol, 8, (span) => (span.min === span.max && PROTOCOLS[span.min]) || numberText(span));
  // ICMP has its type and code there; what begins a connection is an echo request.
  const isPing = protocol?.length === 1 && protocol[0]?.min === 1 && protocol[0].max === 1;
  const port = (spans: readonly NumberSpan[] | undefined): string =>
    spans && !isPing ? `:${spansText(spans, 16, numberText)}` : '';
  const from = `${spansText(src, 32, addressText)}${port(sport)}`;
  return `${by}: ${kind} ${from} -> ${spansText(dst, 32, addressText)}${port(dport)}`;
}

/** How many packets a box holds, as a power of two. */
function measureBox({ bits }: Space, box: HeaderBox): number {
  return BOX_FIELDS.reduce((sum, field) => {
    const spans = box[field];
    const all = 2 ** bits.fields[field].count;
    return sum + Math.log2(spans ? spans.reduce((count, { min, max }) => count + max - min + 1, 0) : all);
  }, 0);
}

/** How a packet ends on a host, in words. */
function sayHostEnd({ kind, dst, src, device, via, why }: HostEnd): readonly Phrase[] {
  const end =
    kind === 'sent' && via !== undefined
      ? phrase('reach.host.end.routed', { device: device ?? '', via })
      : kind === 'sent'
        ? phrase('reach.host.end.sent', { device: device ?? '' })
        : kind === 'rejected' || kind === 'unknown'
          ? phrase(`reach.host.end.${kind}`, { why: why ?? '' })
          : phrase(`reach.host.end.${kind}`);
  return [
    ...(dst === undefined ? [] : [phrase('reach.host.to', { dst })]),
    ...(src === undefined ? [] : [phrase('reach.host.as', { src })]),
    end,
  ];
}

const sayHostFate = ({ ends }: HostFate): readonly SaidHostEnd[] =>
  ends.map(({ end, odds }) => ({
    says: sayHostEnd(end),
    ...(ends.length > 1 && odds !== undefined ? { odds } : {}),
  }));

/** Of some packets those that somebody would send, one wish after the other, as long as any are left. */
function likely(space: Space, packets: Diagram, { netns, made }: { netns: Netns; made: boolean }): Diagram {
  space.become = {};
  const near = netns.devices.flatMap(({ name, addresses }) =>
    addresses.map(({ address, prefix }) => {
      const network = space.addressesWhere('src', [{ address, prefix }], (each) => inside(each, { address, prefix }));
      return space.both(
        space.device('in', (each) => each === name),
        network,
      );
    }),
  );
  const foreign = space.addressesWhere('src', [], (address) => !isLocalAddress(netns, address));
  const wishes = [
    space.either(space.protocol(6), space.protocol(17)),
    space.protocol(6),
    ...(made ? [] : [foreign, space.either(...near)]),
    space.port('src', 45_678, 45_678),
    space.port('dst', 80, 80),
  ];
  return wishes.reduce((left, wish) => {
    const wished = space.diagrams.and(wish, left);
    return wished === 0 ? left : wished;
  }, packets);
}

function inside(
  address: { words: readonly number[] },
  of: { address: { words: readonly number[] }; prefix: number },
): boolean {
  const shift = 32 - of.prefix;
  const [a = 0, b = 0] = [address.words[0], of.address.words[0]];
  return shift >= 32 || a >>> shift === b >>> shift;
}

/** A packet of a kind as a flow that can be sent; undefined: flows have no such protocol. */
function pickExample(space: Space, { packets, origin }: HostDifference, netns: Netns): FlowEnds | undefined {
  const rng = createRng(1);
  const header = sampleHeader(space, likely(space, packets, { netns, made: origin === 'made' }), () => rng.below(2));
  const { packet, indev } = makePacket(space, header, origin === 'made' ? 'OUTPUT' : 'PREROUTING');
  const protocol = PROTOCOLS[protocolNumber(packet.l4)];
  if (protocol !== 'tcp' && protocol !== 'udp' && protocol !== 'sctp' && protocol !== 'icmp') return undefined;
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
  { before, after }: { readonly before: Network; readonly after: Network },
): HostChange {
  const found = listBoxes(space, difference.header, BOXES_SEEN);
  const boxes = found.boxes.toSorted((a, b) => measureBox(space, b) - measureBox(space, a)).slice(0, MOST_BOXES);
  const netns = before.netns.get(NODE_ID);
  const flow = netns && pickExample(space, difference, netns);
  return {
    group: groupHosts(difference),
    origin: difference.origin,
    packets: [...new Set(boxes.map((box) => boxText(space, box)))],
    more: found.more || found.boxes.length > MOST_BOXES,
    before: sayHostFate(difference.before),
    after: sayHostFate(difference.after),
    unknown: [...new Set([...difference.before.unknown, ...difference.after.unknown])],
    ...(flow ? { example: { flow, before: flowEnds(before, flow), after: flowEnds(after, flow) } } : {}),
  };
}

/** What was looked at, and what was not, in sentences. */
export function sayHostScope({ devices, apart, asks }: HostChanges): readonly Phrase[] {
  return [
    phrase('reach.host.over', { devices: devices.join(', ') }),
    ...(apart ? [phrase('reach.host.apart')] : []),
    ...(asks ? [phrase('reach.host.asks')] : []),
    phrase('reach.host.beyond'),
  ];
}

/** What was found, in sentences. */
export function sayHostChanges({ changes, kinds }: HostChanges): readonly Phrase[] {
  if (kinds === 0) return [phrase('reach.host.same')];
  const differ = phrase('reach.host.differ', { count: kinds });
  return kinds > changes.length ? [differ, phrase('reach.host.first', { count: changes.length })] : [differ];
}

/**
 * All that changes between two pasted hosts for packets of IPv4 that begin a connection: nothing is a proof. Yields how far
 * it is, 0..1. Fails where a host has rules that are not modelled for all packets, is here in part, or takes more than
 * `limit` nodes of diagrams.
 */
export function* changesOfHosts(
  before: Network,
  after: Network,
  limit?: number,
): Generator<number, Result<HostChanges, Phrase>> {
  const hosts = [before.netns.get(NODE_ID), after.netns.get(NODE_ID)] as const;
  if (!hosts[0] || !hosts[1]) return err(phrase('reach.host.none'));
  const shared = { space: openHostSpace([hosts[0], hosts[1]], limit), ends: new HostEnds() };
  yield 0.1;
  const was = modelHost(hosts[0], shared);
  if (!was.ok) return was;
  yield 0.4;
  const is = modelHost(hosts[1], shared);
  if (!is.ok) return is;
  yield 0.7;
  const compared = orTooLarge(() => compareHosts(was.value, is.value));
  if (!compared.ok) return err(phrase('reach.host.too-large', { of: compared.error }));
  yield 0.8;
  return ok(tellComparison(compared.value, [was.value.netns, is.value.netns], { before, after }));
}

function tellComparison(
  { differences, apart, space }: HostComparison,
  [was, is]: readonly [Netns, Netns],
  networks: { readonly before: Network; readonly after: Network },
): HostChanges {
  const own = new Set(listEntrances(is));
  const ordered = differences.toSorted((a, b) => GROUPS.indexOf(groupHosts(a)) - GROUPS.indexOf(groupHosts(b)));
  return {
    changes: ordered.slice(0, MOST_KINDS).map((each) => tellChange(space, each, networks)),
    broken: differences.filter((each) => groupHosts(each) === 'broken').length,
    kinds: differences.length,
    devices: listEntrances(was).filter((name) => own.has(name)),
    apart,
    asks: space.beside.some(({ kind }) => kind === 'may'),
  };
}
