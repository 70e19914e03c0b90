import type { SourceSpan } from '../format';

/** A part of a text that is read by itself. */
export interface YamlPiece {
  /** What is read: for some items of a list, the list's own fields around them. */
  readonly text: string;
  /** How many characters and lines of {@link text} stand before what is the text's own. */
  readonly before: number;
  readonly linesBefore: number;
  /** Where the text's own part begins. */
  readonly start: number;
  readonly line: number;
}

/** Pieces are put together up to so many characters: a fifth of a second to read. */
const BATCH = 60_000;
const ITEMS = /^items:[ \t]*\r?$/;

/** Some lines of the text. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** Some lines that others are added to. */
interface Growing extends Part {
  end: number;
}

/**
 * Cuts a long YAML text where it can be cut: between documents, and between the items of a list as kubectl
 * prints it. Anchors do not reach from one piece into another; kubectl writes none.
 */
export function* yamlPieces(text: string): Generator<YamlPiece> {
  let batch: Growing | undefined;
  for (const document of eachDocument(text)) {
    if (batch && document.end - batch.start <= BATCH) {
      batch.end = document.end;
      continue;
    }
    if (batch) yield plain(text, batch);
    batch = document.end - document.start <= BATCH ? { ...document } : undefined;
    if (!batch) yield* piecesOfDocument(text, document);
  }
  if (batch) yield plain(text, batch);
}

function plain(text: string, { start, end, line }: Part): YamlPiece {
  return { text: text.slice(start, end), before: 0, linesBefore: 0, start, line };
}

function* eachLine(text: string, { start, end, line }: Part): Generator<Part> {
  let number = line;
  for (let at = start; at < end;) {
    const newline = text.indexOf('\n', at);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    yield { start: at, end: next, line: number++ };
    at = next;
  }
}

function* eachDocument(text: string): Generator<Part> {
  let begun: Part = { start: 0, end: 0, line: 1 };
  for (const line of eachLine(text, { start: 0, end: text.length, line: 1 })) {
    if (line.start > begun.start && text.startsWith('---', line.start)) {
      yield { ...begun, end: line.start };
      begun = line;
    }
  }
  yield { ...begun, end: text.length };
}

/** The items of a list in batches, each with the fields of the list around it; else the document as it is. */
function* piecesOfDocument(text: string, document: Part): Generator<YamlPiece> {
  const list = listIn(text, document);
  const [first] = list?.items ?? [];
  if (!list || !first) {
    yield plain(text, document);
    return;
  }
  const head = text.slice(document.start, first.start);
  const tail = text.slice(list.end, document.end);
  const piece = ({ start, end, line }: Part): YamlPiece => ({
    text: `${head}${text.slice(start, end)}${tail}`,
    before: head.length,
    linesBefore: first.line - document.line,
    start,
    line,
  });
  let batch: Growing = { ...first };
  for (const item of list.items) {
    if (item !== first && item.end - batch.start > BATCH) {
      yield piece(batch);
      batch = { ...item };
    } else batch.end = item.end;
  }
  yield piece(batch);
}

/** Where the items of a list stand; undefined: the document is no list. */
function listIn(text: string, document: Part): { readonly items: readonly Part[]; readonly end: number } | undefined {
  const items: Growing[] = [];
  let inside = false;
  let dash = '';
  for (const line of eachLine(text, document)) {
    const content = text.slice(line.start, Math.min(line.end, line.start + 200)).trimEnd();
    if (!inside) inside = ITEMS.test(content);
    else {
      if (items.length === 0) dash = /^ *- /.exec(content)?.[0] ?? '- ';
      if (content.startsWith(dash)) items.push({ ...line });
      else if (/^[^\s#-]/.test(content)) return { items, end: line.start };
      const last = items.at(-1);
      if (last) last.end = line.end;
    }
  }
  return inside ? { items, end: document.end } : undefined;
}

/** A span of a piece, in the whole text. */
export function placeIn({ before, linesBefore, start, line }: YamlPiece, span: SourceSpan): SourceSpan {
  const moved = (at: number): number => Math.max(start, at - before + start);
  return {
    start: moved(span.start),
    end: moved(span.end),
    line: Math.max(line, span.line - linesBefore + line - 1),
    column: span.column,
  };
}
