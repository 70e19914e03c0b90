import { isEmbedded } from './embedded';
import type { PastedText } from '../core/document/document';

/**
 * A place for pasted and typed texts that are too large for Web Storage. Each tab keeps its own under a key of
 * its own, so that one does not take the texts of another. Failures are answers, not exceptions.
 */
export interface Vault {
  /** False when it could not be kept. */
  readonly put: (key: string, texts: readonly PastedText[]) => Promise<boolean>;
  readonly get: (key: string) => Promise<readonly PastedText[] | undefined>;
  /** Deletes what is kept under all other keys. */
  readonly keepOnly: (keep: (key: string) => boolean) => Promise<void>;
}

const STORE = 'texts';
/** Older ones make room. Keys sort by the time they were made. */
const MOST_KEPT = { texts: 8, documents: 24 };

/** A key that sorts after all older ones. */
export function vaultKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

/** When a key was made, milliseconds. */
export function keptSince(key: string): number {
  return Number.parseInt(key.split('-')[0] ?? '', 36);
}

/** The browser's IndexedDB; where it is missing or forbidden nothing is kept and `put` says so. */
function browserVault(name: string, most: number): Vault {
  return {
    put: async (key, texts) => {
      try {
        const database = await open(name);
        const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
        const kept = await finished(store.getAllKeys());
        for (const old of kept.slice(0, Math.max(0, kept.length + 1 - most))) store.delete(old);
        await finished(store.put(texts, key));
        database.close();
        return true;
      } catch {
        return false;
      }
    },
    get: async (key) => {
      try {
        const database = await open(name);
        const found = await finished(database.transaction(STORE).objectStore(STORE).get(key));
        database.close();
        return isTexts(found) ? found : undefined;
      } catch {
        return undefined;
      }
    },
    keepOnly: async (keep) => {
      try {
        const database = await open(name);
        const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
        const kept = await finished(store.getAllKeys());
        for (const key of kept) if (typeof key !== 'string' || !keep(key)) await finished(store.delete(key));
        database.close();
      } catch {
        // Where nothing can be kept, nothing is.
      }
    },
  };
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return finished(request);
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    if (request instanceof IDBOpenDBRequest) {
      request.addEventListener('blocked', () => reject(new Error('IndexedDB is blocked')));
    }
  });
}

function isTexts(value: unknown): value is readonly PastedText[] {
  return Array.isArray(value) && value.every((text) => typeof (text as PastedText | null)?.text === 'string');
}

/** The part of Web Storage that is used; tests hand in a Map with the same methods. */
export interface TextStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/** Where things are kept: `tab` outlives a reload of this tab, `machine` outlives the tab, `vault` takes what is large. */
export interface Places {
  readonly tab: TextStorage;
  readonly machine: TextStorage;
  readonly vault: Vault;
  /** Documents that are not on the bench any more (history.ts): the first text is the document, then come its pasted ones. */
  readonly documents: Vault;
}

/** The value of a key in a storage; undefined also where the browser forbids it. */
export function read(storage: TextStorage, key: string): string | undefined {
  try {
    return storage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Lets go of what a storage keeps under a key; a forbidden one has kept nothing. */
export function remove(storage: TextStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // As above.
  }
}

/** The bench as it is now, for a reload. */
export const AUTOSAVE_KEY = 'rulewalk.autosave';
export const PREFERENCES_KEY = 'rulewalk.preferences';
/** What another document has just taken the place of, until it is in the history. */
export const PREVIOUS_KEY = 'rulewalk.previous';
/** Set while a document is being opened. */
export const OPENING_KEY = 'rulewalk.opening';
/** The list of documents that can be gone back to. */
export const HISTORY_KEY = 'rulewalk.history';
/** Another one since everything was forgotten: what was saved under an older one is not to come back. */
export const EPOCH_KEY = 'rulewalk.epoch';

/** Keeps nothing. */
const NO_VAULT: Places['vault'] = {
  put: () => Promise.resolve(false),
  get: () => Promise.resolve(undefined),
  keepOnly: () => Promise.resolve(),
};

/** The browser's storages; where they are forbidden, things are kept until the tab closes. */
export function browserPlaces(): Places {
  // In the frame of another page nothing is kept: what somebody works on here is not to be written over there.
  const embedded = isEmbedded();
  const open = (storage: () => Storage): TextStorage =>
    storageOr(() => {
      if (embedded) throw new Error('nothing is kept');
      return storage();
    });
  return {
    tab: open(() => window.sessionStorage),
    machine: open(() => window.localStorage),
    vault: embedded ? NO_VAULT : browserVault('rulewalk', MOST_KEPT.texts),
    documents: embedded ? NO_VAULT : browserVault('rulewalk-documents', MOST_KEPT.documents),
  };
}

function storageOr(open: () => Storage): TextStorage {
  try {
    return open();
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
}
