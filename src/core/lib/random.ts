/**
 * A seeded, replayable source of randomness (mulberry32). The same seed gives the same sequence
 * in every engine, which is what lets a shared link show the same picture.
 */
export interface Rng {
  /** The next 32 bits, unsigned. */
  readonly u32: () => number;
  /** The next integer in [0, bound). */
  readonly below: (bound: number) => number;
}

/** Makes an {@link Rng} from a 32-bit seed. */
export function createRng(seed: number): Rng {
  let state = seed >>> 0;
  const u32 = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  return { u32, below: (bound) => Math.floor((u32() / 0x1_0000_0000) * bound) };
}

/** FNV-1a: a name has its own chances, whatever else there is. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** An {@link Rng} of one thing among others, by its name. */
export function createNamedRng(seed: number, name: string): Rng {
  return createRng((seed ^ hashText(name)) >>> 0);
}
