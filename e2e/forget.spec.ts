import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

const OWN = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');
const SECRET = 'the-secret-of-node7';
/** Long enough to go to IndexedDB. */
const LARGE = `# ${SECRET}\n${OWN}${'# a line of nothing at all\n'.repeat(45_000)}`;

/** Is the secret in anything this browser keeps of the page? */
async function keeps(page: Page): Promise<boolean> {
  const kept = await page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name ?? '');
        request.addEventListener('success', () => resolve(request.result));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        texts.push(JSON.stringify(all.result));
      }
      database.close();
    }
    return texts.join('\n');
  });
  return kept.includes(SECRET);
}

for (const [size, text] of [
  ['small', `# ${SECRET}\n${OWN}`],
  ['large', LARGE],
] as const) {
  test(
    `a ${size} text that is removed is in no store of the browser, also after a reload`,
    soak(size !== 'small'),
    async ({ page }) => {
      const app = new App(page);
      await app.openPasted(text);
      await expect.poll(() => keeps(page)).toBe(true);
      await page.reload();
      await expect(app.steps.first()).toBeVisible();
      await app.left.getByRole('tab', { name: 'Dumps' }).click();
      await app.left
        .getByRole('article')
        .getByRole('button', { name: /^Remove/ })
        .click();
      await expect.poll(() => keeps(page)).toBe(false);
      expect(app.problems).toEqual([]);
    },
  );
}

test(
  'a large text that is not opened yet is there after a reload, and in no store once it is taken away',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, LARGE);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('article')).toHaveCount(1);
    await expect.poll(() => keeps(page)).toBe(true);
    await page.reload();
    await page
      .getByRole('button', { name: /^Paste/ })
      .first()
      .click();
    await expect(dialog.getByRole('article')).toHaveCount(1);
    await dialog
      .getByRole('article')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(() => keeps(page)).toBe(false);
    expect(app.problems).toEqual([]);
  },
);

test(
  '“Forget everything kept here”, in the paste window: nothing is left, on the page and in the browser',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.openPasted(LARGE);
    await expect.poll(() => keeps(page)).toBe(true);
    await page
      .getByRole('button', { name: /^Paste/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('at most 30 days');
    await dialog.getByRole('button', { name: 'Forget everything kept here' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Forget it all' }).click();
    await expect(dialog.getByText(/is gone/)).toBeVisible();
    expect(await keeps(page)).toBe(false);
    await app.open();
    await expect(app.left.getByRole('button', { name: /^web 10\./ })).toHaveCount(1);
    expect(await keeps(page)).toBe(false);
    expect(app.problems).toEqual([]);
  },
);

test('on a phone in the dark every page of Help can be reached', soak(), async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('./');
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('?');
  const licences = page.getByRole('dialog').getByRole('button', { name: 'Licences' });
  await expect(licences).toBeInViewport({ ratio: 1 });
  await licences.click();
  await expect(page.getByRole('dialog').getByText(/^react \d/)).toHaveCount(1);
  await expectAccessible(page);
});

test(
  'Help says what is kept, and lists the licence of everything that is built in',
  soak(),
  async ({ page, request }) => {
    const app = new App(page);
    await app.open();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'What is kept' }).click();
    await expect(dialog.getByRole('button', { name: 'Forget everything kept here' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Licences' }).click();
    for (const name of ['react', '@xyflow/react', 'd3', 'zundo', 'yaml', 'valibot', 'cmdk']) {
      await expect(dialog.getByText(new RegExp(`^${name} \\d`))).toHaveCount(1);
    }
    await dialog.getByText(/^react \d/).click();
    await expect(dialog.getByText(/Permission is hereby granted/).filter({ visible: true })).toHaveCount(1);
    await expectAccessible(page);
    for (const file of ['LICENSE.txt', 'THIRD-PARTY-NOTICES.txt'])
      expect((await request.get(`./${file}`)).status()).toBe(200);
    expect(app.problems).toEqual([]);
  },
);

test('“Forget everything kept here” empties every other tab, too, which says so', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const app = new App(await context.newPage());
  await app.openPasted(LARGE);
  await expect.poll(() => keeps(app.page)).toBe(true);
  const other = new App(await context.newPage());
  await other.open();
  await other.page.keyboard.press('?');
  const dialog = other.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'What is kept' }).click();
  await dialog.getByRole('button', { name: 'Forget everything kept here' }).click();
  await dialog.getByRole('button', { name: 'Forget it all' }).click();
  await expect(dialog.getByText(/is gone/)).toBeVisible();
  await expect(app.page.getByRole('region', { name: 'Notices' })).toContainText('forgotten in another tab');
  await expect(app.left.getByRole('button', { name: /^web 10\./ })).toHaveCount(1);
  await app.addReplica();
  await app.page.reload();
  await expect(app.steps.first()).toBeVisible();
  await expect.poll(() => keeps(app.page)).toBe(false);
  expect([...app.problems, ...other.problems]).toEqual([]);
  await context.close();
});
