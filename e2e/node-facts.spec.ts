import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak } from './app';

test('facts of a node are set in its form, drawn on the stage and decide the walk', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.select(/^node1/);
  const form = app.left.getByRole('form', { name: 'Node node1' });
  await form.getByRole('switch', { name: 'bridge-nf-call-iptables' }).click();
  await form.getByRole('switch', { name: 'hairpin mode' }).click();
  await expect(app.stage.getByText('hairpin off').first()).toBeVisible();
  await expect(app.stage.getByText('bridge-nf 0').first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('stage.png') });
  await form.getByRole('switch', { name: 'ip_forward' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('form.png') });
  await app.send(/^client → web:80/);
  await app.select(/^node1/);
  await form.getByRole('switch', { name: 'ip_forward' }).click();
  // Every walk says FORWARD somewhere; only this one that nothing is passed on.
  await app.expectTrace(/does not pass packets on for others \(ip_forward is 0\)/);
  await app.undo();
  await app.expectTrace(/delivered/);
  await expect(form.getByRole('switch', { name: 'ip_forward' })).toBeChecked();
  expect(app.problems).toEqual([]);
});
