import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { App, soak, test } from './app';

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

test('the walk leaves as a capture and as a report, with pseudonyms where those are shared', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const file = async (name: string): Promise<Buffer> => {
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name }).click();
    return readFileSync(await (await waiting).path());
  };
  const capture = await file('Capture (pcapng)');
  expect(capture.readUInt32LE(0)).toBe(0x0a0d0d0a);
  expect(capture.includes('node1/eth0')).toBe(true);
  const report = (await file('Report (Markdown)')).toString();
  expect(report.match(/^\d+\. \*\*/gm)?.length).toBeGreaterThanOrEqual(8);
  expect(report).toContain('client asks for web.');
  expect(report).toContain('sequenceDiagram');
  await dialog.getByRole('switch').click();
  await expect(dialog).toContainText(/Replaced:/);
  expect((await file('Report (Markdown)')).toString()).not.toMatch(/\bweb\b/);
  expect(app.problems).toEqual([]);
});
