import { expect, test } from '@playwright/test';
import { App, soak, settled } from './app';

/** The picture of the README: `UPDATE_SCREENSHOT=1 npm run e2e -- screenshot` writes it anew. */
test('the picture of the README', soak(), async ({ page }, info) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.goTo(/DNAT:? the destination/);
  await settled(page);
  const path = process.env['UPDATE_SCREENSHOT'] ? 'public/screenshot.png' : info.outputPath('screenshot.png');
  const picture = await page.screenshot({ path });
  expect(picture.length).toBeGreaterThan(20_000);
});

test('the picture of the story', soak(), async ({ page }, info) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'client asks for web.' })).toBeVisible();
  const stage = page.getByRole('group', { name: 'Stage' });
  for (const kind of ['recognised', 'chosen']) {
    await page.keyboard.press('ArrowRight');
    await expect(stage).toHaveAttribute('data-moment', kind);
  }
  await settled(page);
  const path = process.env['UPDATE_SCREENSHOT'] ? 'public/story.png' : info.outputPath('story.png');
  expect((await page.screenshot({ path })).length).toBeGreaterThan(20_000);
});

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
] as const;

for (const { width, height } of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const language of ['en', 'ko'] as const) {
      test(`${width}x${height} ${colorScheme} ${language} fits its window`, soak(), async ({ page }, info) => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        const app = new App(page);
        await page.goto(`/?view=bench&lang=${language}`);
        await expect(app.drawing).toBeVisible();
        await settled(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        await page.screenshot({ path: info.outputPath(`${width}x${height}-${colorScheme}-${language}.png`) });
        expect(app.problems).toEqual([]);
      });
    }
  }
}
