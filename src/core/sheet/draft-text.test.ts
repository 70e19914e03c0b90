import { expect, it } from 'vitest';
import { SHELF } from '../../content/sheets';
import { LESSON_SHEETS } from '../../content/sheets/lessons';
import { readDraft, type SheetDraft } from './draft';
import { printDraft, readDraftText } from './draft-text';
import { readSheet } from './read';

/** A Sheet's file as data, as an editor of it has it. */
function draftOf(text: string): SheetDraft {
  return readDraft(text) ?? readDraftText(text).draft!;
}

it.each([...SHELF, ...LESSON_SHEETS].map(({ id, text }) => [id, text] as const))(
  '%s is the same Sheet once its draft was printed and typed',
  (_, text) => {
    const printed = printDraft(draftOf(text));
    const typed = readDraftText(printed);
    expect(typed.faults).toEqual([]);
    expect(typed.draft).toEqual(draftOf(text));
    expect(readSheet(printed)).toEqual(readSheet(text));
  },
);

const TEXT = `sheet: 1
id: s
title: { en: S }
bench: main
blocks:
  - p: { en: 'Some.' }
`;

it('tells what is wrong with its line, and keeps what can be read', () => {
  const faulty = readDraftText(TEXT.replace("'Some.'", "'How {many}?'"));
  expect(faulty.draft?.blocks).toHaveLength(1);
  expect(faulty.faults.map(({ span, message }) => [span?.line, message.id])).toEqual([[6, 'sheet.missing']]);
  const broken = readDraftText(TEXT.replace('blocks:', 'blocks: {'));
  expect(broken.draft).toBeUndefined();
  expect(broken.faults.length).toBeGreaterThan(0);
  expect(broken.faults[0]?.span?.line).toBeGreaterThanOrEqual(5);
  for (const none of ['', '[]', 'blocks: 3', 'sheet: 1\nblocks: [1]'])
    expect([none, readDraftText(none).draft, readDraftText(none).faults.length > 0]).toEqual([none, undefined, true]);
});
