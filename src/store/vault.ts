import type { PastedText } from '../core/document/document';

/** A place for pasted texts that are too large for Web Storage. Failures are answers, not exceptions. */
export interface Vault {
  /** False when it could not be kept. */
  readonly put: (texts: readonly PastedText[]) => Promise<boolean>;
  readonly get: () => Promise<readonly PastedText[] | undefined>;
}

const STORE = 'texts';
const KEY = 'pasted';

/** The browser's IndexedDB; where it is missing or forbidden nothing is kept and `put` says so. */
export function browserVault(name = 'rulewalk'): Vault {
  return {
    put: async (texts) => {
      try {
        const database = await open(name);
        await finished(database.transaction(STORE, 'readwrite').objectStore(STORE).put(texts, KEY));
        database.close();
        return true;
      } catch {
        return false;
      }
    },
    get: async () => {
      try {
        const database = await open(name);
        const found = await finished(database.transaction(STORE).objectStore(STORE).get(KEY));
        database.close();
        return isTexts(found) ? found : undefined;
      } catch {
        return undefined;
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
