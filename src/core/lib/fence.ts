import { err, ok, type Result } from './result';
import type { Steps } from './scan';

/** A reader at work: what it reads, and what it is called. Plain data, since it crosses into another thread. */
export interface ReaderRun {
  /** `kubectl describe`, or the name of a stage: `machine`. */
  readonly reader: string;
  /** Tells texts apart: the same for the same text, whatever it is called. */
  readonly text: string;
  /** How much there is to read, UTF-16 units: what it may take grows with it. */
  readonly length: number;
}

/** Looks after readers: who has a clock, or can end them from outside, hears of each step before it is taken. */
export interface FenceWatch {
  /** A step of a reader begins. False: its time for this text is used up, so it is not to be taken. */
  readonly begins: (reading: ReaderRun) => boolean;
  /** The step has ended, whichever way. */
  readonly ends: (reading: ReaderRun) => void;
}

/** Why a reader has read nothing. */
export type Fault = { readonly how: 'threw'; readonly error: unknown } | { readonly how: 'slow' };

/** Where nobody looks: each reader takes as long as it takes. */
export const UNWATCHED: FenceWatch = { begins: () => true, ends: () => undefined };

/** A reader in a fence of its own, in slices: what it throws, and that its time is up, is a value. */
export function* fenced<T>(begin: () => Steps<T>, reading: ReaderRun, watch: FenceWatch): Steps<Result<T, Fault>> {
  let steps: Steps<T> | undefined;
  for (;;) {
    const step = fencedOnce(() => (steps ??= begin()).next(), reading, watch);
    if (!step.ok) return step;
    if (step.value.done) return ok(step.value.value);
    yield step.value.value;
  }
}

/** As {@link fenced}, for what is done in one go. */
export function fencedOnce<T>(work: () => T, reading: ReaderRun, watch: FenceWatch): Result<T, Fault> {
  if (!watch.begins(reading)) return err({ how: 'slow' });
  try {
    return ok(work());
  } catch (error) {
    return err({ how: 'threw', error });
  } finally {
    watch.ends(reading);
  }
}

/** So many letters of a text decide whether it is another. */
const MOST_LETTERS = 200_000;

/** FNV-1a over the text, over evenly spread letters of a long one, and its length: see {@link ReaderRun.text}. */
export function keyOfText(text: string): string {
  const stride = Math.ceil(Math.max(1, text.length / MOST_LETTERS));
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += stride) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}-${text.length.toString(36)}`;
}
