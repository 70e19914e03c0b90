import type { Document } from '../core/document/document';
import type { RedactedDocument } from '../core/questions/redact/redact-document';
import { Cancelled } from '../engine/client';
import { background } from '../engine/page-engines';
import type { Access } from './access';

/** The one switch, and what came of it for the document it was last asked about. */
export interface RedactionState {
  readonly on: boolean;
  readonly of: Document | undefined;
  readonly status: 'idle' | 'working' | 'done' | 'failed';
  readonly progress: number;
  readonly result: RedactedDocument | undefined;
  readonly message: string;
}

export interface RedactionActions {
  /** Turns the switch. It stays as it is until the page is left. */
  readonly setRedacting: (on: boolean) => void;
  /** Redacts a document unless that is done or on its way; `again`: even if it failed. */
  readonly redact: (document: Document, again?: boolean) => void;
  /** The document as it may leave the page now; with the switch on its redacted twin, rejected if that fails. */
  readonly redactedDocument: (document: Document) => Promise<Document>;
  /** As {@link redactedDocument}, for a document that is not on the bench. */
  readonly redactedScene: (document: Document) => Promise<Document>;
  /** Some words of a document's page as they may leave it. */
  readonly redactedText: (document: Document, text: string) => Promise<string>;
}

/** The switch is off. */
export const NOT_REDACTED: RedactionState = {
  on: false,
  of: undefined,
  status: 'idle',
  progress: 0,
  result: undefined,
  message: '',
};

/** Actions of the redaction switch: while it is on, pseudonyms leave the page in place of names and addresses. */
export function redactionActions(access: Access): RedactionActions {
  /** 128 random bits, kept for the visit and given to nobody: without them nothing can be turned back. */
  let seed: string | undefined;
  const seedOfVisit = (): string => (seed ??= crypto.randomUUID());
  let running: AbortController | undefined;
  const state = (): RedactionState => access.get().redaction;
  const patch = (change: Partial<RedactionState>): void =>
    access.set(({ redaction }) => ({ redaction: { ...redaction, ...change } }));
  const redact: RedactionActions['redact'] = (document, again = false) => {
    if (state().of === document && !again) return;
    running?.abort();
    const abort = new AbortController();
    running = abort;
    patch({ of: document, status: 'working', progress: 0, result: undefined });
    const put = (change: Partial<RedactionState>): void => {
      if (running === abort && state().of === document) patch(change);
    };
    background
      .ask(
        'redact',
        { document, seed: seedOfVisit() },
        { signal: abort.signal, onProgress: (progress) => put({ progress }) },
      )
      .then((result) => put({ status: 'done', result }))
      .catch((error: unknown) => {
        if (!(error instanceof Cancelled)) put({ status: 'failed', message: String(error) });
      });
  };
  return {
    setRedacting: (on) => {
      if (!on) running?.abort();
      patch(on ? { on } : NOT_REDACTED);
    },
    redact,
    redactedDocument: async (document) => {
      if (!state().on) return document;
      redact(document);
      await until(access, ({ redaction: { of, status } }) => of !== document || status !== 'working');
      const { of, result, message } = state();
      if (of !== document || !result) throw new Error(message);
      return result.document;
    },
    redactedScene: async (document) =>
      state().on ? (await background.ask('redact', { document, seed: seedOfVisit() })).document : document,
    redactedText: (document, text) =>
      state().on ? background.ask('redact-text', { document, seed: seedOfVisit(), text }) : Promise.resolve(text),
  };
}

/** Waits until something is true of the store. */
function until(access: Access, isTrue: (state: ReturnType<Access['get']>) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = access.subscribe(() => look());
    const look = (): void => {
      if (!isTrue(access.get())) return;
      stop();
      resolve();
    };
    look();
  });
}
