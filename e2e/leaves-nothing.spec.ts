import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';
import { bareHost, elsewhere, type Host } from './hosts';
import { OPEN_PLANTS, OWN_HOST_PLANTS } from './plants';
import {
  ARRIVES_MS,
  heardBy,
  hostsOfRealms,
  plantAll,
  PLANTS,
  REALMS,
  scriptOf,
  windowAndEngine,
  type Realm,
  type Realms,
} from './planting';

test.use({ serviceWorkers: 'allow' });

/** The same with a service worker. */
async function realmsOf(page: Page): Promise<Realms> {
  await expect.poll(() => page.context().serviceWorkers().length).toBeGreaterThan(0);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [serviceWorker] = page.context().serviceWorkers();
  return { ...(await windowAndEngine(page)), 'service-worker': (script) => serviceWorker!.evaluate(script) };
}

/** A page without a policy, with a worker and a service worker: what is planted there is heard. */
async function openControl(page: Page, { address }: Host): Promise<Realms> {
  await page.goto(`${address}control/`);
  await page.evaluate(() => {
    (globalThis as { worker?: Worker }).worker = new Worker('./worker.js', { type: 'module' });
    return navigator.serviceWorker.register('./sw.js');
  });
  return realmsOf(page);
}

for (const where of ['npm start', 'a bare static host'] as const) {
  test(`nothing leaves page, engine and service worker on ${where}; a page without the policy tells all of it`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const [outside, heard] = await Promise.all([hostsOfRealms(), hostsOfRealms()]);
    const bare = where === 'npm start' ? undefined : await bareHost();
    const context = await browser.newContext({ serviceWorkers: 'allow' });
    try {
      await new App(page).open(`${bare?.address ?? baseURL}?view=bench`);
      await plantAll(page, await realmsOf(page), outside);
      const control = await context.newPage();
      await plantAll(control, await openControl(control, heard.page), heard);
      for (const realm of REALMS) {
        const names = PLANTS[realm].map(({ name }) => name);
        const message = `what the control tells: ${realm}`;
        await expect.poll(() => heardBy(heard[realm], realm), { message, timeout: 20_000 }).toEqual(names);
      }
      await page.waitForTimeout(ARRIVES_MS);
      expect(REALMS.flatMap((realm) => outside[realm].asked)).toEqual([]);
    } finally {
      await context.close();
      for (const each of [...Object.values(outside), ...Object.values(heard), bare]) each?.close();
    }
  });
}

test('nothing leaves page and engine on a bare host before a service worker refuses it, too', async ({ browser }) => {
  const [outside, bare] = await Promise.all([elsewhere(), bareHost()]);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await new App(page).open(`${bare.address}?view=bench`);
    await plantAll(page, await windowAndEngine(page), { page: outside, engine: outside, 'service-worker': outside });
    await page.waitForTimeout(ARRIVES_MS);
    expect(outside.asked).toEqual([]);
  } finally {
    await context.close();
    outside.close();
    bare.close();
  }
});

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

test('its own host is told nothing but the names of the page’s files; once they are kept, not even behind a “?”', async ({
  page,
}) => {
  const bare = await bareHost();
  try {
    await new App(page).open(`${bare.address}?view=bench`);
    await page.evaluate(scriptOf(OWN_HOST_PLANTS, `${bare.address}told?`));
    await page.waitForTimeout(ARRIVES_MS);
    expect(bare.asked.filter((path) => /told|\.\w+\?/.test(path))).toEqual([]);

    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const file = bare.asked.find((path) => /\/assets\/late-\w+/.test(path) && path.endsWith('.js')) ?? '';
    await page.evaluate(scriptOf(OWN_HOST_PLANTS, `${bare.address}${file.slice(1)}?told=`));
    await page.waitForTimeout(ARRIVES_MS);
    expect(bare.asked.filter((path) => path.includes('told'))).toEqual([]);
  } finally {
    bare.close();
  }
  const control = await elsewhere();
  await page.goto(`${control.address}control/`);
  await page.evaluate(scriptOf(OWN_HOST_PLANTS, `${control.address}told?`));
  const told = (): readonly string[] =>
    OWN_HOST_PLANTS.map(({ name }) => name).filter((name) =>
      control.asked.some((path) => path.endsWith(`told?${encodeURIComponent(name)}`)),
    );
  await expect.poll(told).toEqual(OWN_HOST_PLANTS.map(({ name }) => name));
  control.close();
});

test('what no policy refuses: to go elsewhere', soak(), async ({ context, baseURL }) => {
  for (const plant of OPEN_PLANTS) {
    const outside = await elsewhere();
    const page = await context.newPage();
    await page.goto(`${baseURL}?view=bench`);
    await page.evaluate(scriptOf([plant], outside.address)).catch(() => undefined);
    await expect.poll(() => outside.asked, { message: plant.name }).not.toEqual([]);
    outside.close();
  }
});

test('an engine has nothing to ask with', async ({ page }) => {
  await new App(page).open();
  const [worker] = page.workers();
  const left = await worker?.evaluate(() => {
    const names = [
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'EventSource',
      'WebTransport',
      'Worker',
      'caches',
      'FontFace',
    ];
    const chain: object[] = [];
    for (let each = globalThis as object | null; each; each = Object.getPrototypeOf(each) as object | null)
      chain.push(each);
    return names.filter((name) => chain.some((each) => Reflect.get(each, name, globalThis) !== undefined));
  });
  expect(left).toEqual([]);
});

test('the policy is the first act of the page, and `npm start` sends it with what only a host can say', async ({
  request,
}) => {
  const answer = await request.get('./');
  const html = await answer.text();
  const policy = html.indexOf('http-equiv="Content-Security-Policy" content="default-src ');
  const act = html.indexOf('<script>');
  expect(policy).toBeGreaterThan(0);
  expect(act).toBeGreaterThan(policy);
  // Nothing is asked for before the first script has run, and the letters are told in the kilobyte that is looked at for them.
  expect(html.slice(0, act)).not.toMatch(/<link|<style|src=|href=/);
  expect(html.indexOf('<meta charset')).toBeLessThan(1024 - 30);
  const headers = answer.headers();
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  const written = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
  expect(headers['content-security-policy']).toBe(`${written}; frame-ancestors 'none'`);
  expect((await request.get('./?embed')).headers()['content-security-policy']).toBe(written);
});

/** A page of somebody else with a frame. */
async function frameOf(page: Page, around: Host, src: string): Promise<void> {
  await page.goto(`${around.address}control/`);
  await page.evaluate((to) => {
    const frame = Object.assign(document.createElement('iframe'), { src: to, width: 480, height: 360 });
    document.body.replaceChildren(frame);
  }, src);
}

test('in a frame only one walk is shown; anything else is a sentence, and nothing that is kept is looked at', async ({
  page,
  baseURL,
}) => {
  const [around, bare] = await Promise.all([elsewhere(), bareHost()]);
  const frame = page.frameLocator('iframe');
  try {
    for (const address of ['', '?lang=en', '#s=why-this-pod', 'index.html']) {
      await frameOf(page, around, `${bare.address}${address}`);
      await expect(frame.locator('body')).toHaveText(/^Another page shows Rulewalk in a frame\..* Open Rulewalk$/);
      await expect(frame.getByRole('link')).toHaveAttribute(
        'href',
        bare.address + (address === 'index.html' ? address : ''),
      );
      await expect(frame.getByRole('link')).toHaveAttribute('target', '_blank');
    }
    await frameOf(page, around, `${bare.address}?lang=ko`);
    await expect(frame.locator('body')).toHaveText(/^다른 페이지가 Rulewalk를/);
    expect(bare.asked.filter((path) => path.endsWith('.js'))).toEqual([]);
    expect(page.frames()[1]?.url()).toContain(bare.address);
    for (const host of [bare.address, `${baseURL}/`]) {
      await frameOf(page, around, `${host}?embed#s=why-this-pod&m=3`);
      await expect(frame.locator('[data-view=embed] [data-sentence]')).toHaveText(/^The draw falls on/);
    }
    await frameOf(page, around, `${baseURL}/`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
  } finally {
    around.close();
    bare.close();
  }
});

test('a walk stands in a frame also when its files are kept, with the headers of the page itself', async ({
  page,
  baseURL,
}) => {
  const around = await elsewhere();
  const frame = page.frameLocator('iframe');
  try {
    await page.goto(`${baseURL}/?view=bench`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await frameOf(page, around, `${baseURL}/?embed#s=why-this-pod&m=3`);
    await expect(frame.locator('[data-view=embed] [data-sentence]')).toHaveText(/^The draw falls on/);
  } finally {
    around.close();
  }
});

test('a page around that sends without end is followed at a pace', async ({ page }) => {
  const [around, bare] = await Promise.all([elsewhere(), bareHost()]);
  try {
    await frameOf(page, around, `${bare.address}?embed#s=why-this-pod&m=1`);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('[data-sentence]')).toHaveText('client asks for web.');
    const answers = await page.evaluate(async () => {
      let heard = 0;
      addEventListener('message', () => heard++);
      const other = document.querySelector('iframe')?.contentWindow;
      for (let at = 0; at < 20_000; at++) {
        other?.postMessage({ rulewalk: 1, type: 'state' }, '*');
        other?.postMessage({ rulewalk: 1, type: 'goto', moment: 1 + (at % 3) }, '*');
      }
      other?.postMessage({ rulewalk: 1, type: 'goto', moment: 3 }, '*');
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return heard;
    });
    await expect(frame.locator('[data-sentence]')).toHaveText(/^The draw falls on/);
    expect(answers).toBeLessThan(250);
    expect(answers).toBeGreaterThan(0);
  } finally {
    around.close();
    bare.close();
  }
});

/** A Firefox of this machine; Playwright drives only one of its own, so the page is opened and tells what it did. */
function findFirefox(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Opens an address in Firefox until `isDone`. */
async function openInFirefox(binary: string, address: string, isDone: () => boolean): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const child = spawn(binary, ['--headless', '--no-remote', '--profile', profile, address], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    await expect.poll(isDone, { timeout: 120_000 }).toBe(true);
  } finally {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const PLANTS_FILE = '/assets/planted.js';
const DONE = 'planted-all';

/** The same host, with the plants in the page, in its engine and in its service worker, as if they were built in. */
function planted(outside: Readonly<Record<Realm, Host>>): (path: string, text: string) => string {
  const of = (realm: Realm): string => scriptOf(PLANTS[realm], `${outside[realm].address}${realm}/`);
  const tellDone = `setTimeout(() => import('./${DONE}.js').catch(() => undefined), ${4 * ARRIVES_MS})`;
  return (path, text) => {
    if (path === '/index.html') return text.replace('</body>', `<script src=".${PLANTS_FILE}"></script></body>`);
    if (path === PLANTS_FILE) return `navigator.serviceWorker.ready.then(() => {${of('page')}${tellDone}})`;
    if (path === '/sw.js') return text + of('service-worker');
    return /engine\.worker/.test(path) ? text + of('engine') : text;
  };
}

const FIREFOX = findFirefox();
test('nothing leaves in Firefox either', soak(), async () => {
  test.skip(FIREFOX === undefined, 'there is no Firefox');
  const outside = await hostsOfRealms();
  const bare = await bareHost(planted(outside));
  try {
    const isDone = (): boolean => bare.asked.some((path) => path.includes(DONE));
    await openInFirefox(FIREFOX ?? '', `${bare.address}?view=bench`, isDone);
    expect(bare.asked.some((path) => path.includes('engine.worker'))).toBe(true);
    expect(bare.asked).toContain('/sw.js');
    expect(REALMS.flatMap((realm) => outside[realm].asked)).toEqual([]);
  } finally {
    for (const each of [...Object.values(outside), bare]) each.close();
  }
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
