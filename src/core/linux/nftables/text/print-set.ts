import { printTime } from '../datatypes/names';
import type { NftDatatype } from '../datatypes/datatype';
import type { Verdict } from '../../hooks';
import type { NftElement, NftSet, NftSetUse } from '../types';
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

/** `@name`, or the elements in braces; one alone stands without them if it may. */
export function printSetUse(use: NftSetUse): string {
  if (use.kind === 'reference') return `@${use.name}`;
  const { elements, keyTypes, data } = use.set;
  const texts = Array.from({ length: elements.length }, (_, i) => {
    const element = elements.element(i);
    return element?.statements || !element ? elements.text(i) : printElement(element, keyTypes, data);
  });
  return `{ ${texts.join(', ')} }`;
}
