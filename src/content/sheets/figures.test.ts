import { describe, expect, it } from 'vitest';
import { createDerive } from '../../core/document/derive';
import { renderSheet, type RenderedFigure } from '../../core/sheet/render';
import { UNTOUCHED, type SheetState } from '../../core/sheet/state';
import { openWorkshop } from '../../core/sheet/walks';
import { createSpeaker } from '../phrases';
import { SPOKEN } from '../spoken';
import { findSheet } from '.';
import { sheetOf } from './testing/positions';

const say = createSpeaker('en', SPOKEN.en.MORE_PHRASES);
const OPEN = { tried: [], open: true };

/** A figure of a Sheet with all questions answered, as its reader has it. */
function figureOf(name: string, id: string, state: Partial<SheetState>) {
  const shelf = findSheet(name)!;
  const shop = openWorkshop(shelf.benches('en'), createDerive());
  const answers = { q1: OPEN, q2: OPEN, q3: OPEN };
  const { blocks, walks } = renderSheet(shop, sheetOf(shelf), { ...UNTOUCHED, answers, ...state });
  const figure = blocks.find((block): block is RenderedFigure => block.kind === 'figure' && block.id === id)!;
  return { figure, walk: walks.get(figure.walk)!, walks };
}

describe('draw again', () => {
  const drawn = (again: number) => figureOf('where-a-packet-goes', 'f3', { draws: { again } }).figure.drawn ?? [];

  it('counts the connections that were sent, and where each of them went', () => {
    expect(drawn(0)).toEqual([]);
    for (const again of [1, 2, 3, 9]) expect(drawn(again).reduce((sum, { count }) => sum + count, 0)).toBe(again + 1);
  });

  it('comes to every Pod soon', () => {
    expect(drawn(3).every(({ count }) => count > 0)).toBe(true);
  });

  it('is told by the walk that is shown: the last of them', () => {
    const [before, after] = [drawn(4), drawn(5)];
    const { walk } = figureOf('where-a-packet-goes', 'f3', { draws: { again: 5 } });
    const last = after.find(
      ({ end, count }) => count !== (before.find((row) => row.end.text === end.text)?.count ?? 0),
    );
    expect(last?.end.name).toBe(walk.moments.find(({ kind }) => kind === 'chosen')?.pod?.name);
  });
});

it('a way that is refused further on says so beside a moment that looks as if all were well', () => {
  const knobs = { mode: 'ipvs', policy: 'Local', node: 'node2' };
  const { figure } = figureOf('why-my-source-address-is-gone', 's5', { knobs });
  const ended = figure.ways.map(({ mode, ended: how }) => [mode, how && say(how)]);
  expect(ended).toEqual([
    ['iptables', undefined],
    ['ipvs', expect.stringMatching(/^outside refuses/)],
    ['nftables', undefined],
  ]);
});

it('a whole way says that nothing comes back where nothing does', () => {
  const sentence = (policy: string): string => {
    const { figure } = figureOf('reading-a-real-node', 'r5', { knobs: { packet: 'client', policy } });
    return say(figure.sentence!);
  };
  expect(sentence('DROP')).toBe('The whole way: nothing comes back.');
  expect(sentence('ACCEPT')).toBe('The whole way, and what holds it together.');
});

it('where all requests are answered one is shown whose Pod is ending', () => {
  const { walk } = figureOf('one-rollout-four-lost-requests', 't3', { knobs: { sleep: 3 } });
  const name = walk.moments.find(({ kind }) => kind === 'chosen')?.pod?.name;
  const pod = walk.document.cluster.pods.find(({ metadata }) => metadata.name === name);
  expect([walk.lived?.lost, walk.outcome.answered]).toEqual([0, true]);
  expect(pod?.metadata.deletionTimestamp).toBeDefined();
});

it('a port that was changed is not said to be the one that was sent', () => {
  const { walk } = figureOf('reading-a-real-node', 'r4', { knobs: { packet: 'node' } });
  const arrives = walk.moments.find(({ kind }) => kind === 'arrives');
  expect(say(arrives!.cause!)).toBe('The address is still the one it was sent with; the port is another.');
});
