import { createTranslator } from 'use-intl/core';
import { expect, it } from 'vitest';
import { sceneById } from '../../../content/scenes';
import { derivePasted } from '../../../core/document/derive-pasted';
import { createEngine } from '../../../engine/engine';
import { walkFiles } from '../../../engine/questions/export';
import type { DatapathKit } from '../../story/paper/datapath-picture.model';
import { makeSheet, storyOfWalk } from '../../story/paper/pictures.model';
import type { Ruler } from '../../common/shapes.model';
import type { StoryWords } from '../../story/cast/words';
import { textWidth } from '../../story/layout/frame.model';
import { START_PICTURES, CARD_PICTURE, type Pictured } from './start.model';
import { MESSAGES } from '../../common/i18n/testing/messages';

/** Of the narrowest card there is (start.module.css), px. */
const CARD = 230;
/** Smaller letters are not read. */
const LEAST = 9;

const ruler: Ruler = ({ text, size, face }) => textWidth(text, face, size);

const LANGUAGES = ['en', 'ko'] as const;

it.each(
  Object.entries(START_PICTURES).flatMap(([name, picture]) => LANGUAGES.map((lang) => [name, lang, picture] as const)),
)('letters in the picture of %s are large enough to be read, in %s', async (_name, locale, pictured: Pictured) => {
  const { scene, kind, moment } = pictured;
  const document = sceneById(scene)!.document(locale);
  const walk = await walkFiles(createEngine(derivePasted), { document, flowId: document.flows[0]!.id, outcome: 0 });
  const index = walk.moments.findIndex((each) => each.kind === moment);
  const messages = { story: MESSAGES[locale].story, rules: MESSAGES[locale].rules };
  const kit = {
    t: createTranslator({ locale, messages, namespace: 'story' }) as unknown as StoryWords,
    rules: createTranslator({ locale, messages, namespace: 'rules' }) as unknown as DatapathKit['t'],
    say: ({ id }: { readonly id: string }) => id,
    ruler,
  };
  const sheet = makeSheet(kind, { ...walk, told: storyOfWalk(document, walk) }, { index, kit, small: CARD_PICTURE });
  const letters = sheet.shapes.flatMap((shape) => (shape.kind === 'text' && shape.text !== '' ? [shape.size] : []));
  expect(letters.length).toBeGreaterThan(2);
  expect((Math.min(...letters) * CARD) / sheet.width).toBeGreaterThanOrEqual(LEAST);
});
