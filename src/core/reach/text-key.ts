const known = new WeakMap<object, string>();

/** A plain thing as text, the same for the same: written once for each that lasts. */
export function textKey(thing: object): string {
  const key = known.get(thing) ?? JSON.stringify(thing);
  known.set(thing, key);
  return key;
}
