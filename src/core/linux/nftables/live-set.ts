import type { NetnsState } from '../state';
import { anyElement, findElement } from './set-index';
import type { NftData, NftElement, NftSet } from './types';
import { datumKey, single, type NftDatum, type NftPattern } from './values';

/** What a packet made of an element: when it is forgotten, or that it is gone. */
export interface LiveElement {
  /** Milliseconds of the run's clock; absent: it stays. */
  readonly expires?: number;
  readonly data?: NftData;
  readonly values?: readonly NftDatum[];
  readonly deleted?: true;
}

type Owner = { readonly key: string; readonly state: NetnsState };

function liveOf({ key, state }: Owner): Map<string, LiveElement> {
  const known = state.nftSets.get(key) ?? new Map<string, LiveElement>();
  state.nftSets.set(key, known);
  return known;
}

const isOver = ({ expires, deleted }: LiveElement, now: number): boolean =>
  deleted === true || (expires !== undefined && expires <= now);

/** An element as written is forgotten too, unless a packet renewed it. */
function isWrittenOver(element: NftElement, set: NftSet, now: number): boolean {
  const left = element.expires ?? element.timeout ?? set.timeout;
  return left !== undefined && left <= now;
}

/** The element that holds these values now; `*` holds whatever no other does. */
export function findLive(set: NftSet, values: readonly NftDatum[], { key, state }: Owner): NftElement | undefined {
  const changed = state.nftSets.get(key)?.get(datumKey(values));
  if (changed && !isOver(changed, state.now)) {
    const { data } = changed;
    return { key: (changed.values ?? values).map(single), ...(data ? { data } : {}) };
  }
  const written = changed ? undefined : findElement(set, values);
  return written && !isWrittenOver(written, set, state.now) ? written : anyElement(set);
}

/** Could an element hold these values, of which some are not known? Asks every element: it is the exception. */
export function mayHold(set: NftSet, values: readonly (NftDatum | undefined)[], { key, state }: Owner): boolean {
  const fits = (pattern: NftPattern): boolean =>
    pattern.every(({ from, to }, i) => {
      const value = values[i];
      return value === undefined || (value >= from && value <= to);
    });
  for (let i = 0; i < set.elements.length; i++) {
    const element = set.elements.element(i);
    if (element && (element.key === 'any' || fits(element.key))) return true;
  }
  const grown = state.nftSets.get(key)?.values() ?? [];
  return [...grown].some((each) => each.values !== undefined && fits(each.values.map(single)));
}

/** How many elements a set holds now. */
export function liveSize(set: NftSet, { key, state }: Owner): number {
  const changed = [...(state.nftSets.get(key) ?? [])];
  const grown = changed.filter(([, each]) => !isOver(each, state.now) && each.values);
  return set.elements.length + grown.length;
}

interface Added {
  readonly values: readonly NftDatum[];
  /** Milliseconds; absent: the set's. */
  readonly timeout?: number;
  readonly data?: NftData;
}

/** Adds an element, or renews it if `renew`; false: the set is full (`nft_dynset_eval`). */
export function addLive(set: NftSet, { values, timeout, data }: Added, owner: Owner, renew: boolean): boolean {
  const { state } = owner;
  const live = liveOf(owner);
  const text = datumKey(values);
  const present = live.get(text);
  const written = findElement(set, values);
  const there = present
    ? !isOver(present, state.now)
    : written !== undefined && !isWrittenOver(written, set, state.now);
  if (there && !renew) return true;
  if (!there && set.size !== undefined && liveSize(set, owner) >= set.size) return false;
  const stays = timeout ?? set.timeout;
  const kept = there ? (present?.data ?? written?.data) : data;
  live.set(text, {
    ...(stays === undefined ? {} : { expires: state.now + stays }),
    ...(kept ? { data: kept } : {}),
    ...(written ? {} : { values }),
  });
  return true;
}

/** Takes an element out; false: there is none. */
export function deleteLive(set: NftSet, values: readonly NftDatum[], owner: Owner): boolean {
  const found = findLive(set, values, owner);
  if (!found || found.key === 'any') return false;
  liveOf(owner).set(datumKey(values), { deleted: true });
  return true;
}
