import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
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

test('as many claims are shown to a visitor as the table says', () => {
  const shown = [...VISITS.values()].flat();
  expect(shown.length).toBeGreaterThan(190);
  expect(shown.filter(({ sentence }) => sentence === '')).toEqual([]);
});

for (const [at, [way, shown]] of [...VISITS].entries()) {
  test(`${way}: ${shown.map(({ claim }) => claim).join(', ')}`, soak(at % 16 > 0), async ({ page }) => {
    test.skip(!canVisit(way), 'the notes are not here');
    const read = await visit(page, way);
    for (const { claim, sentence } of shown) expect(read, `claim ${claim}`).toContain(sentence);
  });
}
