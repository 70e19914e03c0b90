import { printStatement } from '../statements';
import type { NftRule } from '../types';

/** A rule as nft lists it, with its comment. */
export function printRule({ statements, comment }: NftRule): string {
  const words = statements.map(printStatement);
  if (comment !== undefined) words.push(`comment "${comment}"`);
  return words.join(' ');
}
