import { useTranslations } from 'use-intl';
import { useMemory } from '../common/memory';
import { useBench, useActions, useBenchStore } from '../../store/hooks';
import { currentStep, shownSteps, type FlatStep, headerBefore } from '../../store/selectors';
import styles from './transport.module.css';
import { useCallback, useMemo, memo, useEffect, useRef, useState, type PointerEvent } from 'react';
import { captionPhrases, narrate } from '../../core/sim/narrate';
import { useLateBench } from '../common/use-late-bench';
import { oddsText } from '../common/texts.model';
import { usePhrase } from '../common/i18n/use-phrase';
import { captionNames } from './bench/caption-context.model';
import { noStepOf } from '../rules/no-step.model';
import { classes } from '../common/classes';
import scrubberStyles from './scrubber.module.css';
import { scrubHops, stepAtPlace, trackPlace, type ScrubHop } from './transport.model';

/** Says any step of the shown trace in one sentence, in the language of the page. */
export function useCaption(): (step: FlatStep) => string {
  const memo = useMemory();
  const say = usePhrase();
  const document = useBench(({ run, document }) => run.shownDocument ?? document.present);
  const bench = useLateBench(useBench(({ run }) => run.bench));
  const odds = useBench(({ run }) =>
    run.result && run.result.outcomes.length > 1 ? oddsText(run.result.trace)?.short : undefined,
  );
  const result = useBench(({ run }) => run.result);
  const steps = useBench(shownSteps);
  const names = useMemo(
    () => ({ ...captionNames({ document, bench, result }, memo), odds }),
    [document, bench, result, odds, memo],
  );
  return useCallback(
    (step) =>
      captionPhrases(narrate(step, steps, names))
        .map(say)
        .join(' '),
    [say, names, steps],
  );
}

/** `5 / 14`. */
export function StepCount() {
  const t = useTranslations('shell.transport');
  const count = useBench((state) => shownSteps(state).length);
  const index = useBench((state) => currentStep(state)?.index);
  return <span className={styles.count}>{index === undefined ? '' : t('count', { step: index + 1, count })}</span>;
}

const NO_NETNS = [] as const;

/** The whole walk as a line: a tick for each step, a field for each hop, a mark for each rewrite. Drag anywhere. */
export function Scrubber() {
  const t = useTranslations('shell.transport');
  const steps = useBench(shownSteps);
  const step = useBench(currentStep);
  const isWaiting = useBench((state) => noStepOf(state) === 'working');
  const caption = useCaption();
  const track = useRef<HTMLDivElement>(null);
  const { drag, hovered } = useScrubbing(track, steps.length);
  if (!step) return <div className={scrubberStyles.empty}>{isWaiting ? null : t('nothing')}</div>;
  const shown = hovered === undefined ? undefined : steps[hovered];
  const valueText = t('position', { step: step.index + 1, count: steps.length, sentence: caption(step) });
  return (
    <div
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label={t('scrubber')}
      aria-valuemin={1}
      aria-valuemax={steps.length}
      aria-valuenow={step.index + 1}
      aria-valuetext={valueText}
      className={scrubberStyles.track}
      {...drag}
    >
      <Marks steps={steps} />
      <Playhead count={steps.length} />
      {shown && (
        <div
          className={scrubberStyles.peek}
          style={{ left: `${trackPlace(shown.index, steps.length) * 100}%` }}
          aria-hidden
        >
          <span className={scrubberStyles.peekCount}>{shown.index + 1}</span> {caption(shown)}
        </div>
      )}
    </div>
  );
}

/** Pressing or dragging moves the playhead; letting go puts it on a whole step. Hovering peeks at a step. */
function useScrubbing(track: React.RefObject<HTMLDivElement | null>, count: number) {
  const { setPlayhead, pause } = useActions();
  const [hovered, setHovered] = useState<number>();
  const placeOf = (event: PointerEvent): number => {
    const box = track.current?.firstElementChild?.getBoundingClientRect();
    return box && box.width > 0 ? (event.clientX - box.left) / box.width : 0;
  };
  const follow = (event: PointerEvent): void => setPlayhead(placeOf(event) * (count - 1));
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      pause();
      event.currentTarget.setPointerCapture(event.pointerId);
      follow(event);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
      else setHovered(stepAtPlace(placeOf(event), count));
    },
    onPointerUp: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) setPlayhead(stepAtPlace(placeOf(event), count));
    },
    onPointerLeave: () => setHovered(undefined),
  };
  return { drag, hovered };
}

/** Moves by itself, once a frame at most and by whole pixels of the screen, without drawing the rest again. */
function Playhead({ count }: { readonly count: number }) {
  const store = useBenchStore();
  const done = useRef<HTMLDivElement>(null);
  const needle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A move that nobody sees costs the browser as much as one that is seen.
    const places = (needle.current?.offsetWidth || innerWidth) * devicePixelRatio;
    let stands: number | undefined;
    const place = (): void => {
      const exact = trackPlace(Math.min(store.getState().view.playhead, count - 1), count);
      const at = Math.round(exact * places) / places;
      if (at === stands) return;
      stands = at;
      // Each by itself: a variable above them would style all that stands there anew, every frame.
      if (done.current) done.current.style.transform = `translateX(calc(${at - 1} * (100% - 10px)))`;
      if (needle.current) needle.current.style.transform = `translateX(${at * 100}%)`;
    };
    place();
    return store.subscribe((state, before) => {
      if (state.view.playhead !== before.view.playhead) place();
    });
  }, [store, count]);
  return (
    <div className={scrubberStyles.rail}>
      <div className={scrubberStyles.done}>
        <div ref={done} />
      </div>
      <div ref={needle} className={scrubberStyles.needle} />
    </div>
  );
}

const Marks = memo(function Marks({ steps }: { readonly steps: readonly FlatStep[] }) {
  const netns = useBench(({ run }) => run.bench?.netns ?? NO_NETNS);
  const hops = useMemo(() => scrubHops(steps, netns), [steps, netns]);
  return (
    <div className={scrubberStyles.rail} aria-hidden>
      {hops.map((hop) => (
        <HopField key={hop.first} hop={hop} count={steps.length} />
      ))}
      {steps.map(({ index, data }) => (
        <i
          key={index}
          className={classes(scrubberStyles.tick, headerBefore(data) && scrubberStyles.nat)}
          style={{ left: `${trackPlace(index, steps.length) * 100}%` }}
        />
      ))}
    </div>
  );
});

function HopField({ hop, count }: { readonly hop: ScrubHop; readonly count: number }) {
  const half = count < 2 ? 0 : 0.5 / (count - 1);
  const from = Math.max(0, trackPlace(hop.first, count) - half);
  const to = Math.min(1, trackPlace(hop.last, count) + half);
  return (
    <span
      className={classes(scrubberStyles.hop, hop.role !== 'request' && scrubberStyles.back)}
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    >
      <span className={scrubberStyles.hopName}>{hop.title}</span>
    </span>
  );
}
