import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App } from './app';

/** Opens a short link, standing still at a moment. */
async function openScene(page: Page, hash: string, search = ''): Promise<App> {
  const app = new App(page);
  await page.goto('about:blank');
  await page.goto(`/${search}${hash}`);
  await expect(page.locator('[data-sentence]')).toBeVisible({ timeout: 30_000 });
  return app;
}

async function downloaded(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** What the stage says, and where, in the drawing's own px: `client 82 114`. */
async function textsOnStage(page: Page): Promise<string[]> {
  return page
    .getByRole('group', { name: 'Stage' })
    .evaluate((stage) =>
      [...stage.querySelectorAll('text')]
        .filter((each) => !each.closest('[data-packet]') || getComputedStyle(each).visibility === 'visible')
        .map((each) => `${each.textContent} ${Math.round(Number(each.getAttribute('x')))}`),
    );
}

test('a scene is carried away: short link in a fresh profile, QR code, pictures, rules', async ({ page, browser }) => {
  const app = await openScene(page, '#s=why-this-pod&m=3');
  await expect(page.locator('[data-moment]')).toHaveAttribute('data-moment', 'chosen');
  const shown = await textsOnStage(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByRole('textbox', { name: 'Link of this scene' }).inputValue();
  expect(link).toMatch(/#s=why-this-pod&m=3$/);
  await expect(dialog.getByRole('img', { name: /^QR code of the link: http/ })).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^asks before/ }).check();
  await expect(dialog.getByRole('textbox', { name: 'Link of this scene' })).toHaveValue(/&h$/);
  await expectAccessible(page);

  await dialog.getByRole('combobox', { name: 'What is drawn' }).selectOption('stage');
  const stage = await downloaded(page, 'SVG');
  expect(stage.name).toBe('why-this-pod-stage-3.svg');
  const svg = stage.bytes.toString('utf8');
  // Drawn of the same model: the same words at the same places as on the page.
  const drawn = [...svg.matchAll(/<text x="([\d.-]+)"[^>]*>([^<]*)</g)].map(
    ([, x, text]) => `${text} ${Math.round(Number(x))}`,
  );
  expect(new Set(shown.map((each) => each.replace(/ -?\d+$/, '')))).toEqual(
    new Set(drawn.map((each) => each.replace(/ -?\d+$/, ''))),
  );
  for (const kind of ['moment', 'lens', 'datapath', 'stage'] as const) {
    await dialog.getByRole('combobox', { name: 'What is drawn' }).selectOption(kind);
    const png = await downloaded(page, 'PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(900);
    writeFileSync(test.info().outputPath(`${kind}.png`), png.bytes);
  }
  const rules = await downloaded(page, 'Download rules');
  expect(rules.name).toMatch(/^node1\.iptables-restore$/);
  expect(rules.bytes.toString('utf8')).toContain('--probability 0.50000000000');
  await dialog.getByRole('combobox', { name: 'Tool' }).selectOption('ipvsadm');
  await dialog.getByRole('button', { name: 'Download rules' }).click();
  await expect(dialog.getByText('node1 has nothing for ipvsadm.')).toBeVisible();
  expect(app.problems).toEqual([]);

  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await other.goto(link);
  await expect(other.locator('[data-sentence]')).toHaveText(/^The draw falls on web-/, { timeout: 30_000 });
  await fresh.close();
});
