import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { scaleDeployment } from '../core/document/edits/pods';
import type { Document } from '../core/document/document';
import { Cancelled, type EngineClient } from '../engine/client';
import type { Kind } from '../engine/questions';
import { benchTitle, currentStep, focusedNode, rulesKey, shownSteps } from './selectors';
import { createBench, type BenchStore } from './store';
import { STEPS_PER_SECOND } from './view-state';
import { inlineClient } from '../engine/testing/engine';

const WEB = { namespace: 'default', name: 'web' };

/** An engine whose answers are what `instead` says, where it says something. */
function asking(instead: (kind: Kind) => Promise<never> | undefined | void): EngineClient {
  const real = inlineClient();
  return { ...real, ask: (kind, args, options) => instead(kind) ?? real.ask(kind, args, options) };
}

async function running(engine: EngineClient = inlineClient()): Promise<BenchStore> {
  let seed = 100;
  const bench = createBench({ engine, random: () => ++seed });
  bench.getState().actions.openDocument(WEB_TWO_NODES.document());
  await bench.settled();
  return bench;
}

it('plays by itself, but not where less motion is asked for', async () => {
  expect((await running()).getState().view.playing).toBe(true);
  const calm = createBench({ engine: inlineClient(), calm: () => true });
  calm.getState().actions.openDocument(WEB_TWO_NODES.document());
  await calm.settled();
  expect(calm.getState().view).toMatchObject({ playing: false, playhead: 0 });
  calm.getState().actions.play();
  expect(calm.getState().view.playing).toBe(true);
});

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

  it('makes one step of a burst with the same key, and another after an undo', () => {
    const bench = createBench();
    const { edit, undo } = bench.getState().actions;
    const type = (title: string): void => edit((d) => ({ ...d, title }), { coalesce: 'title' });
    for (const title of ['w', 'we', 'web']) type(title);
    undo();
    expect(bench.getState()).toMatchObject({ canUndo: false, document: { present: { title: '' } } });
    type('x');
    expect(bench.getState()).toMatchObject({ canUndo: true, canRedo: false });
  });

  it('makes a step of its own of another key, and none of skipped or empty edits', () => {
    const bench = createBench();
    const { edit } = bench.getState().actions;
    edit((d) => ({ ...d, title: 'a' }), { coalesce: 'title' });
    edit((d) => ({ ...d, seed: 9 }), { coalesce: 'seed' });
    edit((d) => ({ ...d, release: '1.29' }), 'skip');
    edit((d) => d);
    expect(bench.temporal.getState().pastStates).toHaveLength(2);
  });

  it('is not needed for an edit that fails: it is said and nothing changes', () => {
    const bench = createBench();
    const before = bench.getState().document.present;
    bench.getState().actions.edit(() => {
      throw new Error('boom');
    });
    expect(bench.getState().document.present).toBe(before);
    expect(bench.getState().view.notices).toEqual([{ id: 'document.edit.failed', values: { message: 'boom' } }]);
  });

  it('is offered beside what was said, which ends with its cause', () => {
    const bench = createBench();
    const { edit, notify, undo, settle, openDocument } = bench.getState().actions;
    const said = (): readonly string[] => bench.getState().view.notices.map(({ id }) => id);
    edit((d) => ({ ...d, mode: 'userspace', release: '1.25' }));
    for (const id of ['document.mode.other-release', 'document.link.broken', 'document.autosave.failed'] as const)
      notify({ id });
    edit((d) => ({ ...d, title: 'another' }));
    expect(said()).toHaveLength(3);
    undo();
    undo();
    expect(said()).toEqual(['document.link.broken', 'document.autosave.failed']);
    openDocument(WEB_TWO_NODES.document());
    expect(said()).toEqual(['document.autosave.failed']);
    settle('document.autosave.failed');
    edit(() => {
      throw new Error('boom');
    });
    edit((d) => ({ ...d, title: 'it works' }));
    expect(said()).toEqual([]);
  });

  it('changes nothing in how things are looked at', () => {
    const bench = createBench();
    const { edit, undo, select } = bench.getState().actions;
    edit((d) => ({ ...d, title: 'a' }));
    select({ kind: 'node', name: 'node1' });
    undo();
    expect(bench.getState().view.selection).toEqual({ kind: 'node', name: 'node1' });
  });

  it('goes back over everything to the very same document', async () => {
    const bench = await running();
    const { edit, undo } = bench.getState().actions;
    const before = bench.getState().document.present;
    for (const replicas of [5, 0, 2]) edit((d) => scaleDeployment(d, WEB, replicas));
    for (let i = 0; i < 3; i++) undo();
    expect(bench.getState().document.present).toBe(before);
    await bench.settled();
    expect(bench.getState().run.result?.outcomes).toHaveLength(3);
  });
});

/** Is the picture of an older document than the present one? */
const isStale = (bench: BenchStore): boolean =>
  bench.getState().run.shownDocument !== bench.getState().document.present;

describe('the picture', () => {
  it('is there after a document is opened, its first flow playing', async () => {
    const bench = await running();
    const { run, view } = bench.getState();
    expect(run).toMatchObject({ status: 'ready', flowId: 'flow-1' });
    expect(run.bench?.netns.map(({ kind }) => kind)).toContain('node');
    expect(view).toMatchObject({ playing: true, playhead: 0 });
    expect(isStale(bench)).toBe(false);
  });

  it('follows edits, and is the last good one meanwhile', async () => {
    const bench = await running();
    const { run } = bench.getState();
    bench.getState().actions.edit((d) => scaleDeployment(d, WEB, 4));
    expect(bench.getState().run.result).toBe(run.result);
    expect(isStale(bench)).toBe(true);
    await bench.settled();
    expect(bench.getState().run.result?.outcomes).toHaveLength(4);
  });

  it('stays when the engine fails, and says so', async () => {
    let broken = false;
    const bench = await running(
      asking((kind) => (broken && kind === 'open' ? Promise.reject(new Error('boom')) : undefined)),
    );
    const { result } = bench.getState().run;
    broken = true;
    bench.getState().actions.edit((d) => scaleDeployment(d, WEB, 4));
    await bench.settled();
    const { run } = bench.getState();
    expect(run.result).toBe(result);
    expect(run).toMatchObject({
      status: 'failed',
      error: { id: 'engine.failed', values: { message: 'boom' } },
    });
    broken = false;
    bench.getState().actions.undo();
    await bench.settled();
    expect(bench.getState().run).toMatchObject({ status: 'ready', error: undefined });
  });

  it('is of the newest wish: edits in a row open the engine once more, not once each', async () => {
    let opened = 0;
    const bench = await running(asking((kind) => void (kind === 'open' && opened++)));
    opened = 0;
    for (let replicas = 4; replicas < 12; replicas++) {
      bench.getState().actions.edit((d) => scaleDeployment(d, WEB, replicas));
    }
    await bench.settled();
    expect(opened).toBe(1);
    expect(bench.getState().run.result?.outcomes).toHaveLength(11);
  });

  it('survives a cancelled computation', async () => {
    let cancelled = false;
    const bench = await running(
      asking((kind) => (cancelled && kind === 'open' ? Promise.reject(new Cancelled()) : undefined)),
    );
    cancelled = true;
    bench.getState().actions.edit((d) => scaleDeployment(d, WEB, 4));
    await bench.settled();
    expect(bench.getState().run).toMatchObject({ status: 'ready', error: undefined });
    expect(isStale(bench)).toBe(true);
  });
});

describe('flows', () => {
  it('are shown standing still, or sent', async () => {
    const bench = await running();
    const { selectFlow, send } = bench.getState().actions;
    selectFlow('flow-5');
    await bench.settled();
    expect(bench.getState().run.result?.outcomes[0]?.disposition.kind).toBe('REJECTED');
    expect(bench.getState().view.playing).toBe(false);
    send('flow-2');
    await bench.settled();
    expect(bench.getState().view).toMatchObject({ playing: true, playhead: 0 });
  });

  it('show another outcome until the document changes', async () => {
    const bench = await running();
    const { showOutcome, edit } = bench.getState().actions;
    const picked = bench.getState().run.result?.shown ?? -1;
    const other = (picked + 1) % 3;
    showOutcome(other);
    await bench.settled();
    expect(bench.getState().run.result?.shown).toBe(other);
    edit((d) => ({ ...d, title: 'x' }));
    await bench.settled();
    expect(bench.getState().run.result?.shown).toBe(picked);
  });

  it('are rolled again with another seed, undone in one step', async () => {
    const bench = await running();
    const { dice, undo } = bench.getState().actions;
    const { seed } = bench.getState().document.present;
    const shown = new Set<number | undefined>();
    for (let i = 0; i < 12; i++) {
      dice();
      await bench.settled();
      shown.add(bench.getState().run.result?.shown);
    }
    expect(shown.size).toBe(3);
    undo();
    expect(bench.getState().document.present.seed).toBe(seed);
  });
});

describe('rules', () => {
  it('are fetched once, and again with the picture of another document', async () => {
    const bench = await running();
    const { loadRules, edit } = bench.getState().actions;
    const view = await loadRules('node1', 'ipv4');
    expect(await loadRules('node1', 'ipv4')).toBe(view);
    edit((d) => scaleDeployment(d, WEB, 4));
    expect(bench.getState().run.rules[rulesKey('node1', 'ipv4')]).toBe(view);
    await bench.settled();
    const next = bench.getState().run.rules[rulesKey('node1', 'ipv4')];
    expect(next?.lines).toBeGreaterThan(view?.lines ?? 0);
  });

  it('explain themselves at a step of the shown trace', async () => {
    const bench = await running();
    const step = shownSteps(bench.getState()).find(({ data }) => data.kind === 'rule');
    const ref = step?.data.kind === 'rule' ? step.data.ref : undefined;
    expect(ref && step && (await bench.getState().actions.explainRule(step.address, ref))?.matched).toBe(true);
  });
});

describe('playback', () => {
  it('is moved by frames, stops at the end, and starts over', async () => {
    const bench = await running();
    const { tick, play, setLoop } = bench.getState().actions;
    const last = shownSteps(bench.getState()).length - 1;
    tick(1000);
    expect(bench.getState().view.playhead).toBe(STEPS_PER_SECOND);
    tick(1e7);
    expect(bench.getState().view).toMatchObject({ playing: false, playhead: last });
    play();
    expect(bench.getState().view).toMatchObject({ playing: true, playhead: 0 });
    setLoop(true);
    tick(1e7);
    expect(bench.getState().view).toMatchObject({ playing: true, playhead: 0 });
  });

  it('steps by whole steps and jumps between landmarks', async () => {
    const bench = await running();
    const { step, jump, setPlayhead } = bench.getState().actions;
    const at = (): number => bench.getState().view.playhead;
    setPlayhead(2.4);
    step(1);
    expect(at()).toBe(3);
    step(-1);
    expect(at()).toBe(2);
    jump('nat');
    expect(currentStep(bench.getState())?.data.kind).toBe('nat');
    jump('reply');
    expect(currentStep(bench.getState())).toMatchObject({ leg: 1, hop: 0, step: 0, role: 'reply' });
    jump('hop', -1);
    expect(currentStep(bench.getState())).toMatchObject({ leg: 0, step: 0 });
    jump('end');
    step(1);
    expect(at()).toBe(shownSteps(bench.getState()).length - 1);
    jump('start');
    step(-1);
    expect(at()).toBe(0);
    setPlayhead(1e9);
    expect(at()).toBe(shownSteps(bench.getState()).length - 1);
  });

  it('keeps to the legs the filter lets play', async () => {
    const bench = await running();
    const { setLegFilter, jump, play, tick } = bench.getState().actions;
    setLegFilter('reply');
    play();
    expect(currentStep(bench.getState())?.role).toBe('reply');
    setLegFilter('request');
    jump('end');
    expect(currentStep(bench.getState())?.role).toBe('request');
    tick(1e7);
    expect(currentStep(bench.getState())?.role).toBe('request');
  });

  it('stays inside a trace that became shorter', async () => {
    const bench = await running();
    bench.getState().actions.jump('end');
    bench.getState().actions.edit((d) => scaleDeployment(d, WEB, 0));
    await bench.settled();
    const { view } = bench.getState();
    expect(view.playhead).toBeLessThanOrEqual(shownSteps(bench.getState()).length - 1);
  });
});

describe('selectors', () => {
  it('flatten a trace once', async () => {
    const bench = await running();
    const steps = shownSteps(bench.getState());
    expect(shownSteps(bench.getState())).toBe(steps);
    expect(steps.map(({ index }) => index)).toEqual(steps.map((_, index) => index));
    expect(steps[0]).toMatchObject({ role: 'request', netns: 'default/client', address: { leg: 0, hop: 0, step: 0 } });
  });

  it('call a pasted text without a title by its node, and never by the node of what was shown before', async () => {
    const bench = await running();
    const pasted = (id: string, text: string): Document => ({
      ...WEB_TWO_NODES.document(),
      subject: 'pasted',
      pasted: { texts: [{ id, title: 'text 1', text }], facts: {} },
    });
    const title = (): string => benchTitle(bench.getState(), () => 'text 1');
    for (const [id, node] of [
      ['a', 'worker-7'],
      ['b', 'worker-8'],
    ] as const) {
      bench
        .getState()
        .actions.openDocument(pasted(id, `root@${node}:~# iptables-save\n*nat\n:PREROUTING ACCEPT [0:0]\nCOMMIT\n`));
      expect(title()).toBe('');
      await bench.settled();
      expect(title()).toBe(node);
    }
  });

  it('focus the node of the packet unless another is chosen', async () => {
    const bench = await running();
    expect(focusedNode(bench.getState())).toBe('node1');
    bench.getState().actions.focusNode('node2');
    expect(focusedNode(bench.getState())).toBe('node2');
  });
});

describe('the left panel', () => {
  const NODE = { ...WEB_TWO_NODES.document(), subject: 'pasted' as const };

  it('shows what is on the stage when a document is opened, as after a reload', () => {
    const bench = createBench();
    const { openDocument, showLeft } = bench.getState().actions;
    openDocument(NODE);
    expect(bench.getState().view.leftTab).toBe('pasted');
    openDocument(WEB_TWO_NODES.document());
    expect(bench.getState().view.leftTab).toBe('cluster');
    showLeft('yaml');
    openDocument(WEB_TWO_NODES.document());
    expect(bench.getState().view.leftTab).toBe('yaml');
  });
});
