import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { settled, soak, test } from './app';
import { REACH_VIEWS } from './in-reach';
import { letters } from './letters';

/**
 * Reach in the views it was designed in, light and dark, drawn by the page and compared with what was kept.
 * `npm run e2e -- e2e/reach-gallery.spec.ts --update-snapshots` draws them anew; look at each before keeping it.
 */
/** Compared with every change, in light; the others in the soak. */
const FIRST = new Set(['matrix', 'cell', 'changes', 'dead']);

const KEPT = 'docs/gallery/letters.json';

for (const { name, size = { width: 1280, height: 720 }, open } of REACH_VIEWS) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`${name}, ${scheme}`, soak(scheme === 'dark' || !FIRST.has(name)), async ({ page }, info) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size.width < 900 ? { width: 1280, height: 720 } : size);
      const updating = ['all', 'changed'].includes(info.config.updateSnapshots);
      const dialog = await open(page);
      // What leads here is on a desk only.
      await page.setViewportSize(size);
      const other = (await letters(page)) !== String(JSON.parse(readFileSync(KEPT, 'utf8')));
      test.skip(!updating && other, 'this machine has other letters than the pictures were drawn with');
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await dialog.hover({ position: { x: 4, y: 4 } });
      await settled(page);
      await expect(page).toHaveScreenshot(['reach', `${name}-${scheme}.png`], {
        animations: 'disabled',
        maxDiffPixelRatio: 0.002,
      });
    });
  }
}
