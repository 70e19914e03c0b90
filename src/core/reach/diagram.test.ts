import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagrams, TooLarge, type Diagram } from './diagram';

/** A function of six questions, by what it is made of. */
type Made =
  | { readonly is: 'question'; readonly level: number }
  | { readonly is: 'leaf'; readonly value: number }
  | { readonly is: 'and' | 'minus' | 'over'; readonly a: Made; readonly b: Made };

const LEVELS = 6;
const { sets, maps } = fc.letrec<{ sets: Made; maps: Made }>((tie) => ({
  sets: fc.oneof(
    { maxDepth: 5 },
    fc.record({ is: fc.constant('question' as const), level: fc.nat(LEVELS - 1) }),
    fc.record({
      is: fc.constantFrom('and' as const, 'minus' as const, 'over' as const),
      a: tie('sets'),
      b: tie('sets'),
    }),
  ),
  maps: fc.oneof(
    { maxDepth: 4 },
    fc.record({ is: fc.constant('leaf' as const), value: fc.integer({ min: 2, max: 4 }) }),
    fc.record({ is: fc.constant('and' as const), a: tie('sets'), b: tie('maps') }),
    fc.record({ is: fc.constant('minus' as const), a: tie('maps'), b: tie('sets') }),
    fc.record({ is: fc.constant('over' as const), a: tie('maps'), b: tie('maps') }),
  ),
}));

function build(diagrams: Diagrams, made: Made): Diagram {
  if (made.is === 'question') return diagrams.node(made.level, 0, 1);
  if (made.is === 'leaf') return diagrams.leaf(made.value);
  return diagrams[made.is](build(diagrams, made.a), build(diagrams, made.b));
}

/** The same by hand, for one row of the truth table. */
function valueOf(made: Made, row: number): number {
  if (made.is === 'question') return (row >> made.level) & 1;
  if (made.is === 'leaf') return made.value;
  const a = valueOf(made.a, row);
  const b = valueOf(made.b, row);
  if (made.is === 'and') return a === 0 ? 0 : b;
  if (made.is === 'minus') return b === 0 ? a : 0;
  return a === 0 ? b : a;
}

function cofactor(diagrams: Diagrams, root: Diagram, row: number): number {
  let node = root;
  while (!diagrams.isLeaf(node)) {
    node = (row >> diagrams.level(node)) & 1 ? diagrams.high(node) : diagrams.low(node);
  }
  return diagrams.value(node);
}

const ROWS = Array.from({ length: 2 ** LEVELS }, (_, row) => row);

describe('decision diagrams', () => {
  it('are what brute force says, of sets and of maps', () => {
    fc.assert(
      fc.property(fc.oneof(sets, maps), (made) => {
        const diagrams = new Diagrams();
        const root = build(diagrams, made);
        expect(ROWS.map((row) => cofactor(diagrams, root, row))).toEqual(ROWS.map((row) => valueOf(made, row)));
      }),
      { numRuns: 500 },
    );
  });

  it('are the same number exactly if they are the same function', () => {
    fc.assert(
      fc.property(maps, maps, (one, other) => {
        const diagrams = new Diagrams();
        const alike = ROWS.every((row) => valueOf(one, row) === valueOf(other, row));
        expect(build(diagrams, one) === build(diagrams, other)).toBe(alike);
      }),
      { numRuns: 500 },
    );
  });

  it('choose between two maps by a set, and go along cubes as along any other', () => {
    const cubes = fc.dictionary(fc.constantFrom('0', '1', '2', '3', '4', '5'), fc.nat(1)).map((answers): Made => {
      const all: Made = { is: 'question', level: 0 };
      const either: Made = { is: 'over', a: all, b: { is: 'minus', a: { is: 'question', level: 1 }, b: all } };
      return Object.entries(answers).reduce<Made>((rest, [key, answer]) => {
        const asked: Made = { is: 'question', level: Number(key) };
        return answer === 1 ? { is: 'and', a: asked, b: rest } : { is: 'minus', a: rest, b: asked };
      }, either);
    });
    fc.assert(
      fc.property(fc.oneof(sets, cubes), fc.oneof(sets, maps), fc.oneof(sets, maps), (set, then, otherwise) => {
        const diagrams = new Diagrams();
        const [by, one, other] = [set, then, otherwise].map((made) => build(diagrams, made)) as [
          number,
          number,
          number,
        ];
        const root = diagrams.choose(by, one, other);
        expect(ROWS.map((row) => cofactor(diagrams, root, row))).toEqual(
          ROWS.map((row) => valueOf(valueOf(set, row) ? then : otherwise, row)),
        );
        expect(diagrams.choose(by, one, other)).toBe(root);
        expect(diagrams.over(diagrams.and(by, one), diagrams.minus(other, by))).toBe(root);
      }),
      { numRuns: 1000 },
    );
  });

  it('find where a map has a leaf, and join maps in any number', () => {
    fc.assert(
      fc.property(fc.array(maps, { maxLength: 7 }), fc.integer({ min: 2, max: 4 }), (all, value) => {
        const diagrams = new Diagrams();
        const root = diagrams.union(all.map((made) => build(diagrams, made)));
        const by = (row: number): number => all.map((made) => valueOf(made, row)).find((each) => each !== 0) ?? 0;
        const found = diagrams.where(root, diagrams.leaf(value));
        expect(ROWS.map((row) => cofactor(diagrams, found, row))).toEqual(ROWS.map((row) => Number(by(row) === value)));
      }),
    );
  });

  it('forget what a cube decides, and are the same where it holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(sets, maps),
        fc.dictionary(fc.constantFrom('0', '1', '2', '3', '4', '5'), fc.nat(1)),
        (made, decided) => {
          const diagrams = new Diagrams();
          const answers = Object.entries(decided).map(([level, answer]) => [Number(level), answer] as const);
          const literals = answers.map(([level, answer]) => diagrams.node(level, 1 - answer, answer));
          const given = diagrams.given(build(diagrams, made), diagrams.every(literals));
          const asIfHeld = (row: number): number =>
            answers.reduce((bits, [level, answer]) => (bits & ~(1 << level)) | (answer << level), row);
          expect(ROWS.map((row) => cofactor(diagrams, given, row))).toEqual(
            ROWS.map((row) => valueOf(made, asIfHeld(row))),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('tell the answers that all of a set give alike before others', () => {
    const diagrams = new Diagrams();
    const is = (level: number, answer: 0 | 1): Diagram => diagrams.node(level, 1 - answer, answer);
    const either = diagrams.over(diagrams.every([is(3, 1), is(4, 0)]), is(4, 1));
    const set = diagrams.every([is(0, 1), is(1, 0), is(2, 1), either, is(5, 1)]);
    expect(diagrams.leadingCube(set, 1, 5)).toBe(diagrams.every([is(1, 0), is(2, 1)]));
    expect(diagrams.leadingCube(set, 0, 1)).toBe(diagrams.every([is(0, 1), is(1, 0)]));
    expect(diagrams.leadingCube(1, 0, 5)).toBe(1);
    const cube = diagrams.every([is(1, 0), is(3, 1)]);
    expect(diagrams.leadingCube(cube, 0, 5)).toBe(cube);
    expect(diagrams.leadingCube(cube, 2, 5)).toBe(is(3, 1));
  });

  it('keep their numbers while they grow', () => {
    const diagrams = new Diagrams();
    const cube = (bits: number): Diagram =>
      diagrams.every(
        Array.from({ length: 20 }, (_, i) => ((bits >> i) & 1 ? diagrams.node(i, 0, 1) : diagrams.node(i, 1, 0))),
      );
    const cubes = Array.from({ length: 4000 }, (_, i) => cube((i * 7919) & 0xfffff));
    expect(diagrams.size).toBeGreaterThan(32_768);
    expect(cubes.every((made, i) => made === cube((i * 7919) & 0xfffff))).toBe(true);
    const all = diagrams.union(cubes);
    expect(cubes.every((made) => diagrams.minus(made, all) === 0)).toBe(true);
  });

  it('say when they are too large', () => {
    const diagrams = new Diagrams(100);
    expect(() => Array.from({ length: 200 }, (_, i) => diagrams.node(i, 0, 1))).toThrow(TooLarge);
  });
});
