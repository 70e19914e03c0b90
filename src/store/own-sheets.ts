import { decodeDocument } from '../core/document/codec';
import { encodeDocument, type Document } from '../core/document/document';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { changeSentences, readDraft, withoutSpeech } from '../core/sheet/draft';
import { unpack } from '../engine/questions/link';
import { MAX_LINK, pack } from './link';
import { parseLesson, sheetOfOlder } from './own-lesson';
import { fitSheets, freeId, MOST_OF_SHEETS } from './sheet-room';
import type { OwnSheet } from './scene-state';
import type { Actions } from './types';

/** Longer files are no Sheet. Characters. */
const LONGEST_FILE = 2 * MOST_OF_SHEETS;

/** The documents of a Sheet's figures; those that cannot be read are left out. */
export function openBenches({ benches }: OwnSheet): Readonly<Record<string, Document>> {
  return Object.fromEntries(
    Object.entries(benches).flatMap(([name, text]) => {
      const read = decodeDocument(text);
      return read.ok ? [[name, read.value] as const] : [];
    }),
  );
}

/** A Sheet with its documents as one file: what `docs/formats/sheet.md` says of a file of one's own. */
export function printSheet({ text, benches }: OwnSheet): string {
  const documents = Object.fromEntries(Object.entries(benches).map(([name, bench]) => [name, JSON.parse(bench)]));
  return `${JSON.stringify({ ...(JSON.parse(text) as object), benches: documents }, undefined, 2)}\n`;
}

/** The Sheet of a file, under a name that is free. A phrase: why it is none. */
function parseSheet(text: string, sheets: readonly OwnSheet[]): Result<OwnSheet, Phrase> {
  if (text.length > LONGEST_FILE) return err(phrase('document.lesson.large'));
  const read = readDraft(text);
  if (!read) return err(phrase('document.lesson.none'));
  const { benches = {}, ...draft } = read as typeof read & { readonly benches?: object };
  const id = freeId(sheets);
  const documents: Record<string, string> = {};
  for (const [name, bench] of Object.entries(benches)) {
    const document = decodeDocument(JSON.stringify(bench));
    if (!document.ok) return document;
    documents[name] = encodeDocument(document.value);
  }
  const sheet = { id, text: JSON.stringify({ ...draft, id }), benches: documents };
  return fitSheets([...sheets, sheet]) ? ok(sheet) : err(phrase('document.lesson.large'));
}

/** The Sheet of a file, or of a lesson of an older page. A phrase: why it is neither. */
export function readFile(text: string, sheets: readonly OwnSheet[]): Result<OwnSheet, Phrase> {
  const lesson = parseLesson(text);
  if (!lesson.ok) return lesson.error.id === 'document.lesson.none' ? parseSheet(text, sheets) : lesson;
  const sheet = sheetOfOlder(lesson.value, sheets);
  if (!sheet) return err(phrase('document.lesson.none'));
  return fitSheets([...sheets, sheet]) ? ok(sheet) : err(phrase('document.lesson.large'));
}

/** What the hash of a whole Sheet begins with; behind it base64url(deflate-raw(its file)). */
const SHEET_SIGN = '#own-sheet=';

/** The hash of a link with a whole Sheet in it, without what only its author says. An error if it were longer than a link may be. */
export async function encodeSheet(sheet: OwnSheet): Promise<Result<string, Phrase>> {
  const draft = readDraft(sheet.text);
  const text = draft ? JSON.stringify(withoutSpeech(draft)) : sheet.text;
  const hash = SHEET_SIGN + (await pack(printSheet({ ...sheet, text })));
  return hash.length > MAX_LINK
    ? err(phrase('document.lesson.long', { length: hash.length, limit: MAX_LINK }))
    : ok(hash);
}

/** Reads the hash of a whole Sheet, or of a lesson of an older page (`#lesson=`). A phrase: what is wrong with it. */
export async function decodeSheet(hash: string, sheets: readonly OwnSheet[]): Promise<Result<OwnSheet, Phrase>> {
  const text = await unpack(hash.slice(hash.indexOf('=') + 1));
  if (!text.ok) return text;
  const sheet = readFile(text.value, sheets);
  return sheet.ok || sheet.error.id !== 'document.lesson.none' ? sheet : err(phrase('document.link.broken'));
}

/**
 * Puts a Sheet that came by a link among those that are kept: the same one stands once, and another that came by a link and
 * was not changed gives way.
 */
export function receiveSheet(
  sheets: readonly OwnSheet[],
  read: OwnSheet,
): { readonly sheets: readonly OwnSheet[]; readonly id: string } {
  const same = sheets.find((each) => withoutId(each) === withoutId(read));
  if (same) return { sheets, id: same.id };
  return {
    sheets: [...sheets.filter(({ received }) => received !== true), { ...read, received: true }],
    id: read.id,
  };
}

/** A Sheet as its file says it, whatever it is called here. */
const withoutId = (sheet: OwnSheet): string => {
  const { id: _id, ...whole } = JSON.parse(printSheet(sheet)) as { readonly id: unknown };
  return JSON.stringify(whole);
};

/**
 * A Sheet as it may leave: with the switch on every document is its redacted twin, and so is every text. Rejected where hiding
 * fails: then nothing may leave.
 */
export async function hideSheet(
  sheet: OwnSheet,
  { redactedScene, redactedText }: Pick<Actions, 'redactedScene' | 'redactedText'>,
): Promise<OwnSheet> {
  const draft = readDraft(sheet.text);
  const documents = Object.entries(openBenches(sheet));
  if (!draft || documents.length < Object.keys(sheet.benches).length) throw new Error(sheet.id);
  const benches: Record<string, string> = {};
  for (const [name, document] of documents) benches[name] = encodeDocument(await redactedScene(document));
  const hideText = async (text: string): Promise<string> => {
    let hidden = text;
    for (const [, document] of documents) hidden = await redactedText(document, hidden);
    return hidden;
  };
  return { ...sheet, benches, text: JSON.stringify(await changeSentences(draft, hideText)) };
}
