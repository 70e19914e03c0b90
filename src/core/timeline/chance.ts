import { createRng, type Rng } from '../lib/random';

/** FNV-1a: a name has its own chances, whatever else there is. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The chances of one thing, by its name. */
export function rngOf(seed: number, name: string): Rng {
  return createRng((seed ^ hashOf(name)) >>> 0);
}
