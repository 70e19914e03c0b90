import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXAMPLES } from '../content/examples';
import { addService } from '../core/document/edits/services';
import { changeKubeProxy } from '../core/document/edits/cluster';
import type { Document } from '../core/document/document';
import type { RulesView } from '../engine/protocol';
import type { Changes } from '../engine/questions/changes';
import { isEdit, noteListing } from './changes';
import type { Access } from './access';
import { createBench, type BenchStore } from './store';
import type { PictureSource, RunState } from './run-state';

const [first, second] = EXAMPLES.map((example) => example.document('en'));

/** The source of the picture that a bench would compute now. */
const sourceOf = ({ getState }: BenchStore): PictureSource => {
  const { present, opening } = getState().document;
  return { document: present, opening };
};

describe('an edit', () => {
  const bench = createBench();
  const { edit, openDocument, undo } = bench.getState().actions;
  /** Is what a change of the bench leads to an edit of what was there? */
  const changes = (change: () => void): boolean => {
    const before = sourceOf(bench);
    change();
    return isEdit(before, sourceOf(bench));
  };
  it('is one of the document that is open, or its undo', () => {
    if (!first) throw new Error('no examples');
    openDocument(first);
    expect(changes(() => edit(addService))).toBe(true);
    expect(changes(() => edit((document) => changeKubeProxy(document, { clusterCIDR: '10.0.0.0/8' })))).toBe(true);
    expect(changes(undo)).toBe(true);
  });
  it('is no opening, not of an edited copy of what was there either, nor going back before it', () => {
    if (!first || !second) throw new Error('no examples');
    expect(changes(() => openDocument(first))).toBe(false);
    expect(changes(() => openDocument(second))).toBe(false);
    expect(changes(undo)).toBe(false);
    expect(changes(() => openDocument(addService(bench.getState().document.present)))).toBe(false);
  });
  it('is no other mode, no new seed, no other moment', () => {
    expect(changes(() => edit((document) => ({ ...document, mode: 'nftables' })))).toBe(false);
    expect(changes(() => bench.getState().actions.dice())).toBe(false);
    const now = sourceOf(bench);
    expect(isEdit(now, { ...sourceOf(bench), document: addService(now.document), at: 500 })).toBe(false);
  });
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
      show: async (edition: number, document: Document | undefined, opening = 1) => {
        set({ shownDocument: document, shownSource: document && { document, opening } });
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
    await show(2, second, 2);
    expect(asked).toEqual([]);
  });
});
