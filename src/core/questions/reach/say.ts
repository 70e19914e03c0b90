import { announcedOfMode } from '../../kubernetes/announced';
import { NEWEST_RELEASE } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import type { Matrix, MatrixColumn, MatrixRow } from './matrix';
import type { Caller } from './callers';
import type { Destination } from './destinations';
import type { FateEnd, FlowFate } from './fate';

/** A destination by its object and the way it is asked: `default/web, node port on node1`. */
export function sayDestination({ kind, name, node = '', at, address }: Destination): Phrase {
  if (kind === 'node-port' && at === 'device') return phrase('reach.to.node-port.device', { name, node, address });
  if (kind === 'node-port' && at === 'loopback') return phrase('reach.to.node-port.loopback', { name, node });
  if (kind === 'node' && at === 'device') return phrase('reach.to.node.device', { name, address });
  return phrase(`reach.to.${kind}`, { name, node });
}

/** The port or protocol of a destination: `TCP 80`, `other ports`. */
export function sayAsks({ asks }: Destination): Phrase {
  if (asks.role !== 'port') return phrase(`reach.asks.${asks.role}`);
  return phrase('reach.asks.port', { protocol: asks.protocol.toUpperCase(), port: String(asks.port) });
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

/** So many of a row are named; others are counted. */
const NAMED = 3;

/** The destinations of a row: their names once each, the nodes they are asked at, and the way they are asked. */
export function sayRow({ destinations }: Pick<MatrixRow, 'destinations'>): Phrase {
  const [first] = destinations;
  const several = (all: readonly string[]): string => {
    const once = [...new Set(all)];
    return once.length <= NAMED ? once.join(', ') : `${once.slice(0, NAMED).join(', ')} + ${once.length - NAMED}`;
  };
  const name = several(destinations.map((each) => each.name));
  const node = several(destinations.flatMap((each) => each.node ?? []));
  const isOneAddress = destinations.every(({ address }) => address === first.address);
  if (first.kind === 'node-port' && first.at === 'device' && !isOneAddress)
    return phrase('reach.to.node-port.devices', { name, node });
  if (first.kind === 'node' && !isOneAddress) {
    const named = several(
      destinations.map((each) => (each.at === 'device' ? `${each.name} (${each.address})` : each.name)),
    );
    return phrase('reach.to.node', { name: named });
  }
  return sayDestination({ ...first, name, ...(node === '' ? {} : { node }) });
}

/** The ports of a row's destinations, one where all are the same; echo requests are named beside them. */
export function sayRowAsks({ destinations }: Pick<MatrixRow, 'destinations'>): Phrase {
  const [first] = destinations;
  const roles = new Set(destinations.map(({ asks: { role } }) => role));
  if (roles.size > 1) return phrase(roles.has('port') ? 'reach.asks.any' : 'reach.asks.other-and-ping');
  const isOne = destinations.every(
    ({ asks }) => asks.protocol === first.asks.protocol && asks.port === first.asks.port,
  );
  return isOne || first.asks.role !== 'port' ? sayAsks(first) : phrase('reach.asks.ports');
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

/** A sentence for each word that stands in a table. */
export function sayLegend({ rows, columns }: Matrix): readonly Phrase[] {
  const all = rows.flatMap(({ fates, selves }) => [
    ...fates.flatMap((fate, at) => {
      const isNode = columns[at]?.callers[0].kind === 'node';
      return (fate?.ends ?? []).map(({ end }) =>
        end === 'kept' && isNode ? 'seen' : end === 'no-route' ? 'unrouted' : end,
      );
    }),
    ...selves.flatMap((end) => (end === undefined ? [] : ['itself'])),
  ]);
  const found: ReadonlySet<string> = new Set(all);
  return LEGEND.flatMap((end) => (found.has(end) ? [phrase('reach.legend', { end })] : []));
}

/** In the order of {@link FateEnd}. */
const LEGEND = [
  'kept',
  'seen',
  'rewritten',
  'lost',
  'refused',
  'dropped',
  'unrouted',
  'leaves',
  'loops',
  'unknown',
  'itself',
] as const;
