import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../examples';
import type { MomentKind } from '../../core/story/moment';
import { listLenses } from '../../core/story/lenses';
import { moments } from '../../core/story/moments';
import { paceOf, readingTime } from '../../core/story/pace';
import { faultsOf } from '../../core/story/testing/facts';
import { askedOf, wrongKeys } from '../../core/story/testing/keys';
import { stepsOfWalk } from '../../core/story/walk';
import { walkMade } from '../../core/story/testing/walks';
import { createSpeaker } from '../phrases';
import { LESSONS, sceneById, SCENES, type Scene } from './index';

const speakers = { en: createSpeaker('en'), ko: createSpeaker('ko') };
/** A chain kube-proxy names by 16 letters of a SHA-256 in base32, `pkg/proxy/iptables/proxier.go` (portProtoHash). */
const HASHED_CHAIN = /\bKUBE-[A-Z]+-[A-Z2-7]{16}/;
const DECIDES: ReadonlySet<MomentKind> = new Set(['chosen', 'rewritten', 'source-rewritten', 'translated-back']);

function playing(scene: Scene) {
  const walk = walkMade(scene.document);
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

  it('shows the odds of what a process drew', () => {
    const lenses = listLenses(walk.walked, story);
    const steps = stepsOfWalk(walk.walked.trace);
    const drawn = story.flatMap(({ at: index, kind }, turn) => {
      const data = steps[index]?.data;
      return kind === 'chosen' && data?.kind === 'originate' && data.http ? [[data.odds, lenses[turn]?.picture]] : [];
    });
    expect(drawn.map(([, picture]) => picture)).toEqual(
      drawn.map(([odds]) => expect.objectContaining(odds ? { odds } : {})),
    );
  });

  it.each(['en', 'ko'] as const)('plays in 20 to 45 seconds, and what decides can be read: %s', (locale) => {
    const said = story.map(({ kind, sentence }) => ({ kind, characters: speakers[locale](sentence).length }));
    const times = paceOf(said);
    const total = times.reduce((sum, time) => sum + time, 0);
    expect(total).toBeGreaterThanOrEqual(19_999);
    expect(total).toBeLessThanOrEqual(45_001);
    for (const [turn, { kind, characters }] of said.entries()) {
      if (DECIDES.has(kind)) expect(times[turn], kind).toBeGreaterThanOrEqual(readingTime(characters));
    }
  });

  it.each(['en', 'ko'] as const)('speaks of names, never of the hash of a chain: %s', (locale) => {
    const sentences = story.map(({ sentence }) => speakers[locale](sentence));
    expect(sentences.filter((sentence) => HASHED_CHAIN.test(sentence))).toEqual([]);
  });

  it('calls an error no reply, and whoever tells himself by one name only', () => {
    for (const { role, sentence } of story) {
      const said = { en: speakers.en(sentence), ko: speakers.ko(sentence) };
      if (role === 'error') expect(`${said.en} ${said.ko}`).not.toMatch(/reply|응답/u);
      const { from, to } = sentence.values ?? {};
      if (from !== undefined && from === to) expect(said.en.split(String(from))).toHaveLength(2);
    }
  });

  it('says of a rule that leads to a Service how many of its hook were asked before, in the cause and in the lens', () => {
    const steps = stepsOfWalk(walk.walked.trace);
    for (const [turn, { picture }] of listLenses(walk.walked, story).entries()) {
      const { at: decides = 0, cause } = story[turn] ?? {};
      if (picture.kind !== 'rule') continue;
      const hook = steps.slice(0, decides).findLastIndex(({ data }) => data.kind === 'hook');
      const skipped = steps
        .slice(hook, decides)
        .map(({ data }) => (data.kind === 'skip' ? data.to + 1 - data.from : 0));
      expect(picture.asked).toBe(skipped.reduce((sum, each) => sum + each, 0));
      // A portal of userspace mode is said to lead to a port, not how many were asked before it.
      expect(cause?.values?.['asked'] ?? picture.asked).toBe(picture.asked);
    }
  });

  it('shows a mark where a rule looked for it, and nowhere else', () => {
    for (const { picture, lines } of listLenses(walk.walked, story)) {
      if (picture.kind === 'kept') expect(picture.mark !== undefined).toBe(lines.length > 0);
    }
  });

  it('has the same bench in both languages', () => {
    const [en, ko] = [scene.document('en'), scene.document('ko')];
    expect({ ...ko, title: '' }).toEqual({ ...en, title: '' });
    expect(ko.title).not.toBe(en.title);
  });
});

describe('scenes of pasted nodes', () => {
  it('call who is behind a bridge that only Pods have a Pod, whatever else the rules tell of', () => {
    const senders = SCENES.flatMap((scene) => playing(scene).story.slice(0, 1)).map(({ header }) => header.from.name);
    expect(senders.filter((name) => name.startsWith('container '))).toEqual([]);
    expect(senders.filter((name) => name.startsWith('Pod '))).toHaveLength(3);
  });
});

describe('lessons', () => {
  it('has no scene by the title of an example, which would be told to be edited', () => {
    const titles = new Set(EXAMPLES.flatMap(({ title }) => Object.values(title)));
    expect(SCENES.flatMap(({ title }) => Object.values(title)).filter((title) => titles.has(title))).toEqual([]);
  });

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
