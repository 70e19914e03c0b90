import { describe, expect, it } from 'vitest';
import type { Assumption } from '../../../core/paste/pasted-types';
import { EXAMPLES } from '../../../content/examples';
import { setPodReady } from '../../../core/document/edits/pods';
import type { Document } from '../../../core/document/document';
import { inMode } from '../../../core/document/edits/proxy';
import { derivePasted } from '../../../core/document/derive-pasted';
import { createEngine } from '../../../engine/engine';
import { createComparer } from '../../../engine/questions/compare';
import { clusterBench } from '../../../content/scenes/bench';
import { drawAgain, drawMany } from '../../../store/draws';
import type { Access } from '../../../store/access';
import { many } from '../../../engine/questions/many';
import { benchOn } from '../../../engine/questions/open';
import { run } from '../../../engine/questions/run';
import { story } from '../../../engine/questions/story';
import type { Moment } from '../../../core/story/moment';
import type { DrawsState } from '../../../store/draws';
import { storyCast } from '../cast/cast.model';
import { drawnRows } from './draws.model';
import { endingEdit, endingPanes, endingPods, endingRows, isLost, missingTables } from './ending.model';
import { choiceMoment, isOfOpen, carrySeen, staysUntilLoaded } from './position.model';

const document = EXAMPLES[0]!.document();

function told(of: Document, flow = 'flow-1') {
  const engine = createEngine(derivePasted);
  const bench = benchOn(engine, of);
  const result = run(engine, { flowId: flow });
  const played = { document: of, bench, result, ...story(engine, { flowId: flow }) };
  return { engine, played: { ...played, cast: storyCast(played) } };
}

type State = ReturnType<Access['get']>;

const kinds = (...all: Moment['kind'][]): readonly Moment[] => all.map((kind) => ({ kind }) as Moment);

describe('what was seen of a story told anew', () => {
  it.each([
    ['all of it, where the same comes', kinds('sent', 'chosen', 'received'), 2, kinds('sent', 'chosen', 'received'), 2],
    ['no end that nobody has seen', kinds('sent', 'chosen', 'received'), 2, kinds('sent', 'refused'), 0],
    ['no more than was seen', kinds('sent', 'chosen', 'received'), 1, kinds('sent', 'chosen', 'received'), 1],
    ['nothing of another order', kinds('sent', 'chosen'), 1, kinds('recognised', 'sent'), -1],
  ])('%s', (_, before, seen, now, known) => {
    expect(carrySeen(before, seen, now)).toBe(known);
  });
});

it.each([
  [true, undefined, { opening: 3, subject: 'cluster' }],
  [true, { opening: 3, document }, { opening: 3, subject: 'cluster' }],
  [false, { opening: 2, document }, { opening: 3, subject: 'cluster' }],
  [false, { opening: 3, document }, { opening: 3, subject: 'pasted' }],
] as const)('a picture is of what is open: %s', (is, source, open) => {
  expect(isOfOpen(source, open)).toBe(is);
});

it.each([
  ['an edit of the same flow', true, { opening: 3, document }, 'flow-1'],
  ['another flow', false, { opening: 3, document }, 'flow-2'],
  ['another document', false, { opening: 2, document }, 'flow-1'],
  ['from before anything was open', false, undefined, 'flow-1'],
] as const)('what stays until the next walk is told: %s, %s', (_, stays, source, flowId) => {
  expect(staysUntilLoaded({ source, flowId }, { opening: 3, subject: 'cluster', flowId: 'flow-1' })).toBe(stays);
});

describe('where a story ends', () => {
  it('the Pod that was chosen is taken away, and is chosen no more', () => {
    const { played } = told(document);
    const change = endingEdit(document, played);
    const chosen = played.moments[choiceMoment(played.moments) ?? -1]?.pod?.name;
    expect(change).toMatchObject({ kind: 'notReady', name: chosen });
    expect(endingPods(played, change!)).toEqual({ names: expect.arrayContaining([chosen]), more: 0 });
    const after = told(change!.edit(document)).played;
    expect(after.cast.endpoints).not.toContain(`default/${chosen}`);
    expect(after.cast.endpoints).toHaveLength(played.cast.endpoints.length - 1);
  });

  it('nobody was there to be chosen: one that is not ready is made so, and gets it', () => {
    const pods = document.cluster.pods.filter(({ metadata }) => metadata.name.startsWith('web-'));
    const empty = pods.reduce(
      (before, { metadata }) => setPodReady(before, { namespace: 'default', name: metadata.name }, false),
      document,
    );
    const { played } = told(empty);
    expect(played.moments.map(({ kind }) => kind)).toContain('refused');
    expect(choiceMoment(played.moments)).toBeUndefined();
    const change = endingEdit(empty, played);
    expect(change?.kind).toBe('ready');
    const after = told(change!.edit(empty)).played;
    expect(after.moments.findLast(({ pod }) => pod)?.pod?.name).toBe(change!.name);
  });

  it('no edit is offered of what was pasted', () => {
    expect(endingEdit({ ...document, subject: 'pasted' }, told(document).played)).toBeUndefined();
  });

  it('other modes: the numbers are those of each walk itself', () => {
    const { engine, played } = told(document);
    const { result, bench } = played;
    const panes = endingPanes(bench.modes, document);
    expect(panes.map(({ mode }) => mode)).toEqual(['iptables', 'ipvs', 'nftables']);
    const question = { panes, flowId: 'flow-1', outcome: result.shown };
    const comparer = createComparer(() => engine.newDerive());
    comparer.setDocuments({ '': document });
    const rows = endingRows(comparer.compare(question).panes);
    expect(rows[0]).toMatchObject({ mode: 'iptables', share: 1, differs: [] });
    for (const { mode, rules } of rows) {
      const { trace } = told(inMode(document, mode)).played.result;
      const steps = trace.legs.flatMap(({ hops }) => hops.flatMap(({ steps: own }) => own));
      const asked = steps.reduce(
        (sum, step) => sum + (step.kind === 'rule' ? 1 : step.kind === 'skip' ? step.to - step.from + 1 : 0),
        0,
      );
      expect(rules, mode).toBe(asked);
    }
  });

  it('a mode that takes turns gives the packet to one Pod: where that is another than was told, it says so', () => {
    const userspace = inMode(document, 'userspace');
    const { engine, played } = told(userspace);
    const { result, bench } = played;
    const comparer = createComparer(() => engine.newDerive());
    comparer.setDocuments({ '': userspace });
    const named = result.outcomes.map((_, outcome) => {
      const { panes } = comparer.compare({ panes: endingPanes(bench.modes, userspace), flowId: 'flow-1', outcome });
      return endingRows(panes).map(({ mode, differs }) => [mode, differs.filter(({ kind }) => kind === 'elsewhere')]);
    });
    const elsewhere = (mode: string) =>
      named.filter((rows) => rows.some(([each, differs]) => each === mode && differs?.length === 1)).length;
    expect([elsewhere('ipvs'), elsewhere('iptables'), elsewhere('nftables')]).toEqual([2, 0, 0]);
  });

  it('a mode whose packet ends otherwise, or comes from another source, says so', () => {
    const pane = (mode: 'iptables' | 'ipvs', kind: 'DELIVERED' | 'DROPPED', sourceSeen?: string) =>
      ({
        spec: { mode, release: '1.34' },
        shown: 0,
        outcomes: [{ disposition: { kind } }],
        counters: { rules: 4, lookups: 0, rewrites: 0, crossings: 0, ...(sourceSeen ? { sourceSeen } : {}) },
      }) as unknown as Parameters<typeof endingRows>[0][number];
    const [, other] = endingRows([
      pane('iptables', 'DELIVERED', '10.244.0.2:4000'),
      pane('ipvs', 'DROPPED', '[fd00::1]:40'),
    ]);
    expect(other?.differs).toEqual([
      { kind: 'ends', verdict: 'DROPPED' },
      { kind: 'source', address: 'fd00::1' },
    ]);
    const [, same] = endingRows([
      pane('iptables', 'DELIVERED', '10.244.0.2:4000'),
      pane('ipvs', 'DELIVERED', '10.244.0.2:5'),
    ]);
    expect(same?.differs).toEqual([]);
  });
});

describe('draws', () => {
  const { engine } = told(document);
  const send = (count: number) => many(engine, { flowId: 'flow-1', options: { count, seed: 7 } });
  const view = send(60);
  const drawn = (count: number): DrawsState => ({ of: document, flowId: 'flow-1', view, count });

  it('count what the engine sent, in the order of the lens, each with the odds it says', () => {
    const order = view.landings.map(({ landing }) => landing.disposition.netns).toReversed();
    for (const count of [1, 7, 60]) {
      const { rows, total, more } = drawnRows(drawn(count), order);
      expect(rows.map(({ landing }) => landing.disposition.netns)).toEqual(order);
      expect([total, more]).toEqual([count, 0]);
      expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(count);
      const last = view.landings[view.sent[count - 1]?.landing ?? -1]?.landing;
      expect(rows.filter(({ isLast }) => isLast).map(({ landing }) => landing)).toEqual([last]);
      for (const row of rows) {
        const own = view.sent.slice(0, count).filter(({ landing }) => view.landings[landing]?.landing === row.landing);
        expect(row).toMatchObject({ count: own.length, odds: '1/3' });
        expect(row.expected).toBeCloseTo(1 / 3, 9);
        expect(row.length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('expect nothing where the engine says no odds', () => {
    const unknown = {
      ...view,
      bearing: 'unknown' as const,
      landings: view.landings.map(({ landing }) => ({ landing })),
    };
    const { rows } = drawnRows({ ...drawn(5), view: unknown }, []);
    expect(rows.every(({ mark, odds }) => mark === undefined && odds === undefined)).toBe(true);
  });

  it('of a client that is remembered have no share to end at: the first one decides for all', () => {
    const affine = clusterBench({ pods: 3, service: { sessionAffinity: 'ClientIP' } }).document();
    const { engine: own } = told(affine);
    const options = { flowId: 'flow-1', options: { count: 100, seed: 7 } };
    const state: DrawsState = { of: affine, flowId: 'flow-1', view: many(own, options), count: 100 };
    const { rows } = drawnRows(state, []);
    expect(rows.filter(({ count }) => count > 0).map(({ count }) => count)).toEqual([100]);
    for (const { mark, expected, count } of rows) {
      expect(mark).toBeUndefined();
      // What is said to be expected is what may come.
      if (expected !== undefined) expect(Math.abs(count / 100 - expected)).toBeLessThan(0.1);
    }
    expect(drawnRows({ ...state, count: 1 }, []).rows.map(({ odds }) => odds)).toEqual(['1/3', '1/3', '1/3']);
  });

  it('go on behind a thousand, and a thousand more are others', async () => {
    const asked: { count: number; seed: number }[] = [];
    let state = { document: { present: document }, run: { flowId: 'flow-1' }, draws: undefined } as unknown as State;
    const access = {
      get: () => state,
      set: (change: (before: State) => Partial<State>) => (state = { ...state, ...change(state) }),
    } as unknown as Access;
    const sendMany = (_: string, options: { count: number; seed: number }) => {
      asked.push(options);
      return Promise.resolve({ ...send(10), seed: options.seed, sent: Array.from({ length: options.count }) });
    };
    const drawing = { access, actions: { sendMany, drawSent: () => undefined } } as unknown as Parameters<
      typeof drawAgain
    >[0];
    const count = () => state.draws?.count;
    await drawAgain(drawing);
    await drawMany(drawing);
    expect(count()).toBe(1000);
    await drawAgain(drawing);
    await drawAgain(drawing);
    expect(count()).toBe(1002);
    expect(new Set(asked.map(({ seed }) => seed)).size).toBe(1);
    await drawMany(drawing);
    expect(count()).toBe(1000);
    expect(new Set(asked.map(({ seed }) => seed)).size).toBe(2);
  });

  it('of one sending are the same however many are sent', () => {
    const more = send(90);
    const ends = (of: typeof view, nth: number) => of.landings[of.sent[nth]?.landing ?? -1]?.landing.key;
    for (let nth = 0; nth < 60; nth++) expect(ends(more, nth)).toBe(ends(view, nth));
  });
});

describe('what an end asks for', () => {
  it.each([
    ['DELIVERED', true, false],
    ['DELIVERED', false, true],
    ['DROPPED', false, true],
    ['REJECTED', true, true],
  ] as const)('%s, answered: %s', (kind, answered, lost) => {
    expect(isLost({ disposition: { kind } as never, answered })).toBe(lost);
  });

  it('tables that nobody pasted are said again, other guesses are not', () => {
    const guess = (about: 'table' | 'route', id: string) =>
      ({ id, about, value: '', evidence: [], reason: { id } }) as unknown as Assumption;
    expect(missingTables([guess('route', 'a'), guess('table', 'b')])).toEqual([{ id: 'b' }]);
  });
});
