import { expect, test } from '@playwright/test';
import { EXAMPLES } from '../src/content/examples';
import { App, soak } from './app';

test('the first visit is told the default example; the bench has it at the same step', async ({ page, baseURL }) => {
  const app = new App(page);
  await page.goto('/');
  await expect(page.locator('[data-sentence]')).toHaveText('client asks for web.');
  await expect(page.getByRole('button', { name: /A web Service on two nodes/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(page.locator('[data-rail]')).not.toHaveCount(1);
  expect(app.problems).toEqual([]);
  const foreign = app.requests.filter((url) => !url.startsWith(String(baseURL)) && !/^(blob|data):/.test(url));
  expect(foreign).toEqual([]);
});

test('the bench shows the default example with a packet on its way, and asks nobody else for anything', async ({
  page,
  baseURL,
}) => {
  const app = new App(page);
  await app.open();
  await expect(page.getByRole('button', { name: /A web Service on two nodes/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(page.getByLabel('What is being seen')).toHaveText(/\S.{20,}/);
  const slider = page.getByRole('slider', { name: 'Step of the walk' });
  const before = Number(await slider.getAttribute('aria-valuenow'));
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  expect(app.problems).toEqual([]);
  const foreign = app.requests.filter((url) => !url.startsWith(String(baseURL)) && !/^(blob|data):/.test(url));
  expect(foreign).toEqual([]);
});

test('the first packet moves soon after the load', async ({ page }) => {
  await page.goto('/');
  const moved = async (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByName('rulewalk:first-packet')[0]?.startTime ?? 0);
  await expect.poll(moved).toBeGreaterThan(0);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  console.log(`first packet after ${Math.round(await moved())} ms`);
});

test('what is served was compressed when it was built, and a name with a hash is kept', async ({ page, request }) => {
  await page.goto('/');
  const entry = await page.locator('script[type=module]').getAttribute('src');
  const encoded = { headers: { 'Accept-Encoding': 'gzip, br' } };
  const [html, script] = await Promise.all([request.get('/', encoded), request.get(`/${entry}`, encoded)]);
  for (const { headers } of [html, script].map((each) => ({ headers: each.headers() }))) {
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  }
  expect(html.headers()['cache-control']).toBe('no-cache');
  expect(script.headers()['cache-control']).toContain('immutable');
  expect((await request.get('/', { headers: { 'Accept-Encoding': 'gzip' } })).headers()['content-encoding']).toBe(
    'gzip',
  );
});

test('every example opens and its first flow walks without an error', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const choose = page.getByRole('button', { name: /^Choose an example/ });
  await choose.click();
  const items = page.getByRole('menuitem').or(page.getByRole('menuitemradio'));
  await items.first().waitFor();
  const titles = (await items.allInnerTexts()).filter((text) => text.includes('\n'));
  await page.keyboard.press('Escape');
  expect(titles.map((text) => text.split('\n')[0])).toEqual(EXAMPLES.map(({ title }) => title.en));
  for (const title of titles.map((text) => text.split('\n')[0] ?? '')) {
    await choose.click();
    await items.filter({ hasText: title }).first().click();
    await expect(page.getByRole('menu')).toBeHidden();
    // Of the example before, steps and a sentence are there already.
    const shown = EXAMPLES.find((each) => each.title.en === title)?.document();
    const called = shown?.subject === 'pasted' ? shown.pasted.texts[0]?.title : title;
    await expect(choose).toHaveAccessibleName(`Choose an example: ${called}`);
    await expect(app.steps).not.toHaveCount(0);
    await app.pause();
    await page.getByRole('button', { name: 'To the start' }).click();
    await expect(page.getByLabel('What is being seen')).toHaveText(/ sends | comes | arrives | asks /);
  }
  expect(app.problems).toEqual([]);
});
