import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>(
  ['./**/*.ts', '!./**/*.test.ts', '../ui/**/*.{ts,tsx}', '!../ui/**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** Particles that only follow nouns, whatever those end with. */
const AFTER_NOUNS = /([가-힣]{2,})(?:에서|에게|의|에|도|만|까지|부터)(?![가-힣])/g;
/** Particles spelt by the last sound of their noun. */
const BY_SOUND = /([가-힣]{2,}?)(가|를|와|로|으로|과|을)(?=[ .,:;)?!]|$)/gm;

const LIEUL = 8;

/** The final consonant of a syllable by its number; 0: none. */
const finalOf = (word: string): number => ((word.codePointAt(word.length - 1) ?? 0) - 0xac00) % 28;

function fits(noun: string, particle: string): boolean {
  const final = finalOf(noun);
  if (final === 0) return !['으로', '과', '을'].includes(particle);
  if (particle === '로') return final === LIEUL;
  return particle === '으로' ? final !== LIEUL : !['가', '를', '와'].includes(particle);
}

it('a noun that is written out has the particle that its last sound asks for', () => {
  const texts = Object.values(SOURCES);
  const nouns = new Set(texts.flatMap((text) => [...text.matchAll(AFTER_NOUNS)].map(([, noun]) => noun)));
  const wrong = texts.flatMap((text) =>
    [...text.matchAll(BY_SOUND)].flatMap(([written, noun = '', particle = '']) =>
      nouns.has(noun) && !fits(noun, particle) ? [written] : [],
    ),
  );
  expect(nouns.size).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
});
