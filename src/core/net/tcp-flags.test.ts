import { expect, it } from 'vitest';
import { flagLetters, flagsOfLetters } from './packet';

it.each(['none', 'S', 'SA', 'FA', 'R', 'PAU', 'SEC', 'FSRPAUEC'])('reads and writes %s', (letters) => {
  expect(flagLetters(flagsOfLetters(letters))).toBe(letters);
});

it('takes letters in any order', () => {
  expect(flagsOfLetters('AS')).toEqual({ syn: true, ack: true });
});
