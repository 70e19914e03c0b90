import {
  isAlias,
  isCollection,
  isMap,
  isScalar,
  LineCounter,
  parseAllDocuments,
  visit,
  type Document,
  type Node,
  type ParseOptions,
  type DocumentOptions,
  type SchemaOptions,
  type Tags,
  Lexer,
} from 'yaml';
import { phrase, type Phrase } from '../../lib/phrase';
import { finished, type Steps } from '../../lib/scan';
import type { Diagnostic, SourceSpan } from '../format';
import { readJsonStream } from './json-stream';
import { nameOversized } from './oversized';
import { placeIn, yamlPieces, type YamlPiece } from './yaml-pieces';

/** No object of the API nests half as deep; the YAML composer recurses, so deeper texts never reach it. */
const MAX_NESTING = 100;

/** Does a value that JSON.parse made nest deeper than {@link MAX_NESTING}? Without recursion, and without a YAML reader. */
export function nestsTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

const SCALAR = '\u001F';
const OPENERS = new Set(['[', '{']);
const CLOSERS = new Set([']', '}']);
const BLOCK_INDICATORS = new Set(['-', '?']);

/**
 * Where a YAML text nests deeper than {@link MAX_NESTING}: the offset, or undefined if it does not.
 * Counts open flow collections, `- - -` in a row, and indentation steps; linear, without recursion.
 */
function tooDeepAt(text: string): number | undefined {
  const indents: number[] = [];
  let [offset, flow, row] = [0, 0, 0];
  let [lineStart, isScalar] = [true, false];
  for (const token of new Lexer().lex(text)) {
    if (isScalar) isScalar = false;
    else if (token === SCALAR) isScalar = true;
    else if (OPENERS.has(token)) flow++;
    else if (CLOSERS.has(token)) flow--;
    else if (BLOCK_INDICATORS.has(token)) row++;
    else if (lineStart && flow <= 0 && /^ +$/.test(token)) pushIndent(indents, token.length);
    lineStart = token.endsWith('\n');
    if (lineStart) row = 0;
    if (flow + row + indents.length > MAX_NESTING) return offset;
    if (token !== SCALAR) offset += token.length;
  }
  return undefined;
}

/** Keeps the strictly growing list of indentations that are still open. */
function pushIndent(indents: number[], indent: number): void {
  while ((indents.at(-1) ?? 0) >= indent && indents.length > 0) indents.pop();
  indents.push(indent);
}

/** One document of a text: plain data, and where each part of it stands. */
export interface ReadDocument {
  readonly value: unknown;
  /** The span of the node at a path, or of the nearest part above it that is in the text. */
  readonly spanOf: (path: readonly (string | number)[]) => SourceSpan;
}

interface ReadText {
  readonly documents: readonly ReadDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** More messages than this help nobody. */
const MAX_ERRORS = 100;
/** How many copies aliases may make in one document: enough for shared labels, not for a bomb. */
const MAX_ALIASES = 100;
const NOT_IN_KUBECTL = new Set(
  ['timestamp', 'binary', 'set', 'omap', 'pairs'].map((tag) => `tag:yaml.org,2002:${tag}`),
);

/** YAML 1.1 as kubectl reads it (sigs.k8s.io/yaml): `yes` is a boolean, dates and 12:30 are texts, `<<` merges. */
const KUBECTL: ParseOptions & DocumentOptions & SchemaOptions = {
  version: '1.1',
  merge: true,
  uniqueKeys: false,
  logLevel: 'silent',
  customTags: (tags: Tags) =>
    tags.filter((tag) => typeof tag === 'string' || (!NOT_IN_KUBECTL.has(tag.tag) && tag.format !== 'TIME')),
};

/** A text that is longer is read piece by piece. */
const LONG = 100_000;
/** No object of the API is longer (etcd takes 1.5 MB, as protobuf or JSON); reading it takes a second. */
const LONGEST_PIECE = 500_000;

/** Reads a YAML or JSON text, all documents of it. Never throws; every error has its place. */
export function readObjectText(text: string): ReadText {
  return finished(readObjectTextInSteps(text));
}

/** As {@link readObjectText}, in slices. */
export function* readObjectTextInSteps(text: string): Steps<ReadText> {
  const json = /^\s*[{[]/.test(text) ? (readJson(text) ?? readStream(text)) : undefined;
  if (json) return json;
  if (text.length <= LONG) return readPiece({ text, before: 0, linesBefore: 0, start: 0, line: 1 });
  const documents: ReadDocument[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const piece of yamlPieces(text)) {
    const read = readPiece(piece);
    const place = (span: SourceSpan): SourceSpan => placeIn(piece, span);
    for (const { value, spanOf } of read.documents) documents.push({ value, spanOf: (path) => place(spanOf(path)) });
    for (const { span, ...rest } of read.diagnostics)
      diagnostics.push({ ...rest, ...(span ? { span: place(span) } : {}) });
    yield (piece.start + piece.text.length - piece.before) / text.length;
  }
  return { documents, diagnostics: diagnostics.slice(0, MAX_ERRORS) };
}

function readPiece(piece: YamlPiece): ReadText {
  const { text, before } = piece;
  if (text.length > LONGEST_PIECE) {
    const margin = before === 0 ? 0 : (/^ *- /.exec(text.slice(before, before + 40))?.[0].length ?? 2);
    const path = nameOversized(text.slice(before), margin);
    const message = phrase('document.manifest.too-long', { most: LONGEST_PIECE / 1000, name: path || '?' });
    const span = spanAt(text, before, before + 1);
    return { documents: [], diagnostics: [{ severity: 'error', code: 'syntax', message, span, path }] };
  }
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { documents: [], diagnostics: [tooDeep(spanAt(text, deep, deep + 1))] };
  return readYaml(text);
}

function readJson(text: string): ReadText | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (nestsTooDeep(value)) return { documents: [], diagnostics: [tooDeep(spanAt(text, 0, 1))] };
  // Positions are only wanted when something is wrong; finding them costs eighty times the parse.
  let positions: ReadDocument | undefined;
  const spanOf: ReadDocument['spanOf'] = (path) => {
    if (text.length > LONG) return itemSpan(text, path);
    positions ??= readYaml(text).documents[0];
    return positions ? positions.spanOf(path) : spanAt(text, 0, 1);
  };
  return { documents: [{ value, spanOf }], diagnostics: [] };
}

/** Several values, each a document; of each, parts are where it begins. */
function readStream(text: string): ReadText | undefined {
  const values = readJsonStream(text);
  if (!values || values.some(({ value }) => nestsTooDeep(value))) return undefined;
  let [line, counted] = [1, 0];
  const documents = values.map(({ value, start, end }): ReadDocument => {
    for (; counted < start; counted++) if (text.charCodeAt(counted) === 0x0a) line++;
    return streamed(text.slice(start, end), value, { start, line });
  });
  return { documents, diagnostics: [] };
}

/** A value of a stream: its fields are looked for only where something is said of them. */
function streamed(
  own: string,
  value: unknown,
  { start, line }: { readonly start: number; readonly line: number },
): ReadDocument {
  let positions: ReadDocument | undefined;
  const spanOf: ReadDocument['spanOf'] = (path) => {
    if (own.length <= LONG) positions ??= readYaml(own).documents[0];
    const span = positions?.spanOf(path) ?? { start: 0, end: 1, line: 1, column: 1 };
    return { ...span, start: span.start + start, end: span.end + start, line: span.line + line - 1 };
  };
  return { value, spanOf };
}
const ITEM = /^ {4,8}\{[ \t]*$/gm;

/** In a long list as kubectl prints it: where the item a path leads into begins. */
function itemSpan(text: string, [first, index]: readonly (string | number)[]): SourceSpan {
  let left = first === 'items' && typeof index === 'number' ? index : Number.POSITIVE_INFINITY;
  if (left === Number.POSITIVE_INFINITY) return spanAt(text, 0, 1);
  for (const found of text.matchAll(ITEM)) {
    if (left-- === 0) return spanAt(text, found.index + found[0].indexOf('{'), found.index + found[0].length);
  }
  return spanAt(text, 0, 1);
}

function tooDeep(span: SourceSpan): Diagnostic {
  return { severity: 'error', code: 'syntax', message: phrase('document.manifest.too-deep'), span };
}

function spanAt(text: string, start: number, end: number): SourceSpan {
  const before = text.slice(0, start);
  const line = before.split('\n').length;
  return { start, end, line, column: start - before.lastIndexOf('\n') };
}

function readYaml(text: string): ReadText {
  const lines = new LineCounter();
  const diagnostics: Diagnostic[] = [];
  const documents: ReadDocument[] = [];
  const place = (start: number, end: number): SourceSpan => {
    const { line, col } = lines.linePos(start);
    return { start, end: Math.max(end, start), line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  // An error is said by its offset: the line around each would be cut out and gone over again.
  for (const document of parseAllDocuments(text, { ...KUBECTL, lineCounter: lines, prettyErrors: false })) {
    const found = [...syntaxErrors(document, text, place), ...keyErrors(document, place)];
    for (const each of found) diagnostics.push(each);
    if (found.length > 0 || document.contents === null) continue;
    const value = plainValue(document);
    if (value.ok) documents.push({ value: value.value, spanOf: (path) => spanIn(document, path, place) });
    else diagnostics.push({ severity: 'error', code: 'syntax', message: value.error, span: place(...range(document)) });
  }
  return { documents, diagnostics: diagnostics.slice(0, MAX_ERRORS) };
}

type SpanMaker = (start: number, end: number) => SourceSpan;

/** So far around an error a line is looked at: it may be the only one of a text of megabytes. */
const NEAR = 80;

/** `  ---`: meant to begin the next object. */
function isSeparator(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at);
  const [after = ''] = text.slice(at, at + NEAR).split('\n', 1);
  return /^[ \t]+---[ \t]*\r?$/.test(before.slice(before.lastIndexOf('\n') + 1) + after);
}

function syntaxErrors(document: Document.Parsed | Document, text: string, place: SpanMaker): Diagnostic[] {
  return document.errors.slice(0, MAX_ERRORS).map((error) => ({
    severity: 'error',
    code: 'syntax',
    message: isSeparator(text, error.pos[0])
      ? phrase('document.manifest.indented-separator')
      : phrase('document.manifest.yaml', { detail: error.message.split(' at line ')[0] ?? error.message }),
    span: place(error.pos[0], error.pos[1]),
  }));
}

/** Keys must be texts, each once in its map; what the library checks by comparing all pairs is a set here. */
function keyErrors(document: Document, place: SpanMaker): Diagnostic[] {
  const errors: Diagnostic[] = [];
  const report = (message: Phrase, node: unknown): void => {
    if (errors.length < MAX_ERRORS)
      errors.push({ severity: 'error', code: 'syntax', message, span: place(...nodeRange(node)) });
  };
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (isCollection(key) || isAlias(key)) report(phrase('document.manifest.key'), key);
        else if (isScalar(key)) {
          if (seen.has(key.value)) report(phrase('document.manifest.duplicate-key', { key: String(key.value) }), key);
          seen.add(key.value);
        }
      }
    },
  });
  return errors;
}

function plainValue(document: Document): { ok: true; value: unknown } | { ok: false; error: Phrase } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, error: phrase('document.manifest.yaml', { detail }) };
  }
}

function nodeRange(node: unknown): [start: number, end: number] {
  const found = (node as Node | null | undefined)?.range;
  return found ? [found[0], found[1]] : [0, 0];
}

function range(document: Document): [start: number, end: number] {
  return nodeRange(document.contents);
}

/** Walks down as far as the path exists; a map entry is pointed at by its key and value together. */
function spanIn(document: Document, path: readonly (string | number)[], place: SpanMaker): SourceSpan {
  let node: unknown = document.contents;
  let best = range(document);
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (!pair) break;
      const [start, end] = nodeRange(pair.key);
      best = [start, isScalar(pair.value) ? nodeRange(pair.value)[1] : end];
      node = pair.value;
    } else if (isCollection(node)) {
      const item: unknown = node.items[Number(part)];
      if (item === undefined) break;
      best = nodeRange(item);
      node = item;
    } else break;
  }
  return place(...best);
}
