import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modules } from './import-graph.mjs';
import { clauses, namedOf, pronouns, riddles, twoMeanings } from './names.mjs';

const PRODUCT: ReadonlyMap<string, string> = modules('.', ['src']);

/** All sources, tests among them. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  ['src', 'conformance', 'e2e']
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
);

describe('names', () => {
  it('of exports have one meaning', () => {
    expect(PRODUCT.size).toBeGreaterThan(1000);
    expect(twoMeanings(PRODUCT)).toEqual([]);
  });

  it('say what a function does, but for 150 that say what it returns', () => {
    expect(namedOf(PRODUCT).length, namedOf(PRODUCT).join('\n')).toBeLessThanOrEqual(150);
  });

  it('of types say what they hold', () => {
    expect(SOURCES.size).toBeGreaterThan(1500);
    expect(riddles(SOURCES)).toEqual([]);
    const texts = new Map([
      ['a.ts', 'type Asked = 1;\ninterface Told<T> {}\nexport interface Place extends X {}\ntype Placed = 2;'],
    ]);
    expect(riddles(texts)).toEqual(['Asked: a.ts', 'Told: a.ts', 'Place: a.ts']);
  });

  it('begin a docstring, not pronouns', () => {
    expect(pronouns(SOURCES)).toEqual([]);
    const texts = new Map([
      ['a.ts', '/** Its name. */\n/**\n * Whose it is.\n */\n/** Item of a list. */\n/* It is none. */'],
    ]);
    expect(pronouns(texts)).toEqual(['a.ts:1: Its name. */', 'a.ts:2: Whose it is.']);
  });

  it('of functions have a docstring that says what comes out, not a clause', () => {
    const product = [...SOURCES].filter(([path]) => /^src\/(?!.*\/testing\/)/.test(path));
    expect(product.length).toBeGreaterThan(1000);
    expect(clauses(new Map(product), /^src\/(?:core\/document|store|ui\/stage|ui\/time)\/(?!.*\.test\.)/)).toEqual([]);
    const texts = new Map([
      ['a.ts', '/** What it is. */\nexport const KINDS = 1;\n\n/**\n * What comes.\n */\nexport function* next() {}\n'],
    ]);
    expect(clauses(texts)).toEqual(['a.ts: next']);
    const own = new Map([['a/b.ts', '/** What is read. */\nfunction read() {}\n']]);
    expect([clauses(own), clauses(own, /^a\//)]).toEqual([[], ['a/b.ts: read']]);
  });

  it('are counted as they are declared', () => {
    const texts = new Map([
      ['a.ts', 'export interface Kept {}\nfunction headOf() {}'],
      ['b.ts', 'export const Kept = 1;\nexport function* partsOf() {}\nconst of = kept.headOf();'],
    ]);
    expect(twoMeanings(texts)).toEqual(['Kept: a.ts, b.ts']);
    expect(namedOf(texts)).toEqual(['headOf: a.ts', 'partsOf: b.ts']);
  });
});
