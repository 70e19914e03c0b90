import { assertNever } from '../core/lib/assert';

/**
 * The difference between two immutable values, by reference. Posting a whole document to the worker
 * would make every object in it a new one and so void every cache the engine keys by reference;
 * what did not change is therefore named, not sent.
 */
export type Patch =
  | { readonly op: 'keep' }
  | { readonly op: 'set'; readonly value: unknown }
  | { readonly op: 'object'; readonly fields: Readonly<Record<string, Patch>>; readonly dropped: readonly string[] }
  | { readonly op: 'list'; readonly items: readonly (number | Patch)[] };

const KEEP: Patch = { op: 'keep' };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What turns `before` into `after`; a list element is an index into the old list or a patch of undefined. */
export function diff(before: unknown, after: unknown): Patch {
  if (Object.is(before, after)) return KEEP;
  if (Array.isArray(before) && Array.isArray(after)) return diffList(before, after);
  if (isRecord(before) && isRecord(after)) return diffObject(before, after);
  return { op: 'set', value: after };
}

function diffObject(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Patch {
  const fields: Record<string, Patch> = {};
  for (const [key, value] of Object.entries(after)) {
    if (!(key in before) || !Object.is(before[key], value)) fields[key] = diff(before[key], value);
  }
  return { op: 'object', fields, dropped: Object.keys(before).filter((key) => !(key in after)) };
}

function diffList(before: readonly unknown[], after: readonly unknown[]): Patch {
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
  const next: Record<string, unknown> = { ...old };
  for (const key of dropped) delete next[key];
  for (const [key, patch] of Object.entries(fields)) next[key] = applyPatch(old[key], patch);
  return next;
}
