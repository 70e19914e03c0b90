import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { unpack } from '../engine/questions/link';
import { MAX_LINK, pack, type LinkContent } from './link';
import { ownContent, parseLesson, printLesson } from './own-lesson';
import type { OwnLesson } from './types';

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
  if (isMade && printLesson(own) !== printLesson(read)) {
    return err(phrase('document.lesson.occupied', { title: read.title, own: own.title }));
  }
  const content = ownContent(read, read.scenes[0]?.id ?? '');
  return content
    ? ok({ own: isMade ? own : { ...read, received: true }, content })
    : err(phrase('document.link.broken'));
}
