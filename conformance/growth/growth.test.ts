import { describe, expect, it } from 'vitest';
import { FORMATS, detectFormats } from '../../src/core/formats';
import { readText } from '../../src/core/paste/read-text';
import { createRedactor } from '../../src/core/questions/redact/redact-text';
import { grown, SHAPES } from './texts';
import { countWork, superlinear } from './work';
import verdicts from '../../scripts/expressions.json' with { type: 'json' };
import { LONGEST_LINE } from '../../src/core/formats/lines/text-lines';
import { THOROUGH, thinned } from '../../src/core/lib/testing/soaking';

/** Characters of the smallest text. */
const BASE = 6000;

/** The longest text that each expression met, by `/source/flags`. */
const met = new Map<string, number>();

function meets({ source, flags }: RegExp, length: number): void {
  const key = `/${source}/${flags}`;
  met.set(key, Math.max(met.get(key) ?? 0, length));
}

/** The work at one, two and four times a size. */
function growth(size: number, run: (size: number) => () => void): string[] {
  return superlinear([countWork(run(size), meets), countWork(run(2 * size), meets), countWork(run(4 * size), meets)]);
}

const READERS = {
  'told by its beginning': detectFormats,
  'read by its format': (text: string, parse: (text: string) => unknown) => parse(text),
  'looked for by all formats of a paste': (text: string) => readText({ id: 'a', title: '', text }),
} as const;

const shapes = Object.keys(SHAPES) as (keyof typeof SHAPES)[];

/** Shapes of a format's text: one of the three, another for the next format, by `npm test`. */
const tried = (nth: number) => shapes.filter((_, at) => THOROUGH || at === nth % shapes.length);

describe.each(FORMATS.map(({ id, parse }) => [id, parse] as const))('%s', (id, parse) => {
  it.each(Object.entries(READERS))('twice the text is twice the work: %s', (_, read) => {
    const grew = tried(FORMATS.findIndex((each) => each.id === id)).flatMap((shape) =>
      growth(Math.max(4, Math.round(BASE / grown(id, shape, 1).length)), (count) => {
        const text = grown(id, shape, count);
        return () => read(text, parse);
      }).map((each) => `${shape}: ${each}`),
    );
    expect(grew).toEqual([]);
  });
});

describe('redaction', () => {
  it.each([
    ['digits and dots', '1.'],
    ['digits', '12'],
    ['digits and dashes', '3-'],
    ['words', 'acme '],
    ['addresses', '10.0.0.1 '],
    ['colons', 'a:'],
    ['quotes', '"a" '],
  ])('%s are redacted in a time that grows as they do', (_, piece) => {
    const grew = growth(1000, (count) => {
      const text = `${piece.repeat(count)}\n`;
      return () => createRedactor(1, [text]).text(text);
    });
    expect(grew).toEqual([]);
  });
});

describe('the count', () => {
  it('sees a list that is looked through for each of its members', () => {
    const grew = growth(100, (count) => () => {
      const all = Array.from({ length: count }, (_, index) => index);
      for (const each of all) all.indexOf(each);
    });
    expect(grew.join()).toContain('Array.indexOf');
  });

  it('sees a text that is searched from each of its lines', () => {
    const grew = growth(100, (count) => () => {
      const text = 'a\n'.repeat(count);
      for (let at = 0; at < text.length; at += 2) /b/.exec(text.slice(at));
    });
    expect(grew.join()).toContain('RegExp');
  });

  it('leaves what it counts as it was', () => {
    const owned = () =>
      [String.prototype, Array.prototype, RegExp.prototype].map((of) =>
        Object.values(Object.getOwnPropertyDescriptors(of)).map(({ value }) => value as unknown),
      );
    const before = owned();
    countWork(() => 'a'.indexOf('a'));
    expect(owned()).toEqual(before);
  });
});

/** A line that no tool prints, between two that one does. */
const LONG = `${'a=b, c '.repeat(20_000)}\n`;

describe('an expression whose work grows with the square of its text', () => {
  it.each(thinned(FORMATS, 2).map(({ id, parse }) => [id, parse] as const))(
    'meets no more than a line: %s',
    (id, parse) => {
      const text = `${grown(id, 'blocks', 2)}${LONG}${grown(id, 'line', 200)}`;
      for (const read of Object.values(READERS)) countWork(() => read(text, parse), meets);
      const quadratic = Object.entries(verdicts).flatMap(([key, degree]) => (degree === 2 ? [key] : []));
      const tooLong = quadratic.filter((key) => (met.get(key) ?? 0) > LONGEST_LINE);
      expect(tooLong.map((key) => `${met.get(key)} ${key}`)).toEqual([]);
    },
  );
});
