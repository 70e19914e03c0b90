import { useLayoutEffect, type RefObject } from 'react';
import { useBench } from '../../../store/hooks';
import { createMeasure } from '../layout/measure';

/** How words are written (story.module.css), and how small they may be, px. */
export interface Type {
  readonly rem: number;
  readonly leading: number;
  readonly least: number;
}

const IN_A_ROOM: Type = { rem: 2.25, leading: 42 / 36, least: 30 };
const IN_A_HAND: Type = { rem: 1.6875, leading: 33 / 27, least: 20 };
const CAUSE_IN_A_HAND: Type = { rem: 1.0625, leading: 24 / 17, least: 15 };
/** Of its size a sentence may lose so much to stand on one line. */
const LEAST_FIT = 0.78;

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

/** The size at which a sentence stands on one line, px; undefined: it does as it is, or would be too small. */
function fitLine(headline: HTMLElement, sentence: string, size: number): number | undefined {
  const part = headline.clientWidth / createMeasure().measure(sentence, 'ui', size);
  const fitting = Math.floor(part * size);
  return part < 1 && part >= LEAST_FIT && fitting >= IN_A_ROOM.least ? fitting : undefined;
}

interface FittingFor {
  readonly index: number;
  readonly tall: boolean;
}

/**
 * For a room: a sentence a little longer than a line is written a little smaller, as the stage needs the height. There and
 * in a hand any is, and in a hand its cause, too, as long as stage and lens are not whole below.
 */
export function useFitting(
  words: RefObject<HTMLDivElement | null>,
  sentence: string,
  { index, tall }: FittingFor,
): void {
  const presenting = useBench(({ view }) => view.presenting);
  useLayoutEffect(() => {
    const [headline, cause] = [words.current?.querySelector('h2'), words.current?.querySelector('p')];
    const main = headline?.closest('main');
    if (!(presenting || tall) || !headline || !cause || !main) return undefined;
    const said: FittedWords = { element: headline, type: tall ? IN_A_HAND : IN_A_ROOM };
    const why: FittedWords = { element: cause, type: CAUSE_IN_A_HAND };
    const over = (): number => measureOver(main);
    // Told by the room there is, never by how it is written now: or it would be written larger and smaller by turns.
    const fit = (): void => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const line = tall ? undefined : fitLine(headline, sentence, said.type.rem * rem);
      write(said, line);
      write(why);
      writeSmaller(said, line ?? said.type.rem * rem, over);
      if (tall && !presenting) writeSmaller(why, why.type.rem * rem, over);
    };
    const sizes = new ResizeObserver(fit);
    if (words.current) sizes.observe(words.current);
    // What comes after a scene takes its room from it.
    sizes.observe(main);
    return () => {
      sizes.disconnect();
      write(said);
      write(why);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- another moment has another lens
  }, [words, sentence, index, tall, presenting]);
}
