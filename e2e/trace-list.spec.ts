import { expect } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

test('steps that decide nothing are one line, which opens; the one the packet is at stands there', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  const shown = app.steps.filter({ visible: true });
  const all = await app.steps.count();
  const runs = app.inspector.getByRole('button', { name: /^\d+ steps decide nothing$/ });
  await expect(runs.first()).toBeVisible();
  const folded = (await runs.allInnerTexts()).reduce((sum, text) => sum + Number(/\d+/.exec(text)?.[0]), 0);
  expect(folded).toBeGreaterThan(20);
  await page.keyboard.press('Home');
  await expect(shown).toHaveCount(all - folded);
  // By keys, as every row: to the first of them, open, and down into it.
  const run = runs.first();
  const many = Number(/\d+/.exec(await run.innerText())?.[0]);
  await app.steps.first().focus();
  for (let row = 0; row < 40 && !(await run.evaluate((each) => each === document.activeElement)); row++)
    await page.keyboard.press('ArrowDown');
  await expect(run).toBeFocused();
  await expect(run).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(run).toHaveAttribute('aria-expanded', 'true');
  await expect(shown).toHaveCount(all - folded + many);
  await expectAccessible(page, '#pane-inspector');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAttribute('data-step', /\d+/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(shown).toHaveCount(all - folded);
  // Walked through, each step is seen when the packet is at it.
  await page.keyboard.press('Home');
  for (let step = 1; step < 32; step++) {
    await expect(app.inspector.locator('[aria-current=step]')).toHaveText(new RegExp(`^${step}\\D`));
    await expect(app.inspector.locator('[aria-current=step]')).toBeInViewport();
    await page.keyboard.press('ArrowRight');
  }
  expect(app.problems).toEqual([]);
});

test('every step has a line when all are asked for, also after a reload', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.allSteps();
  const all = await app.steps.count();
  await expect(app.steps.filter({ visible: true })).toHaveCount(all);
  await expect(app.inspector.getByRole('button', { name: /steps? decides? nothing/ })).toHaveCount(0);
  await page.reload();
  await expect(app.steps.filter({ visible: true })).toHaveCount(all);
  expect(app.problems).toEqual([]);
});
