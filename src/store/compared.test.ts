import { describe, expect, it } from 'vitest';
import { TRAFFIC_POLICY_LOCAL } from '../content/examples/traffic-policy-local';
import { WEB_TWO_NODES } from '../content/examples/web-two-nodes';
import { makeSharedView } from './autosave';
import { readView } from './link';
import { createBench } from './store';

const WEB = WEB_TWO_NODES.document();
const LOCAL = TRAFFIC_POLICY_LOCAL.document();

describe('what is compared', () => {
  it('rides in the view with the documents panes use, and comes back', async () => {
    const bench = createBench({ document: WEB });
    const { setCompare, setCompareTick, openDocument } = bench.getState().actions;
    expect(makeSharedView(bench.getState()).compare).toBeUndefined();
    const panes = [
      { mode: 'iptables', release: '1.30', node: 'node2' },
      { mode: 'ipvs', release: '1.30', document: 'own:1' },
    ] as const;
    setCompare({ open: true, tab: 'probes', panes, outcome: 1, documents: { 'own:1': LOCAL, 'own:2': WEB } });
    setCompareTick(12);
    const json = JSON.stringify(makeSharedView(bench.getState()));
    const view = readView(json);
    const other = createBench();
    other.getState().actions.openDocument(WEB, view);
    const { compare, compareTick } = other.getState().view;
    expect(compare).toEqual({
      open: true,
      tab: 'probes',
      panes,
      probe: undefined,
      outcome: 1,
      documents: { 'own:1': LOCAL },
    });
    expect(compareTick).toBe(12);
    openDocument(LOCAL);
    expect(bench.getState().view.compare).toMatchObject({ open: true, panes: undefined, documents: {} });
  });

  it('is no edit', () => {
    const bench = createBench({ document: WEB });
    bench.getState().actions.setCompare({ open: true });
    bench.getState().actions.setCompareTick(3);
    expect(bench.getState().canUndo).toBe(false);
  });

  it.each([
    ['null', undefined],
    ['7', undefined],
    ['{"panes":[{"mode":"iptables","release":"1.30"}],"tick":-4}', undefined],
    ['{"panes":[{"mode":"magic","release":"1.30"},{"mode":"ipvs","release":1}]}', undefined],
    [
      '{"panes":[{"mode":"ipvs","release":"1.30","policy":{"external":"Both"}},{"mode":"ipvs","release":"1.30"}]}',
      undefined,
    ],
  ])('leaves out what is odd: %s', async (json, panes) => {
    const { compare } = readView(`{"compare":${json}}`);
    expect(compare?.panes).toEqual(panes);
    expect(compare?.tick ?? 0).toBe(0);
  });

  it('says why a pane of an unknown mode is not shown', async () => {
    const pane = { mode: 'ipvs', release: '1.30' };
    const view = readView(JSON.stringify({ compare: { panes: [pane, { ...pane, mode: 'tproxy' }, pane] } }));
    expect(view.compare?.panes).toHaveLength(2);
    expect(view.refused).toMatchObject({ id: 'document.mode.missing', values: { mode: 'tproxy' } });
    const bench = createBench();
    bench.getState().actions.openDocument(WEB, view);
    expect(bench.getState().view.notices).toEqual([view.refused]);
  });

  it('says why a document of an unknown mode is not compared with', async () => {
    const documents = { 'own:1': { ...LOCAL, mode: 'tproxy' } };
    const { refused } = readView(JSON.stringify({ compare: { documents } }));
    expect(refused).toMatchObject({ id: 'document.mode.missing', values: { mode: 'tproxy' } });
  });

  it('leaves out documents that are none, and more panes than there can be', async () => {
    const pane = { mode: 'ipvs', release: '1.30', document: 'own:1' };
    const json = JSON.stringify({
      compare: { panes: Array.from({ length: 9 }, () => pane), documents: { 'own:1': 5 } },
    });
    const { compare } = readView(json);
    expect(compare?.panes).toHaveLength(4);
    expect(compare?.documents).toEqual({});
  });
});
