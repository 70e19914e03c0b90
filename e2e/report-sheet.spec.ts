import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as fresh, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { test } from './app';
import { findOwnFirefox, inFirefox } from './marionette';

/** A folder that is there for one test. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sheet-file-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const CHANGE = 'this-change-ipvs-1-31-nftables-1-33';
const DUMP = readFileSync('src/core/questions/why/testdata/problems/01-forward-drop.txt', 'utf8');

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

/** A page with the story on it, and then another Sheet over it. */
async function read(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await expect(page.locator('[data-sentence]').first()).toBeVisible();
  await page.evaluate((sheet) => void (location.hash = `#sheet=${sheet}`), name);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-block]').first()).toBeVisible();
}

/** What one click hands to the browser, as a text. */
async function handed(page: Page, button: string): Promise<string> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
  return readFileSync(await (await waiting).path(), 'utf8');
}

test('a pasted machine is told by its Sheet, with the lines it was read off', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[data-sentence]').first()).toBeVisible();
  await paste(page, DUMP);
  await page.getByRole('dialog').getByRole('link', { name: 'Read as an article' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What this machine is');
  const main = page.getByRole('main');
  await expect(main).toContainText('A Kubernetes node with kube-proxy in iptables mode');
  const line = DUMP.split('\n').findIndex((each) => each.includes('KUBE-SERVICES')) + 1;
  await expect(main).toContainText(`:${line}`);
  // The packet of the same bench: what happened, why, and what would change it.
  await page.evaluate(() => void (location.hash = '#sheet=this-packet'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What happened to this packet');
  await expect(main).toContainText('It is dropped, and no answer comes.');
  await expect(main).toContainText('Policy of filter FORWARD → ACCEPT');
  await expect(main).toContainText(':FORWARD DROP');
  await expectAccessible(page);
});

test('what changes between two modes is told in classes, by keyboard from Reach', async ({ page }) => {
  await read(page, CHANGE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We leave IPVS for nftables');
  const main = page.getByRole('main');
  await expect(main).toContainText(/\d+ of \d+ flows end the same\./);
  await expect(page.locator('[data-figure]')).toHaveCount(1);
  // The contents lead to what they name.
  await main.getByRole('button', { name: /node port/ }).click();
  await expect(page.locator('#difference-1')).toBeInViewport();
  await expect(main.locator('table')).toHaveCount(2);
  await expect(main).toContainText('KEP-5495');
  await expectAccessible(page);
});

test('a Sheet leaves as Markdown and as one still file, with hidden names where the switch says so', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await read(page, 'this-packet');
  await expect(page.locator('[data-figure]')).toBeVisible();
  await page.getByRole('button', { name: 'Hand out' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(dialog).toContainText('Copied.');
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain('# What happened to this packet');
  expect(markdown.match(/^\d+\. \*\*/gm)?.length).toBeGreaterThanOrEqual(8);
  expect(markdown).toContain('client asks for web.');
  expect(markdown).toContain('sequenceDiagram');
  const still = await handed(page, 'Save as one file');
  expect(still).toMatch(/\bweb\b/);
  expect(still).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
  await dialog.getByRole('switch').click();
  await expect(dialog).toContainText(/Replaced:/);
  await expect(page.locator('main')).not.toContainText('default/web');
  const hidden = await handed(page, 'Save as one file');
  expect(hidden).not.toMatch(/\bdefault\/web\b|10\.110\.182\.19/);
});

/** What of a still file a page from a disk shows: nothing runs, nothing is asked for. */
const SHOWN = `return {
  title: document.querySelector('h1').textContent,
  figures: document.querySelectorAll('svg').length,
  drawn: [...document.querySelectorAll('svg')].every((svg) => svg.getBoundingClientRect().width > 100),
  scripts: document.scripts.length,
  wide: document.documentElement.scrollWidth > innerWidth,
}`;
const EXPECTED = { title: 'Where a Service’s packet really goes', drawn: true, scripts: 0, wide: false };

fresh('a still Sheet opens from a disk in Chromium and in Firefox', ({ page, browser }) =>
  inFolder(async (folder) => {
    await page.goto('/#sheet=where-a-packet-goes');
    await expect(page.locator('[data-figure="f9"]')).toBeVisible();
    await page.getByRole('button', { name: 'Hand out' }).click();
    const path = join(folder, '그림 #1 100%.html');
    writeFileSync(path, await handed(page, 'Save as one file'));
    const address = pathToFileURL(path).href;
    const context = await browser.newContext({ offline: true, javaScriptEnabled: false });
    const opened = await context.newPage();
    const asked: string[] = [];
    opened.on('request', (request) => request.url() !== address && asked.push(request.url()));
    await opened.goto(address);
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText(EXPECTED.title);
    expect(await opened.locator('svg').count()).toBeGreaterThan(10);
    expect(asked).toEqual([]);
    await context.close();
    const firefox = findOwnFirefox();
    if (firefox === undefined) return;
    await inFirefox(firefox, 2_990 + (process.pid % 90), async ({ open, evaluate }) => {
      await open(address);
      expect(await evaluate(SHOWN)).toMatchObject(EXPECTED);
    });
  }),
);

fresh('a Sheet saved alive opens from a disk with its engine: of the shelf, and of the bench', ({ browser }) =>
  inFolder(async (folder) => {
    const first = join(folder, 'rulewalk.html');
    copyFileSync('dist/rulewalk.html', first);
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    await page.goto(`${pathToFileURL(first).href}#sheet=where-a-packet-goes`);
    await expect(page.locator('[data-figure="f9"]')).toBeVisible();
    for (const [sheet, file] of [
      ['where-a-packet-goes', 'article.html'],
      ['this-packet', 'packet.html'],
      [CHANGE, 'change.html'],
    ] as const) {
      await page.evaluate((name) => void (location.hash = `#sheet=${name}`), sheet);
      await expect(page.locator('[data-figure]').first()).toBeVisible();
      await page.getByRole('button', { name: 'Hand out' }).click();
      writeFileSync(join(folder, file), await handed(page, 'Save alive'));
      await page.keyboard.press('Escape');
    }
    await context.close();
    const other = await browser.newContext({ offline: true });
    const article = await other.newPage();
    await article.goto(pathToFileURL(join(folder, 'article.html')).href);
    const mode = article.locator('[data-knob="mode"]').first();
    await mode.focus();
    await article.keyboard.press('ArrowRight');
    await expect(article.locator('[data-figure="f1"]')).toContainText('every node has it on kube-ipvs0');
    const packet = await other.newPage();
    await packet.goto(pathToFileURL(join(folder, 'packet.html')).href);
    await expect(packet.getByRole('heading', { level: 1 })).toHaveText('What happened to this packet');
    await expect(packet.locator('[data-figure]')).toBeVisible();
    // Whose bench it holds is not left in the address.
    await expect.poll(() => packet.evaluate(() => location.hash.length)).toBeLessThan(80);
    // Reach's report has its classes and figures from the engine in the file.
    const change = await other.newPage();
    const report = pathToFileURL(join(folder, 'change.html')).href;
    await change.goto(report);
    await expect(change.getByRole('heading', { level: 1 })).toHaveText('We leave IPVS for nftables');
    await expect(change.locator('[data-figure] [data-way]')).toHaveCount(2);
    await other.close();
    const firefox = findOwnFirefox();
    if (firefox === undefined) return;
    await inFirefox(firefox, 3_500 + (process.pid % 90), async ({ open, evaluate }) => {
      await open(report);
      const ways = (): Promise<unknown> =>
        evaluate(`return document.querySelectorAll('[data-figure] [data-way]').length`);
      await expect.poll(ways, { timeout: 90_000 }).toBe(2);
      expect(await evaluate(`return document.querySelector('h1').textContent`)).toBe('We leave IPVS for nftables');
    });
  }),
);
