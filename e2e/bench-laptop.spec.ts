import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, settled, soak, test } from './app';

test.use({ viewport: { width: 1280, height: 720 } });

/** The smallest letters in a place, px as they are drawn, and what is written in them. */
function smallestType(place: Locator): Promise<readonly [number, string]> {
  return place.evaluate((root) => {
    const found = [...root.querySelectorAll('text')].flatMap((each): [number, string][] => {
      const words = each.textContent ?? '';
      const scale = each.getScreenCTM()?.a ?? 1;
      return words.trim() === '' ? [] : [[Number.parseFloat(getComputedStyle(each).fontSize) * scale, words]];
    });
    return found.toSorted(([a], [b]) => a - b)[0] ?? [0, ''];
  });
}

const told = (page: Page): Locator => page.locator('[data-stage=told] svg[data-moment]');

test('the bench opens with the stage of the story; every device by its switch, which stays and is in the link', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  await expect(told(page)).toBeVisible();
  await expect(told(page)).toContainText('web-fd6gp');
  expect((await smallestType(told(page)))[0]).toBeGreaterThanOrEqual(15);
  await expectAccessible(page);
  await page.keyboard.press('v');
  await expect(app.stage.locator('[data-stage=devices]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Devices', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(app.stage).toContainText('POSTROUTING');
  await page.reload();
  await expect(app.stage).toContainText('POSTROUTING');
  await page.getByRole('button', { name: 'Devices', exact: true }).click();
  await expect(told(page)).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('numbers of steps from 100 on stand on one line', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  const last = app.inspector.locator('[data-step="106"]');
  await expect(last).toContainText('107');
  const lines = await last.evaluate((row) => {
    const range = document.createRange();
    range.selectNodeContents(row.firstElementChild!);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    const { scrollWidth, clientWidth } = row.firstElementChild!;
    return { tops: new Set(tops).size, over: scrollWidth - clientWidth };
  });
  expect(lines).toEqual({ tops: 1, over: 0 });
});

test('a row of the list has the menu of the stage, by mouse, by key and by its button; a hint says so once', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  const hint = app.left.locator('[data-menu-hint]');
  await expect(hint).toBeVisible();
  const row = app.left.getByRole('button', { name: /^web 10\./ });
  await row.click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Make it a LoadBalancer' })).toBeVisible();
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('menuitem', { name: 'sessionAffinity: ClientIP' }).click();
  await app.expectTrace(/recent|rule/);
  await app.undo();
  await app.left.getByRole('button', { name: 'Menu: node1' }).click();
  await page.getByRole('menuitem', { name: 'Cordon', exact: true }).click();
  await expect(app.left.getByRole('button', { name: /^node1.*cordoned/ })).toBeVisible();
  await page.reload();
  await expect(app.steps.first()).toBeVisible();
  await expect(hint).toHaveCount(0);
  expect(app.problems).toEqual([]);
});

test('flows are chips under the title: one press sends another', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const chips = page.getByRole('navigation', { name: 'Flows' });
  const [first, second] = [chips.getByRole('button').nth(0), chips.getByRole('button').nth(1)];
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await second.click();
  await app.pause();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await app.expectTrace(/outside sends|KUBE-EXT-/);
});

test(
  'nine Pods and three nodes are read on a laptop: nothing under 12 px, nobody missing',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.pause();
    await app.left.getByRole('button', { name: 'Add a Pod or node' }).click();
    await page.getByRole('menuitem', { name: 'Node', exact: true }).click();
    await app.addReplica();
    const more = app.left.getByRole('group', { name: 'replicas' }).getByRole('button', { name: /one more/ });
    for (let pods = 4; pods < 9; pods++) await more.click();
    const pods = told(page).getByRole('button', { name: /^Pod web-/ });
    await expect(pods).toHaveCount(9);
    const steps = await app.steps.count();
    for (let step = 0; step < steps; step += 4) {
      await settled(page);
      const [size, words] = await smallestType(told(page));
      expect(size, words).toBeGreaterThanOrEqual(12);
      for (let once = 0; once < 4; once++) await page.keyboard.press('ArrowRight');
    }
    await page.screenshot({ path: test.info().outputPath('nine.png') });
    expect(app.problems).toEqual([]);
  },
);
