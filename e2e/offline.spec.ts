import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';

const OWN = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

/** Any static host, with the page below a path of its own. */
let host: Server;
let below: string;
test.beforeAll(async () => {
  host = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    const file = path === '/some/where/' ? 'index.html' : path.replace(/^\/some\/where\//, '');
    try {
      const body = readFileSync(join('dist', file));
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

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
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
