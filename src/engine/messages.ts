import type { Kind, Args } from './questions';
import type { ReaderRun } from '../core/lib/fence';
import { assertNever } from '../core/lib/result';

/** A question as it crosses: every argument as the difference from the last one of its name, whatever that was asked about. */
export interface QuestionMessage {
  readonly id: number;
  readonly kind: Kind;
  readonly args: Readonly<Record<string, Patch>>;
}

/** What an engine hears: a question, that nobody waits for the answer any more, or which readers take too long for which texts. */
export type ToEngine = QuestionMessage | { readonly cancel: number } | { readonly close: readonly ReaderRun[] };

/** What a worker hears: what is for its engine, or that it is to say it is there. */
export type ToWorker = ToEngine | { readonly ping: number };

/** An answer. Where it has long lists these are empty, and their items follow. */
export interface Answered {
  readonly id: number;
  readonly answer: unknown;
  /** The lists that follow: the same objects as in {@link answer}, since a message keeps identity. */
  readonly lists?: readonly unknown[][];
  /** Name of the answers this one is a difference from. */
  readonly told?: string;
  readonly keeps?: 'document' | 'walk';
}

/** What an engine says. */
export type FromEngine =
  | { readonly ready: true }
  | { readonly id: number; readonly progress: unknown }
  /** A reader begins; null: it has ended. */
  | { readonly reading: ReaderRun | null }
  /** A reader took too long for a text, and was ended. */
  | { readonly closed: ReaderRun }
  /** Nobody waits for that answer any more: it was heard. */
  | { readonly cancelled: number }
  | Answered
  | { readonly id: number; readonly list: number; readonly items: readonly unknown[] }
  /** All lists are there. */
  | { readonly id: number; readonly complete: true }
  /** The question threw; the error's message. */
  | { readonly id: number; readonly failed: string };

/** What a worker says: what its engine does, or that it is there. */
export type FromWorker = FromEngine | { readonly pong: number };

/** What a question is asked with, by name. */
export type AnyArgs = Args<Kind> & Readonly<Record<string, unknown>>;

/**
 * The difference between two immutable values, by reference. Posting a whole document to the worker
 * would make every object in it a new one and so void every cache the engine keys by reference;
 * what did not change is therefore named, not sent.
 */
export type Patch =
  | { readonly op: 'keep' }
  | { readonly op: 'set'; readonly value: unknown }
  | { readonly op: 'object'; readonly fields: Readonly<Record<string, Patch>>; readonly dropped: readonly string[] }
  /** Of a list as long as before: what is new, by its place. */
  | { readonly op: 'places'; readonly places: readonly (readonly [place: number, value: unknown])[] }
  | { readonly op: 'list'; readonly items: readonly (number | Patch)[] };

const KEEP: Patch = { op: 'keep' };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** The patch that turns `before` into `after`; a list element is an index into the old list or a patch of undefined. */
export function diff(before: unknown, after: unknown): Patch {
  if (Object.is(before, after)) return KEEP;
  if (Array.isArray(before) && Array.isArray(after)) return diffList(before, after);
  if (isRecord(before) && isRecord(after)) return diffObject(before, after);
  return { op: 'set', value: after };
}

function diffObject(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Patch {
  const changed = Object.entries(after).filter(
    ([key, value]) => !Object.hasOwn(before, key) || !Object.is(before[key], value),
  );
  // fromEntries makes fields of its own of any key, `__proto__` too.
  const fields = Object.fromEntries(changed.map(([key, value]) => [key, diff(ownValue(before, key), value)]));
  return { op: 'object', fields, dropped: Object.keys(before).filter((key) => !Object.hasOwn(after, key)) };
}

function ownValue(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Lists of which at most every fourth item is new in its place. */
const FEW = 0.25;

function diffList(before: readonly unknown[], after: readonly unknown[]): Patch {
  if (before.length === after.length) {
    const places = after.flatMap((value, place) => (Object.is(value, before[place]) ? [] : [[place, value] as const]));
    if (places.length === 0) return KEEP;
    if (places.length <= after.length * FEW) return { op: 'places', places };
  }
  const places = new Map(before.map((value, index) => [value, index]));
  return { op: 'list', items: after.map((value) => places.get(value) ?? { op: 'set', value }) };
}

/** Applies what {@link diff} found; everything kept is the very same object as in `before`. */
export function applyPatch(before: unknown, patch: Patch): unknown {
  switch (patch.op) {
    case 'keep':
      return before;
    case 'set':
      return patch.value;
    case 'object':
      return patchObject(before, patch.fields, patch.dropped);
    case 'places': {
      const next = [...(before as readonly unknown[])];
      for (const [place, value] of patch.places) next[place] = value;
      return next;
    }
    case 'list': {
      const old = before as readonly unknown[];
      return patch.items.map((item) => (typeof item === 'number' ? old[item] : applyPatch(undefined, item)));
    }
    default:
      return assertNever(patch);
  }
}

function patchObject(before: unknown, fields: Readonly<Record<string, Patch>>, dropped: readonly string[]): unknown {
  const old = before as Readonly<Record<string, unknown>>;
  const gone = new Set(dropped);
  const kept = Object.entries(old).filter(([key]) => !gone.has(key) && !Object.hasOwn(fields, key));
  const changed = Object.entries(fields).map(([key, patch]) => [key, applyPatch(ownValue(old, key), patch)] as const);
  return Object.fromEntries([...kept, ...changed]);
}
