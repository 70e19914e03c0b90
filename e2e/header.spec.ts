import { expect, type Page } from '@playwright/test';
import { settled, test } from './app';

const SIZES = [
  { width: 1024, height: 768 },
  { width: 1200, height: 700 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1080 },
] as const;

/** Between two groups of the header is so much at least, px. */
const LEAST = 5;

/** What stands too near beside each other in the header, and titles that end a line though their letters have room on one. */
async function tightIn(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const header = document.querySelector('header');
    if (!header) return ['no header'];
    const seen = [...header.querySelectorAll('h1, button, select, fieldset')].filter(
      (each) => each.checkVisibility() && !each.parentElement?.closest('h1, fieldset'),
    );
    const boxes = seen.map((each) => ({ name: each.textContent ?? '', box: each.getBoundingClientRect() }));
    const near = boxes.flatMap(({ name, box }, at) =>
      boxes.slice(0, at).flatMap(({ name: before, box: other }) => {
        // One may stand below another, and then on no letter of it.
        if (box.top >= other.bottom - 1 || other.top >= box.bottom - 1) return [];
        const apart = Math.max(box.left - other.right, other.left - box.right);
        return apart < least ? [`${before} | ${name}: ${apart}`] : [];
      }),
    );
    const last = boxes.at(-1);
    return last && last.box.right > window.innerWidth ? [...near, `${last.name} is outside`] : near;
  }, LEAST);
}

/** How many lines the title takes, and how far its arrow is from its letters, in letters' heights. */
async function titleOf(page: Page): Promise<{ readonly lines: number; readonly away: number }> {
  return page.evaluate(() => {
    const button = document.querySelector('header button:has(svg)');
    const [text, arrow] = [button?.querySelector('span'), button?.querySelector('svg')];
    if (!text || !arrow) return { lines: 0, away: 0 };
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()];
    const right = Math.max(...lines.map((line) => line.right));
    const height = Number.parseFloat(getComputedStyle(text).fontSize);
    return {
      lines: new Set(lines.map(({ top }) => Math.round(top))).size,
      away: (arrow.getBoundingClientRect().left - right) / height,
    };
  });
}

for (const language of ['en', 'ko'] as const) {
  test(`the story’s header: nothing touches, and a title that has room stands on one line, ${language}`, async ({
    page,
  }) => {
    await page.goto(`/?lang=${language}#example=web-two-nodes&view=story&step=1`);
    await expect(page.locator('[data-sentence]')).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await settled(page);
      expect(await tightIn(page), `${size.width}`).toEqual([]);
      const title = await titleOf(page);
      // 80 rem from 1280 on; a little narrower there is no room for all of it.
      if (size.width !== 1200) expect(title.lines, `${size.width}`).toBe(1);
      if (title.lines === 1) expect(title.away, `${size.width}`).toBeLessThan(1);
    }
    await page.keyboard.press('4');
    await settled(page);
    expect(await tightIn(page), 'a mode behind more').toEqual([]);
  });

  test(`the header of pictures beside each other: nothing touches, ${language}`, async ({ page }) => {
    await page.goto(`/?lang=${language}#example=web-two-nodes&view=story&step=1`);
    await expect(page.locator('[data-sentence]')).toBeVisible();
    await page.getByRole('button', { name: language === 'en' ? 'Compare' : '비교', exact: true }).click();
    await expect(page.locator('[data-picture]').first()).toBeVisible();
    for (const size of SIZES.slice(2)) {
      await page.setViewportSize(size);
      await settled(page);
      expect(await tightIn(page), `${size.width}`).toEqual([]);
    }
  });
}

test('the focus ring has the shape of what it is around: of the plus, the Service and a Pod', async ({ page }) => {
  await page.goto('/#example=web-two-nodes&view=story&step=1');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('Tab');
  const round = page.getByRole('group', { name: 'Stage' }).locator('g[role=button]:has(> :is(circle, [rx]))');
  expect(await round.count()).toBeGreaterThan(3);
  for (const each of await round.all()) {
    const shape = each.locator('> :is(circle, [rx])');
    const before = await shape.evaluate((drawn) => getComputedStyle(drawn).stroke);
    await each.focus();
    await settled(page);
    expect(await each.evaluate((drawn) => getComputedStyle(drawn).outlineStyle)).toBe('none');
    expect(await shape.evaluate((drawn) => getComputedStyle(drawn).stroke)).not.toBe(before);
    expect(await shape.evaluate((drawn) => getComputedStyle(drawn).strokeWidth)).toBe('4px');
  }
});

for (const size of [
  { width: 1280, height: 720 },
  { width: 640, height: 360 },
  { width: 390, height: 844 },
]) {
  test(`Help opens with its first lines whole, ${size.width}`, async ({ page }) => {
    await page.setViewportSize(size);
    for (const language of ['en', 'ko']) {
      await page.goto('about:blank');
      await page.goto(`/?lang=${language}#example=web-two-nodes&view=story&step=1`);
      await expect(page.locator('[data-sentence]')).toBeVisible();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('dt').first()).toBeVisible();
      await settled(page);
      await expect(dialog.getByRole('heading').first()).toBeInViewport({ ratio: 1 });
      await expect(dialog.getByRole('radiogroup').or(dialog.locator('fieldset')).first()).toBeInViewport({ ratio: 1 });
    }
  });
}
