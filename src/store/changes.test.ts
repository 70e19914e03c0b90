import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { addService } from '../core/document/edits/services';
import { changeKubeProxy } from '../core/document/edits/cluster';
import type { Document } from '../core/document/document';
import type { RulesView } from '../engine/protocol';
import type { Changes } from '../engine/questions/changes';
import { isEditOf, noteListing } from './changes';
import type { Access } from './access';
import { createBench } from './store';
import type { RunState } from './types';

const [first, second] = EXAMPLES.map((example) => example.document('en'));

it('tells an edit from a document that was opened', () => {
  if (!first || !second) throw new Error('no examples');
  expect(isEditOf(first, addService(first))).toBe(true);
  expect(isEditOf(first, changeKubeProxy(first, { clusterCIDR: '10.0.0.0/8' }))).toBe(true);
  expect(isEditOf(addService(first), { ...first, title: 'x' })).toBe(true);
  expect(isEditOf(first, second)).toBe(false);
  expect(isEditOf(first, EXAMPLES[0]!.document('en'))).toBe(false);
});

describe('a listing that is shown', () => {
  afterEach(() => void vi.useRealTimers());

  /** Shows editions of a node's listing, each of a document; `answers`: what the engine says of an edition. */
  function shower(answers: Readonly<Record<number, Changes | undefined>>) {
    vi.useFakeTimers();
    const bench = createBench();
    const set = (run: Partial<RunState>): void => bench.setState((state) => ({ run: { ...state.run, ...run } }));
    const asked: number[] = [];
    const access = { get: bench.getState, set: bench.setState } as Access;
    const note = noteListing(access, ({ edition }) => (asked.push(edition), Promise.resolve(answers[edition])));
    return {
      asked,
      show: async (edition: number, shownDocument: Document | undefined) => {
        set({ shownDocument });
        note({ netns: 'node1', family: 'ipv4', edition } as RulesView);
        await vi.advanceTimersByTimeAsync(100);
      },
      last: () => bench.getState().run.listings['node1 ipv4']?.changes,
    };
  }

  const CHANGED: Changes = {
    added: 1,
    removed: 0,
    moved: 0,
    lines: Uint32Array.of(3),
    groups: [{ name: 'nat KUBE-SERVICES', added: 1, removed: 0, moved: 0, lines: [] }],
  };

  it('is told with what an edit changed in it, fresh for a while; an edit that changed nothing leaves that', async () => {
    if (!first) throw new Error('no examples');
    const edited = addService(first);
    const { show, asked, last } = shower({ 2: CHANGED, 3: { ...CHANGED, added: 0, groups: [] } });
    await show(1, first);
    expect([asked, last()]).toEqual([[], undefined]);
    await show(2, edited);
    await show(2, edited);
    expect([asked, last()]).toEqual([[2], { ...CHANGED, fresh: true }]);
    await vi.advanceTimersByTimeAsync(2400);
    expect(last()?.fresh).toBe(false);
    await show(3, addService(edited));
    expect([asked, last()?.added]).toEqual([[2, 3], 1]);
  });

  it('of another document is not compared with the one before', async () => {
    const { show, asked } = shower({});
    await show(1, first);
    await show(2, second);
    expect(asked).toEqual([]);
  });
});
