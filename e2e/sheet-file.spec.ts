import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Browser } from '@playwright/test';
import { expectAccessible } from './accessible';
import { soak } from './app';
import { openFromDisk } from './from-disk';
import type { Host } from './hosts';
import { findOwnFirefox, inFirefox } from './marionette';
import { ARRIVES_MS, heardBy, hostsOfRealms, plantAll, PLANTS, scriptOf, windowAndEngine } from './planting';

const FOLDER = mkdtempSync(join(tmpdir(), 'sheet-file-'));
const FILE = join(FOLDER, 'article #1.html');
const ADDRESS = pathToFileURL(FILE).href;
const ARTICLE = '#sheet=where-a-packet-goes';

test.beforeAll(() => {
  // A worker that comes back to this file has taken its folder away before.
  mkdirSync(FOLDER, { recursive: true });
  copyFileSync('dist/sheet.html', FILE);
});
test.afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const openFile = (browser: Browser, hash: string) => openFromDisk(browser, ADDRESS + hash, '[data-figure]');

test('a file with the article: its figures move, its questions are asked, and it leads nowhere it has not', async ({
  browser,
}) => {
  const { context, page, odd } = await openFile(browser, ARTICLE);
  await expect(page.locator('[data-figure]')).toHaveCount(9);
  await expect(page.locator('#dead')).toBeHidden();
  await page.locator('[data-knob=mode]').first().press('ArrowRight');
  await expect(page.locator('[data-knob=mode]').first()).toHaveText('IPVS');
  await page.locator('[data-knob=mode]').first().press('ArrowLeft');
  await page.locator('[data-ask=q1]').scrollIntoViewIfNeeded();
  await page.locator('[data-ask=q1] button').nth(1).click();
  await expect(page.locator('[data-ask=q1]')).toContainText(/Right\.|No\./);
  // A right answer shows by itself what comes.
  const show = page.locator('[data-figure=f3]').getByRole('button', { name: /Show|show it/ });
  if (await show.first().isVisible()) await show.first().click();
  await page.locator('[data-figure=f3]').getByRole('button', { name: '1000 times' }).click();
  await expect(page.locator('[data-figure=f3] [data-count]').first()).toBeVisible();
  // What it has not is not offered: editor, story, bench.
  await expect(page.getByRole('button', { name: /^Edit|^Rulewalk/ })).toHaveCount(0);
  // A right answer has the attribute, too.
  await expect(page.locator(':is(a, button)[data-open]')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('p');
  await expect(page.locator('[data-slide]')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '한국어' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('패킷');
  expect(odd).toEqual([]);
  await context.close();
});

for (const [name, shows] of [
  ['why-my-source-address-is-gone', '[data-figure] svg'],
  ['one-rollout-four-lost-requests', '[data-figure] [data-outcome], [data-figure] svg'],
  ['leaving-ipvs', '[data-figure] [data-way], [data-figure] svg'],
  ['lesson-why-this-pod', '[data-figure] svg'],
] as const)
  test(`a file with ${name}`, async ({ browser }) => {
    const { context, page, odd } = await openFile(browser, `#sheet=${name}`);
    await expect(page.locator(shows).first()).toBeVisible();
    expect(odd).toEqual([]);
    await context.close();
  });

test('it hands itself out as it stands, and that opens so', async ({ browser }) => {
  const { context, page } = await openFile(browser, `${ARTICLE};mode=ipvs`);
  await page.getByRole('button', { name: 'Hand out' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save alive' }).click();
  const second = join(FOLDER, 'second.html');
  await (await download).saveAs(second);
  expect(readFileSync(second).length).toBeLessThan(1_600_000);
  await page.goto(pathToFileURL(second).href);
  await expect(page.locator('[data-knob=mode]').first()).toHaveText('IPVS');
  await context.close();
});

test('nothing leaves a file with a Sheet: page and engine', async ({ browser }) => {
  const outside = await hostsOfRealms();
  const { context, page } = await openFile(browser, ARTICLE);
  await context.setOffline(false);
  await plantAll(page, await windowAndEngine(page), outside);
  await page.waitForTimeout(2 * ARRIVES_MS);
  expect(Object.values(outside).flatMap(({ asked }: Host) => asked)).toEqual([]);
  for (const each of Object.values(outside)) each.close();
  await context.close();
});

test('a file with the article in Firefox, and nothing leaves it', soak(), async () => {
  const firefox = findOwnFirefox();
  test.skip(firefox === undefined, 'there is no Firefox');
  const outside = await hostsOfRealms();
  await inFirefox(firefox ?? '', 3_300 + (process.pid % 90), async (page) => {
    await page.open(ADDRESS + ARTICLE);
    const count = (): Promise<unknown> => page.evaluate(`return document.querySelectorAll('[data-figure]').length`);
    await expect.poll(count, { timeout: 90_000 }).toBe(9);
    const knob = `document.querySelector('[data-knob=mode]')`;
    await page.evaluate(
      `${knob}.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }))`,
    );
    await expect.poll(() => page.evaluate(`return ${knob}.textContent`), { timeout: 60_000 }).toBe('IPVS');
    await page.evaluate(`${scriptOf(PLANTS.page, `${outside.page.address}page/`)}; return true`);
    await new Promise((resolve) => setTimeout(resolve, 2 * ARRIVES_MS));
    expect(heardBy(outside.page, 'page')).toEqual([]);
  });
  for (const each of Object.values(outside)) each.close();
});
