import { describe, expect, it } from 'vitest';
import { createRng } from '../lib/random';
import { Diagrams, type Diagram } from './diagram';
import { simplify } from './simplify';

const LEVELS = 7;

/** A set of any shape: each answer to each question is one of a few. */
function anySet(diagrams: Diagrams, below: (n: number) => number, level = 0): Diagram {
  if (level === LEVELS || below(5) === 0) return below(2);
  return diagrams.node(level, anySet(diagrams, below, level + 1), anySet(diagrams, below, level + 1));
}

function countNodes(diagrams: Diagrams, set: Diagram, seen = new Set<Diagram>()): number {
  if (diagrams.isLeaf(set) || seen.has(set)) return seen.size;
  seen.add(set);
  countNodes(diagrams, diagrams.low(set), seen);
  return countNodes(diagrams, diagrams.high(set), seen);
}

describe('a set made simple among some packets', () => {
  it('is the same among them', () => {
    const rng = createRng(3);
    const diagrams = new Diagrams();
    for (let i = 0; i < 500; i++) {
      const [set, among] = [anySet(diagrams, (n) => rng.below(n)), anySet(diagrams, (n) => rng.below(n))];
      if (among === 0) continue;
      const simple = simplify(diagrams, set, among);
      expect(diagrams.and(simple, among)).toBe(diagrams.and(set, among));
    }
  });

  it('asks nothing that they alone would answer', () => {
    const diagrams = new Diagrams();
    const among = diagrams.node(2, 0, 1);
    const first = diagrams.node(0, 0, 1);
    const set = diagrams.and(first, among);
    expect(countNodes(diagrams, set)).toBe(2);
    expect(simplify(diagrams, set, among)).toBe(first);
    expect(simplify(diagrams, among, among)).toBe(1);
  });
});
