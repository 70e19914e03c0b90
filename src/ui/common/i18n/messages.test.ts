import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { allPhrases } from '../../../content/phrases';
import { ROOMS } from './testing/messages';

type Words = { readonly [key: string]: string | Words };

/** `a.b` -> text for every leaf. */
function flatten(words: Words, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];

/** Literal text and `#` take nothing. */
const TAKES_NOTHING: ReadonlySet<number> = new Set([0, 7]);

function* argumentsIn(elements: readonly Element[]): Generator<string> {
  for (const element of elements) {
    if (TAKES_NOTHING.has(element.type)) continue;
    if ('value' in element) yield 'children' in element ? `<${element.value}>` : element.value;
    if ('children' in element) yield* argumentsIn(element.children);
    if ('options' in element) for (const { value } of Object.values(element.options)) yield* argumentsIn(value);
  }
}

/** Names of `{arguments}` and `<tags>` of an ICU message, at any depth, as the formatter reads them. */
function takes(text: string): string[] {
  return [...new Set(argumentsIn(new IntlMessageFormat(text, 'en').getAst()))].toSorted();
}

/** `#`. */
const POUND: ReadonlySet<number> = new Set([7]);

/** Does it write `#` where that is always 0: in the branch of a plural that means none? Another number was meant. */
function writesZero(elements: readonly Element[], isNone = false): boolean {
  return elements.some((element) => {
    if (POUND.has(element.type)) return isNone;
    if ('children' in element) return writesZero(element.children, isNone);
    if (!('options' in element)) return false;
    const isPlural = 'pluralType' in element;
    return Object.entries(element.options).some(([which, { value }]) =>
      writesZero(value, isPlural ? which === '=0' : isNone),
    );
  });
}

/** Everything that is said, whoever says it: the words of the page, and core's sentences. */
const SAID: readonly (readonly [string, en: readonly [string, string][], ko: ReadonlyMap<string, string>])[] = [
  ...Object.entries(ROOMS.en).map(
    ([room, words]) => [room, flatten(words), new Map(flatten(ROOMS.ko[room as keyof typeof ROOMS.ko]))] as const,
  ),
  [
    'phrases of core',
    Object.entries(allPhrases()).map(([id, { en }]): [string, string] => [id, en]),
    new Map(Object.entries(allPhrases()).map(([id, { ko }]) => [id, ko])),
  ],
];

describe.each(SAID)('%s', (_room, en, ko) => {
  it('says the same things in English and Korean', () => {
    expect([...ko.keys()].toSorted()).toEqual(en.map(([key]) => key).toSorted());
  });

  it('takes the same values in both, and both can be formatted', () => {
    const differ = en.filter(([key, text]) => takes(ko.get(key) ?? '').join(' ') !== takes(text).join(' '));
    expect(differ.map(([key]) => key)).toEqual([]);
  });

  it('writes no number that is always 0', () => {
    const ast = (text: string): readonly Element[] => new IntlMessageFormat(text, 'en').getAst();
    expect([...en, ...ko].filter(([, text]) => writesZero(ast(text)))).toEqual([]);
  });

  it('leaves nothing empty', () => {
    expect([...en, ...ko].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

it('finds what a message takes, also in plurals and tags', () => {
  expect(takes('{count, plural, one {# rule of {where}} other {# rules}} of <b>{name}</b>')).toEqual([
    '<b>',
    'count',
    'name',
    'where',
  ]);
});
