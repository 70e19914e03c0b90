import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, SCREENS } from './accessible';
import { App, soak, test, withMotion } from './app';

function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Many packets' });
}

function rows(page: Page): Locator {
  return panel(page).getByRole('list', { name: 'Where they land' }).getByRole('button');
}

/** Opens many packets and waits until all have landed, eight times as fast. */
async function openMany(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
  await page.getByRole('button', { name: 'Many packets' }).click();
  await expect(panel(page).getByRole('status')).toContainText('100 of 100 landed');
}

async function counts(page: Page): Promise<number[]> {
  const texts = await rows(page).allInnerTexts();
  return texts.map((text) => Number(/(?:^|\s)(\d+)\s+(?:expected|no expectation)/.exec(text)?.[1] ?? Number.NaN));
}

async function chooseExample(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Choose an example/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

test('a hundred connections land against their odds, and any of them can be walked', async ({ page }) => {
  await withMotion(page);
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await openMany(page);
  const landed = await counts(page);
  expect(landed).toHaveLength(3);
  expect(sum(landed)).toBe(100);
  for (const row of await rows(page).allInnerTexts()) expect(row).toMatch(/expected 33\.3 · 1\/3/);
  const piles = page.locator('[data-pile]');
  await expect(piles).toHaveCount(3);
  expect((await piles.allInnerTexts()).map(Number).toSorted((a, b) => a - b)).toEqual(landed.toSorted((a, b) => a - b));

  const second = rows(page).nth(1);
  const endpoint = /10\.244\.\d+\.\d+/.exec(await second.innerText())?.[0] ?? 'none';
  await second.click();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await app.expectTrace(new RegExp(endpoint.replaceAll('.', String.raw`\.`)));
  await expect(page.getByRole('button', { name: /^Odds of the shown outcome: 1\/3/ })).toBeVisible();

  await panel(page).getByRole('spinbutton', { name: 'Connection' }).fill('17');
  const where = await panel(page)
    .getByText(/^from port \d+ → /)
    .innerText();
  await panel(page).getByRole('button', { name: 'Show its walk' }).click();
  await app.expectTrace(new RegExp(`:${/port (\d+)/.exec(where)?.[1]}`));
  await app.goTo(/JUMP/);
  expect(app.problems).toEqual([]);
});

test('the same seed lands alike, another does not', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await openMany(page);
  const order = panel(page).locator('code').first();
  const first = await order.innerText();
  await panel(page).getByRole('spinbutton', { name: 'Seed' }).fill('77');
  await expect(order).not.toHaveText(first);
  await panel(page).getByRole('spinbutton', { name: 'Seed' }).fill('1');
  await expect(order).toHaveText(first);
  await panel(page).getByRole('button', { name: 'Another seed' }).click();
  await expect(panel(page).getByRole('spinbutton', { name: 'Seed' })).not.toHaveValue('1');
});

for (const { mode, says, order } of [
  { mode: 'IPVS', says: /scheduler rr/, order: /^([ABC]{3})\1/ },
  { mode: 'userspace', says: /in turn/, order: /^([ABC]{3})\1/ },
  { mode: 'nftables', says: /drawn anew/, order: /^[ABC]{10}/ },
] as const) {
  test(`${mode} says how one connection bears on the next`, soak(), async ({ page }) => {
    const app = new App(page);
    await app.open();
    await page.getByRole('button', { name: mode, exact: true }).click();
    await app.pause();
    await openMany(page);
    await expect(panel(page)).toContainText(says);
    expect((await panel(page).locator('code').first().innerText()).replaceAll(' ', '')).toMatch(order);
    const landed = await counts(page);
    expect(sum(landed)).toBe(100);
    if (mode !== 'nftables') expect(landed.toSorted((a, b) => a - b)).toEqual([33, 33, 34]);
    expect(app.problems).toEqual([]);
  });
}

test(
  'session affinity sends all where the first went; refusals are counted where they happen',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await chooseExample(page, /affinity/i);
    await app.pause();
    await openMany(page);
    expect((await counts(page)).toSorted((a, b) => b - a)[0]).toBe(100);
    await expect(panel(page)).toContainText('because of what the connection before left behind');
    await chooseExample(page, /^A Service without endpoints/);
    await expect(rows(page).first()).toContainText(/rejected|refused/i);
  },
);

test('requests stay with their connection, and the entry that answered is shown', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await page.getByRole('button', { name: 'Many packets' }).click();
  await panel(page).getByRole('button', { name: 'Keep-alive', exact: true }).click();
  const kept = panel(page).getByRole('region', { name: /^Keep-alive/ });
  const anew = panel(page).getByRole('region', { name: /^A new connection/ });
  await expect(kept).toContainText('100 requests over 1 connection');
  await expect(kept.getByRole('row')).toHaveCount(2);
  await expect(kept.getByRole('row').nth(1)).toContainText(/1\s*100/);
  await expect(anew.getByRole('row')).toHaveCount(4);
  await expect(kept).toContainText(/conntrack entry answered.*10\.244\.0\.2:\d+ → 10\.\d+\.\d+\.\d+:80/s);
  await panel(page)
    .getByRole('slider', { name: /connection/ })
    .focus();
  await page.keyboard.press('ArrowRight');
  await expect(kept).toContainText('100 requests over 2 connections');
  for (const [mode, says] of [
    ['IPVS', /scheduler was not asked again/],
    ['userspace', /proxy process/],
  ] as const) {
    await page.getByRole('button', { name: mode, exact: true }).click();
    await expect(kept).toContainText(says);
  }
  expect(app.problems).toEqual([]);
});

test('several flows run from the same moment, each with its own walk', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  await page.getByRole('button', { name: 'Many packets' }).click();
  await panel(page).getByRole('button', { name: 'Several flows' }).click();
  const boxes = panel(page).getByRole('checkbox');
  for (let i = 0; i < 3; i++) await boxes.nth(i).check();
  await panel(page).getByRole('button', { name: 'Send 3 flows' }).click();
  const running = panel(page).getByRole('list', { name: 'Where each flow is' }).getByRole('button');
  await expect(running).toHaveCount(3);
  await panel(page).getByRole('slider', { name: 'Time of all packets' }).focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowRight');
  const at = (await running.allInnerTexts()).map((text) => /(\d+) \/ \d+/.exec(text)?.[1]);
  expect(new Set(at).size).toBe(1);
  expect(Number(at[0])).toBeGreaterThan(2);
  await running.nth(2).click();
  await expect(page.getByRole('slider', { name: 'Step of the walk' })).toHaveAttribute('aria-valuenow', at[0] ?? '');
  expect(app.problems).toEqual([]);
});

test('with reduced motion all have landed at once', soak(), async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const app = new App(page);
  await app.open();
  await page.keyboard.press('m');
  await expect(panel(page).getByRole('status')).toContainText('100 of 100 landed');
  await page.keyboard.press('m');
  await expect(panel(page)).toHaveCount(0);
});

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, () => {
    test.slow();
    test.use({ colorScheme, viewport });
    test('axe finds nothing where many packets are', soak(), async ({ page }) => {
      await page.goto('/?view=bench');
      await page.getByRole('button', { name: 'Many packets' }).click();
      for (const tab of ['New connections', 'Keep-alive', 'Several flows']) {
        await panel(page).getByRole('button', { name: tab, exact: true }).click();
        await expectAccessible(page);
      }
    });
  });
}

test('affinity runs out when enough time passes between connections', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await chooseExample(page, /^sessionAffinity/);
  await app.send(/^client → cart:80/);
  await openMany(page);
  const reached = async (): Promise<number> => (await counts(page)).filter((count) => count > 0).length;
  await expect.poll(reached).toBe(1);
  const apart = panel(page).getByRole('combobox', { name: 'Apart' });
  await apart.selectOption({ label: '1 hour' });
  await expect(panel(page)).toContainText('1 hour after the one before');
  await expect.poll(reached).toBe(1);
  await apart.selectOption({ label: '4 hours' });
  await expect(panel(page).getByRole('status')).toContainText('100 of 100 landed');
  await expect(panel(page)).toContainText('Every new connection is drawn anew');
  await expect.poll(reached).toBe(3);
  // One of them is walked again at its own time: the affinity rules no longer match it.
  await panel(page).getByRole('spinbutton', { name: 'Connection' }).fill('9');
  await panel(page).getByRole('button', { name: 'Show its walk' }).click();
  await app.expectTrace(/Rules 1–\d+ of nat KUBE-SVC-\w+ do not match/);
  expect(app.problems).toEqual([]);
});

test('where no expectation is computed the panel says why, and what would show one', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await chooseExample(page, /^Ten endpoints/);
  await page.getByRole('group', { name: 'Proxy mode' }).getByRole('button', { name: 'IPVS', exact: true }).click();
  await app.expectTrace(/IPVS/);
  await openMany(page);
  await panel(page).getByRole('button', { name: '1000', exact: true }).click();
  await expect(panel(page)).toContainText('more than 3 beginnings are possible, with 1000 connections');
  expect(app.problems).toEqual([]);
});
