import { expect } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test, withMotion } from './app';

test('what is read out is silent while the packet moves, and says where it stops', async ({ page }) => {
  await withMotion(page);
  const app = new App(page);
  await app.open();
  const said = page.locator('[data-said-aloud]');
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(said).toContainText('client sends to');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(said).toHaveText('');
  await page.keyboard.press('Space');
  await expect(said).not.toHaveText('');
});

test('with reduced motion nothing plays by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const app = new App(page);
  await app.open();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await app.left
    .getByRole('region', { name: 'Flows' })
    .getByRole('button', { name: /^client → empty/ })
    .click();
  await expect(page.getByRole('slider', { name: 'Step of the walk' })).toHaveAttribute('aria-valuenow', '1');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('keys 1, 4, 1 come back to the release that was left, and the notice goes', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const release = page.getByRole('button', { name: /choose a release/ });
  const left = await release.textContent();
  await page.keyboard.press('4');
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('userspace');
  await expect(release).not.toHaveText(left ?? '');
  await page.keyboard.press('1');
  await expect(release).toHaveText(left ?? '');
  await expect(page.getByRole('region', { name: 'Notices' })).not.toContainText('userspace');
});

test('an example that was edited says so, and goes back to what it was in one step', soak(), async ({ page }) => {
  test.setTimeout(120_000);
  const app = new App(page);
  await app.open();
  const title = page.getByRole('button', { name: /^Choose an example/ });
  await expect(title).toHaveAccessibleName('Choose an example: A web Service on two nodes');
  await page.keyboard.press('3');
  await expect(page.getByRole('button', { name: /choose a release/ })).toBeVisible();
  await expect(title).toHaveAccessibleName('Choose an example: A web Service on two nodes');
  await app.addReplica();
  await expect(title).toHaveAccessibleName('Choose an example: A web Service on two nodes, edited');
  await expect(title).toContainText('edited');
  await expectAccessible(page, 'header');
  const pods = app.left.getByRole('region', { name: 'Nodes and Pods' }).getByRole('listitem');
  await page.keyboard.press('Escape');
  await title.click();
  await page.getByRole('menuitem', { name: 'Back to the example as shipped' }).click();
  await expect(title).toHaveAccessibleName('Choose an example: A web Service on two nodes');
  await title.click();
  await expect(page.getByRole('menuitem', { name: 'Back to the example as shipped' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const shipped = await pods.count();
  await app.undo();
  await expect(pods).toHaveCount(shipped + 1);
  await expect(title).toHaveAccessibleName('Choose an example: A web Service on two nodes, edited');
  expect(app.problems).toEqual([]);
});
