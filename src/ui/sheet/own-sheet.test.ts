import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../content/examples';
import { createDerive } from '../../core/document/derive';
import { readSheet } from '../../core/sheet/read';
import { renderSheet, UNTOUCHED, type RenderedBlock } from '../../core/sheet/render';
import { openWorkshop } from '../../core/sheet/walks';
import { keepScene } from '../../store/own-lesson';
import { NO_LESSON } from '../../store/preferences';
import type { OwnLesson } from '../../store/scene-state';
import { sheetOfOwn } from './own-sheet';
import { listSlides } from './sheet.model';

/** What an author may write, and a Sheet would take for something of its own. */
const HOSTILE = 'A {knob}, a [note](there), *one star, `tick, [[mode|x=1]] and {=n}';

function lessonOf(notes: string): OwnLesson {
  return EXAMPLES.slice(0, 3).reduce<OwnLesson>(
    (lesson, { document: make }, at) => {
      const document = make();
      const kept = keepScene(lesson, {
        document,
        flowId: document.flows[0]?.id ?? '',
        moment: at + 1,
        title: `${HOSTILE} ${at}`,
        notes,
        ...(at === 0 ? { question: 'ends' } : {}),
      });
      return kept.ok ? kept.value : lesson;
    },
    { ...NO_LESSON, title: HOSTILE, goal: HOSTILE },
  );
}

function rendered(lesson: OwnLesson): readonly RenderedBlock[] {
  const shelf = sheetOfOwn(lesson);
  const read = readSheet(shelf?.text ?? '');
  if (!shelf || !read.ok) throw new Error(JSON.stringify(read));
  return renderSheet(openWorkshop(shelf.benches('en'), createDerive()), read.value, UNTOUCHED).blocks;
}

const letters = (blocks: readonly RenderedBlock[]): readonly string[] =>
  blocks.flatMap((block) =>
    'text' in block ? [(block.text.spans['ko'] ?? []).map((span) => ('text' in span ? span.text : '')).join('')] : [],
  );

describe('an own lesson as a Sheet', () => {
  it('has its scenes at their moments, and every text letter by letter', () => {
    const blocks = rendered(lessonOf(HOSTILE));
    const figures = blocks.flatMap((block) => (block.kind === 'figure' ? [block] : []));
    expect(figures.map(({ id, at }) => [id, at])).toEqual([
      ['own-1', 0],
      ['own-2', 1],
      ['own-3', 2],
    ]);
    expect(new Set(letters(blocks).map((text) => text.replace(/ \d$/, '')))).toEqual(new Set([HOSTILE]));
    expect(blocks.filter(({ kind }) => kind === 'ask')).toHaveLength(1);
  });

  it('has a long text whole, in several blocks, and what only its author says beside each figure, in none', () => {
    const long = 'word '.repeat(2000);
    const blocks = rendered({ ...lessonOf(long), goal: long });
    expect(
      letters(blocks)
        .filter((text) => text.startsWith('word'))
        .join(''),
    ).toBe(long);
    const said = blocks.flatMap((block) =>
      block.say ? [(block.say.spans['ko'] ?? []).map((span) => 'text' in span && span.text)] : [],
    );
    expect(said).toEqual([[long], [long], [long]]);
    expect(rendered(lessonOf('')).filter(({ say }) => say !== undefined)).toEqual([]);
  });

  it('is none without a scene that can be read', () => {
    expect(sheetOfOwn(NO_LESSON)).toBeUndefined();
    const [scene] = lessonOf('').scenes;
    expect(sheetOfOwn({ ...NO_LESSON, scenes: [{ ...scene!, document: 'nothing' }] })).toBeUndefined();
  });
});

it('a slide is a question with the figure it stands before, or a figure, its lens by itself', () => {
  const blocks = rendered(lessonOf('notes'));
  const kinds = listSlides(blocks).map(({ blocks: own, part }) => [part, ...own.map((at) => blocks[at]?.kind)]);
  // Stage and lens are too much for one.
  expect(kinds).toEqual([
    ['whole', 'ask', 'figure'],
    ['stage', 'figure'],
    ['lens', 'figure'],
    ['stage', 'figure'],
    ['lens', 'figure'],
  ]);
});
