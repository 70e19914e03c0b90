import { draw } from './suffix';

/** A range split into a static band for people and a dynamic one for the allocator. */
export interface Bands {
  /** First usable offset. */
  readonly first: number;
  /** First offset of the dynamic band. */
  readonly dynamic: number;
  /** One past the last usable offset. */
  readonly end: number;
}

/**
 * An offset for `purpose`: from the dynamic band while it has one, else from the static band. The
 * real allocators draw at random; here the draw is a function of seed and purpose, and a taken
 * place moves it on to the next free one. Undefined when the range is full.
 */
export function pickOffset(
  bands: Bands,
  isFree: (offset: number) => boolean,
  seed: number,
  purpose: string,
): number | undefined {
  return (
    pickIn(bands.dynamic, bands.end, isFree, seed, purpose) ?? pickIn(bands.first, bands.dynamic, isFree, seed, purpose)
  );
}

function pickIn(
  from: number,
  to: number,
  isFree: (offset: number) => boolean,
  seed: number,
  purpose: string,
): number | undefined {
  const size = to - from;
  if (size <= 0) return undefined;
  const start = draw(seed, purpose, size);
  for (let i = 0; i < size; i++) {
    const offset = from + ((start + i) % size);
    if (isFree(offset)) return offset;
  }
  return undefined;
}
