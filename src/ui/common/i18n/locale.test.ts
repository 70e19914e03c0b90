import { expect, it } from 'vitest';
import { pickLocale } from './locale';

it.each([
  ['?lang=ko', ['en-US'], 'ko'],
  ['?lang=en', ['ko'], 'en'],
  ['?lang=fr', ['ko-KR'], 'ko'],
  ['', ['ko-KR', 'en'], 'ko'],
  ['', ['fr', 'de'], 'en'],
  ['', ['fr', 'ko_KR'], 'ko'],
  ['', [], 'en'],
])('address %j, browser %j: %s', (search, languages, wanted) => {
  expect(pickLocale({ search, languages })).toBe(wanted);
});
