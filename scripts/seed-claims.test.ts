import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../src/content/examples';
import { GLOSSARY } from '../src/content/glossary';
import { SCENES, TIME_SCENES } from '../src/content/scenes';
import { SHEETS } from '../src/content/sheets/titles';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A claim of the notes the project began with: by number, where it stands there, and what shows it here. */
interface Claim {
  readonly number: number;
  readonly state: string;
  readonly shown: string;
  readonly remark: string;
  /** What a visitor does (`e2e/visit.ts`), and a sentence that is read then: `scene ten-pods → 10 Pods stand behind web.`; empty: as a visitor partly. */
  readonly visit: string;
}

const [, ...ROWS] = readFileSync(join(ROOT, 'docs/seed-claims.tsv'), 'utf8').trimEnd().split('\n');
const CLAIMS = ROWS.map((row): Claim => {
  const [number, , state = '', shown = '', remark = '', visit = ''] = row.split('\t');
  return { number: Number(number), state, shown, remark, visit };
});

/** Why what is named shows nothing; undefined: it is there. */
function whyNot(shown: string): string | undefined {
  const [, kind = '', what = ''] = /^(\w+) (.+)$/.exec(shown) ?? [];
  switch (kind) {
    case 'test': {
      const [path = '', ...words] = what.split(': ');
      if (!existsSync(join(ROOT, path))) return 'no such file';
      return readFileSync(join(ROOT, path), 'utf8').includes(words.join(': ')) ? undefined : 'no such words in it';
    }
    case 'headless':
      return existsSync(join(ROOT, 'src/headless/verbs', `${what.split(' ')[0] ?? ''}.ts`))
        ? undefined
        : 'no such verb';
    case 'scene':
      return SCENES.some(({ id }) => id === what) ? undefined : 'no such scene';
    case 'example':
      return EXAMPLES.some(({ id }) => id === what) ? undefined : 'no such example';
    case 'term':
      return what in GLOSSARY ? undefined : 'no such term';
    default:
      return 'neither test, headless, scene, example nor term';
  }
}

/** Why nobody can go a way (`e2e/visit.ts`); undefined: its beginning is there, and the browser tries the rest. */
function whyNoWay(way: string): string | undefined {
  const [, kind = '', place = ''] = /^(\w+) ([^,]+)/.exec(way) ?? [];
  if (kind === 'scene' || kind === 'example' || kind === 'term') return whyNot(`${kind} ${place}`);
  if (kind === 'paste') return /^\d{3}(?::\d+(?:\+\d+)*)?$/.test(place) ? undefined : 'no such place in a note';
  if (kind === 'time') return TIME_SCENES.some(({ id }) => id === place) ? undefined : 'no such scene of time';
  return kind === 'sheet' && SHEETS.some(({ id }) => id === place) ? undefined : 'no such way';
}

describe('what the first notes claim', () => {
  it('is all there, once', () => {
    expect(CLAIMS.map(({ number }) => number)).toEqual(Array.from({ length: 208 }, (_, index) => index + 1));
  });

  it('is shown by something that is there', () => {
    const lost = CLAIMS.filter(({ state }) => state !== 'absent').flatMap(({ number, shown }) => {
      const why = whyNot(shown);
      return why === undefined ? [] : [`${number} ${shown}: ${why}`];
    });
    expect(lost).toEqual([]);
  });

  it('as a visitor, where it says so, by a way that is there and a sentence', () => {
    const visited = CLAIMS.filter(({ visit }) => visit !== '');
    expect(visited.length).toBeGreaterThan(190);
    const lost = visited.flatMap(({ number, visit }) => {
      const [way = '', sentence = ''] = visit.split(' → ');
      const why = sentence === '' ? 'no sentence' : whyNoWay(way);
      return why === undefined ? [] : [`${number} ${visit}: ${why}`];
    });
    expect(lost).toEqual([]);
  });

  it('does not call a claim whole that no visitor is shown', () => {
    expect(CLAIMS.filter(({ visit, state }) => visit === '' && state === 'works')).toEqual([]);
  });

  it('says what is missing where not all of it works', () => {
    const states = new Set(['works', 'partly', 'absent']);
    expect(CLAIMS.filter(({ state }) => !states.has(state))).toEqual([]);
    expect(CLAIMS.filter(({ state, remark }) => state !== 'works' && remark === '')).toEqual([]);
  });
});
