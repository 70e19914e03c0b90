import type { NftDatatype } from '../datatypes/datatype';
import {
  indexExtensions,
  type Draw,
  type Evaluated,
  type KnownBits,
  type NftContext,
  type NftExpressionExtension,
} from '../extension';
import type { Parser } from '../text/parser';
import type { NftExpression } from '../types';
import { bitwise } from './bitwise';
import { concat } from './concat';
import { ct } from './ct';
import { exthdr } from './exthdr';
import { fib } from './fib';
import { hash } from './hash';
import { immediate } from './immediate';
import { ipsec } from './ipsec';
import { map } from './map';
import { meta } from './meta';
import { numgen } from './numgen';
import { nftOsf } from './osf';
import { payload } from './payload';
import { nftRt } from './rt';
import { nftSocket } from './socket';

/** Every expression that can be read: one line each. Of those with a word in common the first that fits is taken. */
export const EXPRESSIONS = [
  payload,
  meta,
  ct,
  fib,
  numgen,
  hash,
  nftSocket,
  ipsec,
  nftOsf,
  exthdr,
  nftRt,
  immediate,
  bitwise,
  concat,
  map,
] as const;

type ExpressionOf<E> =
  E extends NftExpressionExtension<infer Name, infer Spec> ? { readonly expression: Name; readonly spec: Spec } : never;

/** An expression with what its extension reads; the union follows from the list above. */
export type KnownExpression = ExpressionOf<(typeof EXPRESSIONS)[number]>;

type AnyExpression = NftExpressionExtension<string, unknown>;

// The casts of this registry: a spec travels with the name of the extension that made it.
const ALL = EXPRESSIONS as unknown as readonly AnyExpression[];
const { byName: BY_NAME, byStart: BY_START } = indexExtensions(ALL);

const extensionOf = ({ expression }: NftExpression): AnyExpression => BY_NAME.get(expression) as AnyExpression;

/** Joins a name with a spec of that extension. */
export function makeExpression<Name extends KnownExpression['expression']>(
  expression: Name,
  spec: Extract<KnownExpression, { readonly expression: Name }>['spec'],
): NftExpression {
  return { expression, spec };
}

/** Narrows an expression to its own kind and spec. */
export function knownExpression(expression: NftExpression): KnownExpression {
  return expression as KnownExpression;
}

/** Reads one expression that begins with a word of its own; undefined: none does. */
export function parseExpression(parser: Parser): NftExpression | undefined {
  for (const extension of BY_START.get(parser.peek()) ?? []) {
    const spec = parser.attempt(() => extension.parse(parser));
    if (spec) return { expression: extension.name, spec };
  }
  return undefined;
}

/** As nft lists it. */
export function printExpression(expression: NftExpression): string {
  return extensionOf(expression).print(expression.spec);
}

/** The types of its fields. */
export function listTypes(expression: NftExpression): readonly NftDatatype[] {
  return extensionOf(expression).types(expression.spec);
}

/** Value of an expression for the packet. May change counters. */
export function evaluateExpression(expression: NftExpression, ctx: NftContext): Evaluated {
  return extensionOf(expression).evaluate(expression.spec, ctx);
}

/** Known bits of an expression; undefined: it is none that is read bit by bit. */
export function evaluatePartly(
  expression: NftExpression,
  ctx: NftContext,
): KnownBits | 'break' | 'unknown' | undefined {
  return extensionOf(expression).partly?.(expression.spec, ctx);
}

/** The draw behind an expression that is decided by chance. */
export function findDraw(expression: NftExpression, ctx: NftContext): Draw | undefined {
  return extensionOf(expression).draw?.(expression.spec, ctx);
}
