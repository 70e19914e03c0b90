import { createServer, type Server } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';
import { paste } from './bring';

const OWN = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Of a newer version on the same host: a file by its name in this one, as it is called in the newer one. */
let renamed: readonly [string, string] | undefined;

/** A file as the host has it now: the newest version, and nothing of an older one. */
function served(file: string): Buffer {
  const raw = readFileSync(join('dist', renamed && file === renamed[1] ? renamed[0] : file));
  if (!renamed || !/\.(?:js|html)$/.test(file)) return raw;
  if (file === renamed[0]) throw new Error('gone');
  const [before, now] = renamed.map((each) => each.replace('assets/', ''));
  return Buffer.from(raw.toString('utf8').replaceAll(before ?? '', now ?? ''));
}

/** Any static host, with the page below a path of its own. */
let host: Server;
let below: string;
test.beforeAll(async () => {
  host = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const file = path === '/some/where/' ? 'index.html' : path.replace(/^\/some\/where\//, '');
    try {
      const body = served(file);
      response.setHeader('Content-Type', TYPES[extname(file)] ?? 'text/plain').end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => host.listen(0, 'localhost', ready));
  below = `http://localhost:${(host.address() as AddressInfo).port}/some/where/`;
});
test.afterAll(() => void host.close());

/** Waits until the browser keeps every file of the page. */
async function kept(page: Page): Promise<void> {
  await page.waitForFunction(async () => Boolean((await navigator.serviceWorker.ready).active));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test.describe('without a network after the first visit', () => {
  test.use({ serviceWorkers: 'allow' });

  for (const where of ['the root, with the policy as headers', 'any path']) {
    test(`everything works from ${where}`, soak(where === 'any path'), async ({ page, context }) => {
      const app = new App(page);
      await app.open(`${where === 'any path' ? below : './'}?view=bench`);
      await kept(page);
      await context.setOffline(true);
      await page.goto(`${where === 'any path' ? below : './'}?lang=ko#example=session-affinity`);
      await expect(
        page
          .getByRole('list', { name: /의 단계/ })
          .getByRole('button')
          .first(),
      ).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
      await paste(page, OWN);
      await expect(page.getByRole('dialog').getByRole('article')).toContainText(/iptables-save/);
      await page.keyboard.press('Escape');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: '도움말' })).toBeVisible();
      expect(app.problems).toEqual([]);
    });
  }
});

test.describe('after an update', () => {
  test.use({ serviceWorkers: 'allow' });
  test.afterEach(() => {
    renamed = undefined;
  });

  test('a tab of the version before gets what it first needs then; its files are gone when it is closed', async ({
    context,
  }) => {
    const name = readdirSync('dist/assets').find((each) => /^PasteDialog-[\w-]+\.js$/.test(each)) ?? '';
    const old = new App(await context.newPage());
    await old.open(`${below}?view=bench`);
    await kept(old.page);
    const other = new App(await context.newPage());
    await other.open(`${below}?view=bench`);
    renamed = [`assets/${name}`, 'assets/PasteDialog-newer42.js'];
    await other.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    const anew = other.page.waitForEvent('load');
    await other.page
      .getByRole('region', { name: 'Notices' })
      .getByRole('button', { name: 'Load the page anew' })
      .click();
    await anew;
    const cached = (): Promise<string[]> =>
      other.page.evaluate(async () => {
        const names = await caches.keys();
        const lists = await Promise.all(names.map(async (each) => (await caches.open(each)).keys()));
        return lists
          .flat()
          .flatMap(({ url }) =>
            url.includes('/PasteDialog-') && url.includes('.js') ? [url.replace(/.*\//, '')] : [],
          );
      });
    await expect(other.steps.first()).toBeVisible();
    expect(await cached()).toEqual(expect.arrayContaining([name, 'PasteDialog-newer42.js']));
    await paste(old.page, OWN);
    await expect(old.page.getByRole('dialog').getByRole('article')).toContainText(/iptables-save/);
    await old.page.close();
    // Files of a version go when a page of another one is opened and no tab has it any more.
    await expect(async () => {
      await other.page.reload();
      expect(await cached()).toEqual(['PasteDialog-newer42.js']);
    }).toPass();
    expect([...old.problems, ...other.problems]).toEqual([]);
  });
});

test(
  'a part that fails to load: the paste is kept, it is really tried again, and a reload restores it',
  soak(),
  async ({ page }) => {
    let asked = 0;
    let broken = true;
    await page.route(/assets\/PasteDialog-/, (route) => {
      asked++;
      return broken ? route.abort() : route.continue();
    });
    const app = new App(page);
    await app.open();
    await paste(page, OWN);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('could not be loaded');
    const before = asked;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toContainText('could not be loaded');
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText('is kept');
    expect(asked).toBeGreaterThan(before);
    broken = false;
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Load the page anew' }).click();
    await expect(app.steps.first()).toBeVisible();
    await page
      .getByRole('button', { name: /^Paste/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('dialog').getByRole('article')).toContainText(/iptables-save/);
  },
);

test('a part that comes back is there with the second try', soak(), async ({ page }) => {
  let broken = true;
  await page.route(/assets\/PasteDialog-/, (route) => (broken ? route.abort() : route.continue()));
  const app = new App(page);
  await app.open();
  await paste(page, OWN);
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  broken = false;
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog').getByRole('article')).toHaveCount(1);
});
