import { describe, expect, it } from 'vitest';
import { createBench } from './store';

describe('undo', () => {
  it('goes back and forth over recorded edits', () => {
    const bench = createBench();
    const { edit, undo, redo } = bench.getState().actions;
    const first = bench.getState().document.present;
    edit((d) => ({ ...d, title: 'a' }));
    expect(bench.getState().canUndo).toBe(true);
    undo();
    expect(bench.getState().document.present).toBe(first);
    expect(bench.getState()).toMatchObject({ canUndo: false, canRedo: true });
    redo();
    expect(bench.getState().document.present.title).toBe('a');
  });

  it('makes one step of a burst with the same key', () => {
    const bench = createBench();
    const { edit, undo } = bench.getState().actions;
    for (const title of ['w', 'we', 'web']) edit((d) => ({ ...d, title }), { coalesce: 'title' });
    undo();
    expect(bench.getState().document.present.title).toBe('');
    expect(bench.getState().canUndo).toBe(false);
  });
});
