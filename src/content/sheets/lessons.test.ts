import { describe, expect, it } from 'vitest';
import { createDerive } from '../../core/document/derive';
import { inLanguage } from '../../core/sheet/languages';
import { renderSheet, UNTOUCHED } from '../../core/sheet/render';
import { spellSubject, tellsAnswer } from '../../core/sheet/veil';
import { openWorkshop } from '../../core/sheet/walks';
import { LOCALES } from '../languages';
import { createSpeaker } from '../phrases';
import { SPOKEN } from '../spoken';
import { LESSONS } from '../scenes';
import { LESSON_SHEETS } from './lessons';
import { sheetOf } from './testing/positions';

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
      for (const locale of LOCALES) {
        const said = texts.map((text) =>
          inLanguage(text.spans, locale)
            .map((span) => ('text' in span ? span.text : ''))
            .join(''),
        );
        expect(said).toEqual([goal[locale], ...scenes.flatMap(({ title, notes }) => [title[locale], notes[locale]])]);
      }
    });

    it('asks what each scene asks, but what has one answer', () => {
      for (const { id, question } of scenes) {
        const asked = asks.find((each) => each.id === `q-${id}`)?.question;
        if (asked) expect([id, asked.kind]).toEqual([id, question]);
        else expect([id, question]).toEqual([id, 'chance']);
        expect(asked?.options.some(({ could }) => could)).not.toBe(true);
      }
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
        const notes = blocks[blocks.findIndex((block) => block === own) + 1];
        expect(notes && 'veiled' in notes && notes.veiled).toBe(ask.id);
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
