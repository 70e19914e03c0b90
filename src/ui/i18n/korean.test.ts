import { describe, expect, it } from 'vitest';
import { EXAMPLES, titleIn } from '../../content/examples';
import { GLOSSARY } from '../../content/glossary';
import { settleParticles } from '../../content/particles';
import { allPhrases } from '../../content/phrases';
import { ROOMS } from './messages';

type Words = { readonly [key: string]: string | Words };

function flatten(words: Words, prefix: string): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value]] : flatten(value, `${prefix}.${key}`),
  );
}

const PAGE = Object.entries(ROOMS).flatMap(([room, words]) => flatten(words.ko, room));
const CORE = Object.entries(allPhrases()).map(([id, { ko }]) => [id, ko] as const);
const CONTENT = [
  ...Object.entries(GLOSSARY).map(([term, { ko }]) => [`glossary.${term}`, ko] as const),
  ...EXAMPLES.flatMap(({ id, title, about }) => [
    [`${id}.title`, title.ko] as const,
    [`${id}.about`, about.ko] as const,
  ]),
];
const ALL = [...PAGE, ...CORE, ...CONTENT];

/** Speakers settle the particles behind values (`settleParticles`); the page's own words are said as they are. */
const UNSETTLED = [...PAGE, ...CONTENT];

/** One word for one thing: what is written instead, and what is not. */
const VOCABULARY: readonly (readonly [instead: string, not: RegExp])[] = [
  ['흐름', /플로우/],
  ['마스커레이드', /매스커레이드|매스쿼레이드|마스쿼레이드|masquerade[가-힣]/],
  ['폐기', /버리|버려|버립|버림|버린|버릴|드롭/],
  ['거부', /거절/],
  ['도착 (delivered), 포워딩 (forwarded)', /전달(됨|되|합|하|할|함)|포워드/],
  ['엔드포인트', /종단점|엔드 포인트|(?<![-A-Za-z])endpoints?(가|를|는|은|이|로|에|의|와)(?![A-Za-z])/],
  ['네임스페이스', /이름공간|이름 공간/],
  ['테이블', /표 (nat|filter|mangle|raw)/],
];

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
