/**
 * A long answer, cut. The page reads a message in one task, and 136,000 chains in one would hold it for
 * a fifth of a second: so long lists cross a piece at a time.
 */
export interface Pieces<T> {
  /** The answer with its long lists cut to nothing. */
  readonly pieces: T;
  /** Those lists, the same objects as in {@link pieces}: a message keeps identity. */
  readonly lists: readonly unknown[][];
}

/** So many items of a list cross at once; fewer of what is large. */
export const PIECE = 2000;
const LEAST = 50;
/** Longer lists are not looked into. */
const LOOKED_INTO = 64;

/**
 * An answer without its long lists, and these apart; undefined when nothing in it is long, or when its lists
 * share their items, as the chains of many nodes do: those cross once, together.
 */
export function cutLong<T>(answer: T): { readonly cut: Pieces<T>; readonly whole: readonly unknown[][] } | undefined {
  const lists: unknown[][] = [];
  const whole: unknown[][] = [];
  const pieces = shortened(answer, (long) => {
    whole.push(long);
    lists.push([]);
    return lists.at(-1) ?? [];
  }) as T;
  return whole.length === 0 || shareItems(whole) ? undefined : { cut: { pieces, lists }, whole };
}

function shareItems(lists: readonly unknown[][]): boolean {
  if (lists.length < 2) return false;
  const seen = new Set<unknown>();
  return lists.some((list) => {
    if (list.some((item) => seen.has(item))) return true;
    for (const item of list) seen.add(item);
    return false;
  });
}

function shortened(value: unknown, cut: (long: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) {
    if (value.length > PIECE) return cut(value);
    return value.length > LOOKED_INTO ? value : value.map((item) => shortened(item, cut));
  }
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shortened(field, cut)]));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A long list, piece by piece: two thousand namespaces with their devices and routes would hold the page for half a second. */
export function* piecesOf(list: readonly unknown[]): Generator<readonly unknown[]> {
  for (let from = 0; from < list.length;) {
    const items = list.slice(from, from + Math.max(LEAST, Math.ceil(PIECE / weightOf(list[from]))));
    yield items;
    from += items.length;
  }
}

/** How many objects a value is made of. */
function weightOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + weightOf(each), 1);
}
