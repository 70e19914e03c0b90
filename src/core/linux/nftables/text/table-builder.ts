import { single, type NftField } from '../datum';
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
} from '../types';
import { commaParts } from './blocks';
import { parserFor, readAll, readStatements } from './grammar';
import type { ParserScope } from './parser';

/** Reads the text of a rule. Never fails: what is not known is kept as its own statement. */
function parseRule(text: string, scope: ParserScope): NftRule {
  const parser = parserFor(text, scope);
  const statements = readStatements(parser).map(({ statement }) => statement);
  if (!parser.take('comment')) return { statements };
  const comment = parser.string();
  if (parser.done()) return { statements, comment };
  const rest = parser.at;
  parser.at = parser.tokens.length;
  const unread: NftStatement = { statement: 'unrecognised', spec: { text: parser.textFrom(rest), decides: true } };
  return { statements: [unread, ...statements], comment };
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

/** Key of an element: the words before its attributes. */
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

/** Declaration and rules of a chain, as texts. */
type ChainTexts = Omit<Readonly<ChainDraft>, 'rules'> & { readonly rules: readonly RuleText[] };

/** A set or map while commands change it: its declarations as written, and what was put in. */
export interface SetDraft {
  readonly kind: 'set' | 'map';
  /** `type ipv4_addr`, `flags interval`, `timeout 3h`. */
  readonly head: string[];
  changes: ElementChange[];
  /** 1-based. */
  readonly line?: number;
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
  /** How many chains without a name it has. */
  anonymous: number;
}

/** Beginning of the names of chains without one; a number follows, as in the kernel (`nf_tables_addchain`). */
export const ANONYMOUS = '__chain';

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

/** Elements of a type nobody here knows cannot be read: whether a packet is among them is not known. */
const UNKNOWN_TYPE: NftDatatype = { name: 'unknown', bits: 0, parse: () => undefined, print: String };

/** Kinds of objects of the table that a map may hold the names of, besides values. */
const OBJECT_TYPES: ReadonlySet<string> = new Set([
  'counter',
  'quota',
  'limit',
  'synproxy',
  'secmark',
  'ct helper',
  'ct timeout',
  'ct expectation',
]);

function namedTypes(text: string): NftDatatype[] {
  if (OBJECT_TYPES.has(text)) return [STRING];
  return text.split(/\s*\.\s*/).map((name) => findDatatype(name.trim()) ?? UNKNOWN_TYPE);
}

/** `type ipv4_addr . inet_service : verdict`, `typeof ip saddr : ct mark`. */
function typesFrom(declared: string, scope: ParserScope): Pick<NftSet, 'keyTypes' | 'data'> {
  const [, word = '', rest = ''] = /^(type|typeof)\s+(.*)$/s.exec(declared) ?? [];
  const [key = '', data] = rest.split(/\s*:\s+|\s+:\s*/).map((part) => part.trim());
  const read = (text: string): readonly NftDatatype[] =>
    word === 'typeof' ? (parseTypeof(text, scope) ?? [UNKNOWN_TYPE]) : namedTypes(text);
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
    const { line } = set;
    const made = setFromTexts(name, set, scope, (read) => lazyElements(set.changes, read));
    sets.set(name, line === undefined ? made : { ...made, line });
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
