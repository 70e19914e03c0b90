import { expect, type Page } from '@playwright/test';
import { SCENES } from '../src/content/scenes';
import { App, settled, soak, test } from './app';
import { smallestType } from './type';

/*
 * Type as it is seen, px, at every moment of a scene: on the page at 1280x720, and in a hand. In a room it is measured
 * by presenter.spec.ts.
 */
const QUICK: ReadonlySet<string> = new Set(['why-this-pod']);

interface Room {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  /** The smallest that may be, by what it is within. */
  readonly least: Readonly<Record<string, number>>;
}

const ROOMS: readonly Room[] = [
  {
    name: 'on a desk',
    size: { width: 1280, height: 720 },
    least: {
      'svg[data-moment]': 18,
      // What it is switched by is no part of what it shows.
      '[data-lens] > div > :not(button), [data-lens] aside, [data-lens=rules] ul': 17,
      '[data-sentence], [data-asked]': 30,
    },
  },
  { name: 'in a hand', size: { width: 390, height: 844 }, least: { 'header, main, footer': 14 } },
];

async function openScene(page: Page, id: string): Promise<App> {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/#s=${id}&m=1`);
  await expect(page.locator(`[data-scene='${id}'] [data-sentence]`)).toBeVisible();
  return app;
}

for (const { name, size, least } of ROOMS) {
  for (const { id } of SCENES) {
    test(`${name} nothing is too small: ${id}`, soak(!QUICK.has(id)), async ({ page }) => {
      await page.setViewportSize(size);
      const app = await openScene(page, id);
      for (;;) {
        await settled(page);
        const rail = page.locator('[data-rail]');
        const before = await rail.count();
        for (const [within, px] of Object.entries(least)) {
          const smallest = await smallestType(page.locator(within));
          // A lens may have nothing to say but its title.
          if (!Number.isNaN(smallest))
            expect(smallest, `${within} at moment ${before}`).toBeGreaterThanOrEqual(px - 0.05);
        }
        if ((await page.locator('footer[data-last]').count()) > 0) break;
        const asked = await page.locator('[data-ask]').isVisible();
        await page.keyboard.press('ArrowRight');
        const step = asked ? rail.nth(before) : rail.nth(before).or(page.locator('[data-ask]'));
        await expect(step.first()).toBeVisible();
      }
      expect(app.problems).toEqual([]);
    });
  }
}
