import { sheetOfLesson, type SheetScene } from '../content/sheets/lessons';
import type { LocaleTexts } from '../content/languages';
import { textIn } from '../content/titles';
import { decodeDocument } from '../core/document/codec';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { readOwnLesson } from './preferences';
import type { OwnLesson, OwnScene, OwnSheet } from './scene-state';
import { freeId } from './sheet-room';

/** The author's own words, the same in every language. */
const same = (text: string): LocaleTexts => textIn(() => text);

function readScene({
  id,
  title,
  notes,
  question,
  moment = 1,
  flowId,
  document: text,
}: OwnScene): readonly SheetScene[] {
  const read = decodeDocument(text);
  if (!read.ok) return [];
  return [{ id, title: same(title), notes: same(notes), question, moment, flow: flowId, document: () => read.value }];
}

/** The Sheet that a lesson of an older page is, under a name that none of `sheets` has; undefined: it has no scene that can be read. */
export function sheetOfOlder({ title, goal, scenes }: OwnLesson, sheets: readonly OwnSheet[]): OwnSheet | undefined {
  const id = freeId(sheets);
  const read = scenes.flatMap(readScene);
  if (read.length === 0) return undefined;
  const { text } = sheetOfLesson({ id, lesson: id, title: same(title || '…'), goal: same(goal), scenes: read });
  const benches = Object.fromEntries(scenes.map((scene) => [scene.id, scene.document]));
  return { id, text, benches };
}

/** Longer files are no lesson. Characters. */
const LARGEST = 3_000_000;
const FORMAT = 'rulewalk-lesson';

/** The lesson of a file of an older page; every scene's document is checked. A phrase: why it is none. */
export function parseLesson(text: string): Result<OwnLesson, Phrase> {
  if (text.length > LARGEST) return err(phrase('document.lesson.large'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(phrase('document.lesson.none'));
  }
  const isLesson = typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT;
  const lesson = isLesson ? readOwnLesson(value) : undefined;
  if (!lesson) return err(phrase('document.lesson.none'));
  for (const { document } of lesson.scenes) {
    const read = decodeDocument(document);
    if (!read.ok) return read;
  }
  // Ids are counted anew: two files may have the same.
  const { title, goal, scenes } = lesson;
  return ok({ title, goal, scenes: scenes.map((scene, at) => ({ ...scene, id: `scene-${at + 1}` })) });
}
