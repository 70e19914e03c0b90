import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { SCENES } from '../../content/scenes';
import { EXAMPLES } from '../../content/examples';
import { moments } from './moments';
import { walkMade, walksOf } from './testing/walks';
import { stepsOfWalk } from './walk';
import { fineNumber, placeOfNumber } from './fine-moments';
import { joinTravels } from './travels';

const WALKS = [
  ...SCENES.map(({ id, document }) => [id, walkMade(document)] as const),
  ...EXAMPLES.flatMap(({ id, document }) =>
    walksOf(document(), 1).map((walk) => [`${id} ${walk.flow.id}`, walk] as const),
  ),
];
const say = createSpeaker('en');

describe.each(WALKS)('%s, its way told as one', (_, { walked }) => {
  const fine = moments(walked);
  const told = joinTravels(fine);
  const steps = stepsOfWalk(walked.trace);

  it('has every step in one moment, in the order of the walk', () => {
    expect(told.flatMap(({ first, last }) => steps.slice(first, last + 1))).toEqual(steps);
  });

  it('joins nothing but routes, kept sources and ways out, and no two of these stand beside each other', () => {
    const joined = told.filter(({ parts = 1 }) => parts > 1);
    for (const { first, last } of joined) {
      const inside = fine.filter((moment) => moment.first >= first && moment.last <= last);
      for (const { kind, variant } of inside)
        expect(['routed', 'source-rewritten kept', 'crosses']).toContain([kind, variant].filter(Boolean).join(' '));
    }
    const kinds = told.map(({ kind, variant, leg }) => `${leg} ${kind} ${variant ?? ''}`);
    expect(
      kinds.some(
        (kind, at) => kind.includes('routed') && kinds[at + 1] === `${kind.split(' ')[0]} source-rewritten kept`,
      ),
    ).toBe(false);
  });

  it('says of its rules what the trace has', () => {
    for (const { first, last, parts = 1, cause } of told) {
      if (parts === 1 || !cause) continue;
      const passed = steps
        .slice(first, last + 1)
        .flatMap(({ data }) => (data.kind === 'rule' && data.verdict.kind === 'ACCEPT' ? [data.ref] : []));
      const one = /(\S+) rule (\d+) let it pass/.exec(say(cause));
      if (one) expect(passed.map(({ chain, index }) => [chain, String(index + 1)])).toEqual([[one[1], one[2]]]);
      const several = /(\d+) rules let it pass/.exec(say(cause))?.[1];
      if (several !== undefined) expect(passed).toHaveLength(Number(several));
    }
  });

  it('opens at the moment that a link of before names, and what points at a moment points at it still', () => {
    for (const [index, moment] of fine.entries()) {
      const now = told[placeOfNumber(told, index + 1)]!;
      expect(now.first <= moment.first && moment.last <= now.last).toBe(true);
      for (const because of moment.because) {
        if (because.kind !== 'moment') continue;
        const target = fine[because.index]!;
        const places = now.because.flatMap((each) => (each.kind === 'moment' ? [told[each.index]!] : []));
        expect(places.some(({ first, last }) => first <= target.first && target.last <= last)).toBe(true);
      }
    }
    expect(fineNumber(told, told.length - 1)).toBe(fine.length);
    expect(placeOfNumber(told, 999)).toBe(told.length - 1);
  });

  it('says the numbers that moments have now', () => {
    for (const { cause, because } of told) {
      const number = /change of moment (\d+)/.exec(cause ? say(cause) : '')?.[1];
      if (number !== undefined) expect(because).toContainEqual({ kind: 'moment', index: Number(number) - 1 });
    }
  });
});

it('tells the usual walk in fewer moments', () => {
  const { walked } = walkMade(EXAMPLES[0]!.document);
  const fine = moments(walked);
  const told = joinTravels(fine);
  expect(told.length).toBeLessThanOrEqual(fine.length - 2);
});
