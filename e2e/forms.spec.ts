import { expect } from '@playwright/test';
import { App, soak, test } from './app';

/** Is the element wholly inside the window? */
const inSight = (box: { x: number; y: number; width: number; height: number } | null, height: number): boolean =>
  box !== null && box.y >= 0 && box.y + box.height <= height;

for (const size of [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 900, height: 500 },
]) {
  test(
    `a form is in sight at ${size.width}x${size.height}, and leads back to the list`,
    soak(size.width !== 1280),
    async ({ page }) => {
      await page.setViewportSize(size);
      const app = new App(page);
      await app.open();
      const row = app.left.getByRole('button', { name: /^web 10\./ });
      await row.focus();
      await page.keyboard.press('Enter');
      const form = app.left.getByRole('form', { name: 'Service default/web' });
      const name = form.getByRole('textbox', { name: 'name', exact: true }).first();
      await expect(name).toBeFocused();
      expect(inSight(await name.boundingBox(), size.height)).toBe(true);
      await form.getByRole('button', { name: 'Back to the list' }).click();
      await expect(form).toHaveCount(0);
      await expect(row).toBeFocused();
    },
  );
}

test('a Service comes with Pods, or gets them', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const pods = app.left.getByRole('region', { name: 'Nodes and Pods' }).getByRole('listitem');
  const before = await pods.count();
  await app.left.getByRole('button', { name: 'Add a Service' }).click();
  await page.getByRole('menuitem', { name: 'Service with 3 Pods' }).click();
  await expect(pods).toHaveCount(before + 3);
  await expect(app.left.getByText('selects 3 Pods')).toBeVisible();
  await app.left.getByRole('button', { name: 'Add a Service' }).click();
  await page.getByRole('menuitem', { name: 'Service alone' }).click();
  await expect(app.left.getByText('selects no Pod')).toBeVisible();
  await app.left.getByRole('button', { name: 'Make 3' }).click();
  await expect(app.left.getByText('selects 3 Pods')).toBeVisible();
  await expect(pods).toHaveCount(before + 6);
});

test('space plays whatever was clicked last; a hook opens its chains and the packet is still followed', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  await app.left.getByRole('button', { name: /^web 10\./ }).click();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await app.devices();
  await app.stage
    .getByRole('button', { name: /PREROUTING/ })
    .first()
    .click();
  await expect(app.inspector.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true');
  await expect(app.inspector.getByText(/PREROUTING/).first()).toBeVisible();
  await expect(app.datapath.getByRole('combobox').first()).toContainText('follow the packet');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});
