import { expect, it } from 'vitest';
import { modules } from './import-graph.mjs';
import { REASONS, unrelatedParts } from './unrelated.mjs';

const body = (lines: number): string => Array.from({ length: lines }, (_, line) => `  step(${line});`).join('\n');
const long = (name: string, calls = ''): string => `function ${name}() {\n${body(25)}\n${calls}\n}\n`;

it('parts of a module are unrelated where no declaration of it joins them', () => {
  const texts = new Map([
    ['two.ts', `${long('first')}${long('second')}`],
    ['called.ts', `${long('first', 'second();')}${long('second')}`],
    ['joined.ts', `${long('first')}${long('second')}export const both = () => [first(), second()];`],
    ['member.ts', `${long('first', 'other.second();')}${long('second')}`],
    [
      'typed.ts',
      `const A: ReadonlySet<string> = {\n${'\n'.repeat(25)}};\nconst B: ReadonlySet<string> = {\n${'\n'.repeat(25)}};`,
    ],
  ]);
  expect(unrelatedParts(texts).map(({ path, parts }) => `${path}: ${parts.join()}`)).toEqual([
    'two.ts: first,second',
    'member.ts: first,second',
    'typed.ts: A,B',
  ]);
});

it('a module of unrelated parts has its reason, and no other has one', () => {
  const found = unrelatedParts(modules('.', ['src'])).map(({ path }) => path);
  expect(found.toSorted()).toEqual(Object.keys(REASONS).toSorted());
}, 60_000);
