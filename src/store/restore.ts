import { decodeDocument } from '../core/document/codec';
import type { Phrase } from '../core/lib/phrase';
import type { PastedText } from '../core/document/document';
import type { Saved, Vault } from './autosave';
import { readView } from './link';

/** Reads what autosave wrote; undefined if it is not that. Loaded when there is something to read. */
export async function restoreSaved(text: string, vault: Vault): Promise<Saved | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { document, view, drafts, typed, vault: key } = value as Record<string, unknown>;
  const decoded = typeof document === 'string' ? decodeDocument(document) : undefined;
  if (!decoded?.ok) return undefined;
  const texts = typeof key === 'string' ? await vault.get(key) : undefined;
  const whole = texts ? { ...decoded.value, pasted: { ...decoded.value.pasted, texts } } : decoded.value;
  return {
    document: whole,
    view: await readView(typeof view === 'string' ? view : undefined),
    drafts: typeof typed === 'string' ? draftsOf((await vault.get(typed)) ?? []) : readDrafts(drafts),
  };
}

function draftsOf(texts: readonly PastedText[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map(({ id, text }) => [id, text]));
}

function readDrafts(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Why a saved document cannot be opened here: its mode is not known, or it is of a newer page. Else undefined. */
export function refusalOf(text: string): Phrase | undefined {
  try {
    const { document } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const decoded = typeof document === 'string' ? decodeDocument(document) : undefined;
    if (!decoded || decoded.ok) return undefined;
    return SAID.has(decoded.error.id) ? decoded.error : undefined;
  } catch {
    return undefined;
  }
}

const SAID: ReadonlySet<string> = new Set(['document.mode.missing', 'document.codec.newer']);
