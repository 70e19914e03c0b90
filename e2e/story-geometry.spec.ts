import { expect, test } from '@playwright/test';
import { SCENES } from '../src/content/scenes';
import { App, settled, soak } from './app';
import { misplaced, STORY_SIZES } from './geometry';

/*
 * Every moment of every scene at six sizes, in both languages and themes: nothing is cut off, and no words stand over
 * others, those of the hook they speak of least of all.
 */
for (const [lang, colorScheme, next] of [
  ['en', 'light', 'Next moment'],
  ['ko', 'dark', '다음 순간'],
] as const) {
  for (const { id } of SCENES) {
    test(`everything has its place: ${id}, ${lang} ${colorScheme}`, soak(), async ({ page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const app = new App(page);
      await page.goto(`/?lang=${lang}#s=${id}&m=1`);
      await expect(page.locator(`[data-scene='${id}'] [data-sentence]`)).toBeVisible({ timeout: 20_000 });
      const rail = page.locator('[data-rail]');
      const asked = page.locator('[data-ask]');
      const faults: string[] = [];
      for (;;) {
        const at = await rail.count();
        for (const size of STORY_SIZES) {
          await page.setViewportSize(size);
          await settled(page);
          const found = await misplaced(page, '[data-view=story]');
          faults.push(...found.map((fault) => `${at} at ${size.width}x${size.height}: ${fault}`));
        }
        await page.setViewportSize(STORY_SIZES[0]);
        const isAsked = await asked.isVisible();
        const last = (await page.getByRole('button', { name: next }).getAttribute('aria-disabled')) === 'true';
        if (last && !isAsked) break;
        await page.keyboard.press('ArrowRight');
        await expect((isAsked ? rail.nth(at) : rail.nth(at).or(asked)).first()).toBeVisible();
      }
      expect(faults).toEqual([]);
      expect(app.problems).toEqual([]);
    });
  }
}
