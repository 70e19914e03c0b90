import { expect, test, type Page } from '@playwright/test';
import { SCENES } from '../src/content/scenes';
import { App, settled, soak } from './app';
import { EMBED_SIZE, stillMisplaced, STORY_SIZES } from './geometry';

/*
 * Every moment of every scene at six sizes, in both languages and themes, and in the least frame of another page: nothing is
 * cut off, no words stand over others, those of the hook they speak of least of all, and the aim runs through none.
 */
const QUICK = 'why-this-pod';
const NEXT = { en: 'Next moment', ko: '다음 순간' } as const;

interface Seen {
  readonly page: Page;
  readonly lang: keyof typeof NEXT;
  readonly view: 'story' | 'embed';
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
}

/** From moment to moment to the end of a scene, at each size. */
async function faultsOf({ page, lang, view, sizes }: Seen): Promise<readonly string[]> {
  const rail = page.locator('[data-rail]');
  const asked = page.locator('[data-ask]');
  const faults: string[] = [];
  for (let at = 1; ; at++) {
    for (const size of sizes) {
      if (sizes.length > 1) await page.setViewportSize(size);
      await settled(page);
      const found = await stillMisplaced(page, `[data-view=${view}]`);
      faults.push(...found.map((fault) => `${at} at ${size.width}x${size.height}: ${fault}`));
    }
    if (sizes.length > 1) await page.setViewportSize(sizes[0]!);
    const isAsked = await asked.isVisible();
    const next = page.getByRole('button', { name: NEXT[lang] });
    if ((await next.getAttribute('aria-disabled')) === 'true' && !isAsked) return faults;
    const sentence = await page.locator('[data-sentence], [data-asked]').textContent();
    const count = await rail.count();
    if (view === 'embed') await next.click();
    else await page.keyboard.press('ArrowRight');
    const gone = expect(page.locator('[data-sentence], [data-asked]')).not.toHaveText(sentence ?? '');
    await Promise.any([gone, expect.poll(() => rail.count()).not.toBe(count)]);
  }
}

for (const [lang, colorScheme] of [
  ['en', 'light'],
  ['ko', 'dark'],
] as const) {
  for (const { id } of SCENES) {
    const quick = id === QUICK && lang === 'en';
    test(`everything has its place: ${id}, ${lang} ${colorScheme}`, soak(!quick), async ({ page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const app = new App(page);
      await page.goto(`/?lang=${lang}#s=${id}&m=1`);
      await expect(page.locator(`[data-scene='${id}'] [data-sentence]`)).toBeVisible({ timeout: 20_000 });
      const sizes = quick ? STORY_SIZES.slice(0, 1) : STORY_SIZES;
      expect(await faultsOf({ page, lang, view: 'story', sizes })).toEqual([]);
      expect(app.problems).toEqual([]);
    });
    test(`in the least frame, too: ${id}, ${lang} ${colorScheme}`, soak(), async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(EMBED_SIZE);
      const app = new App(page);
      await page.goto(`/?embed&lang=${lang}#s=${id}&m=1`);
      await expect(page.locator('[data-sentence]')).not.toBeEmpty({ timeout: 20_000 });
      expect(await faultsOf({ page, lang, view: 'embed', sizes: [EMBED_SIZE] })).toEqual([]);
      expect(app.problems).toEqual([]);
    });
  }
}
