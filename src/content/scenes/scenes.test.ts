import { describe, expect, it } from 'vitest';
import { getDwell } from '../../core/story/moment';
import { moments } from '../../core/story/moments';
import { faultsOf } from '../../core/story/testing/facts';
import { askedOf, wrongKeys } from '../../core/story/testing/keys';
import { walkShown } from '../../core/story/testing/walks';
import { createSpeaker } from '../phrases';
import { LESSONS, sceneById, SCENES, type Scene } from './index';

const say = createSpeaker('en');

function playing(scene: Scene) {
  const walk = walkShown(scene.document());
  const story = moments(walk.walked);
  return { walk, story, at: story.findIndex(({ kind }) => kind === scene.moment) };
}

describe.each(SCENES.map((scene) => [scene.id, scene] as const))('%s', (_, scene) => {
  const { walk, story, at } = playing(scene);

  it('plays to the moment it is about', () => {
    expect(story.map(({ kind }) => kind)).toContain(scene.moment);
    expect(story[at]?.kind).toBe(scene.moment);
    expect(faultsOf(walk)).toEqual([]);
  });

  it('asks a question whose key is right', () => {
    expect(askedOf(walk).map(({ kind }) => kind)).toContain(scene.question);
    expect(wrongKeys(walk)).toEqual([]);
  });

  it('is told in 5 to 50 seconds, without what moves', () => {
    const total = story.reduce((sum, { kind, sentence }) => sum + getDwell(kind, say(sentence).length), 0);
    expect(total).toBeGreaterThan(5000);
    expect(total).toBeLessThan(50_000);
  });

  it('has the same bench in both languages', () => {
    const [en, ko] = [scene.document('en'), scene.document('ko')];
    expect({ ...ko, title: '' }).toEqual({ ...en, title: '' });
    expect(ko.title).not.toBe(en.title);
  });
});

describe('lessons', () => {
  it('are six, with at least thirty scenes of their own ids', () => {
    expect(LESSONS.map(({ scenes }) => scenes.length > 0)).toEqual(Array.from({ length: 6 }, () => true));
    expect(SCENES.length).toBeGreaterThanOrEqual(30);
    expect(new Set(SCENES.map(({ id }) => id)).size).toBe(SCENES.length);
    expect(SCENES.every(({ id }) => sceneById(id)?.id === id && id.length <= 24)).toBe(true);
  });

  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
    '%s shows what its goal says',
    (_, { scenes, shows }) => {
      const seen = new Set(scenes.flatMap((scene) => playing(scene).story.map(({ kind }) => kind)));
      expect(shows.filter((kind) => !seen.has(kind))).toEqual([]);
    },
  );

  it.each(SCENES.flatMap(({ id, title, notes }) => [[id, title, notes] as const]))(
    '%s is written in both languages',
    (_, title, notes) => {
      for (const { en, ko } of [title, notes]) {
        expect(en).toMatch(/^[\x20-\x7e’–]+$/);
        expect(ko).toMatch(/[가-힣]/);
      }
    },
  );
});
