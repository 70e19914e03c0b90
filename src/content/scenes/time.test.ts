import { describe, expect, it } from 'vitest';
import { setNodeKernel } from '../../core/document/edits/nodes';
import {
  behind,
  countFailed,
  failingFor,
  timelineQuestion,
  varied,
  type TimelineQuestion,
} from '../../core/timeline/question';
import { createSpeaker } from '../phrases';
import { lived } from '../../core/timeline/testing/documents';
import type { Lived } from '../../core/timeline/timeline';
import { SCRIPT_SCHEMA } from '../../core/document/script';
import * as v from 'valibot';
import { SCENES, TIME_LESSON, TIME_SCENES, timeSceneById, type TimeScene } from './index';

interface LivedScene {
  readonly first: Lived;
  readonly second: Lived | undefined;
  readonly key: number | undefined;
  readonly asked: TimelineQuestion | undefined;
  /** The right answer, where it is a number. */
  readonly right: unknown;
}

function tell({ document, beside, question }: TimeScene): LivedScene {
  const first = lived(document());
  const second = beside && lived(varied(document(), beside));
  const asked = timelineQuestion(question, { first, second, names: ['a', 'b'] });
  return { first, second, asked, key: asked?.key, right: asked?.options[asked.key]?.says.values?.['value'] };
}

const addresses = ({ requests }: Lived): number =>
  new Set(requests.flatMap(({ outcome, to }) => (outcome === 'served' ? to : []))).size;

const podsOf = ({ requests }: Lived, client: number, from: number): number =>
  new Set(requests.flatMap((each) => (each.client === client && each.at >= from ? (each.pod ?? []) : []))).size;

const startsOf = ({ control }: Lived): readonly number[] =>
  control.syncs.filter(({ node }) => node === 'node1').map(({ start }) => start);

/** Long words, and pairs of syllables: what a reader knows again. */
const partsOf = (text: string): string[] => [
  ...(text.toLowerCase().match(/[a-z]{4,}/g) ?? []),
  ...(text.match(/[가-힣]+/g) ?? [])
    .flatMap((word) => Array.from(word, (_, at) => word.slice(at, at + 2)))
    .filter(({ length }) => length > 1),
];

/** What each scene claims, on numbers. */
const CLAIMS: Readonly<Record<string, (told: LivedScene) => void>> = {
  'three-changes': ({ first, second, key }) => {
    expect(startsOf(first).filter((at) => at >= 1000 && at < 2000).length).toBeGreaterThanOrEqual(2);
    expect(startsOf(second as Lived).filter((at) => at >= 1000 && at < 2000)).toEqual([1000]);
    expect(key).toBe(1);
  },
  'min-sync-period': ({ first, second, key }) => {
    expect(countFailed(second as Lived)).toBeGreaterThan(countFailed(first));
    expect(key).toBe(1);
  },
  'watch-lost': ({ first }) => {
    const met = first.requests.filter(({ outcome, took }) => outcome !== 'served' || took !== undefined);
    expect(met.length / first.requests.filter(({ at }) => at > 2000 && at < 11_000).length).toBeCloseTo(1 / 3, 1);
    expect(Math.min(...met.map(({ at }) => at))).toBeGreaterThanOrEqual(2000);
    expect(Math.max(...met.map(({ at }) => at))).toBeGreaterThan(9000);
    expect(Math.max(...met.map(({ at }) => at))).toBeLessThan(11_200);
    expect(countFailed(first)).toBeGreaterThan(0);
    expect(countFailed(first)).toBeLessThan(met.length / 4);
  },
  flush: ({ first }) => {
    const canary = first.events.find(({ says }) => says.id === 'timeline.canary')?.at ?? 0;
    expect(canary - 3000).toBeLessThanOrEqual(30_000);
    expect(failingFor(first)).toBeGreaterThan(canary - 3000 - 100);
    expect(first.failures.map(({ kind }) => kind)).toEqual(['no-rules']);
  },
  'big-sync': ({ first, second, key }) => {
    const longest = ({ control }: Lived): number => Math.max(...control.syncs.map(({ start, end }) => end - start));
    expect(longest(first)).toBeGreaterThan(1000);
    expect(longest(second as Lived)).toBeLessThan(200);
    expect(key).toBe(0);
  },
  'pre-stop': ({ first, second, key }) => {
    expect(countFailed(first)).toBeGreaterThan(0);
    expect(countFailed(second as Lived)).toBe(0);
    expect(key).toBe(0);
  },
  'node-lost': ({ first }) => {
    expect(Math.abs(failingFor(first) - 40_000)).toBeLessThan(3000);
    expect(first.events.find(({ says }) => says.id === 'timeline.evicts')?.at).toBe(350_000);
  },
  crash: ({ first }) => expect(addresses(first)).toBe(2),
  'keep-alive': ({ first, right }) => {
    expect(podsOf(first, 0, 12_000)).toBe(1);
    // Asked is of client 1, whichever client asks first.
    expect(right).toBe(1);
    expect(podsOf(first, 1, 12_000)).toBe(6);
  },
  'local-terminating': ({ first, second, key }) => {
    expect(countFailed(first)).toBeGreaterThan(0);
    expect(countFailed(second as Lived)).toBe(0);
    expect(key).toBe(0);
  },
  'health-check': ({ first }) => {
    expect(failingFor(first)).toBeGreaterThan(15_000);
    expect(failingFor(first)).toBeLessThan(31_000);
    expect(first.failures[0]?.kind).toBe('dropped');
  },
  'stale-dns': ({ first }) => {
    expect(failingFor(first)).toBeGreaterThan(14_000);
    expect(failingFor(first)).toBeLessThan(22_000);
    expect(first.requests.at(-1)?.outcome).toBe('served');
  },
  'ipvs-graceful': ({ first }) => {
    expect(countFailed(first)).toBe(0);
    const leaving = new Set(
      first.events.flatMap(({ says }) => (says.id === 'timeline.deleting' ? String(says.values?.['pod']) : [])),
    );
    const late = first.requests.filter(({ at }) => at > 5500);
    expect(late.some(({ client, pod = '' }) => client < 2 && leaving.has(pod))).toBe(true);
    expect(late.some(({ client, pod = '' }) => client === 2 && leaving.has(pod))).toBe(false);
  },
  'affinity-ends': ({ first }) => expect(podsOf(first, 0, 0)).toBe(3),
  'table-full': ({ first }) => {
    expect(first.failures.map(({ kind }) => kind)).toEqual(['table-full']);
    expect(first.requests.slice(0, 60).every(({ outcome }) => outcome === 'served')).toBe(true);
  },
  'dns-race': ({ first }) => {
    expect(first.failures.map(({ kind }) => kind)).toEqual(['race']);
    // Two Pods answer: half of the pairs are to go to both.
    expect(Math.abs(countFailed(first) / first.requests.length - 0.5)).toBeLessThan(0.15);
    expect(first.requests.every(({ outcome, took }) => outcome === 'served' || took === 5000)).toBe(true);
  },
};

describe.each(TIME_SCENES.map((scene) => [scene.id, scene] as const))('%s', (id, scene) => {
  const told = tell(scene);

  it('shows what it claims, and asks what the timelines answer', () => {
    expect(told.first.problems).toEqual([]);
    expect(told.key).toBeGreaterThanOrEqual(0);
    CLAIMS[id]?.(told);
    expect(CLAIMS[id]).toBeDefined();
  });

  it.each(['en', 'ko'] as const)('has a title that does not answer its question: %s', (lang) => {
    const { options = [], key } = told.asked ?? {};
    const parts = options.map((option) => partsOf(createSpeaker(lang)(option.says)));
    const others = new Set(parts.filter((_, at) => at !== key).flat());
    const title = new Set(partsOf(scene.title[lang]));
    expect((parts[key ?? -1] ?? []).filter((part) => !others.has(part) && title.has(part))).toEqual([]);
  });

  it('is a script as documents hold it, the same in both languages', () => {
    const [en, ko] = [scene.document('en'), scene.document('ko')];
    expect(v.safeParse(SCRIPT_SCHEMA, en.script).success).toBe(true);
    expect({ ...ko, title: '' }).toEqual({ ...en, title: '' });
    expect(timeSceneById(id)).toBe(scene);
    for (const { en: words, ko: korean } of [scene.title, scene.notes, TIME_LESSON.title, TIME_LESSON.goal]) {
      expect(words).toMatch(/^[\x20-\x7e’–]+$/);
      expect(korean).toMatch(/[가-힣]/);
    }
  });
});

it('the race of two lookups is over since Linux 5.6', () => {
  const { nodes } = timeSceneById('dns-race')!.document().cluster;
  const document = nodes.reduce(
    (made, { metadata }) => setNodeKernel(made, metadata.name, '5.6.0'),
    timeSceneById('dns-race')!.document(),
  );
  expect(countFailed(lived(document))).toBe(0);
});

it('there are sixteen, with ids of their own', () => {
  expect(TIME_SCENES.length).toBe(16);
  expect(new Set([...TIME_SCENES, ...SCENES].map(({ id }) => id)).size).toBe(TIME_SCENES.length + SCENES.length);
  expect(behind(lived(timeSceneById('pre-stop')!.document()))).toBeGreaterThan(0);
});
