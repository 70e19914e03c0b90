// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { embedCode } from './embed-code.model';

const PAGE = 'https://rulewalk.example/';

it.each([
  ['en', 'Why this Pod?', '#s=why-this-pod&m=3', `${PAGE}?embed#s=why-this-pod&m=3`],
  ['ko', '왜 이 Pod인가?', '#1.abc.def', `${PAGE}?embed&lang=ko#1.abc.def`],
  ['en', '"><script>alert(1)</script>&', '#s=x', `${PAGE}?embed#s=x`],
] as const)('is one frame that opens what is shared, %s %s', (locale, title, hash, address) => {
  const code = embedCode({ page: PAGE, hash, title, locale });
  const [frame, ...others] = new DOMParser().parseFromString(code, 'text/html').body.childNodes;
  expect(others).toEqual([]);
  expect(frame?.nodeName).toBe('IFRAME');
  expect((frame as Element).getAttribute('src')).toBe(address);
  expect((frame as Element).getAttribute('title')).toBe(title);
  expect([...(frame as Element).attributes].map(({ name }) => name)).toEqual(['src', 'width', 'height', 'title']);
});
