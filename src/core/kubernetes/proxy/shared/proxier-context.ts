const MAX_CONTEXTS = 64;

/**
 * Gives equal contexts as the same object, so that caches can hang on it; the last 64 are known.
 * `T`: plain data, whose JSON tells two apart.
 */
export function internedContext<T extends object>(): (context: T) => T {
  const known = new Map<string, T>();
  return (context) => {
    const key = JSON.stringify(context);
    const same = known.get(key);
    if (same) return same;
    const oldest = known.size >= MAX_CONTEXTS ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    known.set(key, context);
    return context;
  };
}

/** Go's `%#08x` of 1 << bit, as rules spell a mark: `0x` and at least eight digits. */
export function markText(bit: number): string {
  return `0x${(2 ** bit).toString(16).padStart(8, '0')}`;
}
