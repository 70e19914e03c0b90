import { describe, expect, it } from 'vitest';
import { DEFAULT_EXAMPLE } from '../content/examples/default';
import { SCENES } from '../content/scenes';
import { inlineClient } from '../engine/testing/engine';
import { makeSharedView } from './autosave';
import { readView } from './link';
import { OPENING_SCENE, sceneContent, storyPlace } from './scenes';
import { createBench, type BenchStore } from './store';

async function opened(wanted: Parameters<typeof sceneContent>[0]): Promise<BenchStore> {
  const bench = createBench({ engine: inlineClient() });
  expect(await bench.getState().actions.openScene(wanted)).toBe(true);
  await bench.settled();
  return bench;
}

describe('a scene on the bench', () => {
  it('says which one, in which lesson, at which moment and in which mode it is', async () => {
    const bench = await opened({ id: 'why-this-pod', lesson: 'why-this-pod', moment: 3, mode: 'ipvs', hides: true });
    const { actions, view } = bench.getState();
    expect(view).toMatchObject({ depth: 'story', wantedMoment: 3, playing: false });
    const { moments = [] } = (await actions.tell()) ?? {};
    actions.setPlayhead(moments[2]?.last ?? 0);
    actions.reachMoment();
    expect(storyPlace(bench.getState(), moments)).toEqual({
      scene: { id: 'why-this-pod', lesson: 'why-this-pod' },
      moment: 3,
      mode: 'ipvs',
      hides: true,
    });
    expect(storyPlace(bench.getState(), []).moment).toBe(0);
  });

  it('is told by itself straight through, from its first moment, in its own mode', async () => {
    const bench = await opened({ id: 'in-nftables' });
    expect(bench.getState().view).toMatchObject({ scene: { id: 'in-nftables' }, playing: true, hides: false });
    expect(bench.getState().document.present.mode).toBe('nftables');
  });

  it('stays the scene while it is edited, and is none once another document stands there', async () => {
    const bench = await opened({ id: 'nobody' });
    const { edit, openDocument } = bench.getState().actions;
    edit((document) => ({ ...document, seed: 7 }));
    expect(bench.getState().view.scene).toEqual({ id: 'nobody' });
    openDocument(DEFAULT_EXAMPLE.document());
    expect(bench.getState().view.scene).toBeUndefined();
  });

  it('rides along in links and the autosave; what is odd is left out', async () => {
    const bench = await opened({ id: 'nobody', lesson: 'why-this-pod', hides: true });
    const shared = makeSharedView(bench.getState());
    expect(readView(JSON.stringify(shared))).toMatchObject({
      scene: { id: 'nobody', lesson: 'why-this-pod' },
      hides: true,
    });
    for (const scene of [7, {}, { id: 3 }, { id: 'x'.repeat(99) }, { id: 'x', lesson: 1 }]) {
      expect(readView(JSON.stringify({ scene }))).not.toHaveProperty('scene');
    }
  });

  it('is refused where there is none of that id', async () => {
    const bench = createBench();
    expect(await bench.getState().actions.openScene({ id: 'no-such-scene' })).toBe(false);
  });
});

it('a first visitor is told a scene whose document is the default example', () => {
  const scene = SCENES.find(({ id }) => id === OPENING_SCENE.id);
  expect(scene?.document('ko')).toEqual(DEFAULT_EXAMPLE.document('ko'));
});
