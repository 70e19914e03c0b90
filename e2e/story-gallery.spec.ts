import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { App, settled, soak } from './app';
import { toldHidden } from './told-hidden';
import { letters } from './letters';

/**
 * The story in the twelve views it was designed in, light and dark, drawn by the page and compared with what was kept.
 * `npm run e2e -- e2e/story-gallery.spec.ts --update-snapshots` draws them anew; look at each before keeping it.
 */
interface View {
  readonly name: string;
  /** Behind the page's address. */
  readonly at: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly show?: (page: Page) => Promise<void>;
}

const CHOSEN = '/#s=why-this-pod&m=3';
const PHONE = { width: 390, height: 844 };

const press =
  (key: string, appears: string) =>
  async (page: Page): Promise<void> => {
    await page.keyboard.press(key);
    await expect(page.locator(appears)).toBeVisible();
  };

async function predict(page: Page): Promise<void> {
  await press('ArrowRight', '[data-rail=recognised]')(page);
  await press('ArrowRight', '[data-ask]')(page);
}

async function compare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const pictures = page.locator('[data-picture]');
  await expect(pictures).toBeVisible();
  await expect(async () => {
    if ((await pictures.getAttribute('data-picture')) !== 'chosen') await page.keyboard.press('ArrowRight');
    await expect(pictures).toHaveAttribute('data-picture', 'chosen', { timeout: 200 });
  }).toPass();
}

const VIEWS: readonly View[] = [
  { name: 'chosen', at: CHOSEN },
  { name: 'rules', at: CHOSEN, show: press('x', '[data-lens=rules]') },
  { name: 'chosen-ipvs', at: `${CHOSEN}&mode=ipvs` },
  { name: 'chosen-nft', at: `${CHOSEN}&mode=nftables` },
  { name: 'rewritten', at: '/#s=why-this-pod&m=4' },
  { name: 'back', at: '/#s=why-this-pod&m=11' },
  { name: 'refused', at: '/#s=nobody&m=3' },
  { name: 'predict', at: `/${toldHidden('why-this-pod')}`, show: predict },
  { name: 'compare', at: '/#s=why-this-pod&m=1', show: compare },
  { name: 'phone', at: CHOSEN, size: PHONE },
  { name: 'embed', at: '/?embed#s=why-this-pod&m=3', size: { width: 480, height: 360 } },
];

const KEPT = 'docs/gallery/letters.json';

for (const { name, at, size = { width: 1280, height: 720 }, show } of VIEWS) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`${name}, ${scheme}`, soak(), async ({ page }, info) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const app = new App(page);
      await page.goto(at);
      await expect(page.locator('[data-sentence]')).toBeVisible();
      await expect(page.locator('[data-rail]').first()).toBeVisible();
      const updating = ['all', 'changed'].includes(info.config.updateSnapshots);
      const other = (await letters(page)) !== String(JSON.parse(readFileSync(KEPT, 'utf8')));
      test.skip(!updating && other, 'this machine has other letters than the pictures were drawn with');
      await show?.(page);
      await settled(page);
      const picture = ['story', `${name}-${scheme}.png`];
      await expect(page).toHaveScreenshot(picture, { animations: 'disabled', maxDiffPixelRatio: 0.002 });
      expect(app.problems).toEqual([]);
    });
  }
}
