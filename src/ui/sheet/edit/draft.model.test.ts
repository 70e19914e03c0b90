import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCENES, TIME_SCENES } from '../../../content/scenes';
import { createDerive } from '../../../core/document/derive';
import {
  askBefore,
  insertBlocks,
  kindOfBlock,
  listParts,
  movePart,
  removePart,
  withMinutes,
  type SheetDraft,
} from '../../../core/sheet/draft';
import { readSheet } from '../../../core/sheet/read';
import { renderSheet } from '../../../core/sheet/render';
import { UNTOUCHED } from '../../../core/sheet/state';
import { openWorkshop } from '../../../core/sheet/walks';
import { openBenches } from '../../../store/own-sheets';
import { addScene, changed, keepEdited, openEdited, placeFaults, redo, undo, type Edited } from './draft.model';

const EMPTY: Edited = {
  draft: { sheet: 1, title: { en: 'Mine' }, bench: 'none', blocks: [{ p: { en: 'Begin.' } }] },
  benches: {},
};
const PICKED = [...SCENES.slice(0, 3), TIME_SCENES[0]!];
const FILLED = PICKED.reduce((edited, scene, at) => addScene(edited, at, { scene, locale: 'en' }), EMPTY);

const kindsOf = (draft: SheetDraft): readonly string[] =>
  listParts(draft).map(({ from, to }) =>
    draft.blocks
      .slice(from, to + 1)
      .map(kindOfBlock)
      .join(' '),
  );

describe('a Sheet that is edited', () => {
  it('takes scenes from the shelf as parts that hold together, and is a Sheet', () => {
    expect(kindsOf(FILLED.draft)).toEqual(['p', 'h ask stage', 'h ask stage', 'h ask stage', 'h ask lanes', 'p', 'p']);
    const kept = keepEdited('own-1', FILLED);
    const read = readSheet(kept.text);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { blocks } = renderSheet(openWorkshop(openBenches(kept), createDerive()), read.value, UNTOUCHED);
    expect(blocks.filter(({ kind }) => kind === 'figure')).toHaveLength(3);
    expect(blocks.filter(({ kind }) => kind === 'fault')).toEqual([]);
    expect(openEdited(kept)?.draft.blocks).toEqual(FILLED.draft.blocks);
  });

  it('has one scene twice under two names', () => {
    const twice = addScene(FILLED, 0, { scene: PICKED[0]!, locale: 'en' });
    expect(Object.keys(twice.benches)).toHaveLength(PICKED.length + 1);
    expect(readSheet(keepEdited('own-1', twice).text).ok).toBe(true);
  });

  it('keeps every block wherever its parts are moved to, and stays a Sheet', () => {
    const place = fc.nat(kindsOf(FILLED.draft).length);
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { maxLength: 6 }), (moves) => {
        const moved = moves.reduce((draft, [from, to]) => movePart(draft, from, to), FILLED.draft);
        expect(new Set(moved.blocks)).toEqual(new Set(FILLED.draft.blocks));
        expect(readSheet(keepEdited('own-1', { ...FILLED, draft: moved }).text).ok).toBe(true);
      }),
      { numRuns: 20 },
    );
    expect(kindsOf(movePart(FILLED.draft, 1, 0)).slice(0, 2)).toEqual(['h ask stage', 'p']);
  });

  it('leaves out the documents of figures that were removed, and is never without a block', () => {
    const rest = kindsOf(FILLED.draft).reduce((draft) => removePart(draft, 0), FILLED.draft);
    expect(rest.blocks).toEqual([{ p: { en: '…' } }]);
    expect(keepEdited('own-1', { ...FILLED, draft: rest }).benches).toEqual({});
  });

  it('asks what is chosen before a figure, or nothing', () => {
    const none = askBefore(FILLED.draft, 1, undefined);
    expect(kindsOf(none)[1]).toBe('h stage');
    expect(kindsOf(askBefore(none, 1, 'ends'))[1]).toBe('h ask stage');
    expect(askBefore(FILLED.draft, 0, 'ends')).toEqual(FILLED.draft);
  });

  it('sums the minutes of its parts', () => {
    expect(withMinutes(FILLED.draft)['minutes']).toBe(6);
    expect(withMinutes(EMPTY.draft)['minutes']).toBeUndefined();
  });

  it('is undone change by change, letters of one field at once, and made again', () => {
    const titled = (title: string): Edited => ({ ...EMPTY, draft: { ...EMPTY.draft, title: { en: title } } });
    let history = changed({ past: [], now: EMPTY, undone: [], field: undefined }, titled('M'), 'title');
    history = changed(changed(history, titled('Mi'), 'title'), FILLED);
    expect(undo(history).now).toEqual(titled('Mi'));
    expect(undo(undo(history)).now).toBe(EMPTY);
    expect(undo(undo(undo(history))).now).toBe(EMPTY);
    expect(redo(redo(undo(undo(history)))).now).toBe(FILLED);
  });

  it('says what is wrong at the part it is in', () => {
    const [ask] = FILLED.draft.blocks.slice(2, 3);
    const wrong = insertBlocks(FILLED.draft, 1, [{ ...ask }, { p: { en: 'A {knob} nobody has.' } }]);
    const read = readSheet(keepEdited('own-1', { ...FILLED, draft: wrong }).text);
    if (read.ok) throw new Error('no fault');
    const placed = placeFaults(wrong, read.error);
    expect(new Set(placed.keys())).toEqual(new Set([2, 3]));
    expect(placed.get(3)?.[0]?.message.id).toBe('sheet.missing');
  });
});
