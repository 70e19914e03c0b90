import { Suspense, type ComponentProps, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type SheetState, UNTOUCHED } from '../../core/sheet/state';
import { bench, useActions, useBench, useBenchStore } from '../../store/hooks';
import { lazyPart } from '../common/late';
import { paneId } from '../shell/bench/use-shortcuts';
import { useSheetPhrase } from './use-sheet-phrase';
import { TALL_BELOW, useRem, useSize, type Measuring, type PageSize } from '../story/page/use-page-unit';
import { Article } from './Article';
import type { Turn } from './Knob';
import { Presenting } from './Presenting';
import { SlideFoot } from './SlideFoot';
import { useSlideKeys, type SlidePlace } from './use-sheet-keys';
import { figureBelow, listSlides, slideAt, type SheetSource, type ShownSheet } from './sheet.model';
import { SheetHeader } from './SheetHeader';
import { useLanes } from './use-lanes';
import { blockInView, blocksSeen, BEGINNING, useLeaving, useSlidePlace } from './use-place';
import { loadOutline, useOutline } from './use-outline';
import { useSheet } from './use-sheet';
import { useSource } from './use-source';
import { useWay } from './use-way';
import styles from './sheet.module.css';

const Editor = lazyPart(async () => (await import('./edit/Editor')).Editor);
const HandInPart = lazyPart(async () => (await import('./HandInPart')).HandInPart);

/** The page of a Sheet, once the outline of the one that is asked for is there, too: with it the first frame is drawn. */
export async function loadSheetPage(): Promise<typeof SheetPage> {
  const { sheet = '', locale } = bench.getState().view;
  await loadOutline(sheet, locale);
  return SheetPage;
}

/** A Sheet, to be read. */
export function SheetPage() {
  const asked = useBench(({ view }) => view.sheet);
  // While the page goes on to the story or the bench it still stands there.
  const [last, setLast] = useState(asked);
  if (asked !== undefined && asked !== last) setLast(asked);
  const id = asked ?? last ?? '';
  const source = useSource(id);
  useAddress();
  if (source === undefined) return <NoSheet />;
  return source === 'working' ? <Waiting /> : <Reading key={id} id={id} source={source} />;
}

function Waiting() {
  const t = useTranslations('sheet');
  return (
    <main id={paneId('stage')} tabIndex={-1} className={styles.none}>
      <p role="status">{t('working')}</p>
    </main>
  );
}

function NoSheet() {
  const t = useTranslations('sheet');
  const { setDepth } = useActions();
  return (
    <main id={paneId('stage')} tabIndex={-1} className={styles.none}>
      <h1>{t('none')}</h1>
      <button type="button" className={styles.button} onClick={() => setDepth('story')}>
        {t('home')}
      </button>
    </main>
  );
}

/** Leaves the Sheet behind the story or the bench, where the browser’s way back leads. The walk waits meanwhile. */
function useAddress(): void {
  const store = useBenchStore();
  const { pause } = useActions();
  useEffect(() => {
    pause();
    return store.subscribe(({ view: { sheet } }) => {
      if (sheet !== undefined || !location.hash.startsWith('#sheet=')) return;
      history.pushState(history.state, '', `${location.pathname}${location.search}`);
    });
  }, [store, pause]);
}

function Reading({ id, source }: { readonly id: string; readonly source: SheetSource }) {
  const store = useBenchStore();
  // A reader who goes to the bench and comes back goes on where the Sheet was left.
  const [left] = useState(() => store.getState().view.leftSheets[id]);
  const [state, setState] = useState(left?.state ?? UNTOUCHED);
  const turned = useRef<number>(undefined);
  const page = useRef<HTMLDivElement>(null);
  const sight = useMemo(() => ({ turnedAt: () => turned.current, seen: () => blocksSeen(page.current) }), []);
  const { shown: sent, faults } = useSheet(source, state, sight);
  const figure = useBench(({ view }) => (view.sheet === id ? view.sheetFigure : undefined));
  const [size, measure] = useSize(windowSize());
  const outline = useOutline(source);
  // Who comes for a place in it or comes back waits: what is above that place takes its size first.
  const isOutlined = left === undefined && figure === undefined;
  const shown = useLanes(sent ?? (isOutlined ? outline : undefined), figure);
  const walked = shown?.told ? undefined : shown;
  const slides = useMemo(() => listSlides(walked?.sheet.blocks ?? NO_BLOCKS), [walked]);
  const [slideNow, setSlideAt, presentFirst] = useSlide();
  const { own, edits, setEdits } = useEdits(id);
  const begin = (): number => slideAt(slides, blockInView(page.current));
  const place: SlidePlace = { at: slideNow, count: slides.length, go: setSlideAt, begin };
  const present = (): void => (setEdits(false), setSlideAt(edits ? 0 : begin()));
  useSlideKeys(edits ? { ...place, count: 0 } : place);
  useSlidePlace(page, slides, slideNow);
  useWay(walked, figure, { id, slides, go: presentFirst, edit: () => setEdits(true) });
  const slide = slideNow === undefined ? undefined : slides[Math.min(slideNow, slides.length - 1)];
  const [tight, fit] = useFitted(slide && JSON.stringify([slide, size, state.answers]));
  const narrow = size.width < TALL_BELOW;
  const unit = narrow ? 1 : slide ? presentedUnit(size) : readUnit(size.width);
  useRem(unit);
  useSeen(source, state);
  useLeaving(id, { state, at: left?.at ?? BEGINNING, figure }, shown ? page : undefined);
  useAskedFigure(figure, shown !== undefined && figure !== left?.figure);
  const onTurn = useCallback<Turn>((name, value, element) => {
    turned.current = Number(element.closest('[data-block]')?.getAttribute('data-block') ?? 0);
    setState((before) => ({ ...before, knobs: { ...before.knobs, [name]: value } }));
  }, []);
  return (
    <div ref={measure} className={styles.frame} data-view="sheet" data-sheet={id}>
      <div ref={page} className={styles.scroll}>
        {!slide && (
          <SheetHeader
            page={page}
            shown={shown}
            edits={edits && own !== undefined}
            onEdit={setEdits}
            {...((slides.length > 0 || shown?.told) && !narrow ? { onPresent: present } : {})}
          />
        )}
        {edits && own && !slide ? (
          <Edited key={id} {...{ sheet: own, shown, faults, unit, setState, onTurn }} />
        ) : (
          <main
            ref={slide && fit}
            id={paneId('stage')}
            tabIndex={-1}
            className={styles.main}
            data-slide={slide?.blocks.length}
            data-tight={slide && tight > 0 ? tight : undefined}
          >
            {shown ? (
              <Article
                shown={shown}
                setState={setState}
                onTurn={onTurn}
                unit={unit}
                narrow={narrow}
                isMade={source.kind === 'made'}
                slide={slide}
              />
            ) : (
              <Coming faults={faults} />
            )}
            {slide && <Below {...place} shown={shown} slides={slides} onReset={() => setState(UNTOUCHED)} />}
            {!slide && <HandIn shown={walked} source={source} />}
          </main>
        )}
      </div>
      {shown && <Spoken shown={shown} />}
    </div>
  );
}

type EditedProps = Omit<ComponentProps<typeof Editor>, 'preview'> &
  Pick<ComponentProps<typeof Article>, 'setState' | 'onTurn'>;

/** A Sheet that is edited; beside its text it is read. */
function Edited({ setState, onTurn, ...told }: EditedProps) {
  const { shown } = told;
  const article = shown && <Article {...{ shown, setState, onTurn }} unit={1} narrow isMade={false} />;
  return (
    <Suspense fallback={null}>
      <Editor {...told} preview={article} />
    </Suspense>
  );
}

/**
 * Which slide is shown, what shows one, and what shows the first of a Sheet that was opened to be presented: who ends that is
 * where it was begun, in the story or on the bench.
 */
function useSlide() {
  const [at, setAt] = useState<number>();
  const [isVisit, setVisit] = useState(false);
  const go = (to: number | undefined): void => (to === undefined && isVisit ? history.back() : setAt(to));
  const goFirst = (to: number): void => (setVisit(true), setAt(to));
  return [at, go, goFirst] as const;
}

/** The Sheet of somebody's own that is read, and whether it is edited now. */
function useEdits(id: string) {
  const [edits, setEdits] = useState(false);
  const own = useBench(({ view }) => view.sheets.find((each) => each.id === id));
  return { own, edits, setEdits };
}

interface BelowProps extends SlidePlace {
  readonly shown: ShownSheet | undefined;
  readonly slides: ReturnType<typeof listSlides>;
  readonly onReset: () => void;
}

/** Below a slide: where one is, and the tools of a room. */
function Below({ shown, slides, onReset, ...place }: BelowProps) {
  return (
    <>
      <SlideFoot {...place} />
      {shown && <Presenting {...place} shown={shown} slides={slides} onReset={onReset} />}
    </>
  );
}

function HandIn({ shown, source }: { readonly shown: ShownSheet | undefined; readonly source: SheetSource }) {
  if (!shown || source.kind !== 'shelf') return null;
  return (
    <Suspense fallback={null}>
      <HandInPart shown={shown} text={source.shelf.text} onShow={showAsk} />
    </Suspense>
  );
}

/** Goes to a question. */
function showAsk(id: string): void {
  const ask = document.querySelector<HTMLElement>(`[data-ask="${id}"]`);
  ask?.closest('[data-block]')?.scrollIntoView({ block: 'start' });
  ask?.querySelector('button')?.focus({ preventScroll: true });
}

/** A slide that is too full stands closer, then without the drawing below its question; what is still too much is scrolled. */
const TIGHTEST = 2;
/** Drawings take the size of a slide one after the other: after so long none does any more, ms. */
const SETTLED = 60;

/** How much closer a slide stands so that all of it is seen, by what stands on it; and what watches its size. */
function useFitted(shown: string | undefined): readonly [tight: number, watch: Measuring] {
  const [state, setState] = useState<{ readonly of: string | undefined; readonly tight: number }>();
  const tight = state?.of === shown ? (state?.tight ?? 0) : 0;
  const watch = useCallback<Measuring>(
    (main) => {
      const page = main?.parentElement;
      if (!main || !page || tight === TIGHTEST) return undefined;
      const measure = (): void => {
        if (page.scrollHeight > page.clientHeight + 1) setState({ of: shown, tight: tight + 1 });
      };
      let waiting: ReturnType<typeof setTimeout> | undefined;
      const sizes = new ResizeObserver(() => {
        clearTimeout(waiting);
        waiting = setTimeout(measure, SETTLED);
      });
      for (const each of [main, ...main.querySelectorAll('[data-block], figcaption')]) sizes.observe(each);
      return () => {
        clearTimeout(waiting);
        sizes.disconnect();
      };
    },
    [shown, tight],
  );
  return [tight, watch];
}

const NO_BLOCKS: readonly never[] = [];

/** Before a Sheet is measured it is as large as the window: what is drawn first is drawn in its size. */
const windowSize = (): PageSize => ({ width: innerWidth, height: innerHeight });

/** px of the window that are one of the drawing, where it is read. */
const readUnit = (width: number): number => Math.min(1.3, Math.max(1, 1 + (width - 1280) * 0.00033));

/** The same on a screen that a room looks at: the least text is 22 px at 1280 by 720. */
const presentedUnit = ({ width, height }: PageSize): number =>
  Math.min(2.25, Math.max(1, Math.min(width / 870, height / 489)));

/** Goes to the figure that the address names, once it is there. */
function useAskedFigure(figure: string | undefined, isShown: boolean): void {
  useEffect(() => {
    if (!isShown || figure === undefined) return;
    const asked = document.querySelector(`[data-figure="${figure}"]`)?.closest('[data-block]');
    // Its heading and question stand above it.
    let from = asked;
    while (from && from.getAttribute('data-kind') !== 'h') from = from.previousElementSibling;
    (from ?? asked)?.scrollIntoView({ block: 'start' });
  }, [figure, isShown]);
}

/** A scene of a lesson whose question was answered was seen. */
function useSeen(source: SheetSource, { answers }: SheetState): void {
  const { markSeen } = useActions();
  const isLesson = source.kind === 'shelf' && source.shelf.lesson !== undefined;
  useEffect(() => {
    if (!isLesson) return;
    for (const [ask, { open }] of Object.entries(answers)) if (open) markSeen(ask.replace(/^q-/, ''));
  }, [isLesson, answers, markSeen]);
}

function Coming({ faults }: { readonly faults: ReturnType<typeof useSheet>['faults'] }) {
  const t = useTranslations('sheet');
  const say = useSheetPhrase();
  if (!faults) return <p role="status">{t('working')}</p>;
  return (
    <>
      <h1>{t('broken')}</h1>
      <ul>
        {faults.map(({ message, span, path }) => (
          <li key={path}>{t('line', { line: span?.line ?? 1, message: say(message) })}</li>
        ))}
      </ul>
    </>
  );
}

/** After a knob: the sentence of the first figure below it, and of no other. */
function Spoken({ shown: { sheet, walks, turned } }: { readonly shown: ShownSheet }) {
  const say = useSheetPhrase();
  const figure = turned === undefined ? undefined : figureBelow(sheet.blocks, turned);
  const sentence = figure && (figure.sentence ?? walks.get(figure.walk)?.moments[figure.at]?.sentence);
  return (
    <p className="visually-hidden" role="status" data-spoken="">
      {sentence && !figure.veiled && say(sentence)}
    </p>
  );
}
