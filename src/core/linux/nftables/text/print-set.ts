import { nftName, nftString } from './quoted';
import { isSingle, type NftDatum, type NftField, type NftPattern } from '../datum';
import { type NftDatatype, printTime } from '../datatypes/datatype';
import { type NftElement, type NftSet, type NftSetUse, type NftFamily } from '../types';
import type { Verdict } from '../../hooks';

/** Names of priorities, and the hooks that know them (`std_prio_lookup` of nft). */
const NAMED: readonly (readonly [name: string, at: number, hook?: string])[] = [
  ['raw', -300],
  ['mangle', -150],
  ['dstnat', -100, 'prerouting'],
  ['filter', 0],
  ['security', 50],
  ['srcnat', 100, 'postrouting'],
];
const BRIDGE: typeof NAMED = [
  ['dstnat', -300, 'prerouting'],
  ['filter', -200],
  ['out', 100, 'output'],
  ['srcnat', 300, 'postrouting'],
];
const NEAR = 10;

const namesFor = (family: NftFamily): typeof NAMED => (family === 'bridge' ? BRIDGE : NAMED);

/** `filter - 5`, `-90`, `dstnat+10`; undefined: it cannot be read. */
export function parsePriority(text: string, family: NftFamily): number | undefined {
  const parts = /^(?:([a-z]+)\s*)?(?:([+-]?)\s*(\d+))?$/.exec(text.trim());
  if (!parts) return undefined;
  const [, name, sign, digits] = parts;
  const base = name === undefined ? 0 : namesFor(family).find(([each]) => each === name)?.[1];
  if (base === undefined || (name === undefined && digits === undefined)) return undefined;
  return base + (sign === '-' ? -1 : 1) * Number(digits ?? 0);
}

/** As nft lists it. */
export function printPriority(priority: number, hook: string, family: NftFamily): string {
  for (const [name, at, only] of namesFor(family)) {
    const offset = priority - at;
    if (Math.abs(offset) > NEAR || (only !== undefined && only !== hook)) continue;
    return offset === 0 ? name : `${name} ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
  }
  return String(priority);
}

function printField(field: NftField, type: NftDatatype): string {
  if (isSingle(field) && !field.ranged) return type.print(field.from);
  const end = type.printEnd ?? type.print;
  if (field.prefix === undefined) return `${end(field.from)}-${end(field.to)}`;
  if (typeof field.from === 'string') return nftString(`${field.from}*`);
  return `${type.print(field.from)}/${field.prefix}`;
}

/** A constant as nft lists it. */
export function printPattern(pattern: NftPattern, types: readonly NftDatatype[]): string {
  return pattern.map((field, i) => printField(field, types[i] as NftDatatype)).join(' . ');
}

/** Values as nft lists them. */
export function printValues(values: readonly NftDatum[], types: readonly NftDatatype[]): string {
  return values.map((value, i) => types[i]?.print(value) ?? String(value)).join(' . ');
}

/** Text of an evaluated expression, for a reader: its values, `break` or `unknown`. */
export function printEvaluated(
  values: readonly NftDatum[] | 'break' | 'unknown',
  types: readonly NftDatatype[],
): string {
  return typeof values === 'string' ? values : printValues(values, types);
}

const next = (value: NftDatum): NftDatum => (typeof value === 'bigint' ? value + 1n : Number(value) + 1);

const order = (a: NftDatum, b: NftDatum): number => (a < b ? -1 : a > b ? 1 : 0);

/** The prefix length of a range that is one, of types listed so (DTYPE_F_PREFIX: addresses, marks); undefined otherwise. */
function prefixLength({ from, to }: NftField, { bits, prefix }: NftDatatype): number | undefined {
  if (typeof from === 'string' || typeof to === 'string' || !prefix) return undefined;
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
 * Key that nft sorts elements by (expr_msort_value() in src/mergesort.c): a number is one, and a concatenation and a
 * name are their bytes, the last of them first.
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

/** Are several flags one element, `syn | ack`? */
function hasSeveralFlags({ key }: NftElement, types: readonly NftDatatype[]): boolean {
  if (key === 'any') return false;
  return key.some(({ from }, i) => types[i]?.bitmask === true && (Number(from) & (Number(from) - 1)) !== 0);
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
function listedElements(set: NftSet): NftElement[] | undefined {
  const { name, keyTypes, data } = set;
  const all = plainElements(set);
  const [type] = keyTypes;
  // Several flags are no number to nft when it sorts: they stay as the kernel has them.
  if (!all || !type || all.some((element) => hasSeveralFlags(element, keyTypes))) return undefined;
  if (!all.some(isInterval) && (keyTypes.length === 1 || name === undefined)) return sortedOnce(all, keyTypes);
  if (keyTypes.length !== 1 || all.some((each) => !fieldOf(each))) return undefined;
  const sorted = all.toSorted((a, b) => order(fieldOf(a)?.from ?? 0, fieldOf(b)?.from ?? 0));
  const plain =
    name === undefined && !data && sorted.every(({ comment, timeout }) => !comment && timeout === undefined);
  if (!plain) return sorted.map((each) => ({ ...each, key: [asListed(fieldOf(each) as NftField, type)] }));
  return merged(sorted.map((each) => fieldOf(each) as NftField)).map((field) => ({ key: [asListed(field, type)] }));
}

/** `accept`, `goto chain`. */
export function printVerdict(verdict: Verdict): string {
  return 'chain' in verdict ? `${verdict.kind.toLowerCase()} ${nftName(verdict.chain)}` : verdict.kind.toLowerCase();
}

/** An element as nft lists it. */
export function printElement(element: NftElement, keyTypes: readonly NftDatatype[], data?: NftSet['data']): string {
  const words = [element.key === 'any' ? '*' : printPattern(element.key, keyTypes)];
  if (element.timeout !== undefined) words.push(`timeout ${printTime(element.timeout)}`);
  if (element.expires !== undefined) words.push(`expires ${printTime(element.expires)}`);
  if (element.comment !== undefined) words.push(`comment ${nftString(element.comment)}`);
  const found = element.data;
  if (found?.kind === 'verdict') words.push(`: ${printVerdict(found.verdict)}`);
  else if (found && data && data !== 'verdict') words.push(`: ${printPattern(found.pattern, data)}`);
  return words.join(' ');
}

/** Every element of a set as nft lists it. */
export function printElements(set: NftSet): string[] {
  const { elements, keyTypes, data } = set;
  const listed = listedElements(set);
  if (listed) return listed.map((element) => printElement(element, keyTypes, data));
  return Array.from({ length: elements.length }, (_, i) => {
    const element = elements.element(i);
    // What is not known, and what belongs to an element, stays as it was written.
    return element?.statements || !element ? elements.text(i) : printElement(element, keyTypes, data);
  });
}

/** Without its braces a range or a prefix stands as it was written. */
function bareElement({ elements, keyTypes }: NftSet, text: string): string {
  const key = elements.element(0)?.key;
  return key === undefined || key === 'any' || key.length !== 1 ? text : printPattern(key, keyTypes);
}

/** `@name`, or the elements in braces. A single element to compare with stands without them. */
export function printSetUse(use: NftSetUse, compared = false): string {
  if (use.kind === 'reference') return `@${use.name}`;
  const texts = printElements(use.set);
  const isBare =
    compared &&
    texts.length === 1 &&
    use.set.keyTypes.length === 1 &&
    use.set.elements.length === 1 &&
    texts[0] !== '*';
  return isBare ? bareElement(use.set, texts[0] ?? '') : `{ ${texts.join(', ')} }`;
}
