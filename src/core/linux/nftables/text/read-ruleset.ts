import { lineStarts } from '../../../lib/scan';
import { phrase, type Phrase, type PhraseId } from '../../../lib/phrase';
import { countBefore } from '../../../lib/sorted';
import { type NftTableName, HOOKS } from '../../hooks';
import { tableName, type NftFamily, type NftRuleset, type NftTable, type NftBase } from '../types';
import { findBlock, statementsIn, type BlockPiece } from './blocks';
import { ANONYMOUS, buildTable, type ChainDraft, type SetDraft, type TableDraft } from './table-builder';
import { parsePriority } from './print-set';

const unquoted = (text: string): string => text.trim().replaceAll(/^"|"$/g, '');

const TYPES = ['filter', 'nat', 'route'] as const;

/** `type filter hook prerouting priority raw + 10`; undefined: it cannot be read. */
function parseBase(text: string, family: NftFamily): NftBase | undefined {
  const parts = /^type\s+(\w+)\s+hook\s+(\w+)/.exec(text);
  const behind = text.slice(parts?.[0].length ?? 0);
  const at = behind.search(/priority\s/);
  const type = TYPES.find((each) => each === parts?.[1]);
  const word = (parts?.[2] ?? '').toUpperCase();
  const hook = HOOKS.find((each) => each === word) ?? (word === 'INGRESS' || word === 'EGRESS' ? word : undefined);
  const priority = parsePriority(at < 0 ? '' : behind.slice(at + 'priority'.length).trimStart(), family);
  if (!type || !hook || priority === undefined) return undefined;
  const devices = [
    ...behind
      .slice(0, at)
      .trimStart()
      .replace(/^devices?\s*=?/, '')
      .matchAll(/[\w.@-]+/g),
  ].map(([name]) => name);
  return { type, hook, priority, policy: 'ACCEPT', ...(devices.length > 0 ? { devices } : {}) };
}

const DECLARES = /^(?:type|policy|comment|flags)\s/;

/** A line of a chain that is no rule. True: it was one. */
function readChainLine(text: string, chain: ChainDraft, family: NftFamily): boolean {
  if (!DECLARES.test(text)) return false;
  if (/^type\s+\w+\s+hook\s/.test(text)) {
    const base = parseBase(text, family);
    if (base) chain.base = { ...base, policy: chain.base?.policy ?? base.policy };
    return base !== undefined;
  }
  const policy = /^policy\s+(accept|drop)$/.exec(text)?.[1];
  if (policy) {
    if (chain.base) chain.base = { ...chain.base, policy: policy === 'drop' ? 'DROP' : 'ACCEPT' };
    return true;
  }
  if (/^comment\s+["\w]/.test(text)) {
    chain.comment = unquoted(text.slice('comment'.length));
    return true;
  }
  return /^flags\s+offload$/.test(text);
}

/** The text between quotes. */
function unquote(text: string): string {
  return unquoted(text);
}

/** Something in a text that could not be taken. */
interface NftProblem {
  /** 1-based. */
  readonly line: number;
  readonly message: Phrase;
  readonly start: number;
  readonly end: number;
}

interface NftReading {
  readonly ruleset: NftRuleset;
  readonly problems: readonly NftProblem[];
}

/**
 * Bounds of a text with its definitions unfolded: characters, and as many times its own length. Two of each other
 * double with every line.
 */
const UNFOLDED = { least: 1_000_000, times: 20 } as const;

const FAMILIES = ['ip', 'ip6', 'inet', 'bridge', 'arp', 'netdev'] as const;
const OBJECTS = new Set(['counter', 'quota', 'limit', 'ct', 'flowtable', 'synproxy', 'secmark', 'meter', 'tunnel']);

/** Carries out a text command by command. */
class Reader {
  readonly tables = new Map<NftTableName, TableDraft>();
  readonly problems: NftProblem[] = [];
  readonly #text: string;
  readonly #lines: Uint32Array;
  readonly #defines = new Map<string, string>();
  /** How many characters names may still stand for. */
  #unfolds: number;

  constructor(text: string) {
    this.#text = text;
    this.#lines = lineStarts(text);
    this.#unfolds = Math.max(UNFOLDED.least, UNFOLDED.times * text.length);
  }

  #lineAt(offset: number): number {
    return countBefore(this.#lines.length, (line) => (this.#lines[line] ?? 0) <= offset);
  }

  #problem(id: PhraseId, piece: BlockPiece, words?: string): void {
    const text = words ?? this.#text.slice(piece.start, piece.end).split('\n')[0] ?? '';
    this.problems.push({ line: this.#lineAt(piece.start), message: phrase(id, { text }), ...piece });
  }

  /** The text of a piece with `$name` put in. */
  #expanded(piece: BlockPiece): string {
    const text = this.#text.slice(piece.start, piece.end);
    if (!text.includes('$')) return text;
    return text.replaceAll(/"[^"]*"|\$([A-Za-z_.][\w/.-]*)/g, (whole, name?: string) =>
      name === undefined ? whole : this.#value(name, piece),
    );
  }

  /** Value of a name. It may have dashes and dots in it, or end before them: `$first-$last`. */
  #value(name: string, piece: BlockPiece): string {
    for (let end = name.length; end > 0; end--) {
      const value = /[\w]/.test(name[end - 1] ?? '') ? this.#defines.get(name.slice(0, end)) : undefined;
      if (value === undefined) continue;
      if (value.length <= this.#unfolds) {
        this.#unfolds -= value.length;
        return value + name.slice(end);
      }
      this.#problem('nftables.unfolds', piece, name);
      return `$${name}`;
    }
    this.#problem('nftables.undefined', piece, name);
    return `$${name}`;
  }

  read(): void {
    for (const piece of statementsIn(this.#text, 0, this.#text.length)) this.#command(piece);
  }

  #command(whole: BlockPiece): void {
    const piece = this.#withoutProgram(whole);
    const text = this.#text.slice(piece.start, Math.min(piece.end, piece.start + 400));
    const [, verb = '', noun = ''] = /^(\S+)\s*([^\s{]*)/.exec(text) ?? [];
    if (verb === 'table') return this.#table(piece, text);
    if (this.#names(piece)) return;
    if (verb === 'include') return this.#problem('nftables.include', piece);
    if (verb === 'list' || verb === 'monitor' || verb === 'reset') return undefined;
    if (verb === 'flush' && noun === 'ruleset') return this.tables.clear();
    if (noun === 'table' && (verb === 'add' || verb === 'create'))
      return this.#table(piece, text.slice(text.indexOf('table')));
    this.#change(verb, noun, piece);
  }

  /** `nft add rule …`: the program is no word of its language. */
  #withoutProgram(piece: BlockPiece): BlockPiece {
    const [program = ''] =
      /^(?:\S*sudo\s+)?(?:\S*\/)?nft\s+(?:-\S+\s+)*/.exec(this.#text.slice(piece.start, piece.start + 100)) ?? [];
    return { start: piece.start + program.length, end: piece.end };
  }

  /** Takes a piece that says what a name stands for, or that it does no more: outside of tables, in them and in chains. */
  #names(piece: BlockPiece): boolean {
    const head = this.#text.slice(piece.start, Math.min(piece.end, piece.start + 400));
    const [, verb, name = ''] = /^(define|redefine|undefine)\s+([^\s={]+)/.exec(head) ?? [];
    if (verb === undefined) return false;
    if (verb === 'undefine') this.#defines.delete(name);
    else this.#define(piece);
    return true;
  }

  #define(piece: BlockPiece): void {
    const [, name, value = ''] = /^\S+\s+([A-Za-z_.][\w/.-]*)\s*=\s*(.*)$/s.exec(this.#expanded(piece)) ?? [];
    if (name === undefined) return this.#problem('nftables.unreadable', piece);
    this.#defines.set(name, value.replaceAll(/#[^\n]*/g, '').trim());
  }

  #draft(family: NftFamily, name: string): TableDraft {
    const key = tableName({ family, name });
    const known = this.tables.get(key);
    if (known) return known;
    const made: TableDraft = { family, name, flags: [], chains: new Map(), sets: new Map(), objects: [], anonymous: 0 };
    this.tables.set(key, made);
    return made;
  }

  #table(piece: BlockPiece, text: string): void {
    const [, first = '', second] = /^table\s+([^\s{]+)(?:\s+([^\s{]+))?/.exec(text) ?? [];
    const family = FAMILIES.find((each) => each === first);
    const name = family ? second : first;
    if (!name) return this.#problem('nftables.unreadable', piece);
    const draft = this.#draft(family ?? 'ip', name);
    const block = findBlock(this.#text, piece);
    if (block) for (const each of statementsIn(this.#text, block.start, block.end)) this.#inTable(draft, each);
  }

  #inTable(draft: TableDraft, piece: BlockPiece): void {
    const head = this.#text.slice(piece.start, Math.min(piece.end, piece.start + 400));
    const [, kind = '', name = ''] = /^(\S+)\s*([^\s{]*)/.exec(head) ?? [];
    if (kind === 'chain') this.#chainBlock(this.#chain(draft, unquote(name)), draft, piece);
    else if (kind === 'set' || kind === 'map')
      this.#setBlock(this.#set(draft, kind, { name: unquote(name), piece }), piece);
    else if (kind === 'comment') draft.comment = unquote(this.#expanded(piece).slice('comment'.length));
    else if (kind === 'flags')
      draft.flags = this.#expanded(piece)
        .slice('flags'.length)
        .trim()
        .split(/\s*,\s*/);
    else if (this.#names(piece)) return;
    else if (OBJECTS.has(kind)) draft.objects.push({ kind, name, text: this.#expanded(piece) });
    else this.#problem('nftables.unreadable', piece);
  }

  #chain(draft: TableDraft, name: string): ChainDraft {
    const known = draft.chains.get(name);
    if (known) return known;
    const made: ChainDraft = { rules: [] };
    draft.chains.set(name, made);
    return made;
  }

  #chainBlock(chain: ChainDraft, draft: TableDraft, piece: BlockPiece): void {
    const block = findBlock(this.#text, piece);
    if (!block) return;
    for (const each of statementsIn(this.#text, block.start, block.end)) this.#chainLine(chain, draft, each);
  }

  #chainLine(chain: ChainDraft, draft: TableDraft, piece: BlockPiece): void {
    if (this.#names(piece)) return;
    const text = bareOfShell(this.#expanded(piece));
    if (text === '' || readChainLine(text, chain, draft.family)) return;
    chain.rules.push({ text: this.#withNamed(text, draft, piece), line: this.#lineAt(piece.start) });
  }

  /** `jump { … }`: what is in the braces is a chain without a name, which gets one. */
  #withNamed(text: string, draft: TableDraft, piece: BlockPiece): string {
    const at = /\b(?:jump|goto)\s*\{/.exec(text);
    if (!at) return text;
    const open = at.index + at[0].length - 1;
    const close = closingBrace(text, open);
    if (close === undefined) return text;
    const name = `${ANONYMOUS}${draft.anonymous++}`;
    const chain = this.#chain(draft, name);
    for (const each of statementsIn(text, open + 1, close)) {
      const rule = this.#withNamed(text.slice(each.start, each.end), draft, piece);
      const line = text.slice(0, each.start).split('\n').length - 1;
      chain.rules.push({ text: rule, line: this.#lineAt(piece.start) + line });
    }
    return this.#withNamed(`${text.slice(0, open)}${name}${text.slice(close + 1)}`, draft, piece);
  }

  #set(draft: TableDraft, kind: 'set' | 'map', { name, piece }: { name: string; piece: BlockPiece }): SetDraft {
    const known = draft.sets.get(name);
    if (known) return known;
    const made: SetDraft = { kind, head: [], changes: [], line: this.#lineAt(piece.start) };
    draft.sets.set(name, made);
    return made;
  }

  #setBlock(set: SetDraft, piece: BlockPiece): void {
    const block = findBlock(this.#text, piece);
    if (!block) return;
    // A set that is declared again gets elements: what it is stands where it was made.
    const isNew = set.head.length === 0 && set.changes.length === 0;
    for (const each of statementsIn(this.#text, block.start, block.end)) {
      const isElements = /^elements\s*=/.test(this.#text.slice(each.start, each.start + 20));
      const inside = isElements ? findBlock(this.#text, each) : undefined;
      if (inside) set.changes.push({ verb: 'add', text: this.#expanded(inside) });
      else if (isNew) set.head.push(this.#expanded(each));
    }
  }

  /** `add rule ip t c …`, `delete chain t c`: what changes a table that is there. */
  #change(verb: string, noun: string, piece: BlockPiece): void {
    const text = this.#expanded(piece);
    const words = /^\S+\s+(?:ct\s+)?\S+\s+([^\s{]+)(?:\s+([^\s{]+))?(?:\s+([^\s{]+))?/.exec(text);
    const family = FAMILIES.find((each) => each === words?.[1]);
    const name = family ? words?.[2] : words?.[1];
    const object = unquote((family ? words?.[3] : words?.[2]) ?? '');
    if (name === undefined || !VERBS.has(verb)) return this.#problem('nftables.unreadable', piece);
    const key = tableName({ family: family ?? 'ip', name });
    const draft = this.tables.get(key);
    if (noun === 'table') return this.#changeTable(verb, key);
    if (!draft) return this.#problem('nftables.no-table', piece);
    if (noun === 'rule') return this.#changeRule({ verb, text, draft, object, piece });
    if (noun === 'element') return this.#changeElement(verb, draft, object, piece);
    if (noun === 'chain') return this.#changeChain(verb, draft, object, piece);
    if (noun === 'set' || noun === 'map') return this.#changeSet(verb, noun, draft, object, piece);
    if (verb === 'add' || verb === 'create') {
      const inside = findBlock(text, { start: 0, end: text.length });
      const body = inside ? text.slice(inside.start, inside.end) : '';
      const kind = noun === 'ct' ? text.split(/\s+/, 3).slice(1).join(' ') : noun;
      draft.objects.push({ kind: noun, name: object, text: `${kind} ${object} {${body}}` });
    }
  }

  #changeTable(verb: string, key: NftTableName): void {
    if (verb === 'delete' || verb === 'destroy') this.tables.delete(key);
    else if (verb === 'flush') for (const chain of this.tables.get(key)?.chains.values() ?? []) chain.rules = [];
  }

  #changeRule({ verb, text, draft, object, piece }: RuleChange): void {
    const chain = draft.chains.get(object);
    if (!chain) return this.#problem('nftables.no-chain', piece);
    const at = text.indexOf(object, text.indexOf(draft.name) + draft.name.length) + object.length;
    const [, index, rest = ''] = /^(?:index\s+(\d+)\s+)?(.*)$/s.exec(text.slice(at).trim()) ?? [];
    if (/^(handle|position|index)\s/.test(rest) || (verb !== 'add' && verb !== 'insert' && verb !== 'create'))
      return this.#problem('nftables.handle', piece);
    const place =
      index === undefined ? (verb === 'insert' ? 0 : chain.rules.length) : Number(index) + (verb === 'insert' ? 0 : 1);
    if (place > chain.rules.length) return this.#problem('nftables.no-rule', piece);
    const rule = { text: this.#withNamed(rest, draft, piece), line: this.#lineAt(piece.start) };
    chain.rules.splice(place, 0, rule);
  }

  #changeElement(verb: string, draft: TableDraft, object: string, piece: BlockPiece): void {
    const set = draft.sets.get(object);
    const block = findBlock(this.#text, piece);
    if (!set || !block) return this.#problem('nftables.no-set', piece);
    const isGone = verb === 'delete' || verb === 'destroy';
    set.changes.push({ verb: isGone ? 'delete' : 'add', text: this.#expanded(block) });
  }

  #changeChain(verb: string, draft: TableDraft, object: string, piece: BlockPiece): void {
    if (verb === 'delete' || verb === 'destroy') draft.chains.delete(object);
    else if (verb === 'flush' && draft.chains.has(object)) this.#chain(draft, object).rules = [];
    else if (verb === 'flush') this.#problem('nftables.no-chain', piece);
    else if (verb === 'add' || verb === 'create') this.#chainBlock(this.#chain(draft, object), draft, piece);
    else this.#problem('nftables.unreadable', piece);
  }

  #changeSet(verb: string, noun: 'set' | 'map', draft: TableDraft, object: string, piece: BlockPiece): void {
    if (verb === 'delete' || verb === 'destroy') draft.sets.delete(object);
    else if (verb === 'flush' && draft.sets.has(object)) this.#set(draft, noun, { name: object, piece }).changes = [];
    else if (verb === 'flush') this.#problem('nftables.no-set', piece);
    else if (!draft.sets.has(object)) this.#setBlock(this.#set(draft, noun, { name: object, piece }), piece);
  }
}

interface RuleChange {
  readonly verb: string;
  readonly text: string;
  readonly draft: TableDraft;
  readonly object: string;
  readonly piece: BlockPiece;
}

/** Without what keeps a shell from reading it: `\\;`, and the quote behind a block. */
const bareOfShell = (text: string): string => text.replace(/\s*\\$/, '').replace(/^\}?['"]$/, '');

/** The brace that closes one; undefined: it stays open. */
function closingBrace(text: string, open: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = open; at < text.length; at++) {
    const char = text[at];
    if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth++;
    else if (!isQuoted && char === '}' && --depth === 0) return at;
  }
  return undefined;
}

const VERBS = new Set(['add', 'create', 'insert', 'replace', 'delete', 'destroy', 'flush', 'rename']);

/**
 * Reads what `nft list ruleset` prints, or what `nft -f` takes. Never throws; what cannot be taken is told with its
 * line. Rules and elements are read when they are walked or shown.
 */
export function readRuleset(text: string): NftReading {
  const reader = new Reader(text);
  reader.read();
  const tables = [...reader.tables].map(([key, draft]): [NftTableName, NftTable] => [key, buildTable(draft)]);
  return { ruleset: { tables: new Map(tables) }, problems: reader.problems };
}
