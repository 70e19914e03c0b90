import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { assertNever } from '../../core/lib/result';
import type { RunResult } from '../../engine/protocol';
import { flattenedSteps, type FlatStep } from '../../store/selectors';
import { makeDatapath, type Card } from './rules.model';
import { Memo } from '../../core/lib/memo';
import { indexChains, findRow, type ChainIndex } from './rule/rules-view.model';
import { decidingTest, lightOf } from './rule/rule-text.model';
import type { VisitRow } from './visits.model';
import { engineAtHand } from '../../engine/testing/engine';
import { some } from '../../core/lib/testing/soaking';

const MEMO = new Memo();

const engine = engineAtHand();

/** Every flow of every example, in every outcome it can have. */
function* everyRun(): Generator<{ name: string; result: RunResult; flowId: string }> {
  for (const example of some(EXAMPLES, 5)) {
    engine.open(example.document());
    for (const { id } of example.document().flows) {
      const { outcomes } = engine.run(id);
      for (const at of outcomes.keys()) {
        yield { name: `${example.id} ${id} outcome ${at}`, result: engine.run(id, { outcome: at }), flowId: id };
      }
    }
  }
}

function hopsOf(steps: readonly FlatStep[]): FlatStep[][] {
  const hops = new Map<string, FlatStep[]>();
  for (const step of steps) hops.set(`${step.leg} ${step.hop}`, [...(hops.get(`${step.leg} ${step.hop}`) ?? []), step]);
  return [...hops.values()];
}

function stepOf(row: VisitRow): FlatStep | undefined {
  return row.kind === 'rest' || row.kind === 'later' ? undefined : row.step;
}

/** Which steps a card shows. */
function shownBy(card: Card): FlatStep[] {
  if (card.kind === 'event') return [card.step];
  if (card.kind === 'closed') return card.tables.flatMap(({ step }) => step ?? []);
  return card.rows.flatMap((row) => stepOf(row) ?? []);
}

/** Which rules of its chain a row speaks of. */
function rulesOf(row: VisitRow): number[] {
  switch (row.kind) {
    case 'hit':
    case 'miss':
    case 'later':
      return [row.index];
    case 'run':
    case 'rest':
      return Array.from({ length: row.to - row.from + 1 }, (_, i) => row.from + i);
    case 'back':
    case 'end':
      return [];
    default:
      return assertNever(row);
  }
}

const indexes = new Map<string, ChainIndex>();
function indexOf(name: string, netns: string): ChainIndex {
  const key = `${name} ${netns}`;
  const index = indexes.get(key) ?? indexChains(engine.rules(netns, 'ipv4'), MEMO);
  indexes.set(key, index);
  return index;
}

describe('the datapath of what the engine computes', () => {
  it('shows every step of every hop once, and every rule of a visited chain once', () => {
    let runs = 0;
    for (const { name, result } of everyRun()) {
      runs += 1;
      for (const hop of hopsOf(flattenedSteps(result))) {
        const { cards } = makeDatapath(hop, indexOf(name, hop[0]!.netns));
        const shown = new Set(cards.flatMap(shownBy));
        const missing = hop.filter((step) => !shown.has(step) && step.data.kind !== 'hook');
        expect(missing, name).toEqual([]);
        for (const card of cards) {
          if (card.kind !== 'chain') continue;
          const rules = card.rows.flatMap(rulesOf);
          const all = Array.from({ length: card.view?.length ?? 0 }, (_, i) => i);
          const ended = card.rows.some((row) => row.kind === 'end');
          expect(rules, `${name} ${card.chain}`).toEqual(ended ? all.slice(0, rules.length) : all);
          if (card.from) expect(cards.some(({ id }) => id === card.from?.card)).toBe(true);
        }
      }
    }
    expect(runs).toBeGreaterThan(20);
  });

  it('gives the odds the engine gives', () => {
    let draws = 0;
    for (const { name, result } of everyRun()) {
      for (const hop of hopsOf(flattenedSteps(result))) {
        for (const card of makeDatapath(hop, indexOf(name, hop[0]!.netns)).cards) {
          if (card.kind !== 'chain') continue;
          for (const row of card.rows) {
            const drawn = row.kind === 'hit' && row.step.data.kind === 'rule' ? row.step.data.odds : undefined;
            if (row.kind !== 'hit' || drawn === undefined) continue;
            draws += 1;
            expect(card.ladder?.rungs.find(({ index }) => index === row.index)?.conditional, name).toBe(drawn);
          }
        }
      }
    }
    expect(draws).toBeGreaterThan(10);
  });

  it('splits ten endpoints into exact tenths', () => {
    const example = EXAMPLES.find(({ id }) => id === 'ten-endpoints')!;
    engine.open(example.document());
    const { trace } = engine.run(example.document().flows[0]!.id);
    const steps = flattenedSteps({ trace });
    const hop = hopsOf(steps).find((each) => each.some(({ data }) => data.kind === 'nat'))!;
    const index = indexChains(engine.rules(hop[0]!.netns, 'ipv4'), MEMO);
    const ladders = makeDatapath(hop, index).cards.flatMap((card) => (card.kind === 'chain' && card.ladder) || []);
    expect(ladders.map(({ equal, rungs }) => `${rungs.length} x ${equal}`)).toEqual(['10 x 1/10']);
  });

  it('lights the parts of a rule the engine says held, and the one that failed', async () => {
    let explained = 0;
    for (const { name, result, flowId } of everyRun()) {
      for (const { data, address, netns } of flattenedSteps(result)) {
        if (data.kind !== 'skip') continue;
        const ref = { table: data.table, chain: data.chain, index: data.from };
        const explanation = engine.explainRule(flowId, address, ref);
        const row = findRow(indexOf(name, netns), ref);
        const lights = row?.rule?.parts.map(lightOf(explanation)) ?? [];
        expect(decidingTest(explanation)?.matched, `${name} ${row?.text}`).toBe(false);
        expect(
          lights.filter((light) => light === 'failed'),
          `${name} ${row?.text}`,
        ).toHaveLength(1);
        explained += 1;
      }
      if (explained > 150) break;
    }
    expect(explained).toBeGreaterThan(100);
  });
});
