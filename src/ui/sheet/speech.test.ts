// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { findSheet } from '../../content/sheets';
import { findLessonSheet } from '../../content/sheets/lessons';
import { SCENES } from '../../content/scenes';
import { createDerive } from '../../core/document/derive';
import { fillLanes } from '../../core/sheet/fill-lanes';
import { sheetMarkdown } from '../../core/sheet/markdown';
import { readSheet } from '../../core/sheet/read';
import { renderSheet, type RenderedBlock, type RenderedSheet } from '../../core/sheet/render';
import { UNTOUCHED } from '../../core/sheet/state';
import { openWorkshop } from '../../core/sheet/walks';
import { varied } from '../../core/timeline/question';
import { lived } from '../../core/timeline/testing/documents';
import { listSlides } from './sheet.model';
import { listSpeeches, minutesAhead } from './speech.model';

function render(id: string, answers = UNTOUCHED.answers): RenderedSheet {
  const shelf = findSheet(id) ?? findLessonSheet(id)!;
  const read = readSheet(shelf.text);
  if (!read.ok) throw new Error('not read');
  const shop = openWorkshop(shelf.benches('en'), createDerive());
  return renderSheet(shop, read.value, { ...UNTOUCHED, answers });
}

it('says at each slide of a lesson what its scene has for who speaks, its question, and its minutes', () => {
  const rendered = render('lesson-why-this-pod', { 'q-one-pod': { tried: [], open: true } });
  const slides = listSlides(rendered.blocks);
  const speeches = listSpeeches(rendered, slides, 'en');
  const scenes = SCENES.filter(({ lesson }) => lesson === 'why-this-pod');
  // Both slides of one figure have what belongs to it.
  const places = slides.map(({ blocks: own }) => {
    const figure = rendered.blocks[own.at(-1)!]!;
    return scenes.findIndex(({ id }) => 'id' in figure && figure.id === id);
  });
  expect([...new Set(places)]).toEqual(scenes.map((_, at) => at));
  expect(places.length).toBeGreaterThan(scenes.length);
  expect(speeches.map(({ say }) => say)).toEqual(places.map((at) => [scenes[at]!.notes.en]));
  expect(speeches.map(({ plan }) => plan?.from)).toEqual(places.map((at) => at * 1.5));
  expect(speeches[0]?.prose).toHaveLength(1);
  const asked = speeches.find(({ ask }) => ask)!;
  expect(asked.ask!.question.options[asked.ask!.question.key]?.why).toBeDefined();
});

it('has lanes on a slide by themselves, and with their question once it can be asked', () => {
  const { blocks, scripts } = render('lesson-time');
  const first = blocks.find(({ kind }) => kind === 'lanes');
  if (first?.kind !== 'lanes') throw new Error('no lanes');
  const shown = (of: typeof blocks) =>
    listSlides(of).map(({ blocks: own, part }) => [part, ...own.map((at) => of[at]!.kind)]);
  const lone = blocks.filter(({ kind }) => kind === 'lanes').map(() => ['whole', 'lanes']);
  expect(shown(blocks)).toEqual(lone);
  const document = scripts!.get(first.script)!;
  const second = first.beside ? { second: lived(varied(document, first.beside)) } : {};
  const filled = fillLanes(blocks, new Map([[first.id, { first: lived(document), ...second, names: ['a', 'b'] }]]));
  expect(shown(filled)).toEqual([['whole', 'ask', 'lanes'], ...lone.slice(1)]);
  // Answered: what came of it below the question, then each of the two with all the room there is.
  const drawn = first.beside
    ? [
        ['stage', 'lanes'],
        ['lens', 'lanes'],
      ]
    : [['whole', 'lanes']];
  const opened = filled.map((block): RenderedBlock => {
    if (!('veiled' in block)) return block;
    const { veiled: _veiled, ...shown } = block;
    return shown;
  });
  expect(shown(opened)).toEqual([['words', 'ask', 'lanes'], ...drawn, ...lone.slice(1)]);
});

it('has the prose of its part beside a slide of an article, and no plan where none is made', () => {
  const rendered = render('where-a-packet-goes');
  const slides = listSlides(rendered.blocks);
  const speeches = listSpeeches(rendered, slides, 'ko');
  expect(speeches.every(({ plan }) => plan === undefined)).toBe(true);
  const texts = rendered.blocks.filter(({ kind }) => kind === 'p' || kind === 'lede').length;
  const own = speeches.filter((_, at) => slides[at]!.part !== 'lens');
  expect(own.flatMap(({ prose }) => prose)).toHaveLength(texts);
});

it('hands out nothing of what is to be said', () => {
  const rendered = render('lesson-why-this-pod');
  const words = { locale: 'en', say: ({ id }: { readonly id: string }) => id, named: () => '' } as const;
  const text = sheetMarkdown(rendered, words);
  const notes = rendered.blocks.flatMap(({ say }) => (say ? [say.spans.en] : []));
  expect(notes.length).toBeGreaterThan(5);
  for (const [span] of notes) {
    if (span?.kind !== 'text') throw new Error('not plain');
    expect(text).not.toContain(span.text.slice(0, 30));
  }
});

it('counts whole minutes ahead of the plan and behind it', () => {
  const plan = { from: 4, until: 6 };
  expect([0, 60 * 3.5, 60 * 5, 60 * 6.5, 60 * 8.2].map((seconds) => minutesAhead(plan, seconds))).toEqual([
    4, 0, 0, -0, -2,
  ]);
});
