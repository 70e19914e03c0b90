import { UNWATCHED, type FenceWatch } from './fence';

/** A question kept answers belong to: told apart by identity, so it has to be one of a module, never made in a call. */
type Question = object;

/**
 * What was worked out before, so that an edit costs only what it changed. The one memory of the core: whoever keeps
 * an engine makes one and hands it down; nothing is kept anywhere else. Forgetting all of it changes no answer, only
 * how long the next one takes. Read `docs/architecture.md`, "Memory".
 */
export class Memo {
  /** Looks after the readers of whoever has this memo; it decides no answer but that one is given up. */
  readonly watch: FenceWatch;
  readonly #byObject = new Map<Question, WeakMap<object, unknown>>();
  readonly #byName = new Map<Question, Map<string, readonly unknown[]>>();
  readonly #inner = new Map<string, Memo>();

  constructor(watch: FenceWatch = UNWATCHED) {
    this.watch = watch;
  }

  /** A memory within this one: for each family, each mode, each pane. `name`: short, and one of few. */
  of(name: string): Memo {
    let inner = this.#inner.get(name);
    if (!inner) this.#inner.set(name, (inner = new Memo(this.watch)));
    return inner;
  }

  /**
   * What is known of a question about an object, or else what `make` says, which is kept as long as the object lives:
   * nothing but the object may decide it. {@link once} also goes by what else is asked.
   */
  about<T>(question: Question, about: object, make: () => T): T {
    const answers = this.answersTo(question);
    if (answers.has(about)) return answers.get(about) as T;
    const answer = make();
    answers.set(about, answer);
    return answer;
  }

  /** What is kept of a question, by the object it was asked about; see {@link once}. */
  answersTo(question: Question): WeakMap<object, unknown> {
    let answers = this.#byObject.get(question);
    if (!answers) this.#byObject.set(question, (answers = new WeakMap()));
    return answers;
  }

  /** What is kept of a question, by name; see {@link asLast}. */
  valuesOf(question: Question): Map<string, readonly unknown[]> {
    let values = this.#byName.get(question);
    if (!values) this.#byName.set(question, (values = new Map()));
    return values;
  }
}

/** The memo that was handed in with an input, or a new one. */
export function getMemo({ memo }: { readonly memo?: Memo }): Memo {
  return memo ?? new Memo();
}

/**
 * A pure function that is worked out once for each object it is asked about: the answer is kept in the memo as long as
 * the object lives. With further arguments it is that of the last ones: same values, same objects, lists of same items.
 * Call it where a module is made; what it returns holds nothing.
 */
export function once<About extends object, Rest extends readonly unknown[], T>(
  make: (about: About, memo: Memo, ...rest: Rest) => T,
): (about: About, memo: Memo, ...rest: Rest) => T {
  return (about, memo, ...rest) => {
    const answers = memo.answersTo(make);
    const known = answers.get(about) as Answer<T> | undefined;
    if (known && sameRest(known.rest, rest)) return known.answer;
    const answer = make(about, memo, ...rest);
    answers.set(about, { rest, answer });
    return answer;
  };
}

interface Answer<T> {
  /** What was asked beside the object. */
  readonly rest: readonly unknown[];
  readonly answer: T;
}

function sameRest(a: readonly unknown[], b: readonly unknown[]): boolean {
  for (let at = 0; at < b.length; at++) if (!Object.is(a[at], b[at]) && !sameList(a[at], b[at])) return false;
  return a.length === b.length;
}

function sameList(a: unknown, b: unknown): boolean {
  return Array.isArray(a) && Array.isArray(b) && sameItems(a, b);
}

/** The same objects in the same order. */
export function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((item, at) => Object.is(item, b[at])));
}

interface Keeping {
  /** How many different values of one name are known; 1 unless told. */
  readonly values?: number;
  /** How many names are; beyond it all are forgotten. */
  readonly names?: number;
}

const MOST_NAMES = 20_000;

/**
 * A value as it was last: one that says the same as the one before (of its name) is the one before. Then what was made
 * of it is kept, too. For plain data: objects and lists; what has a class of its own is compared by identity.
 */
export function asLast<T>({ values = 1, names = MOST_NAMES }: Keeping = {}): (next: T, memo: Memo, name?: string) => T {
  const question = {};
  return (next, memo, name = '') => {
    const kept = memo.valuesOf(question);
    const known = (kept.get(name) ?? []) as readonly T[];
    const same = known.find((each) => sameValue(each, next));
    if (same !== undefined && same === known[0]) return same;
    const now = same ?? next;
    if (kept.size >= names && !kept.has(name)) kept.clear();
    kept.set(name, [now, ...known.filter((each) => each !== same)].slice(0, values));
    return now;
  };
}

/** Do two values say the same? Lists and plain objects by what is in them (an absent field is one that is undefined), all else by identity. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => sameValue(each, b[at]));
  return isPlain(a) && isPlain(b) && sameFields(a, b);
}

type Plain = Readonly<Record<string, unknown>>;

function sameFields(a: Plain, b: Plain): boolean {
  for (const key in a) if (!sameValue(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

function isPlain(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
