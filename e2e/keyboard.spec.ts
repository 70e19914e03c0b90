import { expect, type Page } from '@playwright/test';
import { App, soak, test, withMotion } from './app';

test('the walk can be followed with the keyboard alone', async ({ page }) => {
  await withMotion(page);
  const app = new App(page);
  await app.open();
  const slider = page.getByRole('slider', { name: 'Step of the walk' });
  const now = async (): Promise<number> => Number(await slider.getAttribute('aria-valuenow'));
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('Home');
  expect(await now()).toBe(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await now()).toBe(3);
  await page.keyboard.press('ArrowLeft');
  expect(await now()).toBe(2);
  await page.keyboard.press('Shift+ArrowRight');
  expect(await now()).toBeGreaterThan(2);
  await page.keyboard.press('r');
  await expect(app.inspector.getByRole('region', { name: /Reply/ }).locator('[aria-current=step]')).toBeVisible();
  await page.keyboard.press('End');
  expect(await now()).toBe(await app.steps.count());
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(app.inspector.getByRole('searchbox').or(app.inspector.getByRole('textbox')).first()).toBeFocused();
});

test('Tab reaches a flow, Enter sends it, and the slider says each step in words', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const flow = app.left.getByRole('region', { name: 'Flows' }).getByRole('button', { name: /client → empty/ });
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await flow.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(flow).toBeFocused();
  await page.keyboard.press('Enter');
  await app.expectTrace(/REJECT/);
  const slider = page.getByRole('slider', { name: 'Step of the walk' });
  await expect(slider).toHaveAttribute('aria-valuetext', /Step \d+ of \d+\. \S+/);
});

test.describe('while menus and tooltips are on their way', () => {
  test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

  /** The bench before their file comes; they come when told. */
  async function early(page: Page) {
    let come = (): void => undefined;
    const coming = new Promise<void>((resolve) => (come = resolve));
    await page.route(/floating-parts-[^/]*\.js/, async (route) => {
      await coming;
      await route.continue();
    });
    await new App(page).open();
    const pane = page.getByRole('banner').getByRole('button', { name: /^(Hide|Show) Cluster$/ });
    await expect(pane).not.toHaveAttribute('data-state');
    const arrive = async (): Promise<void> => {
      const arrived = page.waitForResponse(/floating-parts-[^/]*\.js/);
      come();
      await (await arrived).finished();
    };
    return { pane, arrive };
  }

  test('who went to a button by keys is still there when they come', async ({ page }) => {
    const { pane, arrive } = await early(page);
    await pane.focus();
    await arrive();
    await expect(pane).toHaveAttribute('data-state');
    await expect(pane).toBeFocused();
  });

  test('a press that they come into is heard, and they stand after it', async ({ page }) => {
    const { pane, arrive } = await early(page);
    await pane.hover();
    await page.mouse.down();
    await arrive();
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame++) await new Promise((next) => requestAnimationFrame(next));
    });
    await page.mouse.up();
    await expect(pane).toHaveAccessibleName('Show Cluster');
    await expect(pane).toHaveAttribute('data-state');
  });
});
