import { describe, expect, it } from 'vitest';
import { createSpeaker } from '../../content/phrases';
import { LESSONS, SCENES, type Scene } from '../../content/scenes';
import { some } from '../lib/testing/soaking';
import { stepsOfWalk } from './walk';
import { moments } from './moments';
import type { QuestionKind, StoryQuestion } from './question';
import { askedOf } from './testing/keys';
import { isWrongElsewhere } from './testing/one-edit';
import { walkMade } from './testing/walks';

const say = { en: createSpeaker('en'), ko: createSpeaker('ko') };
type Lang = keyof typeof say;

/** The question a scene stops for. */
function askedIn(scene: Scene): StoryQuestion | undefined {
  return askedOf(walkMade(scene.document)).find(({ kind, before }) => kind === scene.question && before > 0);
}

/** Words that tell the answer to a kind of question, whoever is named by them. */
const TELLING: Readonly<Partial<Record<QuestionKind, RegExp>>> = {
  'source-changes':
    /source (?:becomes|stays|is to change|gets)|, and sees|hides|keeps the|출발지가 \S+ 바뀝|출발지는 그대로|출발지도 바꾸|감추|지킨다/,
  'source-seen':
    /source (?:becomes|stays|is to change|gets)|, and sees|hides|keeps the|출발지가 \S+ 바뀝|출발지는 그대로|출발지도 바꾸|감추|지킨다|보입니다/,
  'answers-to':
    /source (?:becomes|stays|is to change|gets)|, and sees|출발지가 \S+ 바뀝|출발지는 그대로|출발지도 바꾸|보입니다/,
  destination:
    /destination becomes|draw falls on|only one to choose|leads? what is for|목적지가 \S+ 바뀝|추첨 결과|하나뿐|자신의 포트로/,
  'reply-carries': /takes the address|is for .* again|출발지가 다시|오류의 출발지|목적지가 다시/,
  'which-pod': /draw falls on|only one to choose|turn of|추첨 결과|하나뿐|차례입니다/,
};

const ENDS: Readonly<Record<string, RegExp>> = {
  answer: /\banswered\b|\b404\b|has its answer|응답이 오|응답을 받|보내지 않은 404/,
  refused: /\brefuse[sd]?\b|reject|error|거부|오류/,
  silence: /\bdrop(?:s|ped)?\b|\blost\b|silence|nothing back|폐기|사라|되돌려 보내지 않/,
};

/** All that is read on the page when a scene asks: its title, its lesson, what was told by then, the premise. */
function visibleTexts(scene: Scene, { before, premise, asks }: StoryQuestion, lang: Lang): readonly string[] {
  const told = moments(walkMade(scene.document).walked).slice(0, before);
  const lesson = LESSONS.find(({ id }) => id === scene.lesson);
  const phrases = [...told.flatMap(({ sentence, cause }) => [sentence, ...(cause ? [cause] : [])]), asks];
  return [
    scene.title[lang],
    lesson?.title[lang] ?? '',
    ...[...phrases, ...(premise ? [premise] : [])].map((each) => say[lang](each)),
  ];
}

/** How the answer is given away before it is asked for; empty: it is not. */
function givenAway(scene: Scene, question: StoryQuestion, lang: Lang): readonly string[] {
  const { kind, before, options, key } = question;
  const right = options[key]!;
  const texts = visibleTexts(scene, question, lang);
  const told = moments(walkMade(scene.document).walked).slice(0, before);
  const hooks = told.flatMap(({ hook }) => hook ?? []);
  const pattern = kind === 'ends' ? ENDS[right.text] : TELLING[kind];
  const faults = texts.filter((text) => pattern?.test(text));
  // The stage says of each Pod that is not ready that it is not.
  if (kind === 'who-cannot') faults.push('the stage shows who it is');
  if (kind === 'where' || kind === 'other-mode') faults.push(...hooks.filter((hook) => hook === right.text));
  // An answer that is written out, where no other answer is.
  const isNamed = (text: string, word: string): boolean =>
    new RegExp(`(?<![\\w./-])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w/-]|\\.\\w)`, 'u').test(
      text,
    );
  const words = options.map((option) => option.end?.name ?? say[lang](option.says));
  const named = words.map((word) => texts.some((text) => isNamed(text, word)));
  const about = question.about?.name;
  // How it ends has words of its own above.
  if (kind !== 'ends' && named[key] === true && named.filter(Boolean).length === 1 && words[key] !== about)
    faults.push(`only ${words[key]} is named`);
  // The packet's panel: of a connection that a process opened itself its source is seen at once.
  const { walked } = walkMade(scene.document);
  const sees =
    (kind === 'source-seen' || kind === 'answers-to') &&
    told.some(({ second, header }) => {
      const asked = stepsOfWalk(walked.trace).some((step) => step.second === true);
      return asked && second === true && header.from.name === right.text;
    });
  if (sees) faults.push(`the packet comes from ${right.text}`);
  return faults;
}

describe.each(SCENES.map((scene) => [scene.id, scene] as const))('%s', (_, scene) => {
  it.each(['en', 'ko'] as const)('shows nothing that answers its question before it is asked: %s', (lang) => {
    const question = askedIn(scene);
    expect(question).toBeDefined();
    expect(givenAway(scene, question!, lang)).toEqual([]);
  });

  it('tells what gives the odds before it asks for them', () => {
    const { kind, premise, before } = askedIn(scene)!;
    const cause = moments(walkMade(scene.document).walked)[before]?.cause;
    const weights = kind === 'chance' && cause?.id === 'ingress.dials' ? cause.values?.['weights'] : undefined;
    if (weights !== undefined && weights !== 'none') expect(premise && say.en(premise)).toContain(weights);
  });

  it('asks for no coin: what is wrong is never right in this walk', () => {
    expect(askedIn(scene)?.options.filter(({ could }) => could)).toEqual([]);
  });
});

describe('a wrong answer', () => {
  it.each(some(SCENES, 6).map((scene) => [scene.id, scene] as const))('is right one edit away: %s', (_, scene) => {
    expect(isWrongElsewhere(scene.document(), askedIn(scene)!)).toBe(true);
  });
});
