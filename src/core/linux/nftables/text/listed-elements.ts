import type { NftDatatype } from '../datatypes/datatype';
import type { NftElement, NftSet } from '../types';
import { isSingle, type NftDatum, type NftField } from '../values';

const next = (value: NftDatum): NftDatum => (typeof value === 'bigint' ? value + 1n : Number(value) + 1);

const order = (a: NftDatum, b: NftDatum): number => (a < b ? -1 : a > b ? 1 : 0);

/** The prefix length of an address range that is one; undefined otherwise. */
function prefixLength({ from, to }: NftField, { bits, name }: NftDatatype): number | undefined {
  if (typeof from === 'string' || typeof to === 'string' || !name.endsWith('_addr')) return undefined;
  const [low, size] = [BigInt(from), BigInt(to) - BigInt(from) + 1n];
  if ((size & (size - 1n)) !== 0n || low % size !== 0n) return undefined;
  return bits - (size.toString(2).length - 1);
}

function asListed(field: NftField, type: NftDatatype): NftField {
  if (typeof field.from === 'string' || isSingle(field))
    return { from: field.from, to: field.to, ...keptPrefix(field) };
  const prefix = prefixLength(field, type);
  return { from: field.from, to: field.to, ...(prefix === undefined ? {} : { prefix }) };
}

/** The beginning of a name stays one. */
function keptPrefix({ from, to, prefix }: NftField): { prefix?: number } {
  return from !== to && prefix !== undefined ? { prefix } : {};
}

const fieldOf = ({ key }: NftElement): NftField | undefined => (key === 'any' || key.length !== 1 ? undefined : key[0]);

/** Intervals of a rule that touch are one. */
function merged(fields: readonly NftField[]): NftField[] {
  const list: NftField[] = [];
  for (const field of fields) {
    const last = list.at(-1);
    if (last && typeof field.from !== 'string' && order(field.from, next(last.to)) <= 0) {
      list[list.length - 1] = { from: last.from, to: order(field.to, last.to) > 0 ? field.to : last.to };
    } else list.push(field);
  }
  return list;
}

/** The bytes of a name from its end, as far as they order it; of a number in its own byte order from the first. */
function significance(value: NftDatum, { host, bits }: NftDatatype, whole: boolean): string {
  if (typeof value === 'string') return Array.from(value.padEnd(16, '\0')).toReversed().join('');
  const digits = BigInt(value)
    .toString(16)
    .padStart(Math.ceil(bits / 8) * 2, '0');
  if (host || whole) return digits;
  return (digits.match(/../g) ?? []).toReversed().join('');
}

/**
 * What nft sorts elements by (expr_msort_value() in src/mergesort.c): a number is one, and a
 * concatenation and a name are their bytes, the last of them first.
 */
function sortKey({ key }: NftElement, types: readonly NftDatatype[]): string {
  if (key === 'any') return '';
  const parts = key.map(({ from }, i) => significance(from, types[i] as NftDatatype, key.length === 1));
  return parts.toReversed().join('');
}

/** Elements in nft's order, each once. */
function sortedOnce(elements: readonly NftElement[], types: readonly NftDatatype[]): NftElement[] {
  const keyed = elements.map((element) => [sortKey(element, types), element] as const);
  const sorted = keyed.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.filter(([key], i) => key !== sorted[i - 1]?.[0]).map(([, element]) => element);
}

const isInterval = ({ key }: NftElement): boolean => key === 'any' || key.some((field) => !isSingle(field));

/** Every element; undefined: one cannot be read, or does something of its own. */
function plainElements({ elements }: NftSet): NftElement[] | undefined {
  const all: NftElement[] = [];
  for (let i = 0; i < elements.length; i++) {
    const element = elements.element(i);
    if (!element || element.statements) return undefined;
    all.push(element);
  }
  return all;
}

/**
 * The elements of a set as nft lists them: sorted, each once; those of a rule merged if any is an
 * interval, and ranges that are prefixes written so. Undefined: they stay as they are.
 */
export function listedElements(set: NftSet): NftElement[] | undefined {
  const { name, keyTypes, data } = set;
  const all = plainElements(set);
  const [type] = keyTypes;
  if (!all || !type) return undefined;
  if (!all.some(isInterval) && (keyTypes.length === 1 || name === undefined)) return sortedOnce(all, keyTypes);
  if (keyTypes.length !== 1 || all.some((each) => !fieldOf(each))) return undefined;
  const sorted = all.toSorted((a, b) => order(fieldOf(a)?.from ?? 0, fieldOf(b)?.from ?? 0));
  const plain =
    name === undefined && !data && sorted.every(({ comment, timeout }) => !comment && timeout === undefined);
  if (!plain) return sorted.map((each) => ({ ...each, key: [asListed(fieldOf(each) as NftField, type)] }));
  return merged(sorted.map((each) => fieldOf(each) as NftField)).map((field) => ({ key: [asListed(field, type)] }));
}
