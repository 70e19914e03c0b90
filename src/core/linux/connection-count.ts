import { tupleKey } from '../net/tuple';
import { tupleOf } from './conntrack/tuple';
import type { Skb } from './skb';
import type { CountedConnection, NetnsState } from './state';

/** Connections that are gone or closed are not counted any more (`find_or_evict`, `already_closed`). */
function isOpen({ zone, tuple }: CountedConnection, { conntrack }: NetnsState): boolean {
  const found = conntrack.lookup(zone, tuple);
  const tcpState = found?.entry.tcp?.state;
  return found !== undefined && tcpState !== 'TIME_WAIT' && tcpState !== 'CLOSE';
}

/**
 * Counts the packet's connection in: those counted before stay while they are open (`nf_conncount_count`,
 * net/netfilter/nf_conncount.c).
 *
 * @param counter whose count it is: one rule's, or one element's
 * @param key what is counted apart: an address; one for all
 * @returns how many there are with this one
 */
export function countConnections(
  { skb, state }: { readonly skb: Skb; readonly state: NetnsState },
  counter: string,
  key: string,
): number {
  const lists = state.connlimits.get(counter) ?? new Map<string, readonly CountedConnection[]>();
  state.connlimits.set(counter, lists);
  const own: CountedConnection = { zone: skb.ct?.zone ?? 0, tuple: skb.ct?.original ?? tupleOf(skb.packet) };
  const ownKey = tupleKey(own.tuple);
  const isOwn = (one: CountedConnection): boolean => one.zone === own.zone && tupleKey(one.tuple) === ownKey;
  const counted = [...(lists.get(key) ?? []).filter((one) => !isOwn(one) && isOpen(one, state)), own];
  lists.set(key, counted);
  return counted.length;
}
