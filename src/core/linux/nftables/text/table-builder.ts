import { findDatatype } from '../datatypes';
import type { NftDatatype } from '../datatypes/datatype';
import { parseTime, STRING } from '../datatypes/names';
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
} from '../types';
import { lazyElements, type ElementChange } from './lazy-elements';
import { parseElement, parseRule, parseStatements, parseTypeof } from './parse-rule';
import type { ParserScope } from './parser';

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
  return {
    family,
    name,
    ...(comment === undefined ? {} : { comment }),
    flags,
    chains: new Map(chains),
    sets,
    objects,
  };
}
