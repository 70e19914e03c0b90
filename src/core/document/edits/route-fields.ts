import type { OtherObject } from '../../kubernetes/types';

/** A place inside an object: names of fields and places in lists. */
export type FieldPath = readonly (string | number)[];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The value at a path within an object; undefined: there is none. */
export function fieldAt(object: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>((value, key) => (isFields(value) ? value[key] : undefined), object);
}

/** The text at a place; a number as one, empty where nothing is. */
export function textAt(object: unknown, path: FieldPath): string {
  const value = fieldAt(object, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The list at a place; empty where there is none. */
export function listAt(object: unknown, path: FieldPath): readonly unknown[] {
  const value = fieldAt(object, path);
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/**
 * The object with another value at a place; all else of it stays as it was. Undefined takes the field away, or the item
 * out of its list. A place beyond a list's end is behind its last item.
 */
export function withRouteField(object: OtherObject, path: FieldPath, value: unknown): OtherObject {
  return changed(object, path, value) as OtherObject;
}

function changed(at: unknown, path: FieldPath, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: readonly unknown[] = Array.isArray(at) ? at : [];
    if (rest.length === 0 && value === undefined) return list.filter((_, index) => index !== key);
    return [...list.slice(0, key), changed(list[key], rest, value), ...list.slice(key + 1)];
  }
  const fields = isFields(at) && !Array.isArray(at) ? at : {};
  if (rest.length > 0 || value !== undefined) return { ...fields, [key]: changed(fields[key], rest, value) };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== key));
}
