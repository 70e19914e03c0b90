import { beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createSpeaker } from '../../content/phrases';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { somePairs } from '../lib/testing/soaking';
import { stepsOfWalk } from './walk';
import { walksOf, type OneWalk } from './testing/walks';
import { inMode } from '../document/edits/proxy';
import { listLenses } from './lenses';
import { moments } from './moments';

const say = createSpeaker('en');

describe.each(somePairs(EXAMPLES, PROXY_MODE_IDS, 5).map(([example, mode]) => [example.id, mode, example] as const))(
  '%s in %s',
  (_, mode, example) => {
    let walks: readonly OneWalk[] = [];
    beforeAll(() => {
      walks = walksOf(inMode(example.document(), mode));
    });

    it('is told: no step is lost and the order is kept', () => {
      for (const { walked } of walks) {
        const story = moments(walked);
        const steps = stepsOfWalk(walked.trace);
        expect(story.flatMap(({ first, last }) => steps.slice(first, last + 1))).toEqual(steps);
        expect(story.every(({ first, last }) => first <= last)).toBe(true);
        for (const { sentence } of story) expect(say(sentence)).not.toMatch(/^story\.|[{}]/);
      }
    });

    it('draws every choice with what it was made among, be it one', () => {
      for (const { walked } of walks) {
        const story = moments(walked);
        for (const [at, { picture }] of listLenses(walked, story).entries()) {
          const { kind, pod } = story[at]!;
          if (kind !== 'chosen') continue;
          if (picture.kind === 'ladder') {
            expect(picture.rungs.filter(({ said }) => said === 'yes').map(({ end }) => end?.text)).toEqual([pod?.text]);
          }
          if (picture.kind === 'map') {
            expect(picture.cells.filter(({ drawn }) => drawn).map(({ end }) => end?.text)).toEqual([pod?.text]);
          }
        }
      }
    });
  },
);

// In IPVS mode the cache has an address of its own, and passes on to that of kube-dns.
it.each([
  ['iptables', 'kube-system/kube-dns-upstream'],
  ['nftables', 'kube-system/kube-dns-upstream'],
  ['ipvs', 'kube-system/kube-dns'],
] as const)('what the cache of a node passes on is told as of the Service it asks, in %s', (mode, service) => {
  const walks = walksOf(inMode(EXAMPLES.find(({ id }) => id === 'node-local-dns')!.document(), mode));
  const asked = walks.flatMap(({ walked }) =>
    moments(walked).filter(({ kind, second, lookup }) => kind === 'chosen' && second && lookup),
  );
  expect(new Set(asked.map((moment) => moment.service))).toEqual(new Set([service]));
  for (const { cause } of asked) expect([undefined, service]).toContain(cause?.values?.['service']);
});
