import { describe, expect, it } from 'vitest';
import { LESSONS, TIME_SCENES } from '../content/scenes';
import { findLessonSheet } from '../content/sheets/lessons';
import { readView } from './link';
import { findSceneSheet } from './scene-sheet';

describe('an address of a scene', () => {
  it('of a lesson is that of its Sheet, at its figure', () => {
    for (const { id: lesson, scenes } of LESSONS)
      for (const { id, mode } of scenes)
        for (const hash of [
          `#s=${id}&l=${lesson}`,
          `#s=${id}&m=3&l=${lesson}&h`,
          `#s=${id}&mode=${mode}&l=${lesson}`,
        ]) {
          const [, sheet = '', figure] =
            /^#sheet=([a-z0-9-]{1,60})\/([a-z0-9-]{1,60})$/.exec(findSceneSheet(hash) ?? '') ?? [];
          expect([hash, figure]).toEqual([hash, id]);
          expect(findLessonSheet(sheet)?.lesson).toBe(lesson);
        }
  });

  it('of time stands in its lesson, with or without it', () => {
    for (const { id } of TIME_SCENES) {
      expect(findSceneSheet(`#s=${id}&l=time`)).toBe(`#sheet=lesson-time/${id}`);
      expect(findSceneSheet(`#s=${id}`)).toBe(`#sheet=lesson-time/${id}`);
    }
  });

  it.each([
    ['that is told by itself', '#s=why-this-pod&m=3'],
    ['in a lesson that does not have it', '#s=why-this-pod&l=four-ways'],
    ['in a mode that its Sheet does not have', '#s=why-this-pod&mode=ipvs&l=why-this-pod'],
    ['of time in another mode, which is on the bench', '#s=flush&mode=ipvs&l=time'],
    ['that nobody knows', '#s=nothing&l=time'],
    ['that is none', '#example=web-two-nodes'],
  ])('%s is no Sheet', (_, hash) => expect(findSceneSheet(hash)).toBeUndefined());
});

it('a file that stood at a scene of time opens its lesson', () => {
  const view = readView(JSON.stringify({ scene: { id: 'flush', lesson: 'time', told: 'timeline' } }));
  expect(view).toEqual({ sheet: 'lesson-time' });
  expect(readView(JSON.stringify({ scene: { id: 'why-this-pod' } }))).toEqual({ scene: { id: 'why-this-pod' } });
});
