import { describe, expect, it } from 'vitest';
import { EXAMPLES, titleIn } from '../../../content/examples';
import { LESSONS, TIME_LESSON, TIME_SCENES } from '../../../content/scenes';
import { settleParticles } from '../../../content/particles';
import { allPhrases } from '../../../content/phrases';
import { MEANINGS, ROOMS } from './testing/messages';

type Words = { readonly [key: string]: string | Words };

function flatten(words: Words, prefix: string): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(value, `${prefix}.${key}`),
  );
}

const PAGE = Object.entries(ROOMS.ko).flatMap(([room, words]) => flatten(words, room));
const CORE = Object.entries(allPhrases()).map(([id, { ko }]) => [id, ko] as const);
const CONTENT = [
  ...Object.entries(MEANINGS.ko).map(([term, ko]) => [`glossary.${term}`, ko] as const),
  ...EXAMPLES.flatMap(({ id, title, about }) => [
    [`${id}.title`, title.ko] as const,
    [`${id}.about`, about.ko] as const,
  ]),
  ...[...LESSONS, { ...TIME_LESSON, scenes: TIME_SCENES }].flatMap(({ id, title, goal, scenes }) => [
    [`${id}.title`, title.ko] as const,
    [`${id}.goal`, goal.ko] as const,
    ...scenes.flatMap((each) => [
      [`${each.id}.title`, each.title.ko] as const,
      [`${each.id}.notes`, each.notes.ko] as const,
    ]),
  ]),
];
const ALL = [...PAGE, ...CORE, ...CONTENT];

/** Speakers settle the particles behind values (`settleParticles`); the page's own words are said as they are. */
const UNSETTLED = [...PAGE, ...CONTENT];

/** One word for one thing: what is written instead, and what is not. */
const VOCABULARY: readonly (readonly [instead: string, not: RegExp])[] = [
  ['흐름', /플로(?!러)/],
  ['마스커레이드', /매스커레이드|매스쿼레이드|마스쿼레이드|masquerade[가-힣]/],
  ['폐기', /버리|버려|버렸|버립|버림|버린|버릴|드롭/],
  ['거부', /거절/],
  ['도착 (delivered), 포워딩 (forwarded)', /전달(됨|되|합|하|할|함)|포워드/],
  ['엔드포인트', /종단점|엔드 포인트|(?<![-A-Za-z])endpoints?(가|를|는|은|이|로|에|의|와)(?![A-Za-z])/],
  ['네임스페이스', /이름공간|이름 공간/],
  ['테이블', /표 (nat|filter|mangle|raw)/],
  ['엔드포인트', /(?<![-A-Za-z`{] ?)endpoints?(?= ?[가-힣])|(?<![-A-Za-z`])endpoint #/],
  ['집합', /(?<![가-힣])세트/],
  ['객체', /오브젝트/],
  ['Pod', /파드/],
  ['머신', /기계|(?<![가-힣])기기/],
  ['프리픽스', /(?<!DNS )접두사/],
  ['타깃', /타겟|(?<![-A-Za-z.{`])target(?![-A-Za-z}])/],
  ['매치', /(?<![-A-Za-z.{`])match(?![-A-Za-z}])/],
  ['훅', /(?<![-A-Za-z._{`])hook(?![-A-Za-z}])/],
  ['마크', /(?<![-A-Za-z.{`])mark(?=[가-힣])|마스커레이드 표시/],
  ['주석', /(?<![-A-Za-z.{`])comment(?=[가-힣])/],
  ['애너테이션', /어노테이션|annotation/],
  ['레이블', /라벨/],
  ['스테이지', /무대/],
  ['내장 체인', /기본 체인/],
  ['리셋', /TCP reset/],
  ['십시오', /[가-힣]세요/],
  ['상태 확인', /상태 검사|헬스 ?체크/],
  ['항목', /엔트리/],
  ['붙여 넣-', /붙여넣/],
  ['경로', /라우트(?![가-힣]*드)/],
  ['원소', /요소|엘리먼트/],
  ['장치', /디바이스/],
  ['시스템 호출', /시스템 ?콜|시스콜|syscall/],
  ['어피니티', /친화|애피니티|affinity[가-힣]/],
  ['출발지 범위', /소스 범위|원본 범위|송신지 범위/],
  ['마크', /표식/],
  ['버스트', /(?<![-A-Za-z._{`])burst(?=[ 가-힣])/],
  ['그대로 둡니다', /유지(합|한|하)/],
  ['규칙을 거칩니다, 시험합니다', /(규칙|테이블|체인|nat)(에|에는|을|를) [^.]{0,12}(묻|물어|물었)/],
];

/** A particle whose form does not fit the sound before it: `흐름를`, `값와`, `규칙를`. */
const MISHEARD: readonly (readonly [particle: RegExp, closed: boolean])[] = [
  [/([가-힣])를(?![가-힣])/g, true],
  [/([가-힣])와(?![가-힣])/g, true],
  [/([가-힣])(?<!가|마|노)을(?![가-힣])/g, false],
];

/** Particles behind names that are always spoken alike: 파드, 서비스, 노드. */
const BEHIND_NAMES = /(Pod|Service|Node)(을|은|과|으로|이나|이(?=[ ,.]))/;

const isClosed = (syllable: string): boolean => ((syllable.codePointAt(0) ?? 0) - 0xac00) % 28 !== 0;

function misheard(text: string): string[] {
  return MISHEARD.flatMap(([particle, closed]) =>
    [...text.matchAll(particle)].flatMap(([said, before = '']) => (isClosed(before) === closed ? [said] : [])),
  );
}

const saying = (words: readonly (readonly [string, string])[], what: RegExp): string[] =>
  words.flatMap(([id, text]) => (what.test(text) ? [`${id}: ${text}`] : []));

describe('Korean', () => {
  it.each(VOCABULARY)('says %s, never %s', (_instead, not) => expect(saying(ALL, not)).toEqual([]));

  it('has no particle in two forms where nothing settles it', () => {
    expect(saying(UNSETTLED, /이\(가\)|을\(를\)|은\(는\)|과\(와\)|\(으\)로|\(이\)/)).toEqual([]);
  });

  it('has no particle in one form behind a value, whose sound is not known', () => {
    const fixed = /\}["”`)]?(을|를|이|가|은|는|과|와|로|으로)(?=[\s,.]|$)/;
    // A choice between Korean words ends as it is written.
    const chosen = /[가-힣]\}+(을|를|이|가|은|는|과|와|로|으로)/;
    expect(saying([...CORE, ...PAGE], fixed).filter((text) => !chosen.test(text))).toEqual([]);
  });

  it('can settle every particle that core writes', () => {
    const left = CORE.map(([id, text]) => [id, settleParticles(text.replaceAll(/\{[^{}]*\}/g, 'web'))] as const);
    expect(saying(left, /(이|을|은|과|으)?\((가|를|는|와|이|으)\)/)).toEqual([]);
  });

  it('has no particle that the word before it does not take', () => {
    expect(ALL.flatMap(([id, text]) => misheard(text).map((said) => `${id}: ${said}`))).toEqual([]);
    expect(misheard('이 흐름를 보낼 값와 경로을')).toEqual(['름를', '값와', '로을']);
  });

  it('has no particle that a name does not take', () => {
    expect(saying(ALL, BEHIND_NAMES)).toEqual([]);
    expect(['Pod이나', 'Service을', 'Pod이 '].filter((text) => !BEHIND_NAMES.test(text))).toEqual([]);
  });

  it('counts in no form that Korean has not: its only plural is "other", one alone is "=1"', () => {
    expect(
      saying([...CORE, ...PAGE], /plural,(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\b(?:zero|one|two|few|many) \{/),
    ).toEqual([]);
  });

  it('begins a packet’s walk with who sends it', () => {
    const says = new Map(CORE);
    expect(says.get('step.begins.caption')).toMatch(/^\{from\}이\(가\)/);
    expect(says.get('step.begins.trace')).toMatch(/^\{from\}이\(가\)/);
  });
});

it('calls an example by its title in the language of the page, and leaves other titles alone', () => {
  for (const { title } of EXAMPLES) {
    expect([titleIn('ko', title.en), titleIn('en', title.ko)]).toEqual([title.ko, title.en]);
  }
  expect(titleIn('ko', 'My cluster')).toBe('My cluster');
});
