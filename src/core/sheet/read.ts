import * as v from 'valibot';
import type { Diagnostic, SourceSpan } from '../formats/format';
import { readObjectText, type ReadDocument } from '../formats/kubernetes/read';
import { phrase, type Phrase } from '../lib/phrase';
import { LIMITS } from '../lib/limits';
import { err, ok, type Result } from '../lib/result';
import { checkSheet } from './check';
import { BLOCKS, HEAD, SPEECH, type BlockName, type Sheet, type SheetBlock } from './schema';

/** A path into the text, as a reader of YAML counts it. */
export type SheetPath = readonly (string | number)[];

/** Something wrong with a part of a Sheet. */
export interface SheetFault {
  readonly path: SheetPath;
  readonly message: Phrase;
}

/**
 * Reads a Sheet from YAML or JSON. Never throws: what cannot be read is told with its place and what to write instead, all of
 * it at once.
 */
export function readSheet(text: string): Result<Sheet, readonly Diagnostic[]> {
  if (text.length > LIMITS.typed) return err([atStart(phrase('sheet.long', { most: LIMITS.typed }))]);
  const { documents, diagnostics } = readObjectText(text);
  const broken = diagnostics.filter(({ severity }) => severity === 'error');
  if (broken.length > 0) return err(broken);
  const [document] = documents;
  if (!document || documents.length > 1) return err([atStart(phrase('sheet.one', { found: documents.length }))]);
  return readValue(document);
}

function readValue(document: ReadDocument): Result<Sheet, readonly Diagnostic[]> {
  const place = ({ path, message }: SheetFault): Diagnostic => diagnosticAt(document.spanOf(path), path, message);
  const head = v.safeParse(HEAD, document.value);
  if (!head.success) return err(head.issues.map((issue) => place(makeFault(issue, []))));
  const blocks: SheetBlock[] = [];
  const faults: SheetFault[] = [];
  head.output.blocks.forEach((block, index) => {
    const read = readBlock(block, ['blocks', index]);
    if (read.ok) blocks.push(read.value);
    else faults.push(...read.error);
  });
  const sheet = { ...head.output, blocks };
  const all = faults.length > 0 ? faults : checkSheet(sheet);
  return all.length > 0 ? err(all.map(place)) : ok(sheet);
}

function readBlock(
  block: Readonly<Record<string, unknown>>,
  path: SheetPath,
): Result<SheetBlock, readonly SheetFault[]> {
  const { say, minutes, ...own } = block;
  const [name = '', ...more] = Object.keys(own);
  if (!isBlockName(name) || more.length > 0) {
    const known = Object.keys(BLOCKS).join(', ');
    return err([{ path, message: phrase('sheet.block', { name: [name, ...more].join(', '), known }) }]);
  }
  const read = v.safeParse(BLOCKS[name], own[name]);
  const speech = v.safeParse(SPEECH, {
    ...(say === undefined ? {} : { say }),
    ...(minutes === undefined ? {} : { minutes }),
  });
  // The table pairs each name with its own schema.
  if (read.success && speech.success) return ok({ is: name, ...read.output, ...speech.output } as SheetBlock);
  const faults = (read.issues ?? []).map((issue) => makeFault(issue, [...path, name]));
  return err([...faults, ...(speech.issues ?? []).map((issue) => makeFault(issue, path))]);
}

/** Is it the name of a kind of block? */
export function isBlockName(name: string): name is BlockName {
  return Object.hasOwn(BLOCKS, name);
}

/** More of what was found is not quoted. */
const MOST_QUOTED = 60;

function makeFault(issue: v.BaseIssue<unknown>, above: SheetPath): SheetFault {
  const own = (issue.path ?? []).flatMap(({ key }) =>
    typeof key === 'string' || typeof key === 'number' ? [key] : [],
  );
  const path = [...above, ...own];
  const message = phrase('sheet.field', {
    field: path.join('.') || 'sheet',
    expected: issue.expected ?? issue.message,
    found: issue.received.slice(0, MOST_QUOTED),
  });
  return { path, message };
}

const atStart = (message: Phrase): Diagnostic => diagnosticAt({ start: 0, end: 1, line: 1, column: 1 }, [], message);

function diagnosticAt(span: SourceSpan, path: SheetPath, message: Phrase): Diagnostic {
  return { severity: 'error', code: 'invalid', message, span, path: path.join('.') };
}
