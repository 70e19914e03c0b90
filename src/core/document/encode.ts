import type { Document } from './document';

/** The document as one line of JSON: what links, autosave and files hold; `decodeDocument` in codec.ts reads it. */
export function encodeDocument(document: Document): string {
  return JSON.stringify(document);
}
