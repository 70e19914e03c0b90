/** No object of the API nests half as deep; the YAML composer recurses, so deeper texts never reach it. */
export const MAX_NESTING = 100;

/** Does a value that JSON.parse made nest deeper than {@link MAX_NESTING}? Without recursion, and without a YAML reader. */
export function nestsTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_NESTING) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
