import { STRING } from './datatypes/datatype';
import { printExpression } from './expressions';
import type { Parser } from './text/parser';
import { nftString } from './text/quoted';
import type { NftExpression } from './types';

/** Which object of the table a statement uses: by its name, or by what a map gives. */
export interface ObjectUse {
  readonly name?: string;
  readonly by?: NftExpression;
}

/** Reads what stands behind `counter name`: `"web"`, `tcp dport map { 80 : "web" }`. */
export function parseObjectUse(parser: Parser): ObjectUse | undefined {
  const by = parser.expression([STRING]);
  if (by) return by.expression === 'map' ? { by } : undefined;
  const name = parser.done() ? '' : parser.string();
  return name === '' ? undefined : { name };
}

/** As nft lists it. */
export function printObjectUse({ name, by }: ObjectUse): string {
  return by ? printExpression(by) : nftString(name ?? '');
}
