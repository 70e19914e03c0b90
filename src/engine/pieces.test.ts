import type { Remote } from 'comlink';
import { describe, expect, it } from 'vitest';
import { inPieces, type CutAnswer, type EngineInPieces } from './in-pieces';
import type { Patch } from './patch';
import type { PatchedEngine } from './patched-engine';
import { cutLong, PIECE } from './pieces';
import { wholeOf } from './whole';

const numbers = (count: number, from = 0): { readonly n: number }[] =>
  Array.from({ length: count }, (_, at) => ({ n: from + at }));

describe('a long answer', () => {
  it('is cut where its lists are long, wherever they stand', () => {
    const answer = { a: numbers(PIECE + 1), b: [{ c: numbers(PIECE * 3, 9000), d: 'd' }], e: numbers(3) };
    const long = cutLong(answer);
    expect(long?.cut.pieces).toEqual({ a: [], b: [{ c: [], d: 'd' }], e: answer.e });
    expect(long?.whole).toEqual([answer.a, answer.b[0]?.c]);
    expect(answer.a).toHaveLength(PIECE + 1);
  });

  it.each([
    ['nothing is long', { a: numbers(PIECE), b: new Uint32Array(PIECE * 2) }],
    [
      'lists share their items',
      {
        a: numbers(PIECE + 1),
        get b() {
          return [...this.a];
        },
      },
    ],
  ])('stays whole when %s', (_, answer) => {
    expect(cutLong(answer)).toBeUndefined();
  });
});

/** An engine whose answers cross a border: everything is cloned. */
function behindBorder(bench: unknown): { readonly engine: EngineInPieces; readonly remote: Remote<EngineInPieces> } {
  const engine = inPieces({ open: () => Promise.resolve(bench as Patch) } as unknown as PatchedEngine);
  const more = (...of: Parameters<EngineInPieces['more']>) => Promise.resolve(structuredClone(engine.more(...of)));
  return { engine, remote: { more } as unknown as Remote<EngineInPieces> };
}

describe('over the border', () => {
  it('becomes what it was, and is let go', async () => {
    const bench = { found: numbers(PIECE * 2 + 5), rules: [{ chains: numbers(PIECE + 1, 9000) }], texts: [] };
    const { engine, remote } = behindBorder(bench);
    const answer = structuredClone(await engine.open({ op: 'keep' })) as CutAnswer<Patch>;
    expect(JSON.stringify(answer).length).toBeLessThan(200);
    expect(await wholeOf(answer, remote)).toEqual(bench);
    expect(engine.more(answer.held, 0, 0)).toEqual([]);
  });

  it('crosses as it is when it is short', async () => {
    const bench = { found: numbers(5) };
    expect(await behindBorder(bench).engine.open({ op: 'keep' })).toBe(bench);
  });
});
