import type { NftDatatype } from '../datatypes/datatype';
import { makeExpression, parseExpression, printExpression, typesOf, type NftExpression } from '../expressions';
import type { BitOperator } from '../expressions/bitwise';
import { parseStatement } from '../statements';
import type { NftSetUse } from '../types';
import type { NftDatum } from '../values';
import type { Grammar, Parser } from './parser';
import { printSetUse } from './print-set';

const OPERATORS: Readonly<Record<string, BitOperator>> = {
  '&': '&',
  and: '&',
  '|': '|',
  or: '|',
  '^': '^',
  xor: '^',
  '<<': '<<',
  lshift: '<<',
  '>>': '>>',
  rshift: '>>',
};
/** What binds less comes first. */
const LEVELS: readonly (readonly BitOperator[])[] = [['|'], ['^'], ['&'], ['<<', '>>']];

function operatorAt(parser: Parser, level: number): BitOperator | undefined {
  const operator = OPERATORS[parser.peek()];
  return operator && LEVELS[level]?.includes(operator) ? operator : undefined;
}

/** `0x4000`, `fin | syn`: constants put together, as nft does before the kernel sees them. */
function constant(parser: Parser, types: readonly NftDatatype[]): NftExpression | undefined {
  const type = types[0];
  return parser.attempt(() => {
    if (!type) return undefined;
    const first = type.parse(parser.next());
    if (first === undefined) return undefined;
    let value: NftDatum = first;
    while (parser.take('|') || parser.take('or')) {
      const next = type.parse(parser.next());
      if (typeof next !== 'number' || typeof value !== 'number') return undefined;
      value = (value | next) >>> 0;
    }
    return makeExpression('immediate', { types: [type], pattern: [{ from: value, to: value }] });
  });
}

function primary(parser: Parser, types?: readonly NftDatatype[]): NftExpression | undefined {
  if (parser.take('(')) {
    const inner = (types && constant(parser, types)) ?? binary(parser, 0, types);
    return inner && parser.take(')') ? inner : undefined;
  }
  const found = parseExpression(parser);
  if (found || !types) return found;
  const type = types[0];
  const value = type?.parse(parser.next());
  if (!type || value === undefined) return undefined;
  return makeExpression('immediate', { types: [type], pattern: [{ from: value, to: value }] });
}

const levelOf = (operator: BitOperator): number => LEVELS.findIndex((level) => level.includes(operator));

/** Does an argument bind less than the operator it belongs to? nft lists brackets only then (binop_arg_print()). */
const isLooser = (expression: NftExpression, operator: BitOperator): boolean => {
  if (expression.expression === 'bitwise') return levelOf(expression.spec.operator) < levelOf(operator);
  return expression.expression === 'immediate' && printExpression(expression).includes(' ') && operator !== '|';
};

function join(left: NftExpression, operator: BitOperator, right: NftExpression): NftExpression {
  const side = (each: NftExpression): string =>
    isLooser(each, operator) ? `(${printExpression(each)})` : printExpression(each);
  const text = `${side(left)} ${operator} ${side(right)}`;
  return makeExpression('bitwise', { left, operator, right, types: typesOf(left), text });
}

function binary(parser: Parser, level: number, types?: readonly NftDatatype[]): NftExpression | undefined {
  if (level >= LEVELS.length) return primary(parser, types);
  let left = binary(parser, level + 1, types);
  for (let operator = operatorAt(parser, level); left && operator; operator = operatorAt(parser, level)) {
    parser.at++;
    const right = binary(parser, level + 1, typesOf(left));
    left = right && join(left, operator, right);
  }
  return left;
}

/** What a map gives: as declared; of one in a rule what is wanted where it stands, as far as its elements have it. */
function mapTypes(
  parser: Parser,
  use: NftSetUse,
  expected: readonly NftDatatype[] | undefined,
): readonly NftDatatype[] | undefined {
  const data = use.kind === 'set' ? use.set.data : parser.scope.set(use.name)?.data;
  if (data === 'verdict') return undefined;
  const first = use.kind === 'set' && use.set.elements.length > 0 ? use.set.elements.element(0)?.data : undefined;
  return (data ?? expected)?.slice(0, first?.kind === 'pattern' ? first.pattern.length : undefined);
}

function expression(parser: Parser, expected?: readonly NftDatatype[]): NftExpression | undefined {
  const first = binary(parser, 0);
  if (!first) return undefined;
  const parts = [first];
  while (parser.peek() === '.') {
    parser.at++;
    const part = binary(parser, 0);
    if (!part) return undefined;
    parts.push(part);
  }
  const text = parts.map(printExpression).join(' . ');
  const whole = parts.length === 1 ? first : makeExpression('concat', { parts, types: parts.flatMap(typesOf), text });
  if (!parser.take('map')) return whole;
  const use = parser.setUse(typesOf(whole), expected ?? []);
  const types = use && mapTypes(parser, use, expected);
  if (!use || !types) return undefined;
  return makeExpression('map', { key: whole, map: use, types, text: `${text} map ${printSetUse(use)}` });
}

/** How expressions and statements are read in one another. */
export const GRAMMAR: Grammar = { expression, constant, statement: parseStatement, types: typesOf };
