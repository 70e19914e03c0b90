import { describe, expect, it } from 'vitest';
import { TRAFFIC_POLICY_LOCAL } from '../../content/examples/traffic-policy-local';
import { WEB_TWO_NODES } from '../../content/examples/web-two-nodes';
import type { Document } from '../../core/document/document';
import { createDerive } from '../../core/document/derive';
import { createComparer } from '../../engine/questions/compare';
import type { Comparison, ModeOffer } from '../../engine/protocol';
import { inKeyOrder, releaseFor } from '../shell/bench/mode.model';
import {
  MOST_SHOWN_PANES,
  defaultPanes,
  listEnds,
  onePaneMore,
  rowAt,
  listComparedRows,
  makeLine,
} from './compare.model';
import { engineAtHand } from '../../engine/testing/engine';

const engine = engineAtHand();
const offersOf = (document: Document): readonly ModeOffer[] => inKeyOrder(engine.open(document).modes);
const OFFERS = offersOf(WEB_TWO_NODES.document());
const AT = { mode: 'iptables', release: '1.30' } as const;

function compared(document: Document, flow: number): Comparison {
  const panes = offersOf(document)
    .slice(0, MOST_SHOWN_PANES)
    .map((offer) => ({ mode: offer.id, release: releaseFor(offer, document) }));
  const comparer = createComparer(createDerive);
  comparer.setDocuments({ '': document });
  return comparer.compare({ panes, flowId: document.flows[flow]!.id });
}

describe('panes', () => {
  it('are the modes of today and the one there is, each at the nearest release it has', () => {
    const shown = (mode: Document['mode'], release: string): string[] =>
      defaultPanes(OFFERS, { mode, release }).map((pane) => `${pane.mode} ${pane.release}`);
    const today = ['iptables 1.30', 'ipvs 1.30', 'nftables 1.30'];
    expect(shown('iptables', '1.30')).toEqual(today);
    expect(shown('ipvs', '1.30')).toEqual(today);
    expect(shown('userspace', '1.20')).toEqual(['iptables 1.20', 'ipvs 1.20', 'nftables 1.29', 'userspace 1.20']);
    expect(shown('kernelspace', '1.30')).toEqual([...today, 'kernelspace 1.30']);
  });

  it('grow by a mode nobody shows, then by a copy, to four', () => {
    const two = defaultPanes(OFFERS, AT).slice(0, 2);
    const three = onePaneMore(two, OFFERS, { proxied: AT });
    expect(three.map(({ mode }) => mode)).toEqual(['iptables', 'ipvs', 'nftables']);
    const only = OFFERS.slice(0, 1);
    expect(onePaneMore(two, only, { proxied: AT })).toEqual([...two, two[1]]);
    const four = onePaneMore(three, OFFERS, { proxied: AT });
    expect(onePaneMore(four, OFFERS, { proxied: AT })).toBe(four);
  });
});

describe('rows', () => {
  const comparison = compared(WEB_TWO_NODES.document(), 1);
  const rows = listComparedRows(comparison);

  it('hold every step of every pane, and every tick is in one row', () => {
    for (const [pane, { trace }] of comparison.panes.entries()) {
      const steps = trace.legs.flatMap(({ hops }) => hops.flatMap((hop) => hop.steps));
      expect(rows.flatMap(({ cells }) => cells[pane]?.steps ?? [])).toEqual(steps);
    }
    for (const row of rows) {
      for (let inside = 0; inside < row.ticks; inside++) expect(rowAt(rows, row.tick + inside)).toBe(row.id);
    }
  });

  it('say what happens and where, and where the packet comes to another place', () => {
    const told = rows.slice(0, 6).map(({ event, places, arrives }) => {
      const what = 'hook' in event ? event.hook : event.id;
      return `${arrives ? '> ' : '  '}${places.join('/')} ${what}`;
    });
    expect(told).toEqual([
      '> outside originate',
      '  outside routing',
      '  outside transmit',
      '> node2 receive',
      '  node2 PREROUTING',
      '  node2 natDst',
    ]);
  });

  it('count in each cell the rules its counters count in all', () => {
    for (const [pane, { counters }] of comparison.panes.entries()) {
      expect(rows.reduce((sum, { cells }) => sum + (cells[pane]?.rules ?? 0), 0)).toBe(counters.rules);
    }
  });

  it('are told in words in every cell', () => {
    const lines = rows.flatMap(({ cells }) =>
      cells.flatMap((cell) => cell?.steps.map((step) => ({ kind: step.kind, line: makeLine(step, cell) })) ?? []),
    );
    expect(lines.filter(({ kind, line }) => kind !== 'nat' && !line.words && !line.reason)).toEqual([]);
    expect(lines.map(({ line }) => line.words?.id)).toEqual(
      expect.arrayContaining(['step.ipvsChosen.line', 'step.ruleJump.line', 'step.skip.line']),
    );
  });
});

describe('ends', () => {
  it('are one where all modes do the same', () => {
    expect(listEnds(compared(WEB_TWO_NODES.document(), 1).panes)).toEqual([
      { disposition: 'DELIVERED', answered: true, panes: [0, 1, 2, 3] },
    ]);
  });

  it('tell modes apart that deliver, from those that deliver and never see the answer', () => {
    expect(listEnds(compared(TRAFFIC_POLICY_LOCAL.document(), 1).panes)).toEqual([
      { disposition: 'DROPPED', answered: false, panes: [0, 2] },
      { disposition: 'DELIVERED', answered: false, panes: [1] },
      { disposition: 'DELIVERED', answered: true, panes: [3] },
    ]);
  });
});
