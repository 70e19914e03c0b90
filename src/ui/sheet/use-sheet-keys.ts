import { useEffect, useEffectEvent } from 'react';
import type { RenderedBlock } from '../../core/sheet/render';
import { latinKey } from '../shell/bench/shortcuts.model';
import { readKeyFocus } from '../shell/bench/use-shortcuts';
import { LETTERS } from '../story/page/quiz.model';

type AskBlock = Extract<RenderedBlock, { kind: 'ask' }>;

/** Is an element in the window? */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** A to D answer the question in view that was not answered yet. */
export function useAnswerKeys(
  blocks: readonly RenderedBlock[],
  onAnswer: (block: AskBlock, option: number) => void,
): void {
  const onKey = (event: KeyboardEvent): void => {
    const at = LETTERS.findIndex((letter) => letter.toLowerCase() === latinKey(event.key));
    if (at < 0 || isElsewhere(event)) return;
    const asked = blocks.flatMap((block) => (block.kind === 'ask' && !block.answer.open ? [block] : []));
    const block = asked.find(({ id, question }) => {
      const element = document.querySelector(`[data-ask="${id}"]`);
      return element !== null && at < question.options.length && isInView(element);
    });
    if (!block) return;
    event.preventDefault();
    event.stopPropagation();
    onAnswer(block, at);
  };
  useWindowKey(onKey);
}

/** `j` and `k`: the next figure, and the one before. */
export function useFigureKeys(): void {
  const onKey = (event: KeyboardEvent): void => {
    const key = latinKey(event.key);
    if ((key !== 'j' && key !== 'k') || isElsewhere(event)) return;
    const figures = [...document.querySelectorAll<HTMLElement>('[data-figure]')];
    const tops = figures.map((figure) => figure.getBoundingClientRect().top);
    const at = key === 'j' ? tops.findIndex((top) => top > TOP + 1) : tops.findLastIndex((top) => top < TOP - 1);
    if (at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    figures[at]?.scrollIntoView({ block: 'start' });
  };
  useWindowKey(onKey);
}

const ON: ReadonlySet<string> = new Set(['ArrowRight', 'PageDown']);
const BACK: ReadonlySet<string> = new Set(['ArrowLeft', 'PageUp']);

/** `p` presents and ends it; while it is presented arrows go on and back, Home and End to the ends, Escape ends it. */
export function useSlideKeys({ at, count, go, begin }: SlidePlace): void {
  useWindowKey((event) => {
    const { key } = event;
    if (isElsewhere(event) || isInKnob(event.target)) return;
    const isBegun = latinKey(key) === 'p' && at === undefined;
    const to = isBegun && count > 0 ? begin() : nextSlide(latinKey(key) === 'p' ? 'p' : key, at, count);
    if (to === at) return;
    event.preventDefault();
    event.stopPropagation();
    go(to);
  });
}

/** Which slide is shown, of how many; undefined: it is read. */
export interface SlidePlace {
  readonly at: number | undefined;
  readonly count: number;
  readonly go: (at: number | undefined) => void;
  /** The slide of what is read now. */
  readonly begin: () => number;
}

function nextSlide(key: string, at: number | undefined, count: number): number | undefined {
  if (at === undefined || key === 'p' || key === 'Escape') return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (!ON.has(key) && !BACK.has(key)) return at;
  return Math.max(0, Math.min(count - 1, at + (ON.has(key) ? 1 : -1)));
}

const isInKnob = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="spinbutton"]') !== null;

/** Figures stop below the header, px. */
const TOP = 64;

function isElsewhere(event: KeyboardEvent): boolean {
  const { modal, editing } = readKeyFocus(event.target, undefined);
  return modal || editing || event.ctrlKey || event.metaKey || event.altKey;
}

/** Hears a key before the page does. */
function useWindowKey(run: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent(run);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);
}
