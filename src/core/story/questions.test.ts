import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createSpeaker } from '../../content/phrases';
import { sceneById } from '../../content/scenes';
import { SOAKING, some, somePairs, tries } from '../lib/testing/soaking';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { inMode } from '../document/edits/proxy';
import { moments } from './moments';
import { askedOf, wrongKeys } from './testing/keys';
import { randomDocuments } from './testing/random-walks';
import { walkShown, walksOf } from './testing/walks';

const say = createSpeaker('en');

describe('questions of a walk', () => {
  it('are of seventeen kinds over the examples, with right keys', () => {
    const walks = somePairs(EXAMPLES, PROXY_MODE_IDS, 12).flatMap(([example, mode]) =>
      walksOf(inMode(example.document(), mode), 1),
    );
    walks.push(walkShown(sceneById('not-ready')!.document()));
    walks.push(walkShown(inMode(sceneById('why-this-pod')!.document(), 'ipvs')));
    expect(walks.flatMap(wrongKeys)).toEqual([]);
    const kinds = new Set(walks.flatMap((walk) => askedOf(walk).map(({ kind }) => kind)));
    expect([...kinds].toSorted()).toEqual([
      'answers-to',
      'chance',
      'destination',
      'ends',
      'entry',
      'next-turn',
      'odds-of-rest',
      'other-mode',
      'pod-gone',
      'reply-carries',
      'route',
      'source-changes',
      'source-seen',
      'where',
      'which-pod',
      'which-rule',
      'who-cannot',
    ]);
  });

  it('ask for the end where it turns out, of who asked', () => {
    const ends = (id: string) => {
      const walk = walkShown(sceneById(id)!.document());
      const asked = askedOf(walk).find(({ kind }) => kind === 'ends')!;
      return [moments(walk.walked)[asked.before]!.kind, say(asked.asks)];
    };
    // It arrived, and what came back was refused.
    expect(ends('bridge-nf-off')).toEqual(['refused', 'What will client get?']);
    expect(ends('one-pod')).toEqual(['arrives', 'What will client get?']);
    // The node asks with the address of the Service, which it has itself.
    expect(ends('left-by-ipvs')).toEqual(['refused', 'What will node1 get?']);
  });

  it('say nothing of what is chosen then: the same words whatever is drawn', () => {
    for (const example of some(EXAMPLES, 9)) {
      const asked = walksOf(example.document(), SOAKING ? 10 : 3).flatMap((walk) =>
        askedOf(walk).flatMap(({ kind, asks, options, before }) => {
          const chosen = moments(walk.walked).findIndex((moment) => moment.kind === 'chosen');
          return chosen >= 0 && before <= chosen && kind !== 'which-pod' && kind !== 'other-mode'
            ? [[`${walk.flow.id} ${kind} ${before}`, JSON.stringify([asks, options.map(({ text }) => text)])] as const]
            : [];
        }),
      );
      const words = new Map<string, Set<string>>();
      for (const [which, said] of asked) words.set(which, (words.get(which) ?? new Set()).add(said));
      expect([...words].filter(([, said]) => said.size > 1)).toEqual([]);
    }
  });

  it('have right keys in any cluster', () => {
    fc.assert(
      fc.property(fc.noShrink(randomDocuments), (documents) => {
        for (const document of documents) expect(walksOf(document, 1).flatMap(wrongKeys)).toEqual([]);
      }),
      { numRuns: tries(20), seed: 5 },
    );
  });
});
