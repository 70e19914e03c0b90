import { expect, it } from 'vitest';
import { pickLocale } from './locale';

// zz and zy are no languages: nobody adds them.
it.each([
  ['?lang=ko', ['en-US'], 'ko'],
  ['?lang=en', ['ko'], 'en'],
  ['?lang=zz', ['ko-KR'], 'ko'],
  ['', ['ko-KR', 'en'], 'ko'],
  ['', ['zz', 'zy'], 'en'],
  ['', ['zz', 'ko_KR'], 'ko'],
  ['', [], 'en'],
])('address %j, browser %j: %s', (search, languages, wanted) => {
  expect(pickLocale({ search, languages })).toBe(wanted);
});
