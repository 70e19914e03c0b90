import type { PastedText } from '../../core/document/document';
import type { Places, TextStorage, Vault } from '../places';

type Memory = TextStorage & { readonly kept: Map<string, string> };

/** Web Storage in memory; `limit`: characters of one value. */
export function memory(limit = Infinity): Memory {
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

/** A vault in memory; `broken`: as where there is none. */
export function memoryVault(texts = new Map<string, readonly PastedText[]>(), broken = false): Vault {
  return {
    put: (key, next) => Promise.resolve(!broken && (texts.set(key, structuredClone(next)), true)),
    get: (key) => Promise.resolve(texts.get(key)),
    keepOnly: (keep) => {
      for (const key of texts.keys()) if (!keep(key)) texts.delete(key);
      return Promise.resolve();
    },
  };
}

interface Kept {
  readonly tab: Memory;
  readonly machine: Memory;
  readonly texts: ReadonlyMap<string, readonly PastedText[]>;
  readonly bodies: ReadonlyMap<string, readonly PastedText[]>;
}

/** All places in memory, with what the vaults keep. */
export function places(limit = Infinity): Places & Kept {
  const [texts, bodies] = [new Map<string, readonly PastedText[]>(), new Map<string, readonly PastedText[]>()];
  const vaults = { vault: memoryVault(texts), documents: memoryVault(bodies) };
  return { tab: memory(limit), machine: memory(limit), ...vaults, texts, bodies };
}
