import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHanded, readHandIn, readHandIns, signEdition, writeHandIn, type HandIn } from './hand-in';
import type { RenderedBlock } from './render';

const KIM: HandIn = {
  sheet: 'lesson-why-this-pod',
  edition: 'k3pd',
  name: 'Kim',
  answers: [
    { tried: 'B', end: 'right' },
    { tried: 'AB', end: 'right' },
    { tried: 'C', end: 'shown' },
    { tried: '', end: 'shown' },
    { tried: 'A', end: 'open' },
    { tried: '', end: 'open' },
  ],
  minutes: 11,
};

const line = writeHandIn(KIM);

describe('a line that is handed in', () => {
  it('says the Sheet, the answers in the order tried, and how many were right at first', () => {
    expect(line).toMatch(/^lesson-why-this-pod k3pd · Kim · 1B 2AB 3C- 4- 5A\? · 1\/6 · 11 min · \w\w$/);
    expect(readHandIn(line)).toEqual({ ok: true, value: KIM });
    expect(readHandIn(writeHandIn({ ...KIM, name: '' }))).toMatchObject({ ok: true, value: { name: '' } });
  });

  it('is read behind what a chat writes before it, and a slip in it is told', () => {
    expect(readHandIn(`[10:03] Kim: ${line} `)).toMatchObject({ ok: true, value: KIM });
    for (const [from, to] of [
      ['2AB', '2B'],
      ['1/6', '2/6'],
      ['Kim', 'Kin'],
      ['k3pd', 'k3pe'],
    ] as const)
      expect(readHandIn(line.replace(from, to))).toMatchObject({ ok: false, error: { id: 'sheet.hand-in.slip' } });
    for (const other of ['', 'hello', 'a · b · c', 'a b · c · d · 1/99999999 · 3 min · aa'])
      expect(readHandIn(other)).toMatchObject({ ok: false, error: { id: 'sheet.hand-in.none' } });
  });

  it('comes back as it was, whatever the name, and anything else is refused, never thrown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(300), (name, minutes) => {
        const read = readHandIn(writeHandIn({ ...KIM, name, minutes }));
        expect(read).toMatchObject({ ok: true, value: { answers: KIM.answers, minutes } });
      }),
    );
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => void readHandIn(`${text} · ${text} · ${text}`)));
  });

  it('reads the letters off the blocks, of what the text alone had not', () => {
    const question = { options: [{ text: 'x' }, { text: 'y' }], key: 1 };
    const ask = (tried: readonly string[], open: boolean) =>
      ({ kind: 'ask', id: 'q', question, answer: { tried, open } }) as unknown as RenderedBlock;
    expect(listHanded([ask(['x', 'y'], true), ask(['gone', 'x'], true), ask([], true), ask(['x'], false)])).toEqual([
      { tried: 'AB', end: 'right' },
      { tried: 'A', end: 'shown' },
      { tried: '', end: 'shown' },
      { tried: 'A', end: 'open' },
    ]);
    expect(signEdition('a text')).toBe(signEdition('a text'));
    expect(signEdition('a text')).not.toBe(signEdition('a text.'));
  });
});

it('many lines are a class: the weakest question, and lines that are of no use', () => {
  const lee = writeHandIn({ ...KIM, name: 'Lee', answers: KIM.answers.with(1, { tried: 'B', end: 'right' }) });
  const other = writeHandIn({ ...KIM, sheet: 'lesson-time' });
  const { rows, faults, weakest } = readHandIns(`${line}\n\n${lee}\nthanks!\n${other}`, KIM);
  expect(rows.map(({ name }) => name)).toEqual(['Kim', 'Lee']);
  expect(faults.map(({ line: at, says }) => [at, says.id])).toEqual([
    [4, 'sheet.hand-in.none'],
    [5, 'sheet.hand-in.other'],
  ]);
  expect(weakest).toBe(2);
  expect(readHandIns('', KIM).weakest).toBeUndefined();
});
