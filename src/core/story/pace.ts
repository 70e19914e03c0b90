import type { MomentKind } from './moment';

/** What a moment's time depends on. */
export interface PacedMoment {
  readonly kind: MomentKind;
  /** Of its sentence, as it is read. */
  readonly characters: number;
}

/** How long what happens at a moment takes to be shown, milliseconds. */
const MOTION: Readonly<Partial<Record<MomentKind, number>>> = {
  recognised: 700,
  chosen: 1900,
  rewritten: 1700,
  'source-rewritten': 1200,
  'translated-back': 1700,
  refused: 1200,
};
const USUAL_MOTION = 900;

/** Choices and rewrites are what a reader came for: they stay longer, and are the last to give way. */
const SLOW: ReadonlySet<MomentKind> = new Set([
  'chosen',
  'rewritten',
  'source-rewritten',
  'translated-back',
  'refused',
  'dropped',
]);

/** A story is told in so many milliseconds: shorter ones wait, longer ones hurry where nothing is decided. */
const SHORTEST = 20_000;
const LONGEST = 45_000;

/** How long reading a sentence takes, in milliseconds: 60 for each character and 800. */
export function readingTime(characters: number): number {
  return 60 * characters + 800;
}

/**
 * How long a moment stays when its motion is over, in milliseconds: its reading time, 400 more at choices and rewrites,
 * at least 2200 and at most 4000.
 */
export function getDwell({ kind, characters }: PacedMoment): number {
  const reading = readingTime(characters);
  return Math.min(4000, Math.max(2200, SLOW.has(kind) ? reading + 400 : reading));
}

interface Span {
  readonly slow: boolean;
  /** Milliseconds of the motion and the dwell after it. */
  readonly full: number;
  /** Never shorter: what decides can be read, and its end be seen; the others can be read in passing. */
  readonly floor: number;
}

function spanOf(told: PacedMoment): Span {
  const motion = MOTION[told.kind] ?? USUAL_MOTION;
  const slow = SLOW.has(told.kind);
  const full = motion + getDwell(told);
  const least = slow
    ? Math.max(readingTime(told.characters), motion + 1200)
    : Math.max(motion + 400, 40 * told.characters + 600);
  return { slow, full, floor: Math.min(full, least) };
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** How long each moment of a story is on screen when it plays by itself, in milliseconds, its motion included. */
export function paceOf(story: readonly PacedMoment[]): readonly number[] {
  const spans = story.map(spanOf);
  const times = spans.map(({ full }) => full);
  if (sum(times) < SHORTEST) return times.map((time) => (time * SHORTEST) / sum(times));
  const hurried = shorten(spans, times, ({ slow }) => !slow);
  return shorten(spans, hurried, ({ slow }) => slow);
}

/** The times with some of them nearer to their floor, as far as the whole is too long. */
function shorten(spans: readonly Span[], times: readonly number[], gives: (span: Span) => boolean): readonly number[] {
  const over = sum(times) - LONGEST;
  const room = sum(spans.map((span, at) => (gives(span) ? times[at]! - span.floor : 0)));
  if (over <= 0 || room <= 0) return times;
  const part = Math.min(1, over / room);
  return times.map((time, at) => (gives(spans[at]!) ? time - (time - spans[at]!.floor) * part : time));
}
