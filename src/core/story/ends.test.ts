import { describe, expect, it } from 'vitest';
import { SCENES, sceneById } from '../../content/scenes';
import { createSpeaker } from '../../content/phrases';
import type { LensPicture } from './lens';
import { listLenses } from './lenses';
import { moments } from './moments';
import { walkShown } from './testing/walks';

const say = createSpeaker('en');

function tell(id: string) {
  const { walked } = walkShown(sceneById(id)!.document());
  const story = moments(walked);
  return { story, pictures: listLenses(walked, story).map(({ picture }) => picture) };
}

const isRefusal = (picture: LensPicture): picture is Extract<LensPicture, { kind: 'refusal' }> =>
  picture.kind === 'refusal';

describe('a packet that does not arrive', () => {
  it.each(SCENES.map(({ id }) => id))('never ends with nothing to look at: %s', (id) => {
    for (const { object, verdict, asked, stopped } of tell(id).pictures.filter(isRefusal))
      expect(object ?? verdict ?? asked ?? stopped).toBeDefined();
  });

  it('shows how far it came where no rule ended it', () => {
    const [picture] = tell('hairpin-off').pictures.filter(isRefusal);
    expect(picture?.stopped?.where).toBe('node2');
    expect(picture?.stopped?.devices.map(({ kind }) => kind)).toEqual(['in', 'bridge']);
  });

  it('shows whom it had asked where the answer comes from somebody else', () => {
    const [picture] = tell('bridge-nf-off').pictures.filter(isRefusal);
    expect(picture?.asked).toMatchObject({ kind: 'service', name: 'web' });
  });

  it('leaves no entry of conntrack, so nobody says that it is remembered', () => {
    const { story, pictures } = tell('hairpin-off');
    const at = story.findIndex(({ kind }) => kind === 'rewritten');
    expect(pictures[at]).toMatchObject({ forgotten: true });
    expect(say(story[at]!.cause!)).toBe('The rule of the chosen Pod says DNAT.');
    const through = tell('hairpin');
    const kept = through.story.findIndex(({ kind }) => kind === 'rewritten');
    expect(through.pictures[kept]).not.toHaveProperty('forgotten');
    expect(say(through.story[kept]!.cause!)).toMatch(/remembers/);
  });
});

describe('a bridge that asks no hook', () => {
  it('is why the answer is not translated back', () => {
    const causes = tell('bridge-nf-off').story.flatMap(({ kind, role, cause }) =>
      kind === 'crosses' && role === 'reply' && cause ? [say(cause)] : [],
    );
    expect(causes).toEqual([expect.stringMatching(/with bridge-nf-call-iptables off no rule sees it/)]);
  });
});
