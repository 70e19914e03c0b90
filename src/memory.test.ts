import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));

/** Rooms that keep nothing of their own: what they worked out is kept by the memory that is handed down. */
const KEEPS_NOTHING = /^(core|engine)\/|^ui\/.*\.model\.ts$/;
const MEMORY = 'core/lib/memo.ts';
/** Keeps how long readings have taken that are under way, and no answer. */
const CLOCK = 'engine/reader-watch.ts';

/** Each way to keep something beside the memory, as it stands in a line. */
const KEEPING = [
  { what: 'a WeakMap', test: /\bnew WeakMap\b/ },
  { what: 'a variable of the module', test: /^(export )?let\b/ },
  {
    what: 'a table of the module that is filled later',
    test: /^(export )?const \w+(: (?!Readonly)[^=]*)? = new (Map|Set)(<.*>)?\(\);?$/,
  },
  { what: 'a comparison of JSON', test: /JSON\.stringify\(.*[!=]==.*JSON\.stringify\(/ },
  { what: 'a memory of its own kind', test: /\b(oncePerObject|asLastTime|asLastTimeOf|sameListAsLastTime)\(/ },
] as const;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testdata' || entry.name === 'testing' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

interface Kept {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

function keptIn(file: string, text: string): Kept[] {
  if (!KEEPS_NOTHING.test(file) || file === MEMORY || file === CLOCK) return [];
  return text
    .split('\n')
    .flatMap((line, at) =>
      KEEPING.filter(({ test }) => test.test(line)).map(({ what }) => ({ file, line: at + 1, what })),
    );
}

function kept(): Kept[] {
  return sources(SRC).flatMap((path) => keptIn(relative(SRC, path), readFileSync(path, 'utf8')));
}

describe('one memory', () => {
  it('is all that keeps anything in the core, the engine and the models', () => {
    expect(kept().map(({ file, line, what }) => `${file}:${line} keeps ${what}: see core/lib/memo.ts`)).toEqual([]);
  });

  it.each([
    ['core/sim/a.ts', 'const known = new WeakMap<Netns, Fib>();', 'a WeakMap'],
    ['engine/a.ts', 'let last: Last | undefined;', 'a variable of the module'],
    ['core/net/a.ts', 'const read = new Map<string, IpAddress>();', 'a table of the module that is filled later'],
    ['ui/rules/a.model.ts', '  return JSON.stringify(a) === JSON.stringify(b);', 'a comparison of JSON'],
    ['core/a.ts', 'export const planOf = oncePerObject(makePlan);', 'a memory of its own kind'],
  ])('would notice in %s: %s', (file, line, what) => {
    expect(keptIn(file, `\n${line}\n`)).toEqual([{ file, line: 2, what }]);
  });

  it('lets be what is filled where it is made, and what belongs to a call', () => {
    expect(keptIn('core/a.ts', "const NAMES = new Set(['a']);\nfunction f() {\n  let at = 0;\n}")).toEqual([]);
  });
});
