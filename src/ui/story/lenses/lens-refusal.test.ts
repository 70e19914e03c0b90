import { expect, it } from 'vitest';
import { exampleById } from '../../../content/examples';
import { inMode } from '../../../core/document/edits/proxy';
import type { ProxyModeId } from '../../../core/kubernetes/mode-ids';
import { listLenses } from '../../../core/story/lenses';
import { moments } from '../../../core/story/moments';
import { walkShown } from '../../../core/story/testing/walks';
import type { StoryWords } from '../cast/words';
import { REFUSAL_LENS } from './lens-refusal';

/** The ids of the words instead of the words. */
const ids = ((id: string) => id) as unknown as StoryWords;

it.each<[ProxyModeId, string]>([
  ['iptables', 'why'],
  ['nftables', 'why'],
  ['ipvs', 'whyEnds'],
  ['ebpf', 'whyEnds'],
])('a rule is why a Service without endpoints refuses only where one did: %s', (mode, title) => {
  const { walked } = walkShown(inMode(exampleById('empty-service')!.document(), mode));
  const story = moments(walked);
  const titles = listLenses(walked, story).flatMap(({ picture }, at) =>
    picture.kind === 'refusal' ? [REFUSAL_LENS.row(picture, story[at]!, ids).title] : [],
  );
  expect(titles).toEqual([title]);
});
