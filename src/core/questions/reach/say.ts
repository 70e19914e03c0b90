import { announcedOfMode } from '../../kubernetes/announced';
import { NEWEST_RELEASE } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import { phrase, type Phrase } from '../../lib/phrase';
import type { MatrixColumn, MatrixRow } from './matrix';
import type { Caller, Destination } from './parties';

/** A destination by its object and the way it is asked: `default/web, node port on node1`. */
export function sayDestination({ kind, name, node = '', at, address }: Destination): Phrase {
  if (kind === 'node-port' && at === 'device') return phrase('reach.to.node-port.device', { name, node, address });
  if (kind === 'node-port' && at === 'loopback') return phrase('reach.to.node-port.loopback', { name, node });
  return phrase(`reach.to.${kind}`, { name, node });
}

/** What is asked for there: `TCP 80`, `other ports`. */
export function sayAsks({ asks }: Destination): Phrase {
  if (asks.role !== 'port') return phrase(`reach.asks.${asks.role}`);
  return phrase('reach.asks.port', { protocol: asks.protocol.toUpperCase(), port: String(asks.port) });
}

/** So many of a row are named; others are counted. */
const NAMED = 3;

/** The destinations of a row: their names once each, and the way they are asked. */
export function sayRow({ destinations }: Pick<MatrixRow, 'destinations'>): Phrase {
  const [first] = destinations;
  const all = [...new Set(destinations.map(({ name }) => name))];
  const names = all.slice(0, NAMED).join(', ');
  if (all.length <= NAMED) return sayDestination({ ...first, name: names });
  return sayDestination({ ...first, name: `${names} + ${all.length - NAMED}` });
}

/** What is asked for at the destinations of a row. */
export function sayRowAsks({ destinations }: Pick<MatrixRow, 'destinations'>): Phrase {
  const [first] = destinations;
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

/** Those of a column, together. */
export function sayColumn({ callers }: MatrixColumn, isOnlyOutside = true): Phrase {
  const [first] = callers;
  if (callers.length === 1 || first.kind === 'outside') return sayCaller(first, isOnlyOutside);
  const count = callers.length;
  return first.kind === 'pod'
    ? phrase('reach.from.pods', { count, node: first.node ?? '' })
    : phrase('reach.from.nodes', { count });
}

/** What upstream has announced of the modes of both sides, with its dates; of one mode nothing changes. */
export function sayAnnounced(before: ProxyModeId, after: ProxyModeId): readonly Phrase[] {
  if (before === after) return [];
  return [before, after].flatMap((mode) => announcedOfMode(mode, NEWEST_RELEASE) ?? []);
}
