import { parseStatement } from '../statements';
import type { NftElement, NftRule, NftSet, NftStatement } from '../types';
import type { NftDatatype } from '../datatypes/datatype';
import { single, type NftField } from '../values';
import { GRAMMAR } from './grammar';
import { Parser, type ParserScope } from './parser';
import { tokenize } from './tokens';

const parserFor = (text: string, scope: ParserScope): Parser => new Parser(text, tokenize(text), scope, GRAMMAR);

/** Statements up to the end; undefined if one cannot be read. */
function readAll(parser: Parser): NftStatement[] | undefined {
  const statements: NftStatement[] = [];
  while (!parser.done() && parser.peek() !== 'comment') {
    const statement = parseStatement(parser);
    if (!statement) return undefined;
    statements.push(statement);
  }
  return statements;
}

/**
 * Words that cannot be read are one statement: up to where the rest of the rule can be, or all of them.
 * A verdict behind them is thus not lost.
 */
function readUnknown(parser: Parser): NftStatement[] {
  const start = parser.at;
  for (let next = start + 1; next < parser.tokens.length; next++) {
    parser.at = next;
    const rest = readAll(parser);
    if (!rest) continue;
    const end = parser.at;
    parser.at = next;
    const text = parser.textFrom(start);
    parser.at = end;
    return [{ statement: 'unrecognised', spec: { text } }, ...rest];
  }
  parser.at = parser.tokens.length;
  return [{ statement: 'unrecognised', spec: { text: parser.textFrom(start) } }];
}

/** Reads the text of a rule. Never fails: what is not known is kept as its own statement. */
export function parseRule(text: string, scope: ParserScope): NftRule {
  const parser = parserFor(text, scope);
  const statements: NftStatement[] = [];
  while (!parser.done() && parser.peek() !== 'comment') {
    const statement = parseStatement(parser);
    if (statement) statements.push(statement);
    else statements.push(...readUnknown(parser));
  }
  if (!parser.take('comment')) return { statements };
  return { statements, comment: parser.string() };
}

const PLAIN = /^([^"{} ]+(?: \. [^"{} ]+)*)(?: : (jump|goto) ([^"{} ]+))?$/;

/** The commonest kind of element, of which there may be very many: single values, and where to go. */
function plainElement(text: string, { keyTypes, data }: Pick<NftSet, 'keyTypes' | 'data'>): NftElement | undefined {
  const parts = PLAIN.exec(text);
  const [, key = '', verb, chain = ''] = parts ?? [];
  if (!parts || (verb === undefined) !== (data === undefined) || (data !== undefined && data !== 'verdict'))
    return undefined;
  const words = key.split(' . ');
  if (words.length !== keyTypes.length) return undefined;
  const pattern: NftField[] = [];
  for (const [i, type] of keyTypes.entries()) {
    const value = type.parse(words[i] ?? '');
    if (value === undefined) return undefined;
    pattern.push(single(value));
  }
  if (verb === undefined) return { key: pattern };
  return { key: pattern, data: { kind: 'verdict', verdict: { kind: verb === 'jump' ? 'JUMP' : 'GOTO', chain } } };
}

/** Reads one element of a set; undefined: it is not one of this type. */
export function parseElement(
  text: string,
  set: Pick<NftSet, 'keyTypes' | 'data'>,
  scope: ParserScope,
): NftElement | undefined {
  const plain = plainElement(text, set);
  if (plain) return plain;
  const parser = parserFor(text, scope);
  const element = parser.element(set.keyTypes, set.data);
  return parser.done() ? element : undefined;
}

/** The types of `typeof ip saddr . tcp dport`; undefined: one is not known. */
export function parseTypeof(text: string, scope: ParserScope): readonly NftDatatype[] | undefined {
  const parser = parserFor(text, scope);
  const expression = parser.expression();
  return expression && parser.done() ? parser.typesOf(expression) : undefined;
}

/** Statements of a set's elements: `counter`, `limit rate 10/second`. */
export function parseStatements(text: string, scope: ParserScope): readonly NftStatement[] {
  return readAll(parserFor(text, scope)) ?? [];
}
