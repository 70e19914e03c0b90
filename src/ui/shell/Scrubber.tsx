import { memo, useEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../store/hooks';
import { currentStep, headerBefore, shownSteps, type FlatStep } from '../../store/selectors';
import { noStepOf } from '../rules/no-step.model';
import { classes } from '../common/classes';
import styles from './scrubber.module.css';
import { scrubHops, stepAtPlace, trackPlace, type ScrubHop } from './transport.model';
import { useCaption } from './use-caption';

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
  if (!step) return <div className={styles.empty}>{isWaiting ? null : t('nothing')}</div>;
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
      className={styles.track}
      {...drag}
    >
      <Marks steps={steps} />
      <Playhead count={steps.length} />
      {shown && (
        <div className={styles.peek} style={{ left: `${trackPlace(shown.index, steps.length) * 100}%` }} aria-hidden>
          <span className={styles.peekCount}>{shown.index + 1}</span> {caption(shown)}
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

/** Moves by itself, once a frame at most, without drawing the rest again. */
function Playhead({ count }: { readonly count: number }) {
  const store = useBenchStore();
  const needle = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = (): void => {
      const at = trackPlace(Math.min(store.getState().view.playhead, count - 1), count);
      needle.current?.style.setProperty('--at', String(at));
    };
    place();
    return store.subscribe((state, before) => {
      if (state.view.playhead !== before.view.playhead) place();
    });
  }, [store, count]);
  return (
    <div ref={needle} className={styles.rail}>
      <div className={styles.done} />
      <div className={styles.needle} />
    </div>
  );
}

const Marks = memo(function Marks({ steps }: { readonly steps: readonly FlatStep[] }) {
  const netns = useBench(({ run }) => run.bench?.netns ?? NO_NETNS);
  const hops = useMemo(() => scrubHops(steps, netns), [steps, netns]);
  return (
    <div className={styles.rail} aria-hidden>
      {hops.map((hop) => (
        <HopField key={hop.first} hop={hop} count={steps.length} />
      ))}
      {steps.map(({ index, data }) => (
        <i
          key={index}
          className={classes(styles.tick, headerBefore(data) && styles.nat)}
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
      className={classes(styles.hop, hop.role !== 'request' && styles.back)}
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
    >
      <span className={styles.hopName}>{hop.title}</span>
    </span>
  );
}
