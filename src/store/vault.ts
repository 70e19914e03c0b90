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
const MOST_KEPT = 8;

/** A key that sorts after all older ones. */
export function vaultKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

/** When a key was made, milliseconds. */
export function keptSince(key: string): number {
  return Number.parseInt(key.split('-')[0] ?? '', 36);
}

/** The browser's IndexedDB; where it is missing or forbidden nothing is kept and `put` says so. */
export function browserVault(name = 'rulewalk'): Vault {
  return {
    put: async (key, texts) => {
      try {
        const database = await open(name);
        const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
        const kept = await finished(store.getAllKeys());
        for (const old of kept.slice(0, Math.max(0, kept.length + 1 - MOST_KEPT))) store.delete(old);
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
