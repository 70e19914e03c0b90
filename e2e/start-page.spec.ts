import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

async function openStart(page: Page, path = '/'): Promise<App> {
  const app = new App(page);
  await page.goto(path);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  // The story's sentence is a heading, too, and is there until the start page has come.
  await expect(page.locator('[data-sentence]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 3 })).not.toHaveCount(0);
  return app;
}

test('the start page offers four ways, each with a picture drawn of a walk', async ({ page }) => {
  const app = await openStart(page);
  await expect(page.getByRole('heading', { level: 3 })).toContainText(['Watch', 'Learn', 'Build', 'Paste']);
  const pictures = page.locator('main img');
  await expect(pictures).toHaveCount(4);
  for (const picture of await pictures.all()) {
    expect(
      await picture.evaluate((each: HTMLImageElement) => each.decode().then(() => each.naturalWidth)),
    ).toBeGreaterThan(300);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Watch a packet' }).click();
  await expect(page.locator("[data-scene='no-device']")).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('from there one learns, builds or pastes; Escape leads back', async ({ page }) => {
  await openStart(page);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('start something');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open the lessons' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Two Pods: one draw', exact: true }).click();
  await page.locator("[data-figure='two-pods'] [data-open=story]").click();
  await expect(page.locator("[data-scene='two-pods']")).toBeVisible();
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  await page.getByRole('button', { name: 'Open the example cluster' }).click();
  await expect(new App(page).steps.first()).toBeVisible();
});

for (const [lang, colorScheme] of [
  ['en', 'dark'],
  ['ko', 'light'],
] as const) {
  test(`the start page fits a phone and an embed: ${lang} ${colorScheme}`, soak(lang === 'ko'), async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openStart(page, `/?lang=${lang}&view=story`);
    for (const [width, height] of [
      [1024, 768],
      [768, 1024],
      [390, 844],
      [360, 300],
    ] as const) {
      await page.setViewportSize({ width, height });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('main :is(button, h2, h3, p, img)')]
          .filter((each) => each.getBoundingClientRect().right > window.innerWidth + 1)
          .map((each) => each.textContent),
      );
      expect(cut, `${width}`).toEqual([]);
    }
    await expectAccessible(page);
  });
}
