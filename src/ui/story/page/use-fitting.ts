import { useLayoutEffect, type RefObject } from 'react';

/** How words are written (story.module.css), and how small they may be, px. */
export interface Type {
  readonly rem: number;
  readonly leading: number;
  readonly least: number;
}

const IN_A_HAND: Type = { rem: 1.6875, leading: 33 / 27, least: 20 };
const CAUSE_IN_A_HAND: Type = { rem: 1.0625, leading: 24 / 17, least: 15 };

/** Words that may be written smaller. */
export interface FittedWords {
  readonly element: HTMLElement;
  readonly type: Type;
}

/** `size` undefined: as the page has it. */
export function write({ element: { style }, type }: FittedWords, size?: number): void {
  style.fontSize = size === undefined ? '' : `${size}px`;
  style.lineHeight = size === undefined ? '' : String(type.leading);
}

/** So many px less room there is than is needed: on the page, or for the stage, which is less than whole then. */
function measureOver(main: HTMLElement): number {
  const place = main.querySelector<HTMLElement>('[data-place]');
  const hidden = place ? Number(place.dataset['place']) - place.clientHeight : 0;
  return main.scrollHeight - main.clientHeight + Math.max(0, hidden);
}

/** Smaller and smaller as long as there is too little room; as it was, where that has nothing to do with it. */
export function writeSmaller(written: FittedWords, whole: number, over: () => number): void {
  const before = over();
  for (let size = whole; over() > 0 && size > written.type.least;)
    write(written, (size = Math.max(written.type.least, size - 2)));
  if (before > 0 && over() >= before) write(written, whole);
}

interface FittingFor {
  readonly index: number;
  readonly tall: boolean;
}

/** In a hand a sentence and its cause are written a little smaller, as long as stage and lens are not whole below. */
export function useFitting(
  words: RefObject<HTMLDivElement | null>,
  sentence: string,
  { index, tall }: FittingFor,
): void {
  useLayoutEffect(() => {
    const [headline, cause] = [words.current?.querySelector('h2'), words.current?.querySelector('p')];
    const main = headline?.closest('main');
    if (!tall || !headline || !cause || !main) return undefined;
    const said: FittedWords = { element: headline, type: IN_A_HAND };
    const why: FittedWords = { element: cause, type: CAUSE_IN_A_HAND };
    const over = (): number => measureOver(main);
    // Told by the room there is, never by how it is written now: or it would be written larger and smaller by turns.
    const fit = (): void => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      write(said);
      write(why);
      writeSmaller(said, said.type.rem * rem, over);
      writeSmaller(why, why.type.rem * rem, over);
    };
    const sizes = new ResizeObserver(fit);
    if (words.current) sizes.observe(words.current);
    // The page takes its room from it.
    sizes.observe(main);
    return () => {
      sizes.disconnect();
      write(said);
      write(why);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- another moment has another lens
  }, [words, sentence, index, tall]);
}
