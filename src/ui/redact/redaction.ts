import { useSyncExternalStore, useEffect } from 'react';
import type { Document } from '../../core/document/document';
import type { RedactedDocument } from '../../core/questions/redact/redact-document';
import { Cancelled } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useBench } from '../../store/hooks';

/** The one switch, and what came of it for the document it was last asked about. */
interface Redaction {
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
function sharedDocument(document: Document): Promise<Document> {
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
function sharedText(document: Document, text: string): Promise<string> {
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

/**
 * The document as it may leave the page: the present one, or with the switch on its redacted twin;
 * undefined while that is being made or if it failed, so that nothing leaves by mistake.
 */
export function useSharedDocument(): Document | undefined {
  const present = useBench(({ document }) => document.present);
  const { on, of, result } = useRedaction();
  useEffect(() => {
    if (on) redact(present);
  }, [on, present]);
  if (!on) return present;
  return of === present ? result?.document : undefined;
}
