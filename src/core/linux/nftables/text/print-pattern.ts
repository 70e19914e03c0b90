import type { NftDatatype } from '../datatypes/datatype';
import { isSingle, type NftDatum, type NftField, type NftPattern } from '../values';

function printField(field: NftField, type: NftDatatype): string {
  if (isSingle(field) && !field.ranged) return type.print(field.from);
  if (field.prefix === undefined) return `${type.print(field.from)}-${type.print(field.to)}`;
  if (typeof field.from === 'string') return `"${field.from}*"`;
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

/** What an expression gave, for a reader: its values, `break` or `unknown`. */
export function printEvaluated(
  values: readonly NftDatum[] | 'break' | 'unknown',
  types: readonly NftDatatype[],
): string {
  return typeof values === 'string' ? values : printValues(values, types);
}
