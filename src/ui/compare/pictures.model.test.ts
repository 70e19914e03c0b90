import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createDerive } from '../../core/document/derive';
import type { Document } from '../../core/document/document';
import { some } from '../../core/lib/testing/soaking';
import { engineAtHand } from '../../engine/testing/engine';
import { createComparer, type ComparisonWithStories } from '../../engine/questions/compare';
import { flattenedSteps } from '../../store/selectors';
import { inKeyOrder, releaseFor } from '../shell/bench/mode.model';
import { MOST_SHOWN_PANES } from './compare.model';
import {
  listPictureRows,
  listStops,
  paneStateAt,
  groupPanes,
  rowOfStep,
  rowOfTick,
  shownStops,
} from './pictures.model';

const engine = engineAtHand();

function told(document: Document, flow = 0): Required<ComparisonWithStories> {
  const panes = inKeyOrder(engine.open(document).modes)
    .slice(0, MOST_SHOWN_PANES)
    .map((offer) => ({ mode: offer.id, release: releaseFor(offer, document) }));
  const comparer = createComparer(createDerive);
  comparer.setDocuments({ '': document });
  const comparison = comparer.compare({ panes, flowId: document.flows[flow]!.id, told: true });
  return { ...comparison, stories: comparison.stories! };
}

const examples = EXAMPLES.flatMap(({ id, document }) =>
  document().flows.map((flow, at) => [`${id} ${flow.id}`, document(), at] as const),
);

describe.each(some(examples, 4))('%s side by side', (_, document, flow) => {
  const { stories, moments, panes } = told(document, flow);
  const rows = listPictureRows(
    stories.map((story) => story.moments),
    moments,
  );

  it('is entered where the walk of any pane stands', () => {
    for (const [pane, { moments: own }] of stories.entries())
      for (const [at, { first, last }] of own.entries())
        for (const step of [first, last]) {
          const row = rows[rowOfStep(rows, own, { pane, step })];
          expect([row?.has[pane], row?.shown[pane]]).toEqual([true, at]);
        }
  });

  it('has every moment of every pane once, and at it all panes that have the kind on that way', () => {
    for (const [pane, story] of stories.entries()) {
      const own = rows.flatMap(({ shown, has }) => (has[pane] ? [shown[pane]!] : []));
      expect(own.toSorted((a, b) => a - b)).toEqual([...story.moments.keys()]);
      for (const { moment, shown, has } of rows.filter((row) => row.has[pane])) {
        expect(has[pane]).toBe(true);
        expect(story.moments[shown[pane]!]).toMatchObject({ kind: moment.kind, role: moment.role });
      }
    }
  });

  it('keeps the first pane in its order, and the shared scrubber never goes back', () => {
    const own = rows.flatMap(({ shown, has }) => (has[0] ? [shown[0]!] : []));
    expect(own).toEqual(own.toSorted((a, b) => a - b));
    expect(rows.map(({ tick }) => tick)).toEqual(rows.map(({ tick }) => tick).toSorted((a, b) => a - b));
  });

  it('finds the row again by the tick it was gone to, and a row for every tick', () => {
    for (const [row, { tick }] of rows.entries()) expect(rowOfTick(rows, tick, { row, tick })).toBe(row);
    const last = moments.reduce((sum, { ticks }) => sum + ticks, 0);
    for (let tick = 0; tick < last; tick++) {
      const row = rowOfTick(rows, tick, undefined);
      expect(rows[row]!.tick >= tick || row === rows.length - 1).toBe(true);
    }
  });

  it('says "not yet" of nothing but what comes, and "waits" of no walk that is over or has arrived', () => {
    const all = stories.map((story) => story.moments);
    for (const [at, row] of rows.entries()) {
      const later = rows.slice(at + 1);
      for (const kind of ['rewritten', 'chosen'] as const)
        for (const pane of groupPanes(row, all, kind)?.yet ?? [])
          expect(
            later.some(({ has, shown }) => has[pane] && all[pane]![shown[pane]!]!.kind === kind),
            `${row.id} ${kind} ${pane}`,
          ).toBe(true);
      for (const [pane, own] of all.entries()) {
        const state = paneStateAt(row, own, pane);
        const goesOn = later.some(({ has }) => has[pane]);
        expect({ pane, state, over: own.length > 0 && state !== 'here' && !goesOn }).toEqual({
          pane,
          state,
          over: state === 'over',
        });
        if (state === 'waits' || state === 'arrived')
          expect(own[row.shown[pane]!]?.kind === 'arrives').toBe(state === 'arrived');
      }
    }
  });

  it('draws a way that begins with its sender and has few places', () => {
    for (const [pane, { moments: all, lenses }] of stories.entries()) {
      const walk = { moments: all, lenses, steps: flattenedSteps(panes[pane]) };
      for (const [index, moment] of all.entries()) {
        const { stops, left } = shownStops(listStops(walk, index), 4);
        const sender = all.find(({ role }) => role === moment.role)?.header.from.name;
        expect(stops[0]).toMatchObject({ kind: 'actor', name: sender });
        expect(stops.length).toBeLessThanOrEqual(4);
        expect(left).toBe(listStops(walk, index).length > 4);
      }
    }
  });
});

describe('what some have behind them', () => {
  const document = EXAMPLES.find(({ id }) => id === 'web-two-nodes')!.document();
  const { stories, moments, panes } = told(document, 0);
  const all = stories.map((story) => story.moments);
  const rows = listPictureRows(all, moments);

  it('says that userspace has rewritten before it chooses, and nobody else has', () => {
    const chosen = rows.find(({ moment }) => moment.kind === 'chosen')!;
    const at = panes.findIndex(({ spec }) => spec.mode === 'userspace');
    expect(chosen.has.every(Boolean)).toBe(true);
    expect(groupPanes(chosen, all, 'rewritten')?.done).toEqual([at]);
  });

  it('says of a program at the socket that it rewrites as it chooses: done, and no pane that waits', () => {
    const modes = inKeyOrder(engine.open(document).modes).filter(({ id }) => id === 'iptables' || id === 'ebpf');
    const comparer = createComparer(createDerive);
    comparer.setDocuments({ '': document });
    const specs = modes.map((offer) => ({ mode: offer.id, release: releaseFor(offer, document) }));
    const compared = comparer.compare({ panes: specs, flowId: document.flows[0]!.id, told: true });
    const own = compared.stories!.map((story) => story.moments);
    const rewritten = listPictureRows(own, compared.moments).find(({ moment }) => moment.kind === 'rewritten')!;
    expect(specs.map(({ mode }) => mode)).toEqual(['iptables', 'ebpf']);
    expect(rewritten.has).toEqual([true, false]);
    expect(groupPanes(rewritten, own, 'rewritten')).toBeUndefined();
    expect(own.map((each, pane) => paneStateAt(rewritten, each, pane))).toEqual(['here', 'done']);
  });

  it('draws the hook by which the kernel gave the packet to a process that proxies', () => {
    const pane = panes.findIndex(({ spec }) => spec.mode === 'userspace');
    const { moments: own, lenses } = stories[pane]!;
    const steps = flattenedSteps(panes[pane]);
    const chosen = own.findIndex(({ kind }) => kind === 'chosen');
    const names = (walked: typeof steps): string[] =>
      listStops({ moments: own, lenses, steps: walked }, chosen).map(({ name }) => name);
    expect(names(steps)).toEqual(['client', 'PREROUTING', 'INPUT', 'kube-proxy']);
    // Only what the walk passed.
    expect(names(steps.filter(({ data }) => data.kind !== 'hook'))).toEqual(['client', 'PREROUTING', 'kube-proxy']);
  });

  it('never takes back that something is behind a pane: userspace answers its client before it dials', () => {
    const chosen = rows.findIndex(({ moment }) => moment.kind === 'chosen');
    const since = rows.slice(chosen).filter((row) => row.shown.some((at, pane) => at < row.reached[pane]!));
    expect(since.length).toBeGreaterThan(0);
    expect(rows.slice(chosen).map((row) => groupPanes(row, all, 'chosen'))).toEqual(
      rows.slice(chosen).map(() => undefined),
    );
  });

  it('says of a walk that was dropped, and of one that needs no draw, that it has none, once', () => {
    const cut = all.map((own, pane) =>
      pane === 1 ? own.slice(0, 1) : own.filter(({ kind }) => kind !== 'chosen' || pane !== 2),
    );
    const parted = listPictureRows(cut, moments).flatMap((row) => groupPanes(row, cut, 'chosen') ?? []);
    expect(parted.length).toBeGreaterThan(0);
    for (const each of parted) expect([each.over, each.never, each.yet.includes(1)]).toEqual([[1], [2], false]);
  });

  it('says nothing where all are alike', () => {
    expect(groupPanes(rows[0]!, all, 'rewritten')).toBeUndefined();
    expect(groupPanes(rows.at(-1)!, all, 'chosen')).toBeUndefined();
  });
});
