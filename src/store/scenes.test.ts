import { describe, expect, it } from 'vitest';
import { SCENES } from '../content/scenes';
import { PROXY_MODE_IDS } from '../core/kubernetes/mode-ids';
import { readAddress } from './link';
import { formatSceneHash, readSceneHash } from './scenes';

/** As long as an origin with a path of its own usually is. */
const ORIGIN = 'https://rulewalk.github.io/';

describe('short links of scenes', () => {
  it('are at most 80 characters, of every scene in every mode at its last moments, hiding what comes', () => {
    const links = SCENES.flatMap(({ id }) =>
      PROXY_MODE_IDS.map((mode) => ORIGIN + formatSceneHash({ id, mode, moment: 15, hides: true })),
    );
    expect(links.length).toBeGreaterThan(120);
    expect(links.filter((link) => link.length > 80)).toEqual([]);
  });

  it('say the scene in words that can be spoken', () => {
    expect(SCENES.filter(({ id }) => !/^[a-z]+(?:-[a-z]+)*$/.test(id))).toEqual([]);
  });

  it('say all that was asked, and no more', () => {
    expect(formatSceneHash({ id: 'why-this-pod', moment: 3, mode: 'ipvs' })).toBe('#s=why-this-pod&m=3&mode=ipvs');
    for (const wanted of [
      { id: 'why-this-pod' },
      { id: 'why-this-pod', moment: 3, mode: 'ipvs', lesson: 'four-ways', hides: true },
    ] as const) {
      expect(readSceneHash(formatSceneHash(wanted))).toEqual(wanted);
    }
    expect(readSceneHash('#example=web-two-nodes')).toBeUndefined();
    expect(readSceneHash('#s=x&m=-1')).toEqual({ id: 'x' });
  });

  it('open the scene in that mode; what nobody knows is said', async () => {
    const [scene] = SCENES;
    const opened = await readAddress(`#s=${scene?.id}&m=2&mode=nftables&h`, 'ko');
    expect(opened).toMatchObject({
      ok: true,
      value: {
        document: { mode: 'nftables' },
        view: { depth: 'story', moment: 2, hides: true, scene: { id: scene?.id } },
      },
    });
    expect(await readAddress('#s=no-such-scene', 'en')).toMatchObject({ ok: false });
    expect(await readAddress(`#s=${scene?.id}&mode=magic`, 'en')).toMatchObject({ ok: false });
  });
});
