import { oncePerObject } from '../../lib/once-per-object';
import type { NftElement, NftSet } from './types';
import { datumKey, isSingle, patternHolds, type NftDatum, type NftField, type NftPattern } from './values';

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
const exactKey = oncePerObject(
  ({ key }: NftElement): string | false =>
    key !== 'any' && key.every(isSingle) && datumKey(key.map(({ from }) => from)),
);

function build({ elements }: NftSet): SetIndex {
  const exact = new Map<string, NftElement>();
  const intervals: Interval[] = [];
  const partly = new Map<string, Map<string, NftElement[]>>();
  let any: NftElement | undefined;
  for (let i = 0; i < elements.length; i++) {
    const element = elements.element(i);
    if (!element) continue;
    const { key } = element;
    const single = exactKey(element);
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
  return { exact, intervals: mergeSorted(intervals), partly, ...(any ? { any } : {}) };
}

const indexOf = oncePerObject(build);

function findInterval(intervals: readonly Interval[], value: NftDatum): NftElement | undefined {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((intervals[middle] as Interval).field.from <= value) low = middle + 1;
    else high = middle;
  }
  const found = intervals[low - 1];
  return found && value <= found.field.to ? found.element : undefined;
}

/** The element of a set as it was written that holds these values; never `*`. */
export function findElement(set: NftSet, values: readonly NftDatum[]): NftElement | undefined {
  const index = indexOf(set);
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
export function anyElement(set: NftSet): NftElement | undefined {
  return indexOf(set).any;
}

/** Numbers where the answer of a set of numbers may change: what a draw has to be told apart at. */
export function cutsOf({ elements }: NftSet): number[] {
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
