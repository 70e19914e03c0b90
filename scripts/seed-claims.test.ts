import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../src/content/examples';
import { GLOSSARY } from '../src/content/glossary';
import { SCENES } from '../src/content/scenes';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A claim of the notes the project began with: by number, where it stands there, and what shows it here. */
interface Claim {
  readonly number: number;
  readonly state: string;
  readonly shown: string;
  readonly remark: string;
  /** What a visitor does, and a sentence that is read then: `scene ten-pods → 10 Pods stand behind web.`; empty: as a visitor partly. */
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
    expect(visited.length).toBeGreaterThan(45);
    const lost = visited.flatMap(({ number, visit }) => {
      const [way = '', sentence = ''] = visit.split(' → ');
      const why = sentence === '' ? 'no sentence' : /^(?:scene|example) /.test(way) ? whyNot(way) : 'no such way';
      return why === undefined ? [] : [`${number} ${visit}: ${why}`];
    });
    expect(lost).toEqual([]);
  });

  it('says what is missing where not all of it works', () => {
    const states = new Set(['works', 'partly', 'absent']);
    expect(CLAIMS.filter(({ state }) => !states.has(state))).toEqual([]);
    expect(CLAIMS.filter(({ state, remark }) => state !== 'works' && remark === '')).toEqual([]);
  });
});
