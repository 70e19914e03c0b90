import { RotateCw, ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { KnobState } from '../../core/sheet/knobs';
import { turnBy, valueLabel } from './sheet.model';
import styles from './sheet.module.css';

/** Turns a knob; `element`: what was turned, so that what is said is of the figure below it. */
export type Turn = (name: string, value: string | number, element: HTMLElement) => void;

interface Props {
  readonly knob: KnobState;
  readonly onTurn: Turn;
}

/** Dragged so far sideways it is one position on, px. */
const DRAG = 18;

/** A word or number of a sentence that can be turned: by arrows, by Enter, by dragging sideways. */
export function KnobWord({ knob, onTurn }: Props) {
  const { handlers, label, isWord } = useKnob({ knob, onTurn });
  return (
    <span {...handlers} className={styles.knob} aria-label={label} data-knob={knob.name}>
      {valueLabel(knob.value)}
      {isWord && <RotateCw size={14} strokeWidth={2.4} aria-hidden />}
    </span>
  );
}

/** The same knob in a figure's foot, with a button on either side of a number. */
export function KnobChip({ knob, onTurn }: Props) {
  const t = useTranslations('sheet');
  const { handlers, label, isWord } = useKnob({ knob, onTurn });
  const { edit, value } = knob;
  const isCount = edit === 'scale' || edit === 'ready' || edit === 'sleep';
  const text = isCount ? t(`chip.${edit}`, { value: Number(value) }) : valueLabel(value);
  if (isWord)
    return (
      <span {...handlers} className={styles.chip} aria-label={label} data-chip={knob.name}>
        {text}
        <RotateCw size={13} strokeWidth={2.4} aria-hidden />
      </span>
    );
  return (
    <span className={styles.chip} data-chip={knob.name}>
      <Step knob={knob} by={-1} onTurn={onTurn} label={t('less', { name: label })} />
      <span {...handlers} aria-label={label} className={styles.chipValue}>
        {text}
      </span>
      <Step knob={knob} by={1} onTurn={onTurn} label={t('more', { name: label })} />
    </span>
  );
}

function Step({ knob, by, onTurn, label }: Props & { readonly by: 1 | -1; readonly label: string }) {
  const to = turnBy(knob, by, false);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      disabled={to === knob.value}
      onClick={({ currentTarget }) => onTurn(knob.name, to, currentTarget)}
    >
      {by < 0 ? <ChevronLeft size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
    </button>
  );
}

const ON: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowRight']);
const BACK: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowLeft']);

function useKnob({ knob, onTurn }: Props) {
  const t = useTranslations('sheet');
  const drag = useRef<{ readonly x: number; readonly moved: boolean }>(undefined);
  const { values, value } = knob;
  const isWord = typeof value === 'string';
  const turn = (by: number, round: boolean, element: HTMLElement): void => {
    const to = turnBy(knob, by, round);
    if (to !== value) onTurn(knob.name, to, element);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { key, currentTarget } = event;
    const isNext = key === 'Enter' || key === ' ';
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isNext && !ON.has(key) && !BACK.has(key) && key !== 'Home' && key !== 'End') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Home') turn(-values.indexOf(value), false, currentTarget);
    else if (key === 'End') turn(values.length, false, currentTarget);
    else turn(BACK.has(key) ? -1 : 1, isNext, currentTarget);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const begun = drag.current;
    if (!begun || Math.abs(event.clientX - begun.x) < DRAG) return;
    drag.current = { x: event.clientX, moved: true };
    turn(event.clientX > begun.x ? 1 : -1, false, event.currentTarget);
  };
  const handlers = {
    role: 'spinbutton',
    tabIndex: 0,
    'aria-valuenow': values.indexOf(value),
    'aria-valuemin': 0,
    'aria-valuemax': values.length - 1,
    'aria-valuetext': valueLabel(value),
    onKeyDown,
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      drag.current = { x: event.clientX, moved: false };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove,
    onPointerUp: (): void => void setTimeout(() => (drag.current = undefined)),
    onClick: ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
      if (!drag.current?.moved) turn(1, true, currentTarget);
    },
  } as const;
  return { handlers, label: t(`knob.${knob.edit}`), isWord };
}
