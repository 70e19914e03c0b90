import { single, type NftDatum, type NftField, type NftPattern } from '../datum';
import { NF_ACCEPT, CONTINUE, NF_DROP, XT_RETURN, type Verdict } from '../../hooks';
import { type NftDatatype, parseTime } from '../datatypes/datatype';
import {
  type NftElement,
  type NftExpression,
  type NftFamily,
  type NftRight,
  type NftSet,
  type NftSetUse,
  type NftStatement,
} from '../types';

/** A word, a quoted text (with its quotes) or a sign of a rule. */
interface Token {
  readonly text: string;
  /** Offsets in the scanned text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Blanks, joined lines and comments, which are left out; quoted texts; signs; words. */
const TOKEN = /(?:\s+|\\\n|#[^\n]*)|("[^"]*"?|[=!<>]=|<<|>>|&&|[{}(),;|^&<>=!]|[^\s{}(),;|^&<>=!"]+)/g;

/** Cuts a rule into words (src/scanner.l of nft). A backslash before a line end joins the lines. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 1: word, index } of text.matchAll(TOKEN)) {
    if (word !== undefined && !(word === '\\' && text[index + 1] === '\n')) pushWord(tokens, word, index);
  }
  return tokens;
}

/** A colon at the end of a key belongs to the map: `80: accept`. */
function pushWord(tokens: Token[], word: string, start: number): void {
  const end = start + word.length;
  if (word.length > 1 && word.endsWith(':') && !word.endsWith('::')) {
    tokens.push({ text: word.slice(0, -1), start, end: end - 1 }, { text: ':', start: end - 1, end });
  } else tokens.push({ text: word, start, end });
}

/** Names of its table that a rule may use while it is read. */
export interface ParserScope {
  readonly family: NftFamily;
  readonly set: (name: string) => NftSet | undefined;
}

/** How expressions and statements are read: handed in, since each may hold the others. */
export interface Grammar {
  readonly expression: (parser: Parser, expected?: readonly NftDatatype[]) => NftExpression | undefined;
  readonly key: (parser: Parser, types: readonly NftDatatype[]) => NftExpression | undefined;
  readonly constant: (parser: Parser, types: readonly NftDatatype[]) => NftExpression | undefined;
  /** Constants put together with signs or in brackets; undefined: one word, or none of the type. */
  readonly datum: (parser: Parser, type: NftDatatype) => NftDatum | undefined;
  readonly statement: (parser: Parser) => NftStatement | undefined;
  readonly types: (expression: NftExpression) => readonly NftDatatype[];
}

/** Words of a token apart: a colon may stand without blanks, and then only what is read tells which it is. */
function splitAt(tokens: readonly Token[], index: number, colon: number): readonly Token[] {
  const token = tokens[index];
  if (!token) return tokens;
  const { text, start, end } = token;
  const parts = [
    { text: text.slice(0, colon), start, end: start + colon },
    { text: ':', start: start + colon, end: start + colon + 1 },
    { text: text.slice(colon + 1), start: start + colon + 1, end },
  ];
  return tokens.toSpliced(index, 1, ...parts.filter((part) => part.text !== ''));
}

/** Reads the words of one rule or element in order. Whatever it cannot read is `undefined`; it never throws. */
export class Parser {
  at = 0;
  tokens: readonly Token[];
  readonly scope: ParserScope;
  readonly grammar: Grammar;
  readonly source: string;

  constructor(source: string, tokens: readonly Token[], scope: ParserScope, grammar: Grammar) {
    this.source = source;
    this.tokens = tokens;
    this.scope = scope;
    this.grammar = grammar;
  }

  /** The word here, or a few words further; empty behind the end. */
  peek(ahead = 0): string {
    return this.tokens[this.at + ahead]?.text ?? '';
  }

  next(): string {
    return this.tokens[this.at++]?.text ?? '';
  }

  done(): boolean {
    return this.at >= this.tokens.length;
  }

  /** Takes these words if they come next. */
  take(...words: readonly string[]): boolean {
    if (!words.every((word, i) => this.peek(i) === word)) return false;
    this.at += words.length;
    return true;
  }

  /** Takes a colon, also one that begins a word: `:80`. */
  takeColon(): boolean {
    const word = this.peek();
    if (word.length > 1 && word.startsWith(':') && !word.startsWith('::'))
      this.tokens = splitAt(this.tokens, this.at, 0);
    return this.take(':');
  }

  /** Takes the next word if it is one of these. */
  takeOne<T extends string>(words: readonly T[]): T | undefined {
    const found = words.find((word) => word === this.peek());
    if (found !== undefined) this.at++;
    return found;
  }

  /** Goes back if `read` could not read. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const { at, tokens } = this;
    const found = read();
    if (found === undefined) {
      this.at = at;
      this.tokens = tokens;
    }
    return found;
  }

  /** Like {@link attempt}; if it cannot read, a word with a colon in it is tried in parts: `80:drop`. */
  apart<T>(read: () => T | undefined): T | undefined {
    const whole = this.attempt(read);
    if (whole !== undefined) return whole;
    for (let index = this.at; index < this.tokens.length && !ENDS.has(this.tokens[index]?.text ?? ''); index++) {
      const word = this.tokens[index]?.text ?? '';
      if (word.startsWith('"')) continue;
      for (let colon = word.indexOf(':', 1); colon > 0; colon = word.indexOf(':', colon + 1)) {
        const found = this.attempt(() => {
          this.tokens = splitAt(this.tokens, index, colon);
          return read();
        });
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  expression(expected?: readonly NftDatatype[]): NftExpression | undefined {
    return this.attempt(() => this.grammar.expression(this, expected));
  }

  /** An expression, or a constant of these types. */
  value(types: readonly NftDatatype[]): NftExpression | undefined {
    return this.expression(types) ?? this.grammar.constant(this, types);
  }

  /** Key for a set of these types: of a concatenation some parts may be constants. */
  key(types: readonly NftDatatype[]): NftExpression | undefined {
    return this.attempt(() => this.grammar.key(this, types));
  }

  /** Text since the word at `start`, as it was written. */
  textFrom(start: number): string {
    const text = this.source.slice(this.tokens[start]?.start ?? 0, this.tokens[this.at - 1]?.end);
    // Over several lines there may be remarks between the words.
    if (!text.includes('\n')) return text;
    return this.tokens
      .slice(start, this.at)
      .map((token) => token.text)
      .join(' ');
  }

  typesOf(expression: NftExpression): readonly NftDatatype[] {
    return this.grammar.types(expression);
  }

  /** A quoted text without its quotes, or a bare word. */
  string(): string {
    const word = this.next();
    return word.startsWith('"') ? word.slice(1, word.endsWith('"') && word.length > 1 ? -1 : undefined) : word;
  }

  /** One field of a constant: a value, several put together (`syn | ack`), a prefix, a range. */
  field(type: NftDatatype): NftField | undefined {
    const together = this.attempt(() => this.grammar.datum(this, type));
    if (together !== undefined) return single(together);
    return this.attempt(() => {
      const word = this.next();
      const value = findField(word, type);
      if (!value || this.peek() !== '-') return value;
      this.at++;
      const to = type.parse(this.next());
      return to === undefined ? undefined : rangeOf(value.from, to);
    });
  }

  /** A constant of these types; fewer fields than types where the text ends early. */
  pattern(types: readonly NftDatatype[]): NftPattern | undefined {
    return this.attempt(() => {
      const fields: NftField[] = [];
      for (const type of types) {
        if (fields.length > 0 && !this.take('.')) break;
        const field = this.field(type);
        if (!field) return undefined;
        fields.push(field);
      }
      return fields;
    });
  }

  /** `accept`, `goto chain`. */
  verdict(): Verdict | undefined {
    return this.attempt((): Verdict | undefined => {
      const word = this.next();
      if (word === 'jump' || word === 'goto') {
        const chain = this.string();
        if (chain === '' || chain === '{') return undefined;
        return word === 'jump' ? { kind: 'JUMP', chain } : { kind: 'GOTO', chain };
      }
      return VERDICTS.get(word);
    });
  }

  /** `@name` or `{ … }`: `data` says what a map holds. */
  setUse(keyTypes: readonly NftDatatype[], data?: NftSet['data']): NftSetUse | undefined {
    if (this.peek().startsWith('@') && this.peek().length > 1) return { kind: 'reference', name: this.next().slice(1) };
    const set = this.attempt(() => this.anonymousSet(keyTypes, data));
    return set && { kind: 'set', set };
  }

  private anonymousSet(keyTypes: readonly NftDatatype[], data: NftSet['data']): NftSet | undefined {
    if (!this.take('{')) return undefined;
    const elements: NftElement[] = [];
    const texts: string[] = [];
    // A list that is put into another (`define`) still has its own braces.
    let inner = 0;
    while (inner > 0 || !this.take('}')) {
      if (this.done()) return undefined;
      if (this.take('{')) inner++;
      else if (this.take('}')) {
        inner--;
        if (!this.take(',') && this.peek() !== '}') return undefined;
      } else {
        const from = this.at;
        const element = this.element(keyTypes, data);
        if (!element) return undefined;
        elements.push(element);
        texts.push(this.textFrom(from));
        if (!this.take(',') && this.peek() !== '}') return undefined;
      }
    }
    return {
      kind: data ? 'map' : 'set',
      keyTypes,
      ...(data ? { data } : {}),
      flags: [],
      more: [],
      elements: {
        length: elements.length,
        element: (i) => elements[i],
        text: (i) => texts[i] ?? '',
      },
    };
  }

  /** One element: `10.0.0.1 . tcp timeout 5m comment "x" : goto y`. */
  element(keyTypes: readonly NftDatatype[], data?: NftSet['data']): NftElement | undefined {
    if (!data) return this.attempt(() => this.elementWords(keyTypes));
    return this.apart(() => this.elementWords(keyTypes, data));
  }

  private elementWords(keyTypes: readonly NftDatatype[], data?: NftSet['data']): NftElement | undefined {
    const key = this.take('*') ? 'any' : this.pattern(keyTypes);
    if (!key || (key !== 'any' && key.length !== keyTypes.length)) return undefined;
    const element: { -readonly [K in keyof NftElement]: NftElement[K] } = { key };
    const statements: NftStatement[] = [];
    for (;;) {
      if (this.take('timeout')) element.timeout = timeOf(this.next());
      else if (this.take('expires')) element.expires = timeOf(this.next());
      else if (this.take('comment')) element.comment = this.string();
      else if (['counter', 'limit', 'quota', 'ct', 'last'].includes(this.peek())) {
        const statement = this.attempt(() => this.grammar.statement(this));
        if (!statement) return undefined;
        statements.push(statement);
      } else break;
    }
    if (statements.length > 0) element.statements = statements;
    if (!data) return element;
    if (!this.takeColon()) return undefined;
    if (data === 'verdict') {
      const verdict = this.verdict();
      return verdict && { ...element, data: { kind: 'verdict', verdict } };
    }
    const pattern = this.pattern(data);
    return pattern && { ...element, data: { kind: 'pattern', pattern } };
  }

  /** Right side of an operator: a set, flags, a constant, another expression. */
  right(types: readonly NftDatatype[]): NftRight | undefined {
    const used = this.setUse(types);
    if (used) return used;
    const flags = this.flags(types) ?? this.bracketed(types);
    if (flags !== undefined) return { kind: 'flags', value: flags };
    const pattern = this.pattern(types);
    if (pattern && pattern.length === types.length) return { kind: 'pattern', pattern };
    const expression = this.expression(types);
    return expression && { kind: 'expression', expression };
  }

  /** `(syn | rst)`. */
  private bracketed(types: readonly NftDatatype[]): number | undefined {
    if (!types[0]?.bitmask || this.peek() !== '(') return undefined;
    return this.attempt(() => {
      this.at++;
      const word = this.flags(types) ?? types[0]?.parse(this.next());
      return typeof word === 'number' && this.take(')') ? word : undefined;
    });
  }

  /** `established,related` or `syn | ack`: several flags of a type of flags. */
  private flags(types: readonly NftDatatype[], signs: readonly string[] = [',', '|']): number | undefined {
    const [type] = types;
    if (!type?.bitmask || types.length > 1 || !signs.includes(this.peek(1))) return undefined;
    return this.attempt(() => {
      let bits = 0;
      do {
        const value = type.parse(this.next());
        if (typeof value !== 'number') return undefined;
        bits |= value;
      } while (this.takeOne(signs));
      return bits >>> 0;
    });
  }
}

/** Where the words of an element end. */
const ENDS: ReadonlySet<string> = new Set([',', '}', '{']);

const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ['accept', NF_ACCEPT],
  ['drop', NF_DROP],
  ['return', XT_RETURN],
  ['continue', CONTINUE],
]);

/** nft takes a range whose ends are one, and lists it as one. */
const rangeOf = (from: NftDatum, to: NftDatum): NftField => ({ from, to, ...(from === to ? { ranged: true } : {}) });

const timeOf = (word: string): number => parseTime(word) ?? 0;

/** A word as a value, a prefix, or a range. */
function findField(word: string, type: NftDatatype): NftField | undefined {
  if (word === '') return undefined;
  const value = type.parse(word);
  if (value !== undefined) return single(value);
  const prefix = type.prefix?.(word);
  if (prefix) return prefix;
  for (let dash = word.indexOf('-', 1); dash > 0; dash = word.indexOf('-', dash + 1)) {
    const from = type.parse(word.slice(0, dash));
    const to = type.parse(word.slice(dash + 1));
    if (from !== undefined && to !== undefined) return rangeOf(from, to);
  }
  return undefined;
}
