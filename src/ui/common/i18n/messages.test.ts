import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../../content/languages';
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
const SAID = LOCALES.filter((locale) => locale !== 'en').flatMap((locale) => {
  const sentences = (of: Locale): [string, string][] =>
    Object.entries(allPhrases()).map(([id, texts]): [string, string] => [id, texts[of]]);
  const rooms = Object.entries(ROOMS.en).map(
    ([room, words]) => [locale, room, flatten(words), flatten(ROOMS[locale][room as keyof typeof ROOMS.en])] as const,
  );
  return [...rooms, [locale, 'phrases of core', sentences('en'), sentences(locale)] as const];
});

describe.each(SAID)('%s: %s', (_locale, _room, en, other) => {
  it('says the same things as in English', () => {
    expect(other.map(([key]) => key).toSorted()).toEqual(en.map(([key]) => key).toSorted());
  });

  it('takes the same values as in English, and both can be formatted', () => {
    const texts = new Map(other);
    const differ = en.filter(([key, text]) => takes(texts.get(key) ?? '').join(' ') !== takes(text).join(' '));
    expect(differ.map(([key]) => key)).toEqual([]);
  });

  it('writes no number that is always 0', () => {
    const ast = (text: string): readonly Element[] => new IntlMessageFormat(text, 'en').getAst();
    expect([...en, ...other].filter(([, text]) => writesZero(ast(text)))).toEqual([]);
  });

  it('leaves nothing empty', () => {
    expect([...en, ...other].filter(([, text]) => text.trim() === '')).toEqual([]);
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

/** Texts of a language by place and key; one that says no more than its values is nobody's language. */
const OWN_TEXTS = LOCALES.map((locale) => {
  const rooms = Object.entries(ROOMS[locale]).flatMap(([room, words]) => flatten(words, `${room}.`));
  const sentences = Object.entries(allPhrases()).map(([id, texts]): [string, string] => [id, texts[locale]]);
  return [locale, new Map([...rooms, ...sentences])] as const;
});

/** A folder begins as a copy of another: so many texts stand in it as they were. Names are the same in every language. */
it('has no language that is still, in more than three texts of a hundred, the one it was copied from', () => {
  const copied = OWN_TEXTS.flatMap(([locale, own], at) =>
    OWN_TEXTS.slice(0, at).flatMap(([from, others]) => {
      const same = [...own].filter(
        ([key, text]) => /\p{L}{3}.* .*\p{L}{3}/u.test(text) && others.get(key) === text,
      ).length;
      return same > own.size * 0.03 ? [`${locale}: ${same} of ${own.size} texts are those of ${from}`] : [];
    }),
  );
  expect(copied).toEqual([]);
});
