import { useEffect, useEffectEvent } from 'react';
import { handOut } from '../../store/hand-out';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { mayLeave, findSlide, type SheetSlide, type ShownSheet } from './sheet.model';

/** Prints a Sheet as it stands, where it may leave. */
export function usePaper(shown: ShownSheet | undefined): () => void {
  const store = useBenchStore();
  const actions = useActions();
  return () =>
    void handOut(actions, store.getState().document.present, (shared) =>
      shown && mayLeave(shown, { shared, hides: store.getState().redaction.on }) ? { to: 'paper' } : undefined,
    ).catch(() => undefined);
}

/** Drawings are waited for so many frames before a Sheet goes on paper. */
const FRAMES = 120;

const isDrawn = (figure: Element): boolean => figure.querySelector('svg[data-moment]') !== null;

function whenDrawn(then: () => void, frames = FRAMES): void {
  const figures = [...document.querySelectorAll('[data-view=sheet] [data-figure]')];
  if (frames === 0 || (frames < FRAMES && figures.every(isDrawn))) return then();
  requestAnimationFrame(() => whenDrawn(then, frames - 1));
}

interface WayTo {
  /** The name of the Sheet. */
  readonly id: string;
  readonly slides: readonly SheetSlide[];
  readonly go: (slide: number) => void;
  readonly edit: () => void;
}

/** A Sheet that was opened to be presented, printed or edited is that once it is there. */
export function useWay(
  shown: ShownSheet | undefined,
  figure: string | undefined,
  { id, slides, go, edit }: WayTo,
): void {
  const way = useBench(({ view }) => (view.sheetWay?.sheet === id ? view.sheetWay.is : undefined));
  const { setSheetWay } = useActions();
  const paper = usePaper(shown);
  const begin = useEffectEvent((): void => {
    setSheetWay(undefined);
    if (way === 'printed') whenDrawn(paper);
    else if (way === 'edited') edit();
    else if (shown && slides.length > 0) go(findSlide(slides, shown.sheet.blocks, figure));
  });
  const isThere = shown !== undefined;
  useEffect(() => {
    if (isThere && way !== undefined) begin();
  }, [isThere, way]);
}
