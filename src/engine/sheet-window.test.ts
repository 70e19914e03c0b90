import { expect, it } from 'vitest';
import { findSheet } from '../content/sheets';
import type { RenderedBlock } from '../core/sheet/render';
import { UNTOUCHED } from '../core/sheet/state';
import { createEngine } from './engine';
import { sheet, type SentSheet } from './questions/sheet';

const SHELF = findSheet('where-a-packet-goes')!;
const FIVE = { ...UNTOUCHED, knobs: { pods: 5 } };

const placeOf = ({ blocks }: SentSheet, figure: string): number =>
  blocks.findIndex((block) => block.kind === 'figure' && block.id === figure);

/** An engine that reads the article: what it answers. */
function openArticle() {
  const engine = createEngine();
  const benches = SHELF.benches('en');
  return (asked: Partial<Parameters<typeof sheet>[1]>): { readonly sent: SentSheet; readonly steps: number } => {
    const work = sheet(engine, { text: SHELF.text, benches, state: UNTOUCHED, known: [], ...asked });
    for (let steps = 0; ; steps++) {
      const { done, value } = work.next();
      if (!done) continue;
      if (!('blocks' in value)) throw new Error('not read');
      return { sent: value, steps };
    }
  };
}

it('of a Sheet whose knob was turned what is seen is made first, as the whole has it', () => {
  const ask = openArticle();
  const begun = ask({}).sent;
  const at = placeOf(begun, 'f3');
  const seen = [at - 2, at] as const;
  const first = ask({ state: FIVE, known: Object.keys(begun.walks), seen });
  const whole = ask({ state: FIVE, known: [] });
  expect(first.steps).toBeLessThan(whole.steps / 4);
  // One more Pod is another walk: of four modes, nine figures and a node that is turned, the one that is seen.
  expect(Object.keys(first.sent.walks)).toHaveLength(1);
  expect(Object.keys(whole.sent.walks).length).toBeGreaterThan(5);
  const isNew = (block: RenderedBlock, index: number) => index >= at - 2 && index <= at;
  expect(first.sent.blocks.filter(isNew)).toEqual(whole.sent.blocks.filter(isNew));
  const later = placeOf(begun, 'f9');
  expect(first.sent.blocks[later]).toEqual(begun.blocks[later]);
  expect(whole.sent.blocks[later]).not.toEqual(begun.blocks[later]);
  expect(first.sent.knobs).toEqual(whole.sent.knobs);
});

it('a Sheet of which nothing was told yet is made whole, whatever is seen of it', () => {
  const { sent } = openArticle()({ seen: [3, 4] });
  expect(sent.blocks.length).toBe(openArticle()({}).sent.blocks.length);
  expect(Object.keys(sent.walks).length).toBeGreaterThan(5);
});

it('what is hidden stays hidden while a part is made', () => {
  const ask = openArticle();
  const begun = ask({}).sent;
  const veils = ({ blocks }: SentSheet) => blocks.map((block) => 'veiled' in block && block.veiled);
  const first = ask({ state: FIVE, known: Object.keys(begun.walks), seen: [0, 1] }).sent;
  expect(veils(begun).filter(Boolean).length).toBeGreaterThan(3);
  expect(veils(first)).toEqual(veils(begun));
});
