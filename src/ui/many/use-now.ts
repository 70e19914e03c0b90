import { useMany } from './many-store';

const COARSE_MS = 120;

/** The crowd's time for what need not follow every frame: words and bars change eight times a second. */
export function useNow(): number {
  return useMany(({ at, playing }) => (playing ? Math.floor(at / COARSE_MS) * COARSE_MS : at));
}
