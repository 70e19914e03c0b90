import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { soak } from './app';
import { openFromDisk } from './from-disk';
import type { Host } from './hosts';
import { findOwnFirefox, inFirefox, type FirefoxPage } from './marionette';
import { ARRIVES_MS, heardBy, hostsOfRealms, plantAll, PLANTS, scriptOf, windowAndEngine } from './planting';

const FOLDER = mkdtempSync(join(tmpdir(), 'one-file-'));
/** As a file is called that came by mail. */
const FILE = join(FOLDER, '받은 파일 (2)', 'rule walk #2 100%.html');
const ADDRESS = pathToFileURL(FILE).href;
/** A page from a disk without a policy: what is planted there is heard. */
const CONTROL = join(FOLDER, 'control.html');

test.beforeAll(() => {
  mkdirSync(join(FOLDER, '받은 파일 (2)'), { recursive: true });
  writeFileSync(CONTROL, '<!doctype html><meta charset="utf-8"><title>control</title><body></body>');
  copyFileSync('dist/rulewalk.html', FILE);
});
test.afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

const RULES = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-A - [0:0]
:KUBE-SEP-A - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.0.10/32 -p tcp -m comment --comment "shop/web cluster IP" -m tcp --dport 80 -j KUBE-SVC-A
-A KUBE-SVC-A -m comment --comment "shop/web" -j KUBE-SEP-A
-A KUBE-SEP-A -p tcp -m comment --comment "shop/web" -m tcp -j DNAT --to-destination 10.244.1.5:8080
COMMIT
`;

const openFile = (browser: Browser, address = ADDRESS) => openFromDisk(browser, address, '[data-sentence]');

const sentence = (page: Page) => page.locator('[data-sentence]').first();

/** The page anew, with nothing of the journey before. */
async function again(page: Page, hash = ''): Promise<void> {
  await page.goto('about:blank');
  await page.goto(ADDRESS + hash);
}

async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page.keyboard.press('Enter');
}

test('ten journeys in one file, offline', async ({ browser }) => {
  const { context, page, odd } = await openFile(browser);
  await test.step('story', async () => {
    await page.keyboard.press('End');
    await expect(sentence(page)).toHaveText('client has its answer, from web.');
  });
  await test.step('lessons', async () => {
    await page.keyboard.press('l');
    await page.getByRole('dialog').getByRole('button', { name: 'Why this Pod?', exact: true }).click();
    await page.locator("[data-figure='why-this-pod'] [data-open=story]").click();
    await expect(page.locator("[data-scene='why-this-pod']")).toBeVisible();
  });
  await test.step('presenter window', async () => {
    await page.keyboard.press('p');
    await expect(page.locator('[data-slide]')).toBeVisible();
    const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
    await expect(speaker.locator('[data-speaker-notes]')).not.toBeEmpty();
    await Promise.all([speaker.waitForEvent('close'), page.keyboard.press('Escape')]);
  });
  await test.step('bench', async () => {
    await again(page, '?view=bench');
    await expect(page.getByRole('tab', { name: 'Trace' })).toBeVisible();
    await expect(page.locator('button[data-step]').first()).toBeVisible();
  });
  await test.step('time', async () => {
    await page.getByRole('button', { name: 'Time', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/requests? .*failed/).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('reach', async () => {
    await command(page, 'Reach');
    await expect(page.getByRole('dialog', { name: 'Reach' }).getByRole('row').nth(3)).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('paste', async () => {
    await again(page, '?view=story');
    await expect(sentence(page)).toBeVisible();
    await page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, RULES);
    await page.getByRole('dialog').getByRole('button', { name: 'Open this node' }).click();
    await expect(sentence(page)).toContainText('asks for shop/web');
  });
  await test.step('export', async () => {
    await page.getByRole('button', { name: /^Share/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'File', exact: true }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Capture (pcapng)' }).click();
    expect(readFileSync(await (await coming).path()).readUInt32BE(0)).toBe(0x0a0d0d0a);
    await page.keyboard.press('Escape');
  });
  await test.step('sheet', async () => {
    await again(page, '#sheet=where-a-packet-goes');
    await expect(page.locator('[data-figure="f9"]')).toBeVisible();
  });
  await test.step('compare', async () => {
    await again(page, '?view=bench');
    await expect(page.locator('button[data-step]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.locator('[data-moment]').nth(1)).toBeVisible();
  });
  expect(odd).toEqual([]);
  await context.close();
});

test('one file hands itself out with the bench in it, and that does so again', async ({ browser }) => {
  const save = async (page: Page, to: string): Promise<void> => {
    await page.getByRole('button', { name: /^Share/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'File', exact: true }).click();
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save this page with the bench' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/\.rulewalk\.html$/);
    copyFileSync(await file.path(), to);
    await page.keyboard.press('Escape');
  };
  const [first, second] = [join(FOLDER, 'saved once.html'), join(FOLDER, 'saved twice.html')];
  const opened = await openFile(browser);
  await opened.page.getByRole('button', { name: 'nftables' }).click();
  await expect(opened.page.getByRole('button', { name: 'nftables' })).toHaveAttribute('aria-pressed', 'true');
  await save(opened.page, first);
  await opened.context.close();

  const other = await openFile(browser, pathToFileURL(first).href);
  const mode = (name: string) => other.page.getByRole('button', { name, exact: true });
  await expect(mode('nftables')).toHaveAttribute('aria-pressed', 'true');
  await mode('IPVS').click();
  await expect(mode('IPVS')).toHaveAttribute('aria-pressed', 'true');
  await other.page.reload();
  await expect(mode('IPVS')).toHaveAttribute('aria-pressed', 'true');
  await save(other.page, second);
  await other.context.close();

  const last = await openFile(browser, pathToFileURL(second).href);
  await expect(last.page.getByRole('button', { name: 'IPVS', exact: true })).toHaveAttribute('aria-pressed', 'true');
  expect([...opened.odd, ...other.odd, ...last.odd]).toEqual([]);
  await last.context.close();
});

test('a page of a host opens itself as one file with the bench in it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'nftables' }).click();
  await expect(page.getByRole('button', { name: 'nftables' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Share/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'File', exact: true }).click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'Open as one file' });
  await expect(link).toHaveAttribute('href', /^\.\/rulewalk\.html#\d/);
  const [file] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect(file.getByRole('button', { name: 'nftables' })).toHaveAttribute('aria-pressed', 'true');
  expect(await file.evaluate(() => 'rulewalkFile' in globalThis)).toBe(true);
  await file.close();
});

/** What a page of a disk can tell, policy or not: the more of it the control tells, the more it means that the page does not. */
const TOLD = ['fetch', 'XMLHttpRequest', 'sendBeacon', 'Image', 'script'];

test('nothing leaves one file from a disk: page and engine', async ({ browser }) => {
  const [outside, heard] = await Promise.all([hostsOfRealms(), hostsOfRealms()]);
  const context = await browser.newContext();
  try {
    const control = await context.newPage();
    await control.goto(pathToFileURL(CONTROL).href);
    await control.evaluate(scriptOf(PLANTS.page, `${heard.page.address}page/`));
    await expect.poll(() => heardBy(heard.page, 'page')).toEqual(expect.arrayContaining(TOLD));
    const page = await context.newPage();
    await page.goto(`${ADDRESS}?view=bench`);
    await expect(page.locator('button[data-step]').first()).toBeVisible();
    await plantAll(page, await windowAndEngine(page), outside);
    await page.waitForTimeout(2 * ARRIVES_MS);
    expect(Object.values(outside).flatMap(({ asked }: Host) => asked)).toEqual([]);
  } finally {
    await context.close();
    for (const each of [...Object.values(outside), ...Object.values(heard)]) each.close();
  }
});

/** A journey in Firefox: what is done, as scripts of the page, and what has to stand there then. */
interface Journey {
  readonly name: string;
  readonly address?: string;
  /** Each is done when it returns true. */
  readonly acts: readonly string[];
  readonly shows: string;
}

const HELPERS = `
const named = (tag, name) => [...document.querySelectorAll(tag)].find((each) =>
  (each.textContent.trim() === name || each.getAttribute('aria-label') === name) && each.checkVisibility());
const press = (key, more = {}) => {
  const to = document.activeElement ?? document.body;
  to.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  return true;
};
const click = (tag, name) => { const found = named(tag, name); if (!found || found.disabled) return false; found.click(); return true; };
const sentence = () => document.querySelector('[data-sentence]')?.textContent ?? '';
const write = (field, text) => {
  const input = document.querySelector(field);
  if (!input) return false;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value').set.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
};
`;

const byPalette = (name: string): readonly string[] => [
  `return press('k', { ctrlKey: true })`,
  `return write('[role=dialog] [role=combobox]', '${name}')`,
  `return document.querySelector('[cmdk-item][aria-selected=true]')?.textContent.includes('${name}') && press('Enter')`,
];

const JOURNEYS: readonly Journey[] = [
  {
    name: 'story',
    acts: [`return sentence() !== '' && press('End')`],
    shows: `return sentence() === 'client has its answer, from web.'`,
  },
  {
    name: 'lessons',
    acts: [
      `return press('l')`,
      `return click('[role=dialog] button', 'Why this Pod?')`,
      `const link = document.querySelector("[data-figure='why-this-pod'] [data-open=story]"); link?.click(); return link !== null`,
    ],
    shows: `return document.querySelector("[data-scene='why-this-pod']") !== null`,
  },
  {
    name: 'presenter',
    acts: [`return press('p')`, `return document.querySelector('[data-slide]') !== null && press('s')`],
    shows: `return document.querySelector('[data-slide]') !== null`,
  },
  {
    name: 'bench',
    address: '?view=bench',
    acts: [],
    shows: `return document.querySelector('button[data-step]') !== null`,
  },
  {
    name: 'time',
    acts: [`return click('button', 'Time')`],
    shows: `return /requests? .*failed/.test(document.querySelector('[role=dialog]')?.textContent ?? '')`,
  },
  {
    name: 'reach',
    address: '?view=bench',
    acts: [`return document.querySelector('button[data-step]') !== null`, ...byPalette('Reach')],
    shows: `return document.querySelectorAll('[role=dialog] tr, [role=dialog] [role=row]').length > 3`,
  },
  {
    name: 'paste',
    address: '?view=story',
    acts: [
      `return click('button', 'Paste')`,
      `return write('[role=dialog] textarea', ${JSON.stringify(RULES)})`,
      `return click('[role=dialog] button', 'Add this text')`,
      `return click('[role=dialog] button', 'Open this node and send')`,
    ],
    shows: `return sentence().includes('asks for shop/web')`,
  },
  {
    name: 'export',
    acts: [
      `return click('button', 'Share')`,
      `return click('[role=dialog] button', 'File')`,
      `return click('[role=dialog] button', 'Capture (pcapng)')`,
    ],
    shows: `return /pcapng was handed to the browser/.test(document.querySelector('[role=dialog]')?.textContent ?? '')`,
  },
  {
    name: 'sheet',
    address: '#sheet=where-a-packet-goes',
    acts: [],
    shows: `return document.querySelector('[data-figure=f9]') !== null`,
  },
  {
    name: 'a part moved by key while a Sheet is edited',
    address: '#sheet=leaving-ipvs',
    acts: [
      `return click('button', 'Edit a copy')`,
      `const handle = document.querySelector('[data-part="1"] [data-handle]'); handle?.focus(); return handle !== null && press('ArrowUp')`,
    ],
    shows: `return [...document.querySelectorAll('[role=status]')].some((each) => each.textContent.includes('Now it is part 1 of'))`,
  },
  {
    name: 'compare',
    address: '?view=bench',
    acts: [`return document.querySelector('button[data-step]') !== null`, `return click('button', 'Compare')`],
    shows: `return document.querySelectorAll('[data-moment]').length > 1`,
  },
];

async function walk(page: FirefoxPage, { name, address, acts, shows }: Journey): Promise<void> {
  if (address !== undefined) {
    await page.open('about:blank');
    await page.open(ADDRESS + address);
  }
  for (const act of [...acts, shows])
    await expect.poll(() => page.evaluate(HELPERS + act), { message: `${name}: ${act}`, timeout: 60_000 }).toBe(true);
}

test('eleven journeys in one file in Firefox, and nothing leaves it', soak(), async () => {
  test.setTimeout(400_000);
  const firefox = findOwnFirefox();
  test.skip(firefox === undefined, 'there is no Firefox');
  const [outside, heard] = await Promise.all([hostsOfRealms(), hostsOfRealms()]);
  await inFirefox(firefox ?? '', 3_100 + (process.pid % 90), async (page) => {
    await page.open(ADDRESS);
    for (const journey of JOURNEYS) await walk(page, journey);
    await page.evaluate(`${scriptOf(PLANTS.page, `${outside.page.address}page/`)}; return true`);
    await new Promise((resolve) => setTimeout(resolve, 2 * ARRIVES_MS));
    await page.open(pathToFileURL(CONTROL).href);
    await page.evaluate(`${scriptOf(PLANTS.page, `${heard.page.address}page/`)}; return true`);
    await expect.poll(() => heardBy(heard.page, 'page')).toEqual(expect.arrayContaining(TOLD));
    expect(outside.page.asked).toEqual([]);
  });
  for (const each of [...Object.values(outside), ...Object.values(heard)]) each.close();
});

test('how large one file is, and when it shows its first frame', soak(), async ({ browser }) => {
  const times: number[] = [];
  for (let at = 0; at < 3; at++) {
    const { page, context } = await openFile(browser);
    times.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
    );
    await context.close();
  }
  console.log(`first paint of ${readFileSync(FILE).length} bytes: ${times.map(Math.round).join(', ')} ms`);
  expect(Math.min(...times)).toBeLessThan(10_000);
});
