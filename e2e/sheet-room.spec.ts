import { expect, type Page } from '@playwright/test';
import { LESSONS, TIME_LESSON } from '../src/content/scenes';
import { lessonSheetId, SHEETS } from '../src/content/sheets/titles';
import { settled, test } from './app';
import { hangsOver, slidePlace } from './slides';
import { smallestType } from './type';

/*
 * Every Sheet as a room looks at it: on each slide, before and after each answer, nothing that is read is smaller than 22 px, cut
 * off or covered. What has no room is drawn lower or told on a slide of its own, never written smaller.
 */
const LEAST = 22;

const IDS = [...SHEETS.map(({ id }) => id), ...[...LESSONS, TIME_LESSON].map(({ id }) => lessonSheetId(id))];
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
] as const;

const CASES = IDS.flatMap((id) =>
  (['en', 'ko'] as const).flatMap((lang) =>
    SIZES.map((size) => ({ id, lang, size, name: `${id}, ${lang}, ${size.width}` })),
  ),
);

/** `npm test` has these: prose that turns, and lanes of time. All others run with what is left to `npm run test:rest`. */
const FIRST: ReadonlySet<string> = new Set(['where-a-packet-goes, en, 1280', 'lesson-time, ko, 1280']);

async function present(page: Page, id: string, lang: string): Promise<void> {
  await page.goto(`/?lang=${lang}#sheet=${id}`);
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  // Lanes are lived through before what is asked of them is.
  await expect(page.locator('[data-moment=lanes]:not([data-lived])')).toHaveCount(0);
  await page.keyboard.press('p');
  await page.keyboard.press('Home');
  await expect(slidePlace(page)).toHaveText(/^1 \//);
}

/** What is wrong with a slide, once it stands as it fits. */
async function findFaults(page: Page, state: string): Promise<readonly string[]> {
  await settled(page);
  const where = `slide ${await slidePlace(page).textContent()} ${state}`;
  const over = await expect
    .poll(() => hangsOver(page), { timeout: 3000, intervals: [20, 60, 120] })
    .toEqual([])
    .then(() => [])
    .catch(() => hangsOver(page));
  const size = await smallestType(page.locator('[data-slide]'));
  return [...over.map((each) => `${where}: ${each}`), ...(size >= LEAST ? [] : [`${where}: ${size} px`])];
}

for (const { id, lang, size, name } of CASES)
  test(`a room reads ${FIRST.has(name) ? 'it' : 'all of it'}: ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await present(page, id, lang);
    const faults: string[] = [];
    const ask = page.locator('[data-ask]');
    for (let last = ''; last !== (await slidePlace(page).textContent());) {
      faults.push(...(await findFaults(page, 'as it comes')));
      for (const letter of ['d', 'c', 'b', 'a']) {
        if ((await ask.locator('button:not(:disabled)').count()) === 0) break;
        await page.keyboard.press(letter);
        faults.push(...(await findFaults(page, `with ${letter}`)));
      }
      last = (await slidePlace(page).textContent()) ?? '';
      await page.keyboard.press('PageDown');
    }
    expect(faults).toEqual([]);
  });
