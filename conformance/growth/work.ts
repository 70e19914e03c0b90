/** How much was gone over, by what went over it: `Array.find`, `String.indexOf`, `RegExp`. Characters and members. */
export type Work = ReadonlyMap<string, number>;

/** Told of each expression that meets a text, and how long that is. */
export type Meets = (expression: RegExp, length: number) => void;

type Own = (this: unknown, ...given: unknown[]) => unknown;

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) || ArrayBuffer.isView(value)
    ? (value as { length: number }).length
    : 0;

const position = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Methods of strings that read up to what they find. */
const SEARCHING = ['indexOf', 'includes', 'search', 'startsWith', 'endsWith', 'lastIndexOf'] as const;
/** Methods of strings that read, or write, all of a string. */
const WHOLE = [
  'trim',
  'trimEnd',
  'trimStart',
  'toLowerCase',
  'toUpperCase',
  'split',
  'slice',
  'substring',
  'repeat',
] as const;
/** Methods of lists that go over the list, or over what they make. */
const OVER = [
  'concat',
  'every',
  'filter',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flat',
  'flatMap',
  'forEach',
  'includes',
  'indexOf',
  'join',
  'lastIndexOf',
  'map',
  'reduce',
  'reverse',
  'shift',
  'slice',
  'some',
  'sort',
  'splice',
  'toReversed',
  'toSorted',
  'toSpliced',
  'unshift',
  'with',
] as const;

/** What a method costs: of a search what was gone over until it found, else what it was given or what it made. */
function costOf(name: string, of: unknown, result: unknown, given: readonly unknown[]): number {
  const size = sizeOf(of);
  switch (name) {
    case 'slice':
    case 'substring':
      return typeof of === 'string' ? 1 : sizeOf(result);
    case 'startsWith':
    case 'endsWith':
      return sizeOf(given[0]);
    case 'indexOf':
    case 'findIndex':
      return (position(result) < 0 ? size : position(result) + 1) - position(given[1]);
    case 'lastIndexOf':
    case 'findLastIndex':
      return (typeof given[1] === 'number' ? given[1] : size) - position(result);
    case 'find':
      return result === undefined ? size : (of as unknown[]).indexOf(result) + 1;
    case 'toSpliced':
    case 'concat':
      return Math.max(size, sizeOf(result));
    default:
      return size;
  }
}

/** Methods in the place of the language's own, which count; until {@link undo}. */
class Counter {
  readonly counts = new Map<string, number>();
  private readonly before: (() => void)[] = [];
  /** What counting itself goes over is not counted. */
  private inside = false;

  get isCounting(): boolean {
    return this.inside;
  }

  add(kind: string, cost: () => number): void {
    if (this.inside) return;
    this.inside = true;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + cost());
    this.inside = false;
  }

  wrap(of: object, name: string | symbol, counted: (own: Own) => Own): void {
    const before = Object.getOwnPropertyDescriptor(of, name);
    if (typeof before?.value !== 'function') return;
    Object.defineProperty(of, name, { ...before, value: counted(before.value as Own) });
    this.before.push(() => Object.defineProperty(of, name, before));
  }

  undo(): void {
    for (const each of this.before.toReversed()) each();
  }
}

function countMethod(counter: Counter, of: object, [kind, name]: readonly [string, string]): void {
  counter.wrap(
    of,
    name,
    (own) =>
      function counted(this: unknown, ...given) {
        const result = own.apply(this, given);
        counter.add(`${kind}.${name}`, () => costOf(name, this, result, given));
        return result;
      },
  );
}

/** Each member that a loop, a spread or a pattern takes. */
function countSteps(counter: Counter): void {
  counter.wrap(
    Array.prototype,
    Symbol.iterator,
    (own) =>
      function counted(this: unknown) {
        const steps = own.apply(this) as Iterator<unknown>;
        const next = steps.next.bind(steps);
        steps.next = () => (counter.add('Array.iterator', () => 1), next());
        return steps;
      },
  );
}

/** Can it begin at the beginning only? `^a(b|c)`, not `^a|b`. */
function isAnchored({ source, flags }: RegExp): boolean {
  if (!source.startsWith('^') || flags.includes('m')) return false;
  let depth = 0;
  for (const [sign] of source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]/g)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) return false;
  }
  return true;
}

/** Expressions as those that were met, for us alone, and whether each can begin at the beginning only. */
const copies = new Map<string, { readonly copy: RegExp; readonly anchored: boolean }>();

function copyOf(expression: RegExp): { readonly copy: RegExp; readonly anchored: boolean } {
  const key = `${expression.source}/${expression.flags}`;
  const known = copies.get(key) ?? {
    copy: new RegExp(expression.source, expression.flags),
    anchored: isAnchored(expression),
  };
  copies.set(key, known);
  return known;
}

/** What an expression goes over: up to the end of what it finds, else all that is left, if it can begin there. */
function costOfSearch(expression: RegExp, text: string, from: number): number {
  const { copy, anchored } = copyOf(expression);
  copy.lastIndex = from;
  const found = copy.exec(text);
  if (found) return found.index + found[0].length - from;
  return copy.sticky || anchored ? 1 : text.length - from;
}

function countExpressions(counter: Counter, name: 'exec' | 'test', meets: Meets): void {
  counter.wrap(
    RegExp.prototype,
    name,
    (own) =>
      function counted(this: unknown, ...given) {
        const expression = this as RegExp;
        const text = String(given[0]);
        const from = expression.global || expression.sticky ? expression.lastIndex : 0;
        if (!counter.isCounting) meets(expression, text.length);
        counter.add('RegExp', () => costOfSearch(expression, text, from));
        return own.apply(this, given);
      },
  );
}

/**
 * Counts what some work goes over while it runs: characters that methods of strings and expressions read, members that methods
 * of lists visit or copy. No clock: the same work has the same counts on every machine.
 */
export function countWork(run: () => void, meets: Meets = () => undefined): Work {
  const counter = new Counter();
  for (const name of [...SEARCHING, ...WHOLE]) countMethod(counter, String.prototype, ['String', name]);
  for (const name of OVER) countMethod(counter, Array.prototype, ['Array', name]);
  for (const name of ['exec', 'test'] as const) countExpressions(counter, name, meets);
  countSteps(counter);
  try {
    run();
  } finally {
    counter.undo();
  }
  return counter.counts;
}

/** Fewer are no growth: a list of ten that is gone over ten times. */
const LEAST = 2000;
/** Twice as much to read is twice the work, and a little for what is decided by size. */
const MOST = 2.3;
/** What grew faster than what it was done for, at both doublings: `Array.indexOf 1806 7140 28392`. */
export function superlinear([once, twice, fourTimes]: readonly [Work, Work, Work]): string[] {
  return [...fourTimes].flatMap(([kind, last]) => {
    const [first, second] = [once.get(kind) ?? 0, twice.get(kind) ?? 0];
    const grew = last > LEAST && second > MOST * first && last > MOST * second;
    return grew ? [`${kind} ${first} ${second} ${last}`] : [];
  });
}
