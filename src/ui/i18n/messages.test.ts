import { describe, expect, it } from 'vitest';
import { ROOMS } from './messages';

type Words = { readonly [key: string]: string | Words };

/** `a.b` -> text for every leaf. */
function flatten(words: Words, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** Names of `{arguments}` and `<tags>` of an ICU message, at any depth. */
function placeholders(text: string): string[] {
  const names = [...text.matchAll(/\{\s*(\w+)\s*[,}]|<(\w+)>/g)].map(([, argument, tag]) => argument ?? `<${tag}>`);
  return [...new Set(names)].sort();
}

describe.each(Object.entries(ROOMS))('words of %s', (_room, words) => {
  const en = flatten(words.en);
  const ko = new Map(flatten(words.ko));

  it('says the same things in English and Korean', () => {
    expect([...ko.keys()].sort()).toEqual(en.map(([key]) => key).sort());
  });

  it.each(en)('%s takes the same values in both', (key, text) => {
    expect(placeholders(ko.get(key) ?? '')).toEqual(placeholders(text));
  });

  it('leaves nothing empty', () => {
    expect([...en, ...ko].filter(([, text]) => text.trim() === '')).toEqual([]);
  });
});

it('finds placeholders, also in plurals and tags', () => {
  expect(placeholders('{count, plural, one {# rule} other {# rules}} of <b>{name}</b>')).toEqual([
    '<b>',
    'count',
    'name',
  ]);
});
