import { describe, expect, it } from 'vitest';
import { createDerive } from '../core/document/derive';
import { readSheet } from '../core/sheet/read';
import { renderSheet, type RenderedBlock } from '../core/sheet/render';
import { UNTOUCHED } from '../core/sheet/state';
import { openWorkshop } from '../core/sheet/walks';
import { listSlides } from '../ui/sheet/sheet.model';
import { pack } from './link';
import { sheetOfOlder } from './own-lesson';
import { decodeSheet, encodeSheet, hideSheet, openBenches, printSheet, readFile, receiveSheet } from './own-sheets';
import { readPreferences } from './preferences';
import type { OwnLesson, OwnSheet } from './scene-state';
import { olderFile, olderLesson } from './testing/older-lesson';

/** What an author may write, and a Sheet would take for something of its own. */
const HOSTILE = 'A {knob}, a [note](there), *one star, `tick, [[mode|x=1]] and {=n}';

function sheetOf(lesson: OwnLesson): OwnSheet {
  const read = readFile(olderFile(lesson), []);
  if (!read.ok) throw new Error(read.error.id);
  return read.value;
}

function rendered(sheet: OwnSheet): readonly RenderedBlock[] {
  const read = readSheet(sheet.text);
  if (!read.ok) throw new Error(JSON.stringify(read));
  return renderSheet(openWorkshop(openBenches(sheet), createDerive()), read.value, UNTOUCHED).blocks;
}

const letters = (blocks: readonly RenderedBlock[]): readonly string[] =>
  blocks.flatMap((block) =>
    'text' in block ? [(block.text.spans['ko'] ?? []).map((span) => ('text' in span ? span.text : '')).join('')] : [],
  );

describe('a lesson of an older page', () => {
  it('is a Sheet: its scenes at their moments, and every text letter by letter', () => {
    const blocks = rendered(sheetOf({ ...olderLesson(['0', '1', '2'].map((n) => `${HOSTILE} ${n}`)), goal: HOSTILE }));
    const figures = blocks.flatMap((block) => (block.kind === 'figure' ? [block.at] : []));
    expect(figures).toEqual([0, 1, 2]);
    expect(new Set(letters(blocks).map((text) => text.replace(/ \d$/, '')))).toEqual(new Set([HOSTILE]));
    expect(blocks.filter(({ kind }) => kind === 'ask')).toHaveLength(1);
  });

  it('has a long text whole, in several blocks, and what only its author says beside each figure, in none', () => {
    const long = 'word '.repeat(2000);
    const blocks = rendered(sheetOf({ ...olderLesson(['a', 'b', 'c'], long), goal: long }));
    const told = letters(blocks).filter((text) => text.startsWith('word'));
    expect(told.join('')).toBe(long);
    const said = blocks.flatMap((block) =>
      block.say ? [(block.say.spans['ko'] ?? []).map((span) => 'text' in span && span.text)] : [],
    );
    expect(said).toEqual([[long], [long], [long]]);
    expect(rendered(sheetOf(olderLesson(['a']))).filter(({ say }) => say !== undefined)).toEqual([]);
  });

  it('is presented: a slide is a question with the figure it stands before, or a figure, its lens by itself', () => {
    const blocks = rendered(sheetOf(olderLesson(['a', 'b'])));
    const kinds = listSlides(blocks).map(({ blocks: own, part }) => [part, ...own.map((at) => blocks[at]?.kind)]);
    expect(kinds).toEqual([
      ['whole', 'ask', 'figure'],
      ['stage', 'figure'],
      ['lens', 'figure'],
    ]);
  });

  it('comes from its file, its link, and what an older page kept', async () => {
    const lesson = olderLesson(['one', 'two'], 'Wait.');
    const sheet = sheetOf(lesson);
    expect(await decodeSheet(`#lesson=${await pack(olderFile(lesson))}`, [])).toEqual({ ok: true, value: sheet });
    const { own } = readPreferences(JSON.stringify({ own: lesson }));
    expect(own).toEqual(lesson);
    expect(own && sheetOfOlder(own, [])).toMatchObject({ id: 'own-1' });
    expect(sheetOfOlder({ ...lesson, scenes: [{ ...lesson.scenes[0]!, document: 'nothing' }] }, [])).toBeUndefined();
  });
});

describe('a Sheet of somebody’s own', () => {
  it('comes back from its file and the preferences as it was, and from its link without what only its author says', async () => {
    const sheet = sheetOf(olderLesson(['one', 'two'], 'Wait.'));
    expect(readFile(printSheet(sheet), [])).toEqual({ ok: true, value: sheet });
    expect(readPreferences(JSON.stringify({ sheets: [sheet, { id: 'x' }, 5] })).sheets).toEqual([sheet]);
    const hash = await encodeSheet(sheet);
    const read = hash.ok ? await decodeSheet(hash.value, [sheet]) : hash;
    if (!read.ok) throw new Error(read.error.id);
    expect(read.value.id).toBe('own-2');
    expect(sheet.text).toContain('Wait.');
    expect(read.value.text).not.toContain('Wait.');
    expect(rendered(read.value).map(({ kind }) => kind)).toEqual(rendered(sheet).map(({ kind }) => kind));
  });

  it('that came by a link stands once, and gives way to the next one unless it was changed', () => {
    const [mine, theirs] = [sheetOf(olderLesson(['mine'])), { ...sheetOf(olderLesson(['theirs'])), id: 'own-2' }];
    const first = receiveSheet([mine], theirs);
    expect(first.sheets).toEqual([mine, { ...theirs, received: true }]);
    expect(receiveSheet(first.sheets, { ...mine, id: 'own-3' })).toEqual({ sheets: first.sheets, id: 'own-1' });
    const next = { ...sheetOf(olderLesson(['next'])), id: 'own-3' };
    expect(receiveSheet(first.sheets, next).sheets.map(({ id }) => id)).toEqual(['own-1', 'own-3']);
  });

  it('is refused with a word where it is none, is damaged, too long, or more than the browser keeps', async () => {
    for (const bad of ['', '{', '[]', '{}', '{"sheet":1}', '{"sheet":1,"blocks":[5]}', '{"format":"rulewalk-lesson"}'])
      expect(readFile(bad, []), bad).toMatchObject({ ok: false, error: { id: 'document.lesson.none' } });
    const broken = { ...JSON.parse(printSheet(sheetOf(olderLesson(['a'])))), benches: { a: { version: 99 } } };
    expect(readFile(JSON.stringify(broken), []).ok).toBe(false);
    expect(await decodeSheet('#own-sheet=%%%', [])).toMatchObject({ ok: false, error: { id: 'document.link.broken' } });
    const huge = { ...sheetOf(olderLesson(['a'])), text: 'x'.repeat(1_600_000) };
    expect(readFile(olderFile(olderLesson(['a'])), [huge])).toMatchObject({ error: { id: 'document.lesson.large' } });
  });

  it('leaves with every document, title, text and note hidden; nothing leaves where hiding fails', async () => {
    const sheet = sheetOf({ ...olderLesson(['acme one', 'two'], 'ask acme'), title: 'acme', goal: 'acme' });
    const hidden = await hideSheet(sheet, {
      redactedScene: (document) => Promise.resolve({ ...document, title: 'n' }),
      redactedText: (_, text) => Promise.resolve(text.replaceAll('acme', 'n')),
    });
    expect(printSheet(hidden)).not.toContain('acme');
    expect(Object.values(openBenches(hidden)).map(({ title }) => title)).toEqual(['n', 'n']);
    const fails = { redactedScene: () => Promise.reject(new Error('no')), redactedText: () => Promise.resolve('') };
    await expect(hideSheet(sheet, fails)).rejects.toThrow('no');
  });
});
