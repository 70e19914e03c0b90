import { createRedactor } from '../../core/questions/redact/redact-text';
import type { Document } from '../../core/document/document';
import { redactDocument, type RedactedDocument } from '../../core/questions/redact/redact-document';
import type { Engine } from '../engine';

/** `seed`: random text that stays here. */
interface DocumentAsked {
  readonly document: Document;
  readonly seed: string;
}

/** `document`: in its pasted texts names are looked for, as for the document itself. */
interface TextAsked extends DocumentAsked {
  readonly text: string;
}

/** A document as it may leave the page. */
export function redact({ memo }: Engine, { document, seed }: DocumentAsked): Generator<number, RedactedDocument> {
  return redactDocument(document, seed, memo);
}

/** Words of a document's page as they may leave it. */
export function redactText(_: Engine, { document, seed, text }: TextAsked): string {
  const texts = [...document.pasted.texts, ...(document.told ?? [])].map((each) => each.text);
  return createRedactor(seed, texts).text(text);
}
