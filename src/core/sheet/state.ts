import type { SheetAnswer } from './answers';
import type { KnobSettings } from './knobs';
import type { SheetDraws } from './walks';

/** What a reader did with a Sheet. */
export interface SheetState {
  readonly knobs: KnobSettings;
  readonly draws: SheetDraws;
  /** Figures of which a thousand connections were sent. */
  readonly many: readonly string[];
  /** What was answered, by the question's id. */
  readonly answers: Readonly<Record<string, SheetAnswer>>;
}

/** A Sheet as nobody has touched it. */
export const UNTOUCHED: SheetState = { knobs: {}, draws: { again: 0 }, many: [], answers: {} };
