import type { Document } from '../../core/document/document';
import { sharedDocument, sharedText } from './redaction';

/**
 * The one way text leaves for the clipboard. What is put there is as it may be shared already: a link or texts
 * of a shared document. Rejected where the browser refuses.
 */
export async function putOnClipboard(shared: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('no clipboard');
  await navigator.clipboard.writeText(shared);
}

/** Copies what is made of a document: with the switch on of its redacted twin. What it gives back is what `make` does. */
export async function copyOf<T extends { readonly text: string }>(
  document: Document,
  make: (shared: Document) => T,
): Promise<T> {
  const made = make(await sharedDocument(document));
  await putOnClipboard(made.text);
  return made;
}

/** Copies text of the page; with the switch on its names and addresses are pseudonyms. */
export async function copyText(document: Document, text: string): Promise<void> {
  await putOnClipboard(await sharedText(document, text));
}
