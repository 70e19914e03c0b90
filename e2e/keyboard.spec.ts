import { expect } from '@playwright/test';
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
