import { expect, it } from 'vitest';
import { listRuleTextPieces } from './rule/rule-text.model';

it.each([
  ['abcabc', 'BC', 'a[bc]a[bc]'],
  ['abc', '', 'abc'],
  ['abc', 'x', 'abc'],
  ['aaa', 'aa', '[aa]a'],
])('cuts %s at %s', (text, query, printed) => {
  expect(
    listRuleTextPieces(text, query)
      .map((piece) => (piece.found ? `[${piece.text}]` : piece.text))
      .join(''),
  ).toBe(printed);
});
