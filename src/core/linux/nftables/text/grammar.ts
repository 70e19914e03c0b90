import type { NftDatum } from '../datum';
import type { NftDatatype } from '../datatypes/datatype';
import { INTEGER } from '../datatypes/symbols';
import { knownExpression, listTypes, makeExpression, parseExpression, printExpression } from '../expressions';
import type { BitOperator } from '../expressions/bitwise';
import { parseStatement, statementExtension } from '../statements';
import type { NftExpression, NftSetUse, NftStatement } from '../types';
import { type Grammar, Parser, type ParserScope, tokenize } from './parser';
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
/** Operators by how closely they bind, the loosest first. */
const LEVELS: readonly (readonly BitOperator[])[] = [['|'], ['^'], ['&'], ['<<', '>>']];

function operatorAt(parser: Parser, level: number): BitOperator | undefined {
  const operator = OPERATORS[parser.peek()];
  return operator && LEVELS[level]?.includes(operator) ? operator : undefined;
}

/** Puts two constants together. */
function combined(a: NftDatum, operator: BitOperator, b: NftDatum): NftDatum | undefined {
  if (typeof a !== 'number' || typeof b !== 'number') return undefined;
  switch (operator) {
    case '|':
      return (a | b) >>> 0;
    case '&':
      return (a & b) >>> 0;
    case '^':
      return (a ^ b) >>> 0;
    case '<<':
      return (a << b) >>> 0;
    case '>>':
      return a >>> b;
  }
}

/** Flags of a statement are put together with commas, too. */
interface ConstantForm {
  readonly type: NftDatatype;
  readonly commas: boolean;
}

/** The operator of this level between two constants, taken. */
function constantOperator(parser: Parser, level: number, { type, commas }: ConstantForm): BitOperator | undefined {
  const isComma = commas && type.bitmask && level === 0 && parser.peek() === ',';
  const operator = isComma ? '|' : operatorAt(parser, level);
  if (operator) parser.at++;
  return operator;
}

/** `0x4000`, `fin | syn`, `(1 | 2) << 4`: constants put together, as nft does before the kernel sees them. */
function computed(parser: Parser, form: ConstantForm, level = 0): NftDatum | undefined {
  if (level >= LEVELS.length) {
    if (!parser.take('(')) return form.type.parse(parser.next());
    const inner = computed(parser, form);
    return parser.take(')') ? inner : undefined;
  }
  let value = computed(parser, form, level + 1);
  for (
    let operator = constantOperator(parser, level, form);
    operator;
    operator = constantOperator(parser, level, form)
  ) {
    const isShift = operator === '<<' || operator === '>>';
    const next = computed(parser, isShift ? { type: INTEGER, commas: false } : form, level + 1);
    value = value === undefined || next === undefined ? undefined : combined(value, operator, next);
    if (value === undefined) return undefined;
  }
  return value;
}

/** Constants put together, of a type that has their bits. */
function datum(parser: Parser, type: NftDatatype, commas = false): NftDatum | undefined {
  const value = computed(parser, { type, commas });
  return typeof value === 'number' && type.bits < 32 && value >= 2 ** type.bits ? undefined : value;
}

/** A constant where an expression may stand. */
function constant(parser: Parser, types: readonly NftDatatype[]): NftExpression | undefined {
  const [type] = types;
  return parser.attempt(() => {
    const value = type && datum(parser, type, true);
    if (!type || value === undefined) return undefined;
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
const isLooser = (argument: NftExpression, operator: BitOperator): boolean => {
  const { expression, spec } = knownExpression(argument);
  if (expression === 'bitwise') return levelOf(spec.operator) < levelOf(operator);
  return expression === 'immediate' && printExpression(argument).includes(' ') && operator !== '|';
};

function join(left: NftExpression, operator: BitOperator, right: NftExpression): NftExpression {
  const side = (each: NftExpression): string =>
    isLooser(each, operator) ? `(${printExpression(each)})` : printExpression(each);
  const text = `${side(left)} ${operator} ${side(right)}`;
  return makeExpression('bitwise', { left, operator, right, types: listTypes(left), text });
}

function binary(parser: Parser, level: number, types?: readonly NftDatatype[]): NftExpression | undefined {
  if (level >= LEVELS.length) return primary(parser, types);
  let left = binary(parser, level + 1, types);
  for (let operator = operatorAt(parser, level); left && operator; operator = operatorAt(parser, level)) {
    parser.at++;
    // By how many bits is a number, whatever is shifted.
    const isShift = operator === '<<' || operator === '>>';
    const right = binary(parser, level + 1, isShift ? [INTEGER] : listTypes(left));
    left = right && join(left, operator, right);
  }
  return left;
}

/**
 * Datatypes of a map's values: as declared; of one in a rule those wanted where it stands, as far as its elements have
 * them.
 */
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

/** One expression, or several joined by dots; `types` are those of constants among them. */
function key(parser: Parser, types: readonly NftDatatype[] = []): NftExpression | undefined {
  const parts: NftExpression[] = [];
  do {
    const type = types[parts.flatMap(listTypes).length];
    const part = parser.attempt(() => binary(parser, 0)) ?? (type && constant(parser, [type]));
    if (!part) return undefined;
    parts.push(part);
  } while (parser.take('.'));
  const [first] = parts;
  if (parts.length === 1) return first;
  const text = parts.map(printExpression).join(' . ');
  return makeExpression('concat', { parts, types: parts.flatMap(listTypes), text });
}

function expression(parser: Parser, expected?: readonly NftDatatype[]): NftExpression | undefined {
  const whole = key(parser);
  if (!whole || !parser.take('map')) return whole;
  const text = printExpression(whole);
  const use = parser.setUse(listTypes(whole), expected ?? []);
  const types = use && mapTypes(parser, use, expected);
  if (!use || !types) return undefined;
  return makeExpression('map', { key: whole, map: use, types, text: `${text} map ${printSetUse(use)}` });
}

/** How expressions and statements are read in one another. */
const GRAMMAR: Grammar = {
  expression,
  key,
  constant,
  datum: (parser, type) => (OPERATORS[parser.peek(1)] || parser.peek() === '(' ? datum(parser, type) : undefined),
  statement: parseStatement,
  types: listTypes,
};

/** Reads the words of one rule or element. */
export const parserFor = (text: string, scope: ParserScope): Parser => new Parser(text, tokenize(text), scope, GRAMMAR);

/** Statements up to the end; undefined if one cannot be read. */
export function readAll(parser: Parser): NftStatement[] | undefined {
  const statements: NftStatement[] = [];
  while (!parser.done() && parser.peek() !== 'comment') {
    const statement = parseStatement(parser);
    if (!statement) return undefined;
    statements.push(statement);
  }
  return statements;
}

/** A statement, and the word it begins with. */
interface ReadStatement {
  readonly statement: NftStatement;
  readonly from: number;
}

/** A sign by which what stands before it goes on: what was read of that is not all of it. */
const GOES_ON = /^(?:[.,|&^/:=<>!(){}+-]|<<|>>|[!<>=]=|map|vmap|and|or|xor|set|to)/;

/** Is a statement read for certain although words behind it are not? One that compares only, and does not go on in them. */
function standsAlone(statement: NftStatement, parser: Parser): boolean {
  return statementExtension(statement).tests === 'compares' && !GOES_ON.test(parser.peek());
}

/**
 * Words that cannot be read are one statement: up to where the rest of the rule can be, or all of them, so that a verdict
 * behind them is not lost. What stands right before them may be but a part of what was meant: then it is one of them.
 *
 * @param before what was read so far; its last is taken away if it goes on in these words
 */
function readUnknown(parser: Parser, before: ReadStatement[]): NftStatement {
  const stopped = parser.at;
  const last = before.at(-1);
  const cut = last && !standsAlone(last.statement, parser) ? before.pop() : undefined;
  const start = cut?.from ?? stopped;
  const of = cut && statementExtension(cut.statement);
  const decides = of !== undefined && of.tests === undefined && of.simulated !== 'irrelevant';
  let next = stopped + 1;
  for (; next < parser.tokens.length; next++) {
    parser.at = next;
    if (parser.peek() === 'comment' || readAll(parser)) break;
  }
  parser.at = next;
  return { statement: 'unrecognised', spec: { text: parser.textFrom(start), ...(decides ? { decides } : {}) } };
}

/** Reads every statement up to the remark; none of the words is lost. */
export function readStatements(parser: Parser): readonly ReadStatement[] {
  const done: ReadStatement[] = [];
  while (!parser.done() && parser.peek() !== 'comment') {
    const from = parser.at;
    const read = parseStatement(parser) ?? readUnknown(parser, done);
    done.push({ statement: read, from });
  }
  return done;
}
