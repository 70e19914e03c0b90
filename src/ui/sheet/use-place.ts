import { useEffect, useRef, type RefObject } from 'react';
import { useActions } from '../../store/hooks';
import type { LeftSheet } from '../../store/view-state';
import type { SheetSlide } from './sheet.model';

/** Where nobody has read yet. */
export const BEGINNING: LeftSheet['at'] = { block: 0, below: 0 };
/** So long after it was shown a Sheet may still grow above what is read, ms. */
const SETTLING = 4000;
/** A reader who does one of these has taken the page over. */
const HANDS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** A slide begins at its top; who ends stands at what was presented last. */
export function useSlidePlace(
  page: RefObject<HTMLDivElement | null>,
  slides: readonly SheetSlide[],
  at: number | undefined,
): void {
  const last = useRef<number>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = at;
    if (at !== undefined) page.current?.scrollTo(0, 0);
    else if (before !== undefined)
      page.current
        ?.querySelector(`[data-block="${slides[before]?.blocks.at(-1)}"]`)
        ?.scrollIntoView({ block: 'start' });
  }, [page, slides, at]);
}

/** The last block that begins in the upper part of what is seen of the page, by its place. */
export function blockInView(page: HTMLElement | null): number {
  const { top = 0, height = 0 } = page?.getBoundingClientRect() ?? {};
  const blocks = [...(page?.querySelectorAll('[data-block]') ?? [])];
  const last = blocks.findLast((block) => block.getBoundingClientRect().top < top + height * UPPER);
  return Number(last?.getAttribute('data-block') ?? 0);
}

/** The first and the last block that is seen, or nearly; undefined: nothing is shown. */
export function blocksSeen(page: HTMLElement | null): readonly [first: number, last: number] | undefined {
  const { top = 0, height = 0 } = page?.getBoundingClientRect() ?? {};
  const near = [...(page?.querySelectorAll('[data-block]') ?? [])].filter((block) => {
    const { top: begins, bottom } = block.getBoundingClientRect();
    return bottom > top - height * NEARLY && begins < top + height * (1 + NEARLY);
  });
  const [first, last] = [near[0], near.at(-1)].map((block) => Number(block?.getAttribute('data-block')));
  return near.length === 0 || first === undefined || last === undefined ? undefined : [first, last];
}

/** So much of the page's height above and below it is seen soon. */
const NEARLY = 0.2;
/** What begins above this share of the page's height is read. */
const UPPER = 0.6;
/** The block at the top of what is seen, and how far its beginning is below that; a slide is no place. */
function readPlace(page: HTMLElement): LeftSheet['at'] | undefined {
  if (page.querySelector('[data-slide]')) return undefined;
  const { top } = page.getBoundingClientRect();
  const blocks = [...page.querySelectorAll('[data-block]')];
  const first = blocks.findIndex((each) => each.getBoundingClientRect().bottom > top + 1);
  const named = blocks.slice(first).find((each) => figureIn(each) !== undefined);
  const seen = named ?? blocks[first];
  if (!seen || first < 0 || page.scrollTop === 0) return BEGINNING;
  const figure = figureIn(seen);
  const below = seen.getBoundingClientRect().top - top;
  return { block: Number(seen.getAttribute('data-block')), below, ...(figure === undefined ? {} : { figure }) };
}

/** The name of a figure in a block. */
const figureIn = (block: Element): string | undefined =>
  block.querySelector('[data-figure]')?.getAttribute('data-figure') ?? undefined;

function goTo(page: HTMLElement, { block, below, figure }: LeftSheet['at']): void {
  const named = figure === undefined ? null : page.querySelector(`[data-figure="${figure}"]`);
  const found = named?.closest('[data-block]') ?? page.querySelector(`[data-block="${block}"]`);
  if (found) page.scrollTop += found.getBoundingClientRect().top - page.getBoundingClientRect().top - below;
}

/** Lanes that nobody has lived through yet grow once they are. */
const LANES_TO_COME = '[data-moment=lanes]:not([data-lived])';

/** Stays at a place while what stands above it takes its size, until the reader moves; returns what ends it. */
function holdPlace(page: HTMLElement, at: LeftSheet['at']): () => void {
  const sizes = new ResizeObserver(() => goTo(page, at));
  const end = (): void => {
    clearTimeout(timer);
    sizes.disconnect();
    for (const hand of HANDS) removeEventListener(hand, end, true);
  };
  const endSettled = (): void => {
    if (page.querySelector(LANES_TO_COME)) timer = setTimeout(endSettled, SETTLING);
    else end();
  };
  let timer = setTimeout(endSettled, SETTLING);
  for (const hand of HANDS) addEventListener(hand, end, true);
  goTo(page, at);
  if (page.firstElementChild?.nextElementSibling) sizes.observe(page.firstElementChild.nextElementSibling);
  return end;
}

/** Goes to where the Sheet was left, and keeps what was done and where it was read; `page` undefined: nothing is shown yet. */
export function useLeaving(
  id: string,
  { state, at: begun, figure }: LeftSheet,
  page: RefObject<HTMLDivElement | null> | undefined,
): void {
  const { leaveSheet } = useActions();
  const last = useRef({ state, figure });
  const at = useRef(begun);
  useEffect(() => {
    last.current = { state, figure };
  }, [state, figure]);
  useEffect(() => {
    const scroller = page?.current;
    if (!scroller) return undefined;
    const { block, below } = at.current;
    const letGo = block === 0 && below === 0 ? undefined : holdPlace(scroller, at.current);
    const onScroll = (): void => void (at.current = readPlace(scroller) ?? at.current);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      letGo?.();
      scroller.removeEventListener('scroll', onScroll);
      leaveSheet(id, { ...last.current, at: at.current });
    };
  }, [id, page, leaveSheet]);
}
