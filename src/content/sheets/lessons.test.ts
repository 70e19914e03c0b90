import { describe, expect, it } from 'vitest';
import { createDerive } from '../../core/document/derive';
import { inLanguage } from '../../core/sheet/languages';
import { renderSheet } from '../../core/sheet/render';
import { UNTOUCHED } from '../../core/sheet/state';
import type { StoryQuestion } from '../../core/story/question';
import { spellSubject, tellsAnswer } from '../../core/sheet/veil';
import { openWorkshop } from '../../core/sheet/walks';
import { LOCALES } from '../languages';
import { createSpeaker } from '../phrases';
import { SPOKEN } from '../spoken';
import { LESSONS, TIME_LESSON, TIME_SCENES } from '../scenes';
import { LESSON_SHEETS } from './lessons';
import { sheetOf } from './testing/positions';
import { fillLanes } from '../../core/sheet/fill-lanes';
import type { RenderedBlock } from '../../core/sheet/render';
import type { RenderedText } from '../../core/sheet/render-text';
import { varied } from '../../core/timeline/question';
import { lived } from '../../core/timeline/testing/documents';

const say = { en: createSpeaker('en', SPOKEN.en.MORE_PHRASES), ko: createSpeaker('ko', SPOKEN.ko.MORE_PHRASES) };

describe.each(LESSONS.map((lesson, at) => [lesson.id, lesson, LESSON_SHEETS[at]!] as const))(
  'the lesson %s as a Sheet',
  (_, { scenes, goal }, shelf) => {
    const sheet = sheetOf(shelf);
    const shop = openWorkshop(shelf.benches('en'), createDerive());
    const { blocks, walks } = renderSheet(shop, sheet, UNTOUCHED);
    const figures = blocks.flatMap((block) => (block.kind === 'figure' ? [block] : []));
    const asks = blocks.flatMap((block) => (block.kind === 'ask' ? [block] : []));

    it('has each scene with its moment, and its own words in every language', () => {
      expect(figures.map(({ id }) => id)).toEqual(scenes.map(({ id }) => id));
      expect(figures.map(({ walk, at }) => walks.get(walk)!.moments[at]!.kind)).toEqual(
        scenes.map(({ moment }) => moment),
      );
      const texts = blocks.flatMap((block) => ('text' in block ? [block.text] : []));
      const notes = figures.flatMap(({ say: words }) => (words ? [words] : []));
      for (const locale of LOCALES) {
        const read = ({ spans }: RenderedText) =>
          inLanguage(spans, locale)
            .map((span) => ('text' in span ? span.text : ''))
            .join('');
        expect(texts.map(read)).toEqual([
          goal[locale],
          ...scenes.flatMap(({ title, reason }) => [title[locale], ...(reason ? [reason[locale]] : [])]),
        ]);
        // What is to be said is no prose: only who presents it sees that.
        expect(notes.map(read)).toEqual(scenes.map((scene) => scene.notes[locale]));
      }
    });

    it('asks what each scene asks', () => {
      for (const { id, question } of scenes) {
        const asked = asks.find((each) => each.id === `q-${id}`)?.question;
        expect([id, asked?.kind]).toEqual([id, question]);
        expect(asked?.options.some(({ could }) => could)).not.toBe(true);
      }
    });

    it('shows what it asks, or what comes after it, and no moment before', () => {
      for (const ask of asks) {
        const own = figures.find(({ id }) => ask.id === `q-${id}`)!;
        // Of a walk it is a question of the story, which knows its moment.
        const { before } = ask.question as StoryQuestion;
        const isTold = tellsAnswer(own, walks, [ask.question.kind, own.walk]);
        expect([own.id, isTold || own.at >= before]).toEqual([own.id, true]);
      }
    });

    it('hides the reason of what happens until its question is answered', () => {
      const after = blocks.flatMap((block) => (block.kind === 'p' ? [block.veiled] : []));
      expect(after).toEqual(scenes.flatMap(({ id, reason }) => (reason ? [`q-${id}`] : [])));
    });

    it('tells no answer before it is given, and says in words what the engine says', () => {
      for (const ask of asks) {
        const own = figures.find(({ veiled }) => veiled === ask.id)!;
        const shown = figures.filter(({ veiled, walk }) => veiled === undefined && walk === own.walk);
        expect(shown.filter((figure) => tellsAnswer(figure, walks, [ask.question.kind, own.walk]))).toEqual([]);
        // Not by stepping either: neither its own figure nor another of the same walk.
        const others = figures.filter(
          (each) => each.veiled === undefined && spellSubject(sheet, each.id) === spellSubject(sheet, own.id),
        );
        for (const { range } of others) expect(range).toBeDefined();
      }
      for (const { walk, at } of figures) {
        const { sentence, cause } = walks.get(walk)!.moments[at]!;
        for (const each of [sentence, cause]) {
          if (each) expect(`${say.en(each)} ${say.ko(each)}`).not.toMatch(/^(?:story|sheet)\.|[{}]|undefined/);
        }
      }
    });
  },
);

describe('the lesson of time as a Sheet', () => {
  const shelf = LESSON_SHEETS.find(({ lesson }) => lesson === TIME_LESSON.id)!;
  const sheet = sheetOf(shelf);
  const render = (answers = UNTOUCHED.answers) =>
    renderSheet(openWorkshop(shelf.benches('en'), createDerive()), sheet, { ...UNTOUCHED, answers });
  const { blocks, scripts, walks } = render();
  const lanes = blocks.flatMap((block) => (block.kind === 'lanes' ? [block] : []));
  const known = new Map(
    lanes.map(({ id, script, beside }) => {
      const document = scripts!.get(script)!;
      const first = lived(document);
      return [
        id,
        { first, ...(beside ? { second: lived(varied(document, beside)) } : {}), names: ['a', 'b'] as const },
      ];
    }),
  );
  const hidden = (of: readonly RenderedBlock[]) =>
    of.flatMap((block) => ('veiled' in block && block.veiled !== undefined ? [block.veiled] : []));

  it('has lanes for each scene, with what stands beside them, and no walk', () => {
    expect(lanes.map(({ id, beside }) => [id, beside])).toEqual(TIME_SCENES.map(({ id, beside }) => [id, beside]));
    expect(walks.size).toBe(0);
    expect(blocks.filter(({ kind }) => kind === 'fault')).toEqual([]);
  });

  it('hides lanes and notes of each, before it is lived through, too, and asks what its scene asks', () => {
    const own = TIME_SCENES.flatMap(({ id }) => [`q-${id}`, `q-${id}`]);
    expect(hidden(blocks)).toEqual(own);
    const filled = fillLanes(blocks, known);
    expect(hidden(filled)).toEqual(own);
    const asks = filled.flatMap((block) => (block.kind === 'ask' ? [[block.id, block.question.kind]] : []));
    expect(asks).toEqual(TIME_SCENES.map(({ id, question }) => [`q-${id}`, question]));
    for (const block of filled) {
      if (block.kind !== 'ask') continue;
      for (const { says, why } of block.question.options)
        for (const each of [says, why])
          expect(`${say.en(each)} ${say.ko(each)}`).not.toMatch(/timeline\.|[{}]|undefined/);
    }
  });

  it('shows what was answered, and hides nothing behind what cannot be asked', () => {
    const { blocks: answered } = render({ 'q-flush': { tried: ['1'], open: true } });
    expect(hidden(fillLanes(answered, known))).not.toContain('q-flush');
    const silent = new Map([...known].map(([id, { second: _second, ...each }]) => [id, each]));
    expect(hidden(fillLanes(blocks, silent))).not.toContain('q-pre-stop');
  });
});
