import { printTime } from '../datatypes/names';
import type { NftDatatype } from '../datatypes/datatype';
import type { Verdict } from '../../hooks';
import type { NftElement, NftSet, NftSetUse } from '../types';
import { listedElements } from './listed-elements';
import { printPattern } from './print-pattern';

/** `accept`, `goto chain`. */
export function printVerdict(verdict: Verdict): string {
  return 'chain' in verdict ? `${verdict.kind.toLowerCase()} ${verdict.chain}` : verdict.kind.toLowerCase();
}

/** An element as nft lists it. */
export function printElement(element: NftElement, keyTypes: readonly NftDatatype[], data?: NftSet['data']): string {
  const words = [element.key === 'any' ? '*' : printPattern(element.key, keyTypes)];
  if (element.timeout !== undefined) words.push(`timeout ${printTime(element.timeout)}`);
  if (element.expires !== undefined) words.push(`expires ${printTime(element.expires)}`);
  if (element.comment !== undefined) words.push(`comment "${element.comment}"`);
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

/** `@name`, or the elements in braces. A single element to compare with stands without them. */
export function printSetUse(use: NftSetUse, compared = false): string {
  if (use.kind === 'reference') return `@${use.name}`;
  const texts = printElements(use.set);
  const isBare = compared && texts.length === 1 && use.set.elements.length === 1 && texts[0] !== '*';
  return isBare ? (texts[0] ?? '') : `{ ${texts.join(', ')} }`;
}
