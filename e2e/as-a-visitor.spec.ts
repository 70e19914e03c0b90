import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { EXAMPLES } from '../src/content/examples';
import { SCENES } from '../src/content/scenes';
import { soak } from './app';

/** What somebody does on a page they open for the first time, and a sentence that stands there then. */
interface Visit {
  readonly claim: string;
  readonly sentence: string;
}

const [, ...ROWS] = readFileSync(new URL('../docs/seed-claims.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const VISITS = new Map<string, Visit[]>();
for (const row of ROWS) {
  const [claim = '', , , , , shown = ''] = row.split('\t');
  const [way = '', sentence = ''] = shown.split(' → ');
  if (way !== '') VISITS.set(way, [...(VISITS.get(way) ?? []), { claim, sentence }]);
}

/** Opens a scene by the list of lessons, an example by its link. */
async function come(page: Page, way: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [kind, id] = way.split(' ');
  if (kind === 'example') {
    expect(EXAMPLES.map((each) => each.id)).toContain(id);
    await page.goto(`/?lang=en#example=${id}&view=story&step=1`);
    await expect(page.locator('[data-sentence]')).toBeVisible();
    return;
  }
  await page.goto('/?view=story&lang=en');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('l');
  const more = page.getByRole('dialog').getByRole('button', { name: /more scenes/ });
  await expect(more.first()).toBeVisible();
  while ((await more.count()) > 0) await more.first().click();
  const title = SCENES.find((each) => each.id === id)?.title.en ?? '';
  await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
  await expect(page.locator(`[data-scene='${id}']`)).toBeVisible();
}

/** Goes through the story to its end by keys; gives everything that was to be read, the speaker's notes, too. */
async function readAll(page: Page): Promise<string> {
  const read: string[] = [];
  for (let moments = 0; moments < 60; moments++) {
    read.push(await page.locator('body').innerText());
    if ((await page.locator('footer[data-last]').count()) > 0) break;
    if (await page.locator('[data-ask]').isVisible()) {
      // Somebody who does not guess goes on, and is told.
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[data-ask]')).toBeHidden();
      continue;
    }
    const before = await page.locator('[data-rail]').count();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-rail]').nth(before).or(page.locator('[data-ask]')).first()).toBeVisible();
  }
  await page.keyboard.press('s');
  read.push(await page.locator('body').innerText());
  return read.join('\n').replaceAll(/\s+/g, ' ');
}

test('as many claims are shown to a visitor as the table says', () => {
  const shown = [...VISITS.values()].flat();
  expect(shown.length).toBeGreaterThan(45);
  expect(shown.filter(({ sentence }) => sentence === '')).toEqual([]);
});

for (const [at, [way, visits]] of [...VISITS].entries()) {
  test(`${way}: ${visits.map(({ claim }) => claim).join(', ')}`, soak(at % 8 > 0), async ({ page }) => {
    await come(page, way);
    const read = await readAll(page);
    for (const { claim, sentence } of visits) expect(read, `claim ${claim}`).toContain(sentence);
  });
}
