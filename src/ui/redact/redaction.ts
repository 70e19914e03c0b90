import { useSyncExternalStore } from 'react';
import type { Document } from '../../core/document/document';
import type { RedactedDocument } from '../../core/document/redact-document';
import { Cancelled } from '../../engine/client';
import { background } from '../../engine/page-engines';

/** The one switch, and what came of it for the document it was last asked about. */
export interface Redaction {
  readonly on: boolean;
  readonly of: Document | undefined;
  readonly status: 'idle' | 'working' | 'done' | 'failed';
  readonly progress: number;
  readonly result: RedactedDocument | undefined;
  readonly message: string;
}

let state: Redaction = { on: false, of: undefined, status: 'idle', progress: 0, result: undefined, message: '' };
let running: AbortController | undefined;
const listeners = new Set<() => void>();

function change(next: Partial<Redaction>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

/** 128 random bits, kept for the visit and given to nobody: without them nothing can be turned back. */
const seed = crypto.randomUUID();

/** Turns the switch. It stays as it is until the page is left. */
export function setRedacting(on: boolean): void {
  if (!on) running?.abort();
  change(on ? { on } : { on, of: undefined, status: 'idle', result: undefined });
}

/** Redacts a document unless that is done or on its way; `again`: even if it failed. */
export function redact(document: Document, again = false): void {
  if (state.of === document && !again) return;
  running?.abort();
  const abort = new AbortController();
  running = abort;
  change({ of: document, status: 'working', progress: 0, result: undefined });
  const put = (next: Partial<Redaction>): void => {
    if (running === abort && state.of === document) change(next);
  };
  background
    .ask('redact', { document, seed }, { signal: abort.signal, onProgress: (progress) => put({ progress }) })
    .then((result) => put({ status: 'done', result }))
    .catch((error: unknown) => {
      if (!(error instanceof Cancelled)) put({ status: 'failed', message: String(error) });
    });
}

/** The document as it may leave the page now; with the switch on once its twin is made, rejected if that fails. */
export function sharedDocument(document: Document): Promise<Document> {
  if (!state.on) return Promise.resolve(document);
  redact(document);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (state.of === document && state.status === 'working') return;
      listeners.delete(look);
      const twin = state.of === document ? state.result?.document : undefined;
      if (twin) resolve(twin);
      else reject(new Error(state.message));
    };
    listeners.add(look);
    look();
  });
}

/** Some words of a document's page as they may leave it. */
export function sharedText(document: Document, text: string): Promise<string> {
  if (!state.on) return Promise.resolve(text);
  return background.ask('redact-text', { document, seed, text });
}

/** The switch and its state, followed. */
export function useRedaction(): Redaction {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
