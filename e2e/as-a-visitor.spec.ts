import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { soak } from './app';
import { canVisit, visit } from './visit';

/*
 * docs/seed-claims.tsv, its last column: what somebody does on a page they open for the first time, and a sentence
 * that stands there then. Each way is gone once, for all claims that it shows.
 */

interface Shown {
  readonly claim: string;
  readonly sentence: string;
}

const [, ...ROWS] = readFileSync(new URL('../docs/seed-claims.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const VISITS = new Map<string, Shown[]>();
for (const row of ROWS) {
  const [claim = '', , , , , shown = ''] = row.split('\t');
  const [way = '', sentence = ''] = shown.split(' → ');
  if (way !== '') VISITS.set(way, [...(VISITS.get(way) ?? []), { claim, sentence }]);
}

/** What a page kept of the visit before: the next one begins as somebody new. */
async function forgetAll(page: Page): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
}

test('as many claims are shown to a visitor as the table says', () => {
  const shown = [...VISITS.values()].flat();
  expect(shown.length).toBeGreaterThan(190);
  expect(shown.filter(({ sentence }) => sentence === '')).toEqual([]);
});

/** Listings of the notes that are pasted as they stand and opened as they are offered: one page for all of them. */
const PASTED = [...VISITS].filter(([way]) => /^paste [\d:+]+$/.test(way));

for (const half of [0, 1]) {
  const ways = PASTED.filter((_, at) => at % 2 === half);
  const claims = ways.flatMap(([, shown]) => shown.map(({ claim }) => claim));
  test(`${ways.length} listings pasted one after the other: ${claims.length} claims`, async ({ page }) => {
    test.skip(!canVisit('paste 000'), 'the notes are not here');
    test.setTimeout(120_000);
    for (const [way, shown] of ways) {
      const read = await visit(
        page,
        way,
        shown.map(({ sentence }) => sentence),
      );
      for (const { claim, sentence } of shown) expect.soft(read, `claim ${claim}: ${way}`).toContain(sentence);
      await forgetAll(page);
    }
  });
}

for (const [at, [way, shown]] of [...VISITS].entries()) {
  test(`${way}: ${shown.map(({ claim }) => claim).join(', ')}`, soak(at % 16 > 0), async ({ page }) => {
    test.skip(!canVisit(way), 'the notes are not here');
    const read = await visit(page, way);
    for (const { claim, sentence } of shown) expect(read, `claim ${claim}`).toContain(sentence);
  });
}
