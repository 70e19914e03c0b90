import { decodeDocument } from '../core/document/codec';
import { emptyDocument, encodeDocument, type Document } from '../core/document/document';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { readOwnLesson } from './preferences';
import type { Actions } from './types';
import type { OwnLesson, OwnScene } from './scene-state';
import type { SharedView } from './view-state';
import { unpack } from '../engine/questions/link';
import { MAX_LINK, pack, type LinkContent } from './link';

/** What of a walk is kept as a scene. */
export interface KeptLesson {
  readonly document: Document;
  readonly flowId: string;
  /** Where it begins, counted from 1. */
  readonly moment: number;
  readonly title: string;
  /** Of the scene it came from; absent: it came from none. */
  readonly notes?: string;
  readonly question?: OwnScene['question'];
}

/** All scenes of a lesson together must fit beside what else the browser keeps. Characters. */
const LARGEST = 1_500_000;

/** The lesson with one scene more, at its end; a phrase: why not. */
export function keepScene(
  lesson: OwnLesson,
  { document, flowId, moment, title, notes = '', question }: KeptLesson,
): Result<OwnLesson, Phrase> {
  const numbers = lesson.scenes.map(({ id }) => Number(id.replace('own-', '')));
  const scene: OwnScene = {
    id: `own-${Math.max(0, ...numbers.filter(Number.isFinite)) + 1}`,
    title,
    notes,
    ...(question === undefined ? {} : { question }),
    ...(moment > 1 ? { moment } : {}),
    flowId,
    document: encodeDocument(document),
  };
  const next = { ...lesson, scenes: [...lesson.scenes, scene] };
  return fits(next) ? ok(next) : err(phrase('document.lesson.large'));
}

function fits({ scenes }: OwnLesson): boolean {
  return scenes.reduce((size, { document }) => size + document.length, 0) <= LARGEST;
}

/** The lesson with a scene moved by so many places. */
export function moveScene(lesson: OwnLesson, id: string, by: 1 | -1): OwnLesson {
  const from = lesson.scenes.findIndex((scene) => scene.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= lesson.scenes.length) return lesson;
  const scenes = [...lesson.scenes];
  [scenes[from], scenes[to]] = [scenes[to]!, scenes[from]!];
  return { ...lesson, scenes };
}

/** The lesson with a scene changed; undefined: without it. */
export function changeScene(lesson: OwnLesson, id: string, change: Partial<OwnScene> | undefined): OwnLesson {
  const scenes = lesson.scenes.flatMap((scene) => {
    if (scene.id !== id) return [scene];
    return change === undefined ? [] : [{ ...scene, ...change }];
  });
  return { ...lesson, scenes };
}

/** The document and view of a kept scene; undefined: there is none, or its document cannot be read. */
export function ownContent(
  lesson: OwnLesson,
  id: string,
): { readonly document: Document; readonly view: SharedView } | undefined {
  const scene = lesson.scenes.find((each) => each.id === id);
  const document = scene && decodeDocument(scene.document);
  if (!scene || !document?.ok) return undefined;
  const { flowId, moment } = scene;
  const view: SharedView = { depth: 'story', flowId };
  return { document: document.value, view: moment === undefined ? view : { ...view, moment } };
}

/**
 * The lesson as it may leave: with the switch on every scene's document is its redacted twin, and so is what the author
 * wrote. Rejected where hiding fails: then nothing may leave.
 */
export async function hideLesson(
  lesson: OwnLesson,
  { redactedScene, redactedText }: Pick<Actions, 'redactedScene' | 'redactedText'>,
): Promise<OwnLesson> {
  const about = emptyDocument();
  const scenes: OwnScene[] = [];
  for (const scene of lesson.scenes) {
    const read = decodeDocument(scene.document);
    if (!read.ok) throw new Error(scene.id);
    const document = encodeDocument(await redactedScene(read.value));
    const [title, notes] = await Promise.all([
      redactedText(read.value, scene.title),
      redactedText(read.value, scene.notes),
    ]);
    scenes.push({ ...scene, document, title, notes });
  }
  const [title, goal] = await Promise.all([redactedText(about, lesson.title), redactedText(about, lesson.goal)]);
  return { ...lesson, title, goal, scenes };
}

/** The lesson without what only its author says: as it is handed out. */
export function withoutNotes(lesson: OwnLesson): OwnLesson {
  return { ...lesson, scenes: lesson.scenes.map((scene) => ({ ...scene, notes: '' })) };
}

const FORMAT = 'rulewalk-lesson';

/** A lesson as a file. */
export function printLesson({ received: _received, ...lesson }: OwnLesson): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, ...lesson }, undefined, 2)}\n`;
}

/** The lesson of a file; every scene's document is checked. A phrase: why it is none. */
export function parseLesson(text: string): Result<OwnLesson, Phrase> {
  if (text.length > 2 * LARGEST) return err(phrase('document.lesson.large'));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err(phrase('document.lesson.none'));
  }
  const isLesson = typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT;
  const lesson = isLesson ? readOwnLesson(value) : undefined;
  if (!lesson) return err(phrase('document.lesson.none'));
  if (!fits(lesson)) return err(phrase('document.lesson.large'));
  for (const { document } of lesson.scenes) {
    const read = decodeDocument(document);
    if (!read.ok) return read;
  }
  // Ids are counted anew: two files may have the same.
  const { title, goal, scenes } = lesson;
  return ok({ title, goal, scenes: scenes.map((scene, at) => ({ ...scene, id: `own-${at + 1}` })) });
}

/** What the hash of a whole lesson begins with; behind it base64url(deflate-raw(its file)). */
const LESSON_SIGN = '#lesson=';

/** The hash of a link with a whole lesson in it, documents included. An error if it were longer than a link may be: a file is not. */
export async function encodeLesson(lesson: OwnLesson): Promise<Result<string, Phrase>> {
  const hash = LESSON_SIGN + (await pack(printLesson(lesson)));
  return hash.length > MAX_LINK
    ? err(phrase('document.lesson.long', { length: hash.length, limit: MAX_LINK }))
    : ok(hash);
}

/** Reads the hash of a lesson; every scene's document is checked. A phrase: what is wrong with it. */
export async function decodeLesson(hash: string): Promise<Result<OwnLesson, Phrase>> {
  const text = await unpack(hash.slice(LESSON_SIGN.length));
  if (!text.ok) return text;
  const lesson = parseLesson(text.value);
  if (!lesson.ok && lesson.error.id !== 'document.lesson.none') return lesson;
  return lesson.ok && lesson.value.scenes.length > 0 ? lesson : err(phrase('document.link.broken'));
}

/**
 * The lesson that is kept once one was opened by its link, and what its first scene puts on the bench. Another that came by
 * a link gives way; one that was made here does not: a phrase says what to do.
 */
export function receiveLesson(
  own: OwnLesson,
  read: OwnLesson,
): Result<{ readonly own: OwnLesson; readonly content: LinkContent }, Phrase> {
  const isMade = own.scenes.length > 0 && own.received !== true;
  if (isMade && printLesson(withoutNotes(own)) !== printLesson(withoutNotes(read))) {
    return err(phrase('document.lesson.occupied', { title: read.title, own: own.title }));
  }
  const content = ownContent(read, read.scenes[0]?.id ?? '');
  return content
    ? ok({ own: isMade ? own : { ...read, received: true }, content })
    : err(phrase('document.link.broken'));
}
