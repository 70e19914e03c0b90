import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';

/** The page's own script is not there yet; what is returned lets it come. */
async function withoutScript(page: Page): Promise<() => Promise<void>> {
  let go = (): void => undefined;
  const come = new Promise<void>((resolve) => (go = resolve));
  await page.route(/assets\/index-.*\.js/, async (route) => {
    await come;
    await route.continue();
  });
  return async () => {
    go();
    await expect(page.locator('#opening')).toHaveCount(0);
  };
}

/** Where everything stands that is read or drawn, px; what moves at once (the packet, the way, the number of the moment) left out. */
async function places(page: Page, within: string): Promise<Record<string, readonly number[]>> {
  return page.evaluate((selector) => {
    const drawn = [...document.querySelectorAll(selector)].find((each) => getComputedStyle(each).display !== 'none');
    const found: Record<string, readonly number[]> = {};
    for (const each of drawn?.querySelectorAll('h1, h2, p, svg text, header button, footer button, select') ?? []) {
      const { x, y, width, height } = each.getBoundingClientRect();
      const text = each.textContent.trim();
      // The packet's own address is the Service's, too; it glides.
      const moves = each.closest('[data-packet], [data-opening=packet]') !== null;
      if (width > 0 && text !== '' && !moves && text !== 'Skip to the stage') found[text] = [x, y, width, height];
    }
    return found;
  }, within);
}

for (const [width, height, colorScheme, only] of [
  [1280, 720, 'light', false],
  [390, 844, 'dark', true],
  [1024, 768, 'dark', true],
  [768, 1024, 'light', true],
  [1920, 1080, 'dark', true],
] as const) {
  test.describe(`${width}x${height}`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test(
      'the first frame stands in the page before its script, where the page then draws it',
      soak(only),
      async ({ page }) => {
        const come = await withoutScript(page);
        await page.goto('/', { waitUntil: 'commit' });
        const opening = page.locator('#opening > div:visible');
        await expect(opening.getByText('asks for')).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        const before = await places(page, '#opening > div');
        expect(Object.keys(before).length).toBeGreaterThan(8);
        await come();
        await page.getByRole('button', { name: 'Pause', exact: true }).click();
        const after = await places(page, '#root');
        for (const [text, place] of Object.entries(before)) {
          const apart = place.map((value, at) => Math.abs(value - (after[text]?.[at] ?? Number.NaN)));
          expect(Math.max(...apart), `${text}: ${place.join(' ')} and then ${after[text]?.join(' ')}`).toBeLessThan(3);
        }
      },
    );
  });
}

for (const [what, path] of [
  ['the bench', '/?view=bench'],
  ['a link', '/#example=no-endpoints'],
  ['Korean', '/?lang=ko'],
] as const) {
  test(`it is not shown to who opens ${what}`, soak(what !== 'the bench'), async ({ page }) => {
    await withoutScript(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-opening', 'no');
    await expect(page.locator('#opening')).toBeHidden();
  });
}

test('nor to who comes back to a document of their own, in the theme they chose', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('rulewalk.autosave', '{}');
    localStorage.setItem('rulewalk.preferences', '{"theme":"dark"}');
  });
  const come = await withoutScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-opening', 'no');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('#opening')).toBeHidden();
  await come();
});

/** Scripts the page asks for. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /assets\/([\w.]+?)-[\w-]+\.js$/.exec(request.url())?.[1];
    if (name) asked.push(name);
  });
  return asked;
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the opening moments have the processor to themselves: what may be wanted later comes once somebody does something', async ({
    page,
  }) => {
    const asked = scriptsOf(page);
    await page.goto('/');
    await expect(page.locator('[data-moment]')).not.toHaveAttribute('data-moment', 'sent');
    expect(asked.filter((name) => ['bench', 'late', 'radix', 'rest'].includes(name))).toEqual([]);
    await page.locator('h2').first().click();
    for (const name of ['late', 'rest']) await expect.poll(() => asked).toContain(name);
  });
});

test('only the words of the language it is read in are loaded; until the other one is there, all stays', async ({
  page,
}) => {
  const asked = scriptsOf(page);
  const app = new App(page);
  await app.open('/?view=bench');
  const words = (): readonly string[] => asked.filter((name) => name === 'first');
  expect(words()).toHaveLength(1);
  let come = (): void => undefined;
  const waited = new Promise<void>((resolve) => (come = resolve));
  await page.route(/assets\/first-/, async (route) => {
    await waited;
    await route.continue();
  });
  const said = await app.steps.first().innerText();
  await page.getByRole('button', { name: '한국어로 보기' }).click();
  await expect.poll(words).toHaveLength(2);
  await expect(app.steps.first()).toHaveText(said, { useInnerText: true });
  come();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await expect(
    page
      .getByRole('list', { name: /의 단계/ })
      .getByRole('button')
      .first(),
  ).toContainText(/[가-힣]/);
  expect(app.problems).toEqual([]);
});

test('a search engine and an agent are told what it is, in which language, and that it may read it', async ({
  page,
  request,
}) => {
  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toMatch(/^text\/plain/);
  expect(await robots.text()).toBe('User-agent: *\nAllow: /\n');
  const llms = await request.get('/llms.txt');
  expect(llms.headers()['content-type']).toMatch(/^text\/plain/);
  expect(await llms.text()).toMatch(/^# Rulewalk\n\n> /);
  // As it is served, before any script.
  const html = await (await request.get('/')).text();
  expect(html).toMatch(/<html lang="en">/);
  expect(/name="description"\s+content="([^"]+)"/.exec(html)?.[1]?.length).toBeGreaterThan(80);
  expect(html).toMatch(/name="viewport" content="width=device-width/);
  expect(html).not.toMatch(/noindex/);
  await page.goto('/');
  await expect(page.locator('[data-rail]').first()).toBeVisible();
  await expect(page).toHaveTitle(/Rulewalk/);
  for (const link of await page.getByRole('link').all()) expect((await link.innerText()).trim()).not.toBe('');
});
