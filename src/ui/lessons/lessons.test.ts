import { describe, expect, it } from 'vitest';
import { LESSONS, SCENES, TIME_LESSON, TIME_SCENES } from '../../content/scenes';
import { countSeen, listScenes, resumeAt, teach, teachTime } from './lessons.model';

const taught = teach(LESSONS, 'ko');

describe('lessons', () => {
  it('go on where one stopped, and begin anew when all was seen', () => {
    const lesson = taught[1];
    if (!lesson) throw new Error('no lesson');
    const ids = lesson.scenes.map(({ id }) => id);
    expect(resumeAt(lesson, ids.slice(0, 2))?.id).toBe(ids[2]);
    expect(countSeen(lesson, [...ids.slice(0, 2), 'hairpin'])).toBe(2);
    expect(resumeAt(lesson, ids)?.id).toBe(ids[0]);
  });

  it('have a quarter of their scenes behind "more", and never what they begin with', () => {
    const all = [...taught, teachTime(TIME_LESSON, TIME_SCENES, 'ko')];
    const count = SCENES.length + TIME_SCENES.length;
    const behind = all.reduce((sum, lesson) => sum + listScenes(lesson, false).more, 0);
    expect(behind / count).toBeGreaterThan(0.23);
    expect(behind / count).toBeLessThan(0.28);
    for (const lesson of all) {
      expect(listScenes(lesson, false).shown[0], lesson.id).toBe(lesson.scenes[0]);
      expect(listScenes(lesson, true), lesson.id).toEqual({ shown: lesson.scenes, more: 0 });
    }
  });
});
