import { STRING } from './datatypes/datatype';
import { printExpression } from './expressions';
import type { NftContext } from './extension';
import { Parser, tokenize, type Grammar } from './text/parser';
import { nftString } from './text/quoted';
import { tableName, type NftExpression, type NftObject } from './types';

/** The named object that a statement uses: by its name, or by the value of a map. */
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

/** A limit or a quota of the table as a statement uses it: what it is, and under what all rules remember it together. */
export interface UsedObject {
  readonly key: string;
  /** Reads its body from the first word on. */
  readonly words: Parser;
}

/**
 * The object that a packet comes to (`nft_objref_eval`, `nft_objref_map_eval`). `break`: a map that names none for it;
 * `unknown`: the text has no such object.
 */
export function findObject(
  { name, by }: ObjectUse,
  kind: 'limit' | 'quota',
  ctx: NftContext,
): UsedObject | 'break' | 'unknown' {
  const values = by ? ctx.evaluate(by) : [name ?? ''];
  if (typeof values === 'string') return values;
  const { table } = ctx;
  const object = table.objects.find((each) => each.kind === kind && each.name === values[0]);
  if (!object) return 'unknown';
  const text = bodyOf(object);
  const scope = { family: table.family, set: () => undefined };
  const words = new Parser(text, tokenize(text), scope, WORDS_ONLY);
  return { key: `${kind} of ${tableName(table)} ${object.name}`, words };
}

const WORDS_ONLY: Grammar = {
  expression: () => undefined,
  key: () => undefined,
  constant: () => undefined,
  datum: () => undefined,
  statement: () => undefined,
  types: () => [],
};

/** Text between the braces, without its comment. */
function bodyOf({ text }: NftObject): string {
  const body = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'));
  return body.replace(/\bcomment\s+(?:"[^"]*"|[^\s;"]+)/, '');
}
