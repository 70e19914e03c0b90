import { expect } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

for (const [lang, label, width, height] of [
  ['en', /: choose another flow$/, 1280, 720],
  ['ko', /: 다른 흐름 고르기$/, 1920, 1080],
] as const) {
  test(
    `the story tells another flow of the document from the line under its title, ${lang}`,
    soak(lang === 'ko'),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const app = new App(page);
      await page.goto(`/?view=story&lang=${lang}`);
      const line = page.getByRole('banner').getByRole('button', { name: label });
      await expect(line).toHaveText('client → web:80');
      await line.focus();
      await page.keyboard.press('Enter');
      const flows = page.getByRole('menuitemradio');
      await expect(flows).toHaveCount(5);
      await expect(flows.first()).toHaveAttribute('aria-checked', 'true');
      await flows.filter({ hasText: 'empty' }).click();
      await expect(line).toHaveText('client → empty:80');
      await expect(page.locator('[data-sentence]')).toContainText('empty');
      await expect(page.locator('[data-view=story]')).toBeVisible();
      await expectAccessible(page, 'header');
      expect(app.problems).toEqual([]);
    },
  );
}

test('a scene asks of its own flow: no other is offered', soak(), async ({ page }) => {
  await page.goto('/#s=why-this-pod&l=four-ways');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.mouse.move(10, 10);
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /choose another flow/ })).toHaveCount(0);
});
