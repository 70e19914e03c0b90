import { useSyncExternalStore } from 'react';
import { withMachine } from '../../core/document/edits/pasted';

/** A text that came in and is not on the bench yet. */
export interface PendingText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The machine it is of, if a person said so. */
  readonly node?: string;
  /** What a person says of the machines its prompts name. */
  readonly machines?: Readonly<Record<string, string>>;
}

/** Files that could not be read, by name. */
interface Inbox {
  readonly texts: readonly PendingText[];
  readonly unreadable: readonly string[];
}

const EMPTY: Inbox = { texts: [], unreadable: [] };
let inbox: Inbox = EMPTY;
let count = 0;
const listeners = new Set<() => void>();

function change(next: Inbox): void {
  inbox = next;
  for (const listener of listeners) listener();
}

/** Puts texts into the inbox; they stay until they are opened or removed, also while the dialog is closed. */
export function receiveTexts(texts: readonly Omit<PendingText, 'id'>[]): void {
  const added = texts.filter(({ text }) => text !== '').map((each) => ({ id: `pending-${++count}`, ...each }));
  if (added.length > 0) change({ ...inbox, texts: [...inbox.texts, ...added] });
}

/** Reads dropped or chosen files as text; one that cannot be read is named and the others stand. */
export async function receiveFiles(files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      receiveTexts([{ title: file.name, text: await file.text() }]);
    } catch {
      change({ ...inbox, unreadable: [...inbox.unreadable, file.name] });
    }
  }
}

/** Takes a text out. */
export function discardText(id: string): void {
  change({ ...inbox, texts: inbox.texts.filter((text) => text.id !== id) });
}

/** Gives a text another title. */
export function renameText(id: string, title: string): void {
  change({ ...inbox, texts: inbox.texts.map((text) => (text.id === id ? { ...text, title } : text)) });
}

/** Says which machine a text is of. */
export function assignText(id: string, node: string | undefined): void {
  const assigned = ({ node: _told, ...text }: PendingText): PendingText =>
    node === undefined ? text : { ...text, node };
  change({ ...inbox, texts: inbox.texts.map((text) => (text.id === id ? assigned(text) : text)) });
}

/** Calls a machine that prompts of a text name otherwise. */
export function callMachine(id: string, told: string, name: string | undefined): void {
  change({ ...inbox, texts: inbox.texts.map((text) => (text.id === id ? withMachine(text, told, name) : text)) });
}

/** Empties the inbox. */
export function clearInbox(): void {
  change(EMPTY);
}

/** What is in the inbox now. */
export function currentInbox(): Inbox {
  return inbox;
}

/** The inbox, followed. */
export function useInbox(): Inbox {
  return useSyncExternalStore(subscribe, currentInbox);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
