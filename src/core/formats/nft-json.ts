import { isOneLine } from '../lib/plain';
import { phrase } from '../lib/phrase';
import type { NftRuleset } from '../linux/nftables/types';
import { objectText } from '../linux/nftables/json/object-text';
import { isJsonObject, type JsonObject, type Json } from '../linux/nftables/json/expression-text';
import { readRuleset } from '../linux/nftables/text/read-ruleset';
import type { Diagnostic } from './format';
import { unreadProblems } from './lines/nft-problems';
import { lineFormat, lineNote, spanOfLine, type LineReader } from './lines/line-format';
import type { TextLine } from './lines/text-lines';

/** An object of a list: its text, or nothing where it nests too deep to be one anybody means. */
interface Member {
  readonly text: string | undefined;
  /** The 1-based line it begins on. */
  readonly line: number;
}

/** Where the objects of the list stand: in `{"name": [`. */
const IN_LIST = 2;
/** No object of a listing nests deeper; what does would only wear out whoever reads it. */
const DEEPEST = 100;

const SIGNS = /["{}[\]]/g;
const STRING_END = /[^"\\]*(?:\\.[^"\\]*)*"/y;

/** Cuts `{"name": [ {…}, {…} ]}` into its objects while its lines come in; nothing nests that counts. */
class MembersOfList {
  closed = false;
  private depth = 0;
  private deepest = 0;
  private parts: string[] = [];
  private begun = 0;

  /** The objects that end on a line. */
  feed(text: string, line: number): Member[] {
    const found: Member[] = [];
    let from = this.depth > IN_LIST ? 0 : -1;
    for (let at = next(text, 0); at >= 0 && !this.closed; at = next(text, at)) {
      const char = text[at++];
      if (char === '"') {
        STRING_END.lastIndex = at;
        at = STRING_END.test(text) ? STRING_END.lastIndex : text.length;
      } else if (char === '{' || char === '[') {
        if (this.depth === IN_LIST && char === '{') {
          from = at - 1;
          this.begun = line;
          this.deepest = 0;
        }
        this.depth++;
        this.deepest = Math.max(this.deepest, this.depth);
      } else {
        this.depth--;
        if (this.depth === IN_LIST && from >= 0) {
          this.parts.push(text.slice(from, at));
          found.push(this.member());
          from = -1;
        }
        this.closed = this.depth <= 0;
      }
    }
    if (from >= 0) this.parts.push(text.slice(from));
    return found;
  }

  private member(): Member {
    const text = this.deepest > DEEPEST ? undefined : this.parts.join('\n');
    this.parts = [];
    return { text, line: this.begun };
  }
}

/** The next sign that counts; -1: there is none. */
function next(text: string, from: number): number {
  SIGNS.lastIndex = from;
  return SIGNS.test(text) ? SIGNS.lastIndex - 1 : -1;
}

/** A ruleset read from JSON, and the list it stood in. */
export interface NftJson {
  readonly ruleset: NftRuleset;
  /** The members of `{"nftables": […]}` that could be read, as they were. */
  readonly members: readonly JsonObject[];
}

const BEGINS = /^\{\s*"nftables"\s*:/;
const GOES_ON = /^[{}",\]]|^\[\s*(?:$|["{[\]])|^-?\d[\d.]*,?$|^(?:true|false|null)\b/;

/** What of a text is JSON of nft: each member of its list becomes a line of nft, where it began. */
class NftJsonReader implements LineReader<NftJson> {
  readonly readsLong = true;
  readonly diagnostics: Diagnostic[] = [];
  readonly givenBack: number[] = [];
  private readonly members: JsonObject[] = [];
  private readonly script = new Map<number, string[]>();
  private readonly lines = new Map<number, TextLine>();
  private open: MembersOfList | undefined;
  /** A line with only a brace, which may begin one. */
  private pending: TextLine | undefined;
  private last: TextLine | undefined;

  take(line: TextLine): boolean {
    if (this.open && line.text !== '' && !GOES_ON.test(line.text)) this.cut();
    if (this.open) return this.feed(line);
    const before = this.pending;
    this.pending = undefined;
    if (before && line.text.startsWith('"nftables"')) {
      this.open = new MembersOfList();
      this.feed(before);
      return this.feed(line);
    }
    if (before) this.givenBack.push(before.line);
    if (line.text === '{') this.pending = line;
    else if (BEGINS.test(line.text)) {
      this.open = new MembersOfList();
      return this.feed(line);
    } else return false;
    return true;
  }

  private feed(line: TextLine): boolean {
    if (line.text === '') return false;
    this.last = line;
    for (const member of this.open?.feed(line.text, line.line) ?? []) this.read(member, line);
    if (this.open?.closed) this.open = undefined;
    return true;
  }

  private read(member: Member, line: TextLine): void {
    const value = member.text === undefined ? undefined : plainValue(member.text);
    const at = this.lines.get(member.line) ?? line;
    if (!isJsonObject(value)) {
      const id = member.text === undefined ? 'formats.nft-json.deep' : 'formats.nft-json.unreadable';
      this.diagnostics.push(lineNote('warning', 'unrecognised', phrase(id), at));
      return;
    }
    this.members.push(value);
    const text = objectText(value);
    if (text === undefined) return;
    if (!this.lines.has(member.line)) this.lines.set(member.line, line);
    const here = this.script.get(member.line);
    if (here) here.push(text);
    else this.script.set(member.line, [text]);
  }

  private cut(): void {
    this.open = undefined;
    if (this.last) this.diagnostics.push(lineNote('warning', 'syntax', phrase('formats.nft-json.cut'), this.last));
  }

  finish(): NftJson {
    if (this.pending) this.givenBack.push(this.pending.line);
    if (this.open) this.cut();
    const { ruleset, problems } = readRuleset(this.text());
    for (const { line, message } of [...problems, ...unreadProblems(ruleset)]) {
      const at = this.lines.get(line);
      this.diagnostics.push({
        severity: 'warning',
        code: 'unrecognised',
        message,
        ...(at ? { span: spanOfLine(at) } : {}),
      });
    }
    return { ruleset, members: this.members };
  }

  /** Each line of nft where its JSON began. */
  private text(): string {
    const all: string[] = [];
    let next = 1;
    for (const [line, texts] of this.script) {
      for (; next < line; next++) all.push('\n');
      all.push(texts.join('; '));
    }
    return all.join('');
  }
}

/** The value of a JSON text; undefined: it is none, or holds a text that is no line: nft prints no such name. */
function plainValue(text: string): Json | undefined {
  try {
    // Escapes are how JSON writes what is no line.
    const value = JSON.parse(text) as Json;
    return !text.includes('\\') || isPlain(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(value: Json, of = ''): boolean {
  if (typeof value === 'string') return isOneLine(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => isOneLine(key) && (isStatement(of, inner as Json) || isPlain(inner as Json, key)),
  );
}

/** A statement that nft has no JSON for: a text among the statements of a rule, in as many lines as it has. */
function isStatement(list: string, value: Json): boolean {
  return list === 'expr' && typeof value === 'string' && isOneLine(value.replaceAll('\n', ''));
}

/** `nft -j list ruleset`, and commands for `nft -j -f`: the same ruleset as the text of it gives. */
export const NFT_JSON = lineFormat({
  id: 'nft-json',
  title: 'nft -j list ruleset',
  command: 'nft -j list ruleset',
  hint: /"nftables"\s*:/,
  reader: (): LineReader<NftJson> => new NftJsonReader(),
  print: ({ members }) =>
    members.length === 0 ? '' : `{"nftables": [\n${members.map((member) => JSON.stringify(member)).join(',\n')}\n]}\n`,
  summary: ({ ruleset: { tables } }) => ({ tables: [...tables.keys()] }),
});
