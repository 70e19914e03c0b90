import { patternHolds, type NftDatum } from '../datum';
import type { Ternary } from '../../chain-walk';
import type { NftContext, NftStatementExtension } from '../extension';
import { drawn, patternCuts, lookUp } from '../sets';
import { knownExpression, printExpression } from '../expressions';
import type { Parser } from '../text/parser';
import { printEvaluated, printPattern, printSetUse } from '../text/print-set';
import { type NftExpression, type NftRight } from '../types';
import type { NftDatatype } from '../datatypes/datatype';
import { TCP_FLAG } from '../datatypes/symbols';

type Operator = 'implicit' | '!' | '==' | '!=' | '<' | '>' | '<=' | '>=';

export interface MatchSpec {
  readonly left: NftExpression;
  readonly types: readonly NftDatatype[];
  readonly operator: Operator;
  readonly right: NftRight;
  /** `tcp flags syn / syn,ack`: only these bits are looked at. */
  readonly mask?: number;
}

const OPERATORS = ['!', '==', '!=', '<=', '>=', '<', '>'] as const;
const WORDS: Readonly<Record<string, Operator>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  not: '!',
};

function getOperator(parser: Parser): Operator {
  const word = WORDS[parser.peek()];
  if (word) parser.at++;
  return word ?? parser.takeOne(OPERATORS) ?? 'implicit';
}

function findMask(parser: Parser, type: NftDatatype | undefined): number | undefined {
  if (!type?.bitmask || !parser.take('/')) return undefined;
  let bits = 0;
  do bits |= Number(type.parse(parser.next()) ?? 0);
  while (parser.take(','));
  return bits;
}

function parse(parser: Parser): MatchSpec | undefined {
  const left = parser.expression();
  if (!left) return undefined;
  const types = parser.typesOf(left);
  const operator = getOperator(parser);
  const right = parser.right(types);
  if (!right) return undefined;
  const mask = findMask(parser, types[0]);
  return { left, types, operator, right, ...(mask === undefined ? {} : { mask }) };
}

/** Two values of one type, in their order. */
export function compareDatums(a: NftDatum, b: NftDatum, operator: Operator): boolean {
  switch (operator) {
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '==':
    case 'implicit':
      return a === b;
    case '!=':
    case '!':
      return a !== b;
  }
}

/** Without an operator flags ask whether any of them is set, behind `!` whether none is (`netlink_gen_flagcmp`). */
export function isFlagTest({ left, operator, types, right, mask }: MatchSpec): boolean {
  // Of masked flags what is left is compared: `tcp flags & (syn | ack) syn`.
  if (left.expression === 'bitwise') return false;
  if (types.length !== 1 || !types[0]?.bitmask || mask !== undefined) return false;
  return (right.kind === 'flags' || right.kind === 'pattern') && (operator === 'implicit' || operator === '!');
}

/** The flags of a constant on the right. */
export function rightBits(right: NftRight): number {
  if (right.kind === 'flags') return right.value;
  return right.kind === 'pattern' ? Number(right.pattern[0]?.from ?? 0) : 0;
}

function holds(spec: MatchSpec, values: readonly NftDatum[], ctx: NftContext): Ternary {
  const { operator, right, mask } = spec;
  const [value = 0] = values;
  if (mask !== undefined) return compareDatums(Number(value) & mask, rightBits(right), operator);
  if (isFlagTest(spec)) return ((Number(value) & rightBits(right)) !== 0) === (operator !== '!');
  if (right.kind === 'flags') return compareDatums(value, right.value, operator);
  if (right.kind === 'pattern') {
    if (operator === '<' || operator === '>' || operator === '<=' || operator === '>=') {
      return compareDatums(value, right.pattern[0]?.from ?? 0, operator);
    }
    return patternHolds(right.pattern, values) === (operator !== '!=');
  }
  if (right.kind !== 'expression') return false;
  const wanted = ctx.evaluate(right.expression);
  if (wanted === 'unknown') return 'unknown';
  return wanted !== 'break' && compareDatums(value, wanted[0] ?? 0, operator);
}

/** A comparison with a number that is drawn: its odds are how many of the numbers hold. */
function holdsByChance(spec: MatchSpec, ctx: NftContext): Ternary {
  const draw = ctx.drawOf(spec.left);
  if (!draw || spec.right.kind !== 'pattern') return 'unknown';
  const cuts = patternCuts(spec.right.pattern);
  return holds(spec, [drawn(draw, cuts, (value) => String(holds(spec, [value], ctx)), ctx)], ctx);
}

function inSet(spec: MatchSpec, ctx: NftContext): Ternary | 'break' {
  const { left, right, operator } = spec;
  if (right.kind !== 'set' && right.kind !== 'reference') return 'unknown';
  const found = lookUp(left, right, ctx);
  if (typeof found === 'string') return found;
  return (found.element !== undefined) === (operator !== '!=');
}

function test(spec: MatchSpec, ctx: NftContext): Ternary | 'break' {
  if (spec.right.kind === 'set' || spec.right.kind === 'reference') return inSet(spec, ctx);
  const values = ctx.evaluate(spec.left);
  if (values === 'break') return 'break';
  return values === 'unknown' ? holdsByChance(spec, ctx) : holds(spec, values, ctx);
}

function printRight({ left, right, types, operator, mask }: MatchSpec): string {
  const bitmask = types.length === 1 && types[0]?.bitmask === true;
  // Any of some flags is written with commas, exactly these with bars.
  const isAny = operator === 'implicit' || operator === '!';
  const separator = mask !== undefined || (isAny && left.expression !== 'bitwise') ? ',' : ' | ';
  const listed = (text: string): string => {
    if (!bitmask) return text;
    // Flags of TCP that are exactly so are listed as a number (nft 1.0.6).
    const isExact = !isAny && mask === undefined && left.expression !== 'bitwise';
    if (isExact && types[0] === TCP_FLAG && text.includes(' | ')) return `0x${rightBits(right).toString(16)}`;
    return text.replaceAll(/,| \| /g, separator);
  };
  switch (right.kind) {
    case 'pattern':
      return listed(printPattern(right.pattern, types));
    case 'flags':
      return listed(types[0]?.print(right.value) ?? '');
    case 'set':
    case 'reference':
      return printSetUse(right, true);
    case 'expression':
      return printExpression(right.expression);
  }
}

/** `tcp flags & (syn | rst) == syn` is listed as `tcp flags syn / syn,rst` (relational_expr_print()). */
function printFlagMask({ left: compared, operator, right, types }: MatchSpec): string | undefined {
  const left = knownExpression(compared);
  const [type] = types;
  if (!type?.bitmask || left.expression !== 'bitwise' || left.spec.operator !== '&') return undefined;
  if (operator !== '==' && operator !== '!=' && operator !== 'implicit') return undefined;
  if (right.kind !== 'flags' && right.kind !== 'pattern') return undefined;
  const listed = (text: string): string => text.replaceAll(' | ', ',');
  const mask = listed(printExpression(left.spec.right).replaceAll(/[()]/g, ''));
  const bits = rightBits(right);
  if (left.spec.right.expression !== 'immediate') return undefined;
  const field = printExpression(left.spec.left);
  if (mask === '0xff') return `${field} ${operator === '!=' ? '!=' : '=='} ${type.print(bits)}`;
  if (bits !== 0 && !mask.includes(',')) return undefined;
  if (bits === 0) return `${field} ${operator === '!=' ? '' : '! '}${mask}`;
  return `${field} ${operator === '!=' ? '!= ' : ''}${listed(type.print(bits))} / ${mask}`;
}

/** Is `==` left out where the match is printed? Not of flags, which are compared by bits. */
function isImplied({ left, operator, types, right }: MatchSpec): boolean {
  if (operator === 'implicit') return left.expression !== 'bitwise' || right.kind !== 'flags';
  return operator === '==' && left.expression !== 'bitwise' && !(types.length === 1 && types[0]?.bitmask);
}

function print(spec: MatchSpec): string {
  const { left, mask, types } = spec;
  const flagMask = printFlagMask(spec);
  if (flagMask !== undefined) return flagMask;
  const middle = isImplied(spec) ? ' ' : ` ${spec.operator} `;
  const masked = mask === undefined ? '' : ` / ${types[0]?.print(mask).replaceAll(' | ', ',')}`;
  return `${printExpression(left)}${middle}${printRight(spec)}${masked}`;
}

/** `ip saddr 10.0.0.0/8`: goes on with the rule if it holds. */
export const match: NftStatementExtension<'match', MatchSpec> = {
  name: 'match',
  reference: 'net/netfilter/nft_cmp.c',
  simulated: 'full',
  tests: 'compares',
  parse,
  print,
  run: (spec, ctx) => {
    const outcome = test(spec, ctx);
    if (outcome === true) return 'continue';
    return outcome === 'unknown' ? 'unknown' : 'break';
  },
  explain: (spec, ctx) => ({
    expected: print(spec),
    actual: `${printExpression(spec.left)} ${printEvaluated(ctx.evaluate(spec.left), spec.types)}`,
  }),
};
