import type { PhraseBook } from '../../phrases/phrase-book';

/** An author's own lesson: its file and its link. */
export const LESSON_PHRASES = {
  'document.lesson.none': 'This file holds no lesson: an exported lesson ends in .lesson.json.',
  'document.lesson.large':
    'These scenes are more than the browser keeps: leave out pasted dumps, or keep fewer scenes and export them.',
  'document.lesson.long':
    'This lesson is too much for a link ({length} characters, at most {limit}). Export it as a file instead.',
  'document.lesson.occupied':
    'The link holds the lesson “{title}”, but a lesson that was made here, “{own}”, would have to give way, so it was not opened. Open the lessons (l), export yours and remove its scenes, then open the link again.',
  'document.lesson.no-scene': 'There is no scene “{name}”. Near it: {near}. All scenes stand under Lessons.',
} as const satisfies PhraseBook;
