import { expect, it } from 'vitest';
import { pickLocale } from './locale';

it.each([
  ['?lang=ko', 'en', ['en-US'], 'ko'],
  ['?lang=fr', 'ko', ['en-US'], 'ko'],
  ['', null, ['ko-KR', 'en'], 'ko'],
  ['', null, ['fr', 'de'], 'en'],
  ['', null, ['fr', 'ko_KR'], 'ko'],
  ['', 'en', ['ko'], 'en'],
  ['', undefined, [], 'en'],
])('search %j, chosen %j, browser %j: %s', (search, chosen, languages, wanted) => {
  expect(pickLocale({ search, chosen, languages })).toBe(wanted);
});
