import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';

/** Somewhere else: whatever arrives there has left the page. */
let elsewhere: Server;
let address: string;
let arrived: string[] = [];

test.beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    arrived.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*').end('taken');
  });
  elsewhere.on('upgrade', (request, socket) => {
    arrived.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((ready) => elsewhere.listen(0, 'localhost', ready));
  address = `localhost:${(elsewhere.address() as AddressInfo).port}`;
});
test.afterAll(() => void elsewhere.close());
test.beforeEach(() => void (arrived = []));

/** Has the page remember what the browser refuses it. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = ((globalThis as { refusals?: string[] }).refusals = []);
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      seen.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
}

const refusals = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (globalThis as { refusals?: string[] }).refusals ?? []);

/** What is planted, the directive that refuses it, and how. */
const PLANTS: readonly (readonly [string, string, (to: string) => void])[] = [
  ['fetch', 'connect-src', (to) => void fetch(`http://${to}/fetch`).catch(() => undefined)],
  ['fetch of the page’s own host', 'connect-src', () => void fetch('./favicon.svg').catch(() => undefined)],
  [
    'XMLHttpRequest',
    'connect-src',
    (to) => {
      const request = new XMLHttpRequest();
      request.open('POST', `http://${to}/xhr`);
      request.send('text');
    },
  ],
  ['beacon', 'connect-src', (to) => void navigator.sendBeacon(`http://${to}/beacon`, 'text')],
  ['WebSocket', 'connect-src', (to) => void new WebSocket(`ws://${to}/socket`)],
  ['EventSource', 'connect-src', (to) => void new EventSource(`http://${to}/events`)],
  ['img', 'img-src', (to) => void (new Image().src = `http://${to}/img`)],
  [
    'form',
    'form-action',
    (to) => {
      const form = document.createElement('form');
      Object.assign(form, { action: `http://${to}/form`, method: 'post' });
      document.body.append(form);
      form.submit();
    },
  ],
  ['worker of a blob', 'worker-src', () => void new Worker(URL.createObjectURL(new Blob(['0'])))],
  [
    'iframe',
    'frame-src',
    (to) => document.body.append(Object.assign(document.createElement('iframe'), { src: `http://${to}/frame` })),
  ],
  [
    'script',
    'script-src-elem',
    (to) => document.body.append(Object.assign(document.createElement('script'), { src: `http://${to}/script.js` })),
  ],
  ['picture of a style', 'img-src', (to) => void (document.body.style.backgroundImage = `url(http://${to}/style)`)],
];

test('what tries to leave the page is refused by the browser', async ({ page }) => {
  await listen(page);
  await new App(page).open();
  for (const [name, directive, plant] of PLANTS) {
    const before = (await refusals(page)).length;
    await page.evaluate(plant, address).catch(() => undefined);
    await expect
      .poll(async () => (await refusals(page)).slice(before).map((each) => each.split(' ')[0]), { message: name })
      .toContain(directive);
  }
  // A module of another host is refused before any policy is asked.
  await expect(page.evaluate((to) => void new Worker(`http://${to}/worker.js`), address)).rejects.toThrow(
    /SecurityError|origin/,
  );
  expect(arrived).toEqual([]);
});

test('of its own host the page may ask for robots.txt, which visitors of its kind look for, and for nothing else', async ({
  page,
}) => {
  await listen(page);
  await new App(page).open();
  const robots = await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()));
  expect(robots).toContain('User-agent: *');
  const others = ['/', '/robots.txt/more', '/favicon.svg', '/index.html?text'];
  for (const path of others) await expect(page.evaluate((to) => fetch(to), path)).rejects.toThrow(/fetch/);
  expect(await refusals(page)).toHaveLength(others.length);
});

test('the listener would have heard it', async ({ page }) => {
  await page.goto(`http://${address}/`);
  await page.evaluate((to) => fetch(`http://${to}/heard`), address);
  expect(arrived).toContain('/heard');
});

test('a worker of the page has nothing to ask with', async ({ page }) => {
  await new App(page).open();
  const [worker] = page.workers();
  const ways = await worker?.evaluate(() => [
    typeof fetch,
    typeof XMLHttpRequest,
    typeof WebSocket,
    typeof EventSource,
  ]);
  expect(ways).toEqual(['undefined', 'undefined', 'undefined', 'undefined']);
});

test('the page says the policy itself, and `npm start` sends it with nosniff and no-referrer', async ({ request }) => {
  const answer = await request.get('./');
  const headers = answer.headers();
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(await answer.text()).toMatch(/http-equiv="Content-Security-Policy" content="default-src (&#39;|')none/);
});

test('nothing of the bench is refused: every pane, dialog and editor', soak(), async ({ page }) => {
  await listen(page);
  const app = new App(page);
  await app.open();
  await app.pause();
  for (const tab of ['Packet', 'Rules', 'Conntrack', 'Routes', 'Why', 'Trace'] as const) await app.tab(tab);
  await app.left.getByRole('tab', { name: /YAML/ }).click();
  await expect(app.left.locator('.cm-content')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Share/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await refusals(page)).toEqual([]);
  expect(app.problems).toEqual([]);
});
