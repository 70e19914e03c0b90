import { expect, test } from '@playwright/test';
import { App, soak } from './app';

test('a shared link opens the same picture in a fresh profile', async ({ page, browser }) => {
  const app = new App(page);
  await app.open();
  await app.addReplica();
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/4/ })).toBeVisible();
  await app.pause();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByRole('dialog').getByRole('textbox').first().inputValue();
  expect(link).toContain('#1.');
  expect(link.length).toBeLessThan(8000);
  await page.keyboard.press('Escape');
  const trace = await app.trace();

  const context = await browser.newContext();
  const other = new App(await context.newPage());
  await other.open(link);
  await other.pause();
  await expect(other.page.getByRole('button', { name: /Odds of the shown outcome: 1\/4/ })).toBeVisible();
  expect(await other.trace()).toBe(trace);
  expect(other.problems).toEqual([]);
  await context.close();
});

for (const [title, hash, says] of [
  ['a broken link', '#1.this-is-not-a-document', /The link is damaged/],
  ['a link of a newer Rulewalk', '#99.eJyrVkrLz1eyUkpKLFKqBQAfmgQU', /newer Rulewalk|newer version/i],
] as const) {
  test(`${title} says so and opens the default`, soak(title !== 'a broken link'), async ({ page }) => {
    const app = new App(page);
    await app.open(`/${hash}`);
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText(says);
    await expect(page.getByRole('button', { name: /A web Service on two nodes/ })).toBeVisible();
    expect(app.problems).toEqual([]);
  });
}
