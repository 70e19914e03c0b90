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

test('a mistyped scene says which are near it and where all are', async ({ page }) => {
  const app = new App(page);
  await app.open('/#s=why-this-pdo');
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices).toContainText('There is no scene “why-this-pdo”. Near it: Why this Pod? (#s=why-this-pod)');
  await expect(notices).toContainText('Lessons');
  // The nearest is a link that opens it, and takes the notice away.
  await notices.getByRole('link', { name: '#s=why-this-pod', exact: true }).click();
  await expect(page.locator('[data-scene="why-this-pod"]')).toBeVisible();
  await expect(notices).not.toContainText('There is no scene');
  expect(app.problems).toEqual([]);
});

test('a scene has one link, the short one, and a code for a page of one’s own; edited it has the long one', async ({
  page,
}) => {
  await page.goto('/#s=why-this-pod&m=3');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const link = dialog.getByRole('textbox', { name: 'Link', exact: true });
  await expect(link).toHaveValue(/#s=why-this-pod&m=3$/);
  await expect(dialog.getByRole('textbox')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Embed', exact: true }).click();
  const code = dialog.getByRole('textbox', { name: 'In a page of yours' });
  await expect(code).toHaveValue(/^<iframe src="http[^"]*\?embed#s=why-this-pod&amp;m=3" .* title="[^"]+"><\/iframe>$/);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^One Pod more behind/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(link).toHaveValue(/#1\./);
  await expect(dialog).not.toContainText('was edited');
});

test('an example as it is shipped has a short link that opens it at its step; edited it has the long one', async ({
  page,
}) => {
  await page.goto('/#example=ten-endpoints&view=bench&step=4');
  const app = new App(page);
  await expect(app.steps.first()).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('dialog').getByRole('textbox', { name: 'Link', exact: true });
  await expect(link).toHaveValue(/#example=ten-endpoints&step=4&view=bench$/);
  await expect(page.getByRole('dialog')).toContainText('opens this example at this step');
  await expect(page.getByRole('checkbox', { name: /asks/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await app.addReplica();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(link).toHaveValue(/#1\./);
});

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
  await dialog.getByRole('button', { name: 'File', exact: true }).click();
  const capture = await file('Capture (pcapng)');
  expect(capture.readUInt32LE(0)).toBe(0x0a0d0d0a);
  expect(capture.includes('node1/eth0')).toBe(true);
  expect(app.problems).toEqual([]);
});
