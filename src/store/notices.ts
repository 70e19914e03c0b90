import type { Document } from '../core/document/document';
import type { Phrase } from '../core/lib/phrase';

/** Has what a notice is about ended with a change of the document? */
export function isOver({ id }: Phrase, before: Document, now: Document): boolean {
  if (id === 'document.mode.other-release') return now.mode !== before.mode || now.release !== before.release;
  // What could not be done is over once something else was.
  return id === 'document.edit.failed' || id.includes('.limit.');
}

/** Is it still to be said when another document is put on the bench? What is about the browser is. */
export function staysBeyond({ id }: Phrase): boolean {
  return id === 'document.autosave.failed';
}
