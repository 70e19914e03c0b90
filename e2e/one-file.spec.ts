import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { findOwnFirefox, inFirefox } from './marionette';

const FOLDER = mkdtempSync(join(tmpdir(), 'one-file-'));
/** As a file is called that came by mail. */
const FILE = join(FOLDER, '받은 파일 (1)', 'rule walk #1 100%.html');
const ADDRESS = pathToFileURL(FILE).href;

test.beforeAll(() => {
  mkdirSync(join(FOLDER, '받은 파일 (1)'), { recursive: true });
  copyFileSync('dist/rulewalk.html', FILE);
});
test.afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Everything the page asked for that is not in it, and what it complained of. */
function watch(page: Page): { readonly asked: string[]; readonly said: string[] } {
  const [asked, said]: [string[], string[]] = [[], []];
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && request.url() !== ADDRESS) asked.push(request.url());
  });
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  return { asked, said };
}

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

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

test('one file from a disk tells the story, has the bench and the lessons, and reads a paste, offline', async ({
  browser,
}) => {
  expect(statSync(FILE).size).toBeLessThan(3_600_000);
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const { asked, said } = watch(page);
  await page.goto(ADDRESS);
  await expect(page.locator('[data-sentence]')).toHaveText('client asks for web.');
  await expect(page.locator('#dead')).toBeHidden();
  await page.keyboard.press('End');
  await expect(page.locator('[data-sentence]')).toHaveText('client has its answer, from web.');
  await page.keyboard.press('b');
  await expect(page.getByRole('tab', { name: 'Trace' })).toBeVisible();
  await page.keyboard.press('b');
  await page.getByRole('button', { name: 'Lessons' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await paste(page, RULES);
  await page.getByRole('dialog').getByRole('button', { name: 'Open this node' }).click();
  await expect(page.locator('[data-sentence]')).toContainText('asks for shop/web');
  expect(asked).toEqual([]);
  expect(said).toEqual([]);
  const open = await page.evaluate(() =>
    ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'RTCPeerConnection'].filter(
      (name) => name in window && window[name as 'fetch'] !== undefined,
    ),
  );
  expect(open).toEqual([]);
  await context.close();
});

test('one file comes back with what was on it', async ({ browser }) => {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  await page.goto(ADDRESS);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.getByRole('button', { name: 'nftables' }).click();
  await expect(page.getByRole('button', { name: 'nftables' })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByRole('button', { name: 'nftables' })).toHaveAttribute('aria-pressed', 'true');
  await context.close();
});

test('the folder opened from a disk says that it does not run, at once', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL('dist/index.html').href);
  await expect(page.locator('#dead')).toBeVisible();
  await expect(page.getByText('rulewalk.html').first()).toBeVisible();
  await page.close();
});

test('a page whose scripts do not run says so', async ({ browser, baseURL }) => {
  const page = await browser.newPage();
  // As a host that lets no page run scripts of its own.
  await page.route(new URL('/', baseURL).href, (route) =>
    route.fulfill({ path: 'dist/index.html', headers: { 'content-security-policy': "script-src 'none'" } }),
  );
  await page.goto(baseURL ?? '');
  await expect(page.locator('#dead')).toBeVisible();
  await page.close();
});

test('a page whose words are refused says so', async ({ page }) => {
  await page.route('**/assets/first-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator('#dead')).toBeVisible();
});

test('a page whose own file is refused says so', async ({ browser, baseURL }) => {
  const page = await browser.newPage();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(baseURL ?? '');
  await expect(page.locator('#dead')).toBeVisible();
  await page.close();
});

test('one file from a disk works in Firefox, too', async () => {
  const firefox = findOwnFirefox();
  test.skip(firefox === undefined, 'there is no Firefox');
  await inFirefox(firefox ?? '', 2_900 + (process.pid % 90), async (page) => {
    await page.open(ADDRESS);
    const sentence = (): Promise<unknown> =>
      page.evaluate(`return document.querySelector('[data-sentence]')?.textContent ?? ''`);
    await expect.poll(sentence, { timeout: 90_000 }).toMatch(/client|node1|web/);
    await page.evaluate(`document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))`);
    await expect.poll(sentence, { timeout: 90_000 }).toBe('client has its answer, from web.');
    expect(await page.evaluate('return typeof fetch')).toBe('undefined');
  });
});
