import { expect, it } from 'vitest';
import { SCENES, TIME_SCENES } from '../content/scenes';
import { readAddress } from './link';
import { lettersApart, nearScenes } from './near-scenes';

it.each([
  ['', '', 0],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['why-this-pod', 'why-this-pdo', 2],
])('%s and %s are %i letters apart', (one, other, apart) => {
  expect([lettersApart(one, other), lettersApart(other, one)]).toEqual([apart, apart]);
});

it('offers every scene first where one of its letters is left out', async () => {
  for (const { id, title } of [...SCENES, ...TIME_SCENES])
    for (const at of [0, id.length - 1]) {
      const typed = id.slice(0, at) + id.slice(at + 1);
      const isAnother = [...SCENES, ...TIME_SCENES].some((each) => each.id !== id && lettersApart(each.id, typed) < 2);
      if (!isAnother) expect(await nearScenes(typed, 'en')).toMatch(`${title.en} (#s=${id})`);
    }
});

it('says what a link to no scene named, however long it is, in both languages', async () => {
  for (const locale of ['en', 'ko'] as const) {
    const read = await readAddress(`#s=why-this-pdo${'x'.repeat(10_000)}`, locale);
    expect(read).toMatchObject({ ok: false, error: { id: 'document.lesson.no-scene' } });
    expect(JSON.stringify(read).length).toBeLessThan(600);
  }
  const read = await readAddress('#s=why-this-pdo', 'en');
  expect(read && !read.ok && String(read.error.values?.['near'])).toMatch(/^Why this Pod\? \(#s=why-this-pod\), /);
});
