/** The way to a value inside another: keys and places. */
export type Path = readonly (string | number)[];

/** Every text and number inside a value that is not below one of the keys left out. */
export function leaves(value: unknown, leftOut: ReadonlySet<string> = new Set(), at: Path = []): Path[] {
  if (typeof value === 'string' || typeof value === 'number') return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key]) => !leftOut.has(key))
    .flatMap(([key, part]) => leaves(part, leftOut, [...at, Array.isArray(value) ? Number(key) : key]));
}

/** The value with the text or number at a place otherwise than it was. */
export function changed(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return typeof value === 'number' ? value + 1 : `${String(value)}x`;
  if (Array.isArray(value)) return value.map((part: unknown, at) => (at === key ? changed(part, rest) : part));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [key]: changed(record[key], rest) };
}
