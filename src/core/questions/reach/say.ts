import { announcedOfMode } from '../../kubernetes/announced';
import { NEWEST_RELEASE } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Matrix, MatrixColumn, MatrixRow } from './matrix';
import type { Caller } from './callers';
import type { Destination, DestinationKind } from './destinations';
import type { FateEnd, FlowFate } from './fate';

/** A destination by its object and the way it is asked: `default/web, node port on node1`. */
export const sayDestination = (destination: Destination): Phrase => sayDestinations(destination, 0);

/** A destination, and so `more` others that are named with it. */
function sayDestinations({ kind, name, node = '', at, address }: Destination, more: number): Phrase {
  if (kind === 'node-port' && at === 'device')
    return phrase('reach.to.node-port.device', { name, node, address, more });
  if (kind === 'node-port' && at === 'loopback') return phrase('reach.to.node-port.loopback', { name, node, more });
  if (kind === 'node' && at === 'device') return phrase('reach.to.node.device', { name, address, more });
  return phrase(`reach.to.${kind}`, { name, node, more });
}

/** A kind of address by which packets go: `cluster IP`. */
export const sayDestinationKind = (kind: DestinationKind): Phrase =>
  phrase('reach.ways', { way: kind.replace('-', '') });

/** The port or protocol of a destination: `TCP 80`, `other ports, as TCP 4444`. */
export function sayAsks({ asks }: Destination): Phrase {
  if (asks.role === 'ping') return phrase('reach.asks.ping');
  const id = asks.role === 'other' ? 'reach.asks.other-as' : 'reach.asks.port';
  return phrase(id, { protocol: asks.protocol.toUpperCase(), port: String(asks.port) });
}

/**
 * How a packet ends, in words. A node has several addresses: that one of them is seen is not said to be the one it was
 * sent from. `by`: the kind of the sender, where all of them are of one.
 */
export function sayEnd(end: FateEnd, by?: Caller['kind']): Phrase {
  return phrase(end === 'kept' && by === 'node' ? 'reach.fate.kept.node' : `reach.fate.${end}`);
}

/** A part of a fate in words; `odds` where there are several. */
interface SaidEnd {
  readonly says: Phrase;
  readonly odds?: string;
}

/** How a packet ends that is led back to its sender. */
export const sayDrawnItself = (end: FateEnd): Phrase => phrase('reach.fate.drawn-itself', { end });

/** A fate in words: its ends, and how a packet ends that is led back to its sender, where that is otherwise. */
export function sayFate({ ends, self }: FateSeen, by?: Caller['kind']): readonly SaidEnd[] {
  const said = ends.map(({ end, odds }): SaidEnd => ({
    says: sayEnd(end, by),
    ...(ends.length > 1 && odds !== undefined ? { odds } : {}),
  }));
  const isOther = self !== undefined && ends.some(({ end }) => end !== self);
  return isOther ? [...said, { says: sayDrawnItself(self) }] : said;
}

/** A fate as far as it is said. */
export interface FateSeen extends Pick<FlowFate, 'ends'> {
  readonly self?: FateEnd | undefined;
}

/** So many of a row are named, and one more where it is the last; others are counted. */
const NAMED = 3;

/** The names of a row's destinations, once each: those that its sentence says, and the others. */
export function splitNames({
  destinations,
}: Pick<MatrixRow, 'destinations'>): readonly [said: string[], rest: string[]] {
  const [first] = destinations;
  const isOneAddress = destinations.every(({ address }) => address === first.address);
  const isByDevice = first.kind === 'node' && !isOneAddress;
  return splitOnce(
    destinations.map((each) => (isByDevice && each.at === 'device' ? `${each.name} (${each.address})` : each.name)),
  );
}

function splitOnce(all: readonly string[]): readonly [said: string[], rest: string[]] {
  const once = [...new Set(all)];
  const said = once.length > NAMED + 1 ? NAMED : once.length;
  return [once.slice(0, said), once.slice(said)];
}

/** So many addresses, the others as points. */
function sayAddresses(destinations: MatrixRow['destinations']): string {
  const [said, others] = splitOnce(destinations.map(({ address }) => address));
  return `${said.join(', ')}${others.length > 0 ? ', …' : ''}`;
}

/** The destinations of a row: their names once each, the nodes they are asked at, and the way they are asked. */
export function sayRow(row: Pick<MatrixRow, 'destinations'>): Phrase {
  const { destinations } = row;
  const [first] = destinations;
  const [named, { length: more }] = splitNames(row);
  const name = named.join(', ');
  const [nodes, others] = splitOnce(destinations.flatMap((each) => each.node ?? []));
  const node = `${nodes.join(', ')}${others.length > 0 ? ', …' : ''}`;
  const isOneAddress = destinations.every(({ address }) => address === first.address);
  if (first.kind === 'node-port' && first.at === 'device' && !isOneAddress)
    return phrase('reach.to.node-port.devices', { name, node, address: sayAddresses(destinations), more });
  if (first.kind === 'node' && !isOneAddress) return phrase('reach.to.node', { name, more });
  return sayDestinations({ ...first, name, ...(node === '' ? {} : { node }) }, more);
}

/** The ports of a row's destinations, one where all are the same; echo requests are named beside them. */
export function sayRowAsks({ destinations }: Pick<MatrixRow, 'destinations'>): Phrase {
  const [first] = destinations;
  const roles = new Set(destinations.map(({ asks: { role } }) => role));
  if (roles.size > 1) return phrase(roles.has('port') ? 'reach.asks.any' : 'reach.asks.other-and-ping');
  const isOne = destinations.every(
    ({ asks }) => asks.protocol === first.asks.protocol && asks.port === first.asks.port,
  );
  if (first.asks.role === 'other') return phrase('reach.asks.other');
  return isOne || first.asks.role === 'ping' ? sayAsks(first) : phrase('reach.asks.ports');
}

/** One who sends. */
export function sayCaller({ kind, name }: Caller, isOnlyOutside = true): Phrase {
  if (kind !== 'outside') return phrase(`reach.from.${kind}`, { name });
  if (name !== '') return phrase('reach.from.outside.range', { range: name });
  return phrase(isOnlyOutside ? 'reach.from.outside' : 'reach.from.outside.other');
}

/** The callers of a column, together. */
export function sayColumn({ callers }: MatrixColumn, isOnlyOutside = true): Phrase {
  const [first] = callers;
  if (callers.length === 1 || first.kind === 'outside') return sayCaller(first, isOnlyOutside);
  const count = callers.length;
  return first.kind === 'pod'
    ? phrase('reach.from.pods', { count, node: first.node ?? '' })
    : phrase('reach.from.nodes', { count });
}

/** Upstream's announcements on the modes of two sides, with dates; none where both are one. */
export function sayAnnounced(before: ProxyModeId, after: ProxyModeId): readonly Phrase[] {
  if (before === after) return [];
  return [before, after].flatMap((mode) => announcedOfMode(mode, NEWEST_RELEASE) ?? []);
}

/** A word of a table and what it means; `end` absent: how a packet ends that is led back to its sender. */
export interface LegendLine {
  readonly end?: FateEnd;
  /** The kind of the senders whose word it is, where it is another for them. */
  readonly by?: 'node';
  readonly says: Phrase;
}

/** Every word that stands in a table, in the order of {@link FateEnd}, with what it means. */
export function sayLegend({ rows, columns }: Pick<Matrix, 'rows' | 'columns'>): readonly LegendLine[] {
  const all = rows.flatMap(({ fates, selves }) => [
    ...fates.flatMap((fate, at) => {
      const isNode = columns[at]?.callers[0].kind === 'node';
      return (fate?.ends ?? []).map(({ end }) => (end === 'kept' && isNode ? 'seen' : end));
    }),
    ...selves.flatMap((end) => (end === undefined ? [] : ['itself'])),
  ]);
  const found: ReadonlySet<string> = new Set(all);
  return LEGEND.filter((word) => found.has(word)).map(tellWord);
}

function tellWord(word: (typeof LEGEND)[number]): LegendLine {
  if (word === 'itself') return { says: phrase('reach.legend', { end: 'itself' }) };
  if (word === 'seen') return { end: 'kept', by: 'node', says: phrase('reach.legend', { end: 'seen' }) };
  return { end: word, says: phrase('reach.legend', { end: word === 'no-route' ? 'unrouted' : word }) };
}

const LEGEND = [
  'kept',
  'seen',
  'rewritten',
  'lost',
  'refused',
  'dropped',
  'no-route',
  'leaves',
  'loops',
  'unknown',
  'itself',
] as const;
