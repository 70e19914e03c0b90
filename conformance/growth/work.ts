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

/**
 * Counts what some work goes over while it runs: characters that methods of strings and expressions read, members that methods
 * of lists visit or copy. No clock: the same work has the same counts on every machine.
 */
export function countWork(run: () => void, meets: Meets = () => undefined): Work {
  const counts = new Map<string, number>();
  const undo: (() => void)[] = [];
  let inside = false;
  const add = (kind: string, cost: number): void => void counts.set(kind, (counts.get(kind) ?? 0) + cost);
  const wrap = (of: object, name: string | symbol, counted: (own: Own) => Own): void => {
    const before = Object.getOwnPropertyDescriptor(of, name);
    if (typeof before?.value !== 'function') return;
    Object.defineProperty(of, name, { ...before, value: counted(before.value as Own) });
    undo.push(() => Object.defineProperty(of, name, before));
  };
  const method = (of: object, kind: string, name: string): void =>
    wrap(
      of,
      name,
      (own) =>
        function counted(this: unknown, ...given) {
          const result = own.apply(this, given);
          if (inside) return result;
          inside = true;
          add(`${kind}.${name}`, costOf(name, this, result, given));
          inside = false;
          return result;
        },
    );
  for (const name of [...SEARCHING, ...WHOLE]) method(String.prototype, 'String', name);
  for (const name of OVER) method(Array.prototype, 'Array', name);
  wrap(
    Array.prototype,
    Symbol.iterator,
    (own) =>
      function counted(this: unknown) {
        const steps = own.apply(this) as Iterator<unknown>;
        const next = steps.next.bind(steps);
        if (!inside) steps.next = () => (add('Array.iterator', 1), next());
        return steps;
      },
  );
  for (const name of ['exec', 'test'] as const)
    wrap(
      RegExp.prototype,
      name,
      (own) =>
        function counted(this: unknown, ...given) {
          const expression = this as RegExp;
          const text = String(given[0]);
          const from = expression.global || expression.sticky ? expression.lastIndex : 0;
          meets(expression, text.length);
          const found = own.apply(this, given) as RegExpExecArray | boolean | null;
          const end = expression.global || expression.sticky ? expression.lastIndex : undefined;
          const failed = found === null || found === false;
          add(
            'RegExp',
            failed ? (expression.sticky ? 1 : text.length - from) : end === undefined ? endOf(found, text) : end - from,
          );
          return found;
        },
    );
  try {
    run();
  } finally {
    for (const each of undo.toReversed()) each();
  }
  return counts;
}

function endOf(found: RegExpExecArray | boolean, text: string): number {
  return typeof found === 'boolean' ? text.length : found.index + found[0].length;
}
