import { single, type NftField, type NftDatum } from '../datum';
import { findDatatype } from '../datatypes';
import { type NftDatatype, parseTime, STRING } from '../datatypes/datatype';
import type {
  NftBase,
  NftChain,
  NftElement,
  NftElements,
  NftFamily,
  NftObject,
  NftRule,
  NftSet,
  NftTable,
  NftStatement,
  NftSetUse,
  NftExpression,
} from '../types';
import { type ParserScope, Parser, type Grammar, tokenize } from './parser';
import { commaParts } from './blocks';
import { parseStatement } from '../statements';
import { knownExpression, makeExpression, parseExpression, printExpression, listTypes } from '../expressions';
import type { BitOperator } from '../expressions/bitwise';
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
    const right = binary(parser, level + 1, listTypes(left));
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
  const whole = parts.length === 1 ? first : makeExpression('concat', { parts, types: parts.flatMap(listTypes), text });
  if (!parser.take('map')) return whole;
  const use = parser.setUse(listTypes(whole), expected ?? []);
  const types = use && mapTypes(parser, use, expected);
  if (!use || !types) return undefined;
  return makeExpression('map', { key: whole, map: use, types, text: `${text} map ${printSetUse(use)}` });
}

/** How expressions and statements are read in one another. */
const GRAMMAR: Grammar = { expression, constant, statement: parseStatement, types: listTypes };

/** Reads the words of one rule or element. */
export const parserFor = (text: string, scope: ParserScope): Parser => new Parser(text, tokenize(text), scope, GRAMMAR);

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
function readUnknown(parser: Parser): NftStatement {
  const start = parser.at;
  let next = start + 1;
  for (; next < parser.tokens.length; next++) {
    parser.at = next;
    if (readAll(parser)) break;
  }
  parser.at = next;
  return { statement: 'unrecognised', spec: { text: parser.textFrom(start) } };
}

/** Reads the text of a rule. Never fails: what is not known is kept as its own statement. */
function parseRule(text: string, scope: ParserScope): NftRule {
  const parser = parserFor(text, scope);
  const statements: NftStatement[] = [];
  while (!parser.done() && parser.peek() !== 'comment') statements.push(readNext(parser));
  if (!parser.take('comment')) return { statements };
  return { statements, comment: parser.string() };
}

/** One statement; words nobody knows are one of their own. */
export function readNext(parser: Parser): NftStatement {
  return parseStatement(parser) ?? readUnknown(parser);
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
function parseElement(
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
function parseTypeof(text: string, scope: ParserScope): readonly NftDatatype[] | undefined {
  const parser = parserFor(text, scope);
  const expression = parser.expression();
  return expression && parser.done() ? parser.typesOf(expression) : undefined;
}

/** Statements of a set's elements: `counter`, `limit rate 10/second`. */
function parseStatements(text: string, scope: ParserScope): readonly NftStatement[] {
  return readAll(parserFor(text, scope)) ?? [];
}

/** Elements put in or taken out by one command; `text` is what stood in its braces. */
interface ElementChange {
  readonly verb: 'add' | 'delete';
  readonly text: string;
}

const ATTRIBUTE = /\s(?::\s|timeout\s|expires\s|comment\s|counter\b|limit\s|quota\s|last\b|ct\s)/;

/** What an element is known by: the words before what belongs to it. */
function keyText(text: string): string {
  const at = text.search(ATTRIBUTE);
  return (at < 0 ? text : text.slice(0, at)).trim();
}

function applied(changes: readonly ElementChange[]): string[] {
  if (changes.length === 1 && changes[0]?.verb === 'add') return commaParts(changes[0].text);
  const texts = new Map<string, string>();
  for (const { verb, text } of changes) {
    for (const part of commaParts(text)) {
      const key = keyText(part);
      if (verb === 'delete') texts.delete(key);
      else if (!texts.has(key)) texts.set(key, part);
    }
  }
  return [...texts.values()];
}

/** Elements that are cut apart when somebody asks how many there are, and read when one is looked at. */
function lazyElements(changes: readonly ElementChange[], read: (text: string) => NftElement | undefined): NftElements {
  let texts: readonly string[] | undefined;
  const known = new Map<number, NftElement | undefined>();
  const all = (): readonly string[] => (texts ??= applied(changes));
  return {
    get length() {
      return all().length;
    },
    text: (index) => all()[index] ?? '',
    element: (index) => {
      if (!known.has(index)) known.set(index, read(all()[index] ?? ''));
      return known.get(index);
    },
  };
}

/** A rule as it stands in a text. */
export interface RuleText {
  readonly text: string;
  /** 1-based. */
  readonly line?: number;
}

/** A chain while commands change it. */
export interface ChainDraft {
  base?: NftBase;
  comment?: string;
  rules: RuleText[];
}

/** What a chain is made of. */
type ChainTexts = Omit<Readonly<ChainDraft>, 'rules'> & { readonly rules: readonly RuleText[] };

/** A set or map while commands change it: its declarations as written, and what was put in. */
export interface SetDraft {
  readonly kind: 'set' | 'map';
  /** `type ipv4_addr`, `flags interval`, `timeout 3h`. */
  readonly head: string[];
  changes: ElementChange[];
}

/** A table while commands change it. */
export interface TableDraft {
  readonly family: NftFamily;
  readonly name: string;
  comment?: string;
  flags: string[];
  readonly chains: Map<string, ChainDraft>;
  readonly sets: Map<string, SetDraft>;
  readonly objects: NftObject[];
}

/** A chain whose rules are read when they are asked for. */
export function chainFromTexts(name: string, { base, comment, rules }: ChainTexts, scope: ParserScope): NftChain {
  const parsed: NftRule[] = [];
  return {
    name,
    ...(base ? { base } : {}),
    ...(comment === undefined ? {} : { comment }),
    length: rules.length,
    rule: (index) => {
      const line = rules[index];
      if (!line) throw new RangeError(`${name} has no rule ${index + 1}`);
      return (parsed[index] ??= parseRule(line.text, scope));
    },
    text: (index) => rules[index]?.text ?? '',
    line: (index) => rules[index]?.line,
  };
}

function namedTypes(text: string): NftDatatype[] {
  return text.split(/\s\.\s/).map((name) => findDatatype(name.trim()) ?? STRING);
}

/** `type ipv4_addr . inet_service : verdict`, `typeof ip saddr : ct mark`. */
function typesFrom(declared: string, scope: ParserScope): Pick<NftSet, 'keyTypes' | 'data'> {
  const [, word = '', rest = ''] = /^(type|typeof)\s+(.*)$/s.exec(declared) ?? [];
  const [key = '', data] = rest.split(/\s:\s/).map((part) => part.trim());
  const read = (text: string): readonly NftDatatype[] =>
    word === 'typeof' ? (parseTypeof(text, scope) ?? [STRING]) : namedTypes(text);
  const keyTypes = read(key);
  if (data === undefined) return { keyTypes };
  return { keyTypes, data: data === 'verdict' ? 'verdict' : read(data.replace(/^interval\s+/, '')) };
}

const valueOf = (head: readonly string[], word: string): string | undefined =>
  head
    .find((line) => line.startsWith(`${word} `))
    ?.slice(word.length + 1)
    .trim();

const KNOWN = /^(type|typeof|flags|timeout|size|comment)\b/;
const STATEMENT = /^(counter|limit|quota|last|ct)\b/;

/** How the elements of a set come about, once its types are known. */
type ElementSource = (read: (text: string) => NftElement | undefined) => NftElements;

/** A set by its declarations as written; its elements are read when they are asked for. */
export function setFromTexts(
  name: string,
  { kind, head }: Pick<SetDraft, 'kind' | 'head'>,
  scope: ParserScope,
  elements: ElementSource,
): NftSet {
  const declared = head.find((line) => /^type(of)?\s/.test(line)) ?? '';
  const timeout = valueOf(head, 'timeout');
  const size = valueOf(head, 'size');
  const comment = valueOf(head, 'comment');
  const more = head.filter((line) => !KNOWN.test(line));
  const statements = parseStatements(more.filter((line) => STATEMENT.test(line)).join(' '), scope);
  const types = typesFrom(declared, scope);
  const flags = (valueOf(head, 'flags') ?? '').split(/\s*,\s*/).filter((flag) => flag !== '');
  return {
    name,
    kind,
    ...types,
    declared,
    flags,
    ...(timeout === undefined ? {} : { timeout: parseTime(timeout) ?? 0 }),
    ...(size === undefined ? {} : { size: Number(size) }),
    ...(comment === undefined ? {} : { comment: comment.replaceAll(/^"|"$/g, '') }),
    more,
    ...(statements.length > 0 ? { statements } : {}),
    elements: elements((text) => parseElement(text, types, scope)),
  };
}

/** The table as its drafts say; rules and elements are read later. */
export function buildTable(draft: TableDraft): NftTable {
  const sets = new Map<string, NftSet>();
  const scope: ParserScope = { family: draft.family, set: (name) => sets.get(name) };
  for (const [name, set] of draft.sets) {
    sets.set(
      name,
      setFromTexts(name, set, scope, (read) => lazyElements(set.changes, read)),
    );
  }
  const chains = [...draft.chains].map(([name, chain]) => [name, chainFromTexts(name, chain, scope)] as const);
  const { family, name, comment, flags, objects } = draft;
  const baseChains = chains.flatMap(([each, { base }]) => (base ? [each] : []));
  return {
    family,
    name,
    ...(comment === undefined ? {} : { comment }),
    flags,
    chains: new Map(chains),
    baseChains,
    sets,
    objects,
  };
}
