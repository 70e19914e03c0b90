import {
  dataKey,
  datumKey,
  isSingle,
  patternHolds,
  type NftDatum,
  type NftField,
  type NftPattern,
  type NftData,
  single,
  type LiveElement,
} from './datum';
import { getMemo, once, type Memo } from '../../lib/memo';
import { countBefore } from '../../lib/sorted';
import type { NftContext, Draw, Evaluated, StatementOutcome } from './extension';
import { fraction, isShareOf, ZERO, type BinaryShare } from '../../lib/fraction';
import { type NftElement, type NftSet, tableName, type NftExpression, type NftSetUse } from './types';
import type { NetnsState } from '../state';
import { isConcat } from './expressions/concat';
import { printElement, printValues } from './text/print-set';

interface Interval {
  readonly field: NftField;
  readonly element: NftElement;
}

/** How the elements of a set are found: by hash, by a sorted list, or by what of a concatenation is exact. */
interface SetIndex {
  readonly exact: ReadonlyMap<string, NftElement>;
  readonly intervals: readonly Interval[];
  /** Concatenations with ranges: which fields are exact -> those fields -> elements. */
  readonly partly: ReadonlyMap<string, ReadonlyMap<string, readonly NftElement[]>>;
  readonly any?: NftElement;
  /** An element cannot be read: what no other holds may be it. */
  readonly unread?: true;
}

const exactFields = (pattern: NftPattern): number[] => pattern.flatMap((field, i) => (isSingle(field) ? [i] : []));
const partKey = (fields: readonly number[], values: readonly NftDatum[]): string =>
  fields.map((i) => String(values[i])).join(' . ');

/** Overlapping intervals of a plain set are one: nft merges those of a rule, and refuses others. */
function mergeSorted(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const each of intervals) {
    const last = merged.at(-1);
    if (last && !each.element.data && each.field.from <= last.field.to) {
      const to = each.field.to > last.field.to ? each.field.to : last.field.to;
      merged[merged.length - 1] = { field: { from: last.field.from, to }, element: last.element };
    } else merged.push(each);
  }
  return merged;
}

/** How an element that holds one value is found; most elements are the same ones after an edit. */
const exactKey = once(
  ({ key }: NftElement): string | false =>
    key !== 'any' && key.every(isSingle) && datumKey(key.map(({ from }) => from)),
);

const indexOf = once(({ elements }: NftSet, memo): SetIndex => {
  const exact = new Map<string, NftElement>();
  const intervals: Interval[] = [];
  const partly = new Map<string, Map<string, NftElement[]>>();
  let any: NftElement | undefined;
  let unread = false;
  for (let i = 0; i < elements.length; i++) {
    const element = elements.element(i);
    if (!element) {
      unread = true;
      continue;
    }
    const { key } = element;
    const single = exactKey(element, memo);
    if (key === 'any') any = element;
    else if (single !== false) exact.set(single, element);
    else if (key.length === 1) intervals.push({ field: key[0] as NftField, element });
    else {
      const fields = exactFields(key);
      const group = partly.get(fields.join()) ?? new Map<string, NftElement[]>();
      partly.set(fields.join(), group);
      const text = partKey(
        fields,
        key.map(({ from }) => from),
      );
      group.set(text, [...(group.get(text) ?? []), element]);
    }
  }
  intervals.sort((a, b) => (a.field.from < b.field.from ? -1 : a.field.from > b.field.from ? 1 : 0));
  return {
    exact,
    intervals: mergeSorted(intervals),
    partly,
    ...(any ? { any } : {}),
    ...(unread ? { unread: true } : {}),
  };
});

function findInterval(intervals: readonly Interval[], value: NftDatum): NftElement | undefined {
  const found = intervals[countBefore(intervals.length, (at) => (intervals[at] as Interval).field.from <= value) - 1];
  return found && value <= found.field.to ? found.element : undefined;
}

/** The element of a set as it was written that holds these values; never `*`. */
function findElement(set: NftSet, values: readonly NftDatum[], memo: Memo): NftElement | undefined {
  const index = indexOf(set, memo);
  const exact = index.exact.get(datumKey(values));
  if (exact) return exact;
  if (values.length === 1) return findInterval(index.intervals, values[0] as NftDatum);
  for (const [fields, group] of index.partly) {
    const places = fields === '' ? [] : fields.split(',').map(Number);
    const list = group.get(partKey(places, values));
    const found = list?.find(({ key }) => key !== 'any' && patternHolds(key, values));
    if (found) return found;
  }
  return undefined;
}

/** The element `*` of a set. */
function anyElement(set: NftSet, memo: Memo): NftElement | undefined {
  return indexOf(set, memo).any;
}

/** Numbers where the answer of a set of numbers may change: what a draw has to be told apart at. */
function listCuts({ elements }: NftSet): number[] {
  const cuts: number[] = [];
  for (let i = 0; i < elements.length; i++) {
    const key = elements.element(i)?.key;
    if (key && key !== 'any') cuts.push(...patternCuts(key));
  }
  return cuts;
}

/** The same for one constant. */
export function patternCuts(pattern: NftPattern): number[] {
  const [field] = pattern;
  return typeof field?.from === 'number' && typeof field.to === 'number' ? [field.from, field.to + 1] : [];
}

/** Key of a statement's memory: its element, or its rule and place. */
export function statementMemoryKey({ owner, ref, position }: Pick<NftContext, 'owner' | 'ref' | 'position'>): string {
  return owner ?? `${ref.table} ${ref.chain} ${ref.index} ${position}`;
}

/** The parts of a draw's range whose numbers all mean the same. */
interface Class {
  readonly first: number;
  count: number;
  /** How many of the kernel's 2^32 numbers mean it. */
  hits: number;
}

const BITS = 32;

/** The first of the kernel's 2^32 numbers that becomes this one: `reciprocal_scale()` (include/linux/kernel.h). */
function firstHit(value: number, modulus: number): number {
  const [of, by] = [BigInt(value) << BigInt(BITS), BigInt(modulus)];
  return Number((of + by - 1n) / by);
}

/** How many of the kernel's 2^32 numbers fall on `from` up to but without `to`, of `modulus` (offset taken off). */
export function shareOfNumbers(from: number, to: number, modulus: number): BinaryShare {
  return { hits: firstHit(to, modulus) - firstHit(from, modulus), bits: BITS };
}

/**
 * The numbers of a draw (`offset` up to but without `offset + modulus`) in groups that mean the same to `classify`, which is
 * asked once between two `cuts`. Each with its first number, how many numbers it has, and how many of 2^32 fall on them.
 */
export function drawClasses(
  { offset, modulus }: Draw,
  cuts: readonly number[],
  classify: (value: number) => string,
): Class[] {
  const end = offset + modulus;
  const starts = new Set([offset, ...cuts.filter((cut) => cut > offset && cut < end)]);
  const sorted = [...starts].toSorted((a, b) => a - b);
  const classes = new Map<string, Class>();
  for (const [i, first] of sorted.entries()) {
    const next = sorted[i + 1] ?? end;
    const count = next - first;
    const { hits } = shareOfNumbers(first - offset, next - offset, modulus);
    const key = classify(first);
    const known = classes.get(key);
    if (known) {
      known.count += count;
      known.hits += hits;
    } else classes.set(key, { first, count, hits });
  }
  return [...classes.values()];
}

/**
 * Makes a draw. `cuts` are the numbers where its meaning may change; numbers that mean the same are one
 * branch, whose odds are how many of them there are. Gives one number of the branch taken.
 */
export function drawn(
  draw: Draw,
  cuts: readonly number[],
  classify: (value: number) => string,
  ctx: NftContext,
): number {
  const memory = draw.memory === undefined ? undefined : `hash ${statementMemoryKey(ctx)} ${draw.memory}`;
  const known = memory === undefined ? undefined : ctx.state.nth.get(memory);
  if (known !== undefined) return known;
  const classes = drawClasses(draw, cuts, classify);
  const probabilities = classes.map(({ count }) => fraction(count, draw.modulus));
  const shares = classes.map(({ hits }): BinaryShare => ({ hits, bits: BITS }));
  const asMeant = shares.every((share, i) => isShareOf(share, probabilities[i] ?? ZERO));
  const kernel = asMeant ? {} : { kernel: shares };
  const { ref } = ctx;
  const where = `${ref.table} ${ref.chain} ${ref.index + 1}`;
  const branch = classes.length > 1 ? ctx.decide({ kind: 'random', where, probabilities, ...kernel }) : 0;
  const value = classes[branch]?.first ?? draw.offset;
  if (memory !== undefined) ctx.state.nth.set(memory, value);
  return value;
}

type Owner = { readonly key: string; readonly state: NetnsState; readonly memo: Memo };

/** Key under which the elements of a set stand in the state of a namespace, with that state. */
export function makeOwner(set: NftSet, ctx: Pick<NftContext, 'table' | 'state' | 'netns'>): Owner {
  return { key: setKey(set, ctx), state: ctx.state, memo: getMemo(ctx.netns) };
}

function getLiveSet({ key, state }: Owner): Map<string, LiveElement> {
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
function findLive(set: NftSet, values: readonly NftDatum[], { key, state, memo }: Owner): NftElement | undefined {
  const changed = state.nftSets.get(key)?.get(datumKey(values));
  if (changed && !isOver(changed, state.now)) {
    const { data } = changed;
    return { key: (changed.values ?? values).map(single), ...(data ? { data } : {}) };
  }
  const written = changed ? undefined : findElement(set, values, memo);
  return written && !isWrittenOver(written, set, state.now) ? written : anyElement(set, memo);
}

/** Could an element hold these values, of which some are not known? Asks every element: it is the exception. */
function mayHold(set: NftSet, values: readonly (NftDatum | undefined)[], { key, state }: Owner): boolean {
  const fits = (pattern: NftPattern): boolean =>
    pattern.every(({ from, to }, i) => {
      const value = values[i];
      return value === undefined || (value >= from && value <= to);
    });
  for (let i = 0; i < set.elements.length; i++) {
    const element = set.elements.element(i);
    if (!element || element.key === 'any' || fits(element.key)) return true;
  }
  const grown = state.nftSets.get(key)?.values() ?? [];
  return [...grown].some((each) => each.values !== undefined && fits(each.values.map(single)));
}

/** How many elements a set holds now. */
function liveSize(set: NftSet, { key, state }: Owner): number {
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
  const live = getLiveSet(owner);
  const text = datumKey(values);
  const present = live.get(text);
  const written = findElement(set, values, owner.memo);
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
  getLiveSet(owner).set(datumKey(values), { deleted: true });
  return true;
}

/** The set a rule uses; undefined if the table has none of that name. */
function findSet(use: NftSetUse, { table }: NftContext): NftSet | undefined {
  return use.kind === 'set' ? use.set : table.sets.get(use.name);
}

/** Key of a set's state. */
export function setKey(set: NftSet, { table }: Pick<NftContext, 'table'>): string {
  return set.name === undefined ? '' : `${tableName(table)} ${set.name}`;
}

/** Key of a lookup, with a draw made so that equal answers are one branch. */
function keyFor(expression: NftExpression, set: NftSet, ctx: NftContext): Evaluated {
  const values = ctx.evaluate(expression);
  if (values !== 'unknown') return values;
  const draw = ctx.drawOf(expression);
  if (!draw) return 'unknown';
  const owner = makeOwner(set, ctx);
  const elementAt = (value: number): string => {
    const found = findLive(set, [value], owner);
    if (!found) return '';
    return found.data ? dataKey(found.data) : 'element';
  };
  return [drawn(draw, listCuts(set), elementAt, ctx)];
}

function note(set: NftSet, values: readonly NftDatum[], element: NftElement | undefined, ctx: NftContext): void {
  const { keyTypes, data, name } = set;
  ctx.looked(() => ({
    set: name === undefined ? '{ … }' : `@${name}`,
    key: printValues(values, keyTypes),
    ...(element ? { element: printElement(element, keyTypes, data) } : {}),
    size: liveSize(set, makeOwner(set, ctx)),
  }));
}

/** Found elements run what belongs to them: their limits and counters may end the rule. */
function runElement(element: NftElement, set: NftSet, values: readonly NftDatum[], ctx: NftContext): StatementOutcome {
  const owner = `${setKey(set, ctx)} ${datumKey(values)}`;
  for (const statement of element.statements ?? set.statements ?? []) {
    const outcome = ctx.run(statement, owner);
    if (outcome !== 'continue') return outcome;
  }
  return 'continue';
}

/** A part of a concatenation is not known, but the others are in no element. */
function isRuledOut(expression: NftExpression, set: NftSet, ctx: NftContext): boolean {
  if (!isConcat(expression)) return false;
  const parts = expression.spec.parts.map((part) => ctx.evaluate(part));
  if (parts.some((part) => typeof part !== 'string' && part.length !== 1)) return false;
  const values = parts.map((part) => (typeof part === 'string' ? undefined : part[0]));
  return !mayHold(set, values, makeOwner(set, ctx));
}

/** Result of a lookup: `element` is absent if there is none. */
interface Found {
  readonly values: readonly NftDatum[];
  readonly element?: NftElement;
  readonly data?: NftElement['data'];
}

/**
 * Looks an expression up in a set or a map (`nft_lookup_eval`). A set is asked in constant time, or by its
 * sorted intervals, however large it is.
 */
export function lookUp(expression: NftExpression, use: NftSetUse, ctx: NftContext): Found | 'break' | 'unknown' {
  const set = findSet(use, ctx);
  if (!set) return 'unknown';
  const values = keyFor(expression, set, ctx);
  if (values === 'unknown' && isRuledOut(expression, set, ctx)) return { values: [] };
  if (typeof values === 'string') return values;
  const owner = makeOwner(set, ctx);
  const element = findLive(set, values, owner);
  if ((!element || element.key === 'any') && indexOf(set, owner.memo).unread) return 'unknown';
  note(set, values, element, ctx);
  if (!element) return { values };
  const outcome = runElement(element, set, values, ctx);
  if (outcome !== 'continue') return outcome === 'break' ? 'break' : 'unknown';
  return { values, element, ...(element.data ? { data: element.data } : {}) };
}
