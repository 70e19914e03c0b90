import type { PhraseBook } from '../../phrases/phrase-book';

/** An author's own lesson: its file and its link. */
export const LESSON_PHRASES = {
  'document.lesson.none':
    'This file holds no Sheet: one that was saved here ends in .sheet.json, an older lesson in .lesson.json.',
  'document.lesson.large':
    'These Sheets are more than the browser keeps: leave out pasted dumps, or hand one out as a file and remove it.',
  'document.lesson.long':
    'This Sheet is too much for a link ({length} characters, at most {limit}). Hand it out as a file instead.',
  'document.lesson.no-scene': 'There is no scene “{name}”. Near it: {near}. All scenes stand under Lessons.',
} as const satisfies PhraseBook;
