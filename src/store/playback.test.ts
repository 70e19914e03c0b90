import { describe, expect, it } from 'vitest';
import { SESSION_AFFINITY } from '../content/examples/session-affinity';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { readAddress } from './link';
import { makeSharedView } from './autosave';
import { createBench, type BenchStore } from './store';
import { isDecision } from './view-slice';
import { decodeLink, encodeLink } from './link';
import { currentStep, shownSteps } from './selectors';
import type { WantedWalk, SharedView } from './view-state';
import { inlineClient } from '../engine/testing/engine';

async function opened(view?: SharedView): Promise<BenchStore> {
  const bench = createBench({ engine: inlineClient() });
  bench.getState().actions.openDocument(WEB_TWO_NODES.document(), view);
  await bench.settled();
  return bench;
}

describe('a link', () => {
  it.each<WantedWalk>([{ outcome: 2 }, { sent: { seed: 9, nth: 4 } }])(
    'shows the walk that was asked for: %j',
    async (asked) => {
      const first = await opened({ flowId: 'flow-1', playhead: 12, asked });
      const link = await encodeLink({ document: WEB_TWO_NODES.document(), view: makeSharedView(first.getState()) });
      const read = await decodeLink(link.ok ? link.value : '');
      if (!read?.ok) throw new Error('no link');
      expect(read.value.view).toMatchObject({ playhead: 12, asked });
      const second = await opened(read.value.view);
      expect(second.getState().view).toMatchObject({ playing: false, playhead: 12 });
      expect(second.getState().run.result?.trace).toEqual(first.getState().run.result?.trace);
      const plain = await opened({ flowId: 'flow-1', playhead: 12 });
      expect(second.getState().run.result?.trace).not.toEqual(plain.getState().run.result?.trace);
    },
  );

  it.each([
    ['#example=session-affinity&mode=ipvs&flow=2&step=14', 'ipvs', { flowId: 'flow-2', playhead: 13 }],
    ['#example=session-affinity&flow=flow-1', 'iptables', { flowId: 'flow-1' }],
    ['#example=session-affinity&flow=99&step=x', 'iptables', {}],
  ])('can be written by hand: %s', async (hash, mode, view) => {
    const read = await readAddress(hash, 'en');
    expect(read?.ok && [read.value.document.mode, read.value.view]).toEqual([mode, view]);
    expect(read?.ok && read.value.document.title).toBe(SESSION_AFFINITY.document().title);
  });

  it('of an unknown example is said to be broken; another text is none', async () => {
    expect(await readAddress('#example=nowhere', 'en')).toMatchObject({ ok: false });
    const unknown = await readAddress('#example=web-two-nodes&mode=tproxy', 'en');
    expect(unknown).toMatchObject({ ok: false, error: { id: 'document.mode.missing', values: { mode: 'tproxy' } } });
    expect(await readAddress('#1.abc.def', 'en')).toBeUndefined();
  });
});

describe('jumping', () => {
  it.each(['nat', 'hop', 'decision'] as const)('to every %s and back by the same steps', async (kind) => {
    const bench = await opened({ flowId: 'flow-1', playhead: 0 });
    const { jump } = bench.getState().actions;
    const last = shownSteps(bench.getState()).length - 1;
    const walk = (direction: 1 | -1, end: number): number[] => {
      const places: number[] = [];
      for (let i = 0; i <= last && bench.getState().view.playhead !== end; i++) {
        jump(kind, direction);
        places.push(bench.getState().view.playhead);
      }
      return places;
    };
    const there = walk(1, last);
    const back = walk(-1, 0);
    expect(there.length).toBeGreaterThan(1);
    expect(back.slice(0, -1).toReversed()).toEqual(there.slice(0, -1).filter((at) => at !== 0));
    expect(there.at(-1)).toBe(last);
  });

  it('stops at the draw and at a refusal', async () => {
    const bench = await opened({ flowId: 'flow-2', playhead: 0 });
    bench.getState().actions.jump('decision');
    expect(currentStep(bench.getState())?.data).toMatchObject({ kind: 'rule' });
    const refused = await opened({ flowId: 'flow-5', playhead: 0 });
    const kinds = shownSteps(refused.getState()).filter(isDecision);
    expect(kinds.map(({ data }) => (data.kind === 'rule' ? data.verdict.kind : data.kind))).toContain('REJECT');
  });
});
