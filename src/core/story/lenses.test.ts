import { expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { SCENES } from '../../content/scenes';
import type { LensPicture } from './lens';
import { listLenses } from './lenses';
import type { MomentKind } from './moment';
import { moments } from './moments';
import { pastedWalk } from './testing/pasted-walks';
import { walkMade, walksOf } from './testing/walks';

/** Nobody knows what is in its set: where the packet is dropped or not, nothing tells. */
const UNKNOWN = `*filter
:FORWARD ACCEPT [0:0]
-A FORWARD -d 10.0.0.2/32 -m set --match-set strangers src -j NFQUEUE --queue-num 1
COMMIT
`;

/** Which lens each kind of moment may have: all that scenes, examples and a paste show of it, and nothing else. */
const LENSES: Readonly<Record<MomentKind, readonly LensPicture['kind'][]>> = {
  sent: ['way'],
  recognised: ['lookup', 'rule', 'virtual-server'],
  chosen: ['affinity', 'ladder', 'map', 'process', 'servers'],
  rewritten: ['header'],
  marked: ['mark'],
  routed: ['routes'],
  'source-rewritten': ['header', 'kept'],
  crosses: ['process', 'way'],
  arrives: ['way'],
  answers: ['way'],
  'translated-back': ['header'],
  received: ['way'],
  refused: ['refusal'],
  dropped: ['refusal'],
  lost: ['way'],
  unknown: ['way'],
};

it('each kind of moment has its lenses, and no other', () => {
  const walks = [
    ...SCENES.map(({ document }) => walkMade(document)),
    ...EXAMPLES.flatMap(({ document }) => walksOf(document(), 1)),
    ...walksOf(pastedWalk(UNKNOWN)),
  ];
  const seen = new Map<string, Set<string>>();
  for (const { walked } of walks) {
    const story = moments(walked);
    listLenses(walked, story).forEach(({ picture }, at) => {
      const { kind } = story[at]!;
      seen.set(kind, (seen.get(kind) ?? new Set()).add(picture.kind));
    });
  }
  const found = [...seen].map(([kind, lenses]) => [kind, [...lenses].toSorted()]);
  expect(Object.fromEntries(found)).toEqual(LENSES);
});
