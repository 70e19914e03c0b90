import type { PastedText } from '../../core/document/document';
import type { Places, TextStorage } from '../autosave';

/** Web Storage in memory; `limit`: characters of one value. */
export function memory(limit = Infinity): TextStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
}

/** All places in memory, with what the vault keeps. */
export function places(limit = Infinity): Places & { readonly texts: ReadonlyMap<string, readonly PastedText[]> } {
  const texts = new Map<string, readonly PastedText[]>();
  const vault = {
    put: (key: string, next: readonly PastedText[]) => (texts.set(key, structuredClone(next)), Promise.resolve(true)),
    get: (key: string) => Promise.resolve(texts.get(key)),
    keepOnly: (keep: (key: string) => boolean) => {
      for (const key of texts.keys()) if (!keep(key)) texts.delete(key);
      return Promise.resolve();
    },
  };
  return { tab: memory(limit), machine: memory(limit), vault, texts };
}
