import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import type { Document } from '../../core/document/document';
import type { ProxyModeId } from '../../core/kubernetes/types';
import { SOAKING, some } from '../../core/lib/testing/soaking';
import { add, formatFraction, parseFraction, ZERO } from '../../core/lib/fraction';
import type { ManyView } from '../protocol';
import { opened as openedIn, type EngineAtHand } from '../testing/engine';

type Session = EngineAtHand & { readonly document: Document };

function open(example: string, mode: ProxyModeId, change: (document: Document) => Document = (same) => same): Session {
  const made = EXAMPLES.find(({ id }) => id === example)?.document();
  if (!made) throw new Error(example);
  const document = change({ ...made, mode, release: mode === 'userspace' ? '1.25' : '1.33' });
  return { ...openedIn(document), document };
}

const counts = ({ landings, sent }: ManyView): number[] =>
  landings.map((_, at) => sent.filter(({ landing }) => landing === at).length);

/** `34 33 33 of 3 with mean 100/3` */
function said(view: ManyView): string {
  const { bearing, landings } = view;
  const means = new Set(landings.map(({ mean }) => mean ?? '?'));
  const ranges = new Set(landings.map(({ range }) => (range ? range.join('-') : '')));
  return `${bearing} ${counts(view).length} of mean ${[...means].join()} ${[...ranges].join()}`.trim();
}

describe('where a hundred new connections land', () => {
  it.each([
    ['iptables', 'independent 3 of mean 100/3', 'sim.many.independent'],
    ['nftables', 'independent 3 of mean 100/3', 'sim.many.independent'],
    ['ipvs', 'settled 3 of mean 100/3 33-34', 'sim.many.scheduler'],
    ['userspace', 'settled 3 of mean 100/3 33-34', 'sim.many.proxy-turns'],
  ] as const)('%s: %s', (mode, expected, reason) => {
    const opened = open('web-two-nodes', mode);
    const flow = opened.document.flows.find(({ from, to }) => from.kind === 'pod' && to.kind === 'service');
    const view = opened.many(flow?.id ?? '', { count: 100, seed: 7 });
    expect(said(view)).toBe(expected);
    expect(view.reason.id).toBe(reason);
    expect(counts(view).reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(new Set(view.sent.map(({ sport }) => sport)).size).toBe(100);
  });

  it.each([
    ['iptables', 'sim.many.remembered'],
    ['nftables', 'sim.many.remembered'],
    ['ipvs', 'sim.many.template'],
    ['userspace', 'sim.many.proxy-affinity'],
  ] as const)('%s with session affinity: all where the first went', (mode, reason) => {
    const opened = open('session-affinity', mode);
    const flow = opened.document.flows.find(({ to }) => to.kind === 'service');
    const view = opened.many(flow?.id ?? '', { count: 10, seed: 3 });
    expect(view.bearing).toBe('settled');
    expect(view.reason.id).toBe(reason);
    expect(counts(view).filter((count) => count > 0)).toEqual([10]);
    for (const { range } of view.landings) expect(range).toEqual([0, 10]);
  });
});

describe.each(['iptables', 'ipvs', 'nftables', 'userspace'] as const)('session affinity over time in %s', (mode) => {
  const opened = open('session-affinity', mode);
  const flow = opened.document.flows.find(({ to }) => to.kind === 'service')?.id ?? '';
  const HOUR = 3_600_000;
  // The Service's sessionAffinityConfig is the default, 10800 s: three hours.
  it.each([1000, HOUR])('holds %d ms later', (apart) => {
    const view = opened.many(flow, { count: 12, seed: 3, apart });
    expect(counts(view).filter((count) => count > 0)).toEqual([12]);
  });

  it('is over four hours later: none is where the first was because of it', () => {
    const view = opened.many(flow, { count: 12, seed: 3, apart: 4 * HOUR });
    expect(counts(view).filter((count) => count > 0).length).toBeGreaterThan(1);
    const drawsAnew = mode === 'iptables' || mode === 'nftables';
    if (drawsAnew) expect(said(view)).toBe('independent 3 of mean 4');
    const shown = opened.sent(flow, { seed: 3, nth: 5, apart: 4 * HOUR });
    const landed = view.landings[view.sent[5]?.landing ?? -1]?.landing;
    expect(shown.outcomes[shown.shown]?.disposition).toEqual(landed?.disposition);
  });
});

it.runIf(SOAKING)('says precisely why no expectation is given', () => {
  const opened = open('ten-endpoints', 'ipvs');
  const view = opened.many(opened.document.flows[0]?.id ?? '', { count: 301, seed: 1 });
  expect(view.noMean).toEqual({
    id: 'sim.many.no-mean-beginnings',
    values: { beginnings: 9, count: 301, most: 3000 },
  });
});

const MODES = ['iptables', 'ipvs', 'nftables', 'userspace'] as const;
const ALL = some(
  EXAMPLES.flatMap(({ id }) => MODES.map((mode) => [id, mode] as const)),
  18,
);

describe.each(ALL)('%s in %s', (example, mode) => {
  const opened = open(example, mode);

  it.each(opened.document.flows.map(({ id }) => id))(
    '%s: means add up to what was sent, and any can be shown',
    (flow) => {
      const view = opened.many(flow, { count: 12, seed: 5 });
      if (view.problem) return;
      expect(view.sent).toHaveLength(12);
      const means = view.landings.flatMap(({ mean }) => mean ?? []);
      if (means.length === view.landings.length) {
        expect(formatFraction(means.map(parseFraction).reduce(add, ZERO))).toBe('12');
      } else expect(['mixed', 'followed', 'unknown']).toContain(view.bearing);
      const shown = opened.sent(flow, { seed: 5, nth: 7 });
      const landed = view.landings[view.sent[7]?.landing ?? -1]?.landing;
      expect(shown.outcomes[shown.shown]?.disposition.kind).toBe(landed?.disposition.kind);
      const rules = shown.trace.legs.flatMap(({ hops }, leg) =>
        hops.flatMap(({ steps }, hop) =>
          steps.flatMap((data, step) => (data.kind === 'rule' ? [{ data, at: { leg, hop, step } }] : [])),
        ),
      );
      for (const { data, at } of rules.slice(0, SOAKING ? 12 : 4)) {
        expect(opened.explainRule(flow, at, data.ref).matched).toBe(true);
      }
    },
  );

  it.each(opened.document.flows.map(({ id }) => id))('%s: requests stay with their connection', (flow) => {
    const { kept, anew, problem } = opened.requests(flow, { requests: 6, connections: 2, seed: 5 });
    if (problem) return;
    const sum = (key: 'requests' | 'connections', of: typeof kept): number =>
      (of?.landings ?? []).reduce((total, row) => total + row[key], 0);
    expect([sum('connections', kept), sum('requests', kept)]).toEqual([2, 6]);
    expect([sum('connections', anew), sum('requests', anew)]).toEqual([6, 6]);
    for (const row of kept?.landings ?? []) expect(row.requests).toBe(3 * row.connections);
    for (const row of anew?.landings ?? []) expect(row.requests).toBe(row.connections);
  });
});
