import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emptyEntries, isTriedInPart, REST_BROWSER, REST_TITLES, REST_UNIT } from './rest.mjs';

const ENTRIES: readonly (readonly string[])[] = Object.values(REST_BROWSER).flat();

describe('what `npm test` leaves to `npm run test:rest`', () => {
  it('is of specs that are there, each once', () => {
    expect(REST_UNIT.filter((file) => !existsSync(file))).toEqual([]);
    expect(ENTRIES.filter(([spec]) => !existsSync(`e2e/${spec}.spec.ts`))).toEqual([]);
    expect(new Set(ENTRIES.map((entry) => entry.join(': '))).size).toBe(ENTRIES.length);
  });

  it('is what is named, in its spec and its group', () => {
    expect(REST_TITLES.test('a11y.spec.ts dark axe finds nothing in the bench')).toBe(true);
    expect(REST_TITLES.test('evidence.spec.ts dark 390 axe finds nothing in the window')).toBe(true);
    expect(REST_TITLES.test('sheet.spec.ts a Sheet has no violation of WCAG: light')).toBe(false);
    expect(REST_TITLES.test('report-sheet.spec.ts has no violation of WCAG: dark')).toBe(false);
    expect(REST_TITLES.test('sheet.spec.ts a Sheet has no violation of WCAG: dark')).toBe(true);
  });

  it('names every line of the list that no test is of', () => {
    const all = ENTRIES.map(([spec, title = '']) => `${spec}.spec.ts ${title.replace(/ ›$/, ' x')}`);
    expect(emptyEntries(all)).toEqual([]);
    expect(emptyEntries(all.slice(1))).toEqual([ENTRIES[0]?.join(': ')]);
  });

  it('runs again what `npm test` tries in part, and nothing that it tries as often', () => {
    const importing = (names: string): string => `import { ${names} } from '../lib/testing/soaking';\n`;
    expect(
      ['thinned', 'SOAKING, some', 'THOROUGH, tries', 'dearTries'].map((each) => isTriedInPart(importing(each))),
    ).toEqual([true, true, true, true]);
    expect(['tries', 'SOAKING, somePairs'].map((each) => isTriedInPart(importing(each)))).toEqual([false, false]);
    expect(isTriedInPart(`${importing('tries')}const isSome = [1].some(Boolean);`)).toBe(false);
  });

  it('decides: what runs for a change runs both', () => {
    for (const file of ['.ci/run', '.github/workflows/test.yml', '.github/workflows/release.yml'])
      expect(readFileSync(file, 'utf8')).toMatch(/npm test\b[\s\S]*npm run (?:-s )?test:rest/);
  });
});
