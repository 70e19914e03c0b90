import { expect, test } from '@playwright/test';
import { App } from './app';

test('an older release writes other rules, the flow still walks, and undo goes back', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^outside → web:80 nodePort/);
  const release = page.getByRole('button', { name: /choose a release/ });
  await expect(release).toHaveText(/1\.30/);
  await app.expectTrace(/KUBE-EXT-/);
  await release.click();
  await page.getByRole('menuitemradio', { name: /^1\.20/ }).click();
  await expect(release).toHaveText(/1\.20/);
  await app.expectTrace(/KUBE-MARK-MASQ/);
  await expect(app.inspector.getByRole('tabpanel')).not.toContainText('KUBE-EXT-');
  await app.undo();
  await expect(release).toHaveText(/1\.30/);
  await app.expectTrace(/KUBE-EXT-/);
  expect(app.problems).toEqual([]);
});
