import { expect, test } from '@playwright/test';
import { App, soak } from './app';

test('Ctrl+P prints the moments of a story as a Sheet, white in the dark, and the page comes back', async ({
  page,
}) => {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  await page.addInitScript(() => {
    window.print = () => {
      const drawn = [...document.querySelectorAll('[data-figure]')].filter((each) =>
        each.querySelector('svg [data-packet]'),
      );
      Object.assign(window, { printed: drawn.length });
    };
  });
  await page.goto('/#s=why-this-pod&m=3');
  await expect(page.locator('[data-rail]')).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+p');
  await expect.poll(() => page.evaluate(() => (window as { printed?: number }).printed)).toBe(10);
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('[data-figure]')!).colorScheme)).toBe(
    'light',
  );
  await page.emulateMedia({ media: 'screen' });
  await page.goBack();
  // Keys are the story's again.
  await expect(page.locator('[data-rail]')).toHaveCount(3);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-rail]')).toHaveCount(4);
  expect(app.problems).toEqual([]);
});

test('in a hand the packet and Share are behind the three points', soak(), async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const app = new App(page);
  await page.goto('/#s=why-this-pod&m=3');
  await expect(page.locator('[data-rail]')).toHaveCount(3);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Show the packet' }).click();
  const packet = page.getByRole('complementary', { name: /The packet|The draw, again/ });
  await expect(packet).toContainText('10.110.182.19:80');
  await expect(packet).toContainText('client');
  await page.screenshot({ path: test.info().outputPath('packet.png') });
  expect(app.problems).toEqual([]);
});

test('an embedded walk asks where its link hides what comes, and shows nothing ahead', async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 360 });
  const app = new App(page);
  await page.goto('/?embed#s=why-this-pod&m=2&h');
  await expect(page.locator('[data-rail]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Next moment' }).click();
  await expect(page.locator('[data-ask]')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Before anything is drawn: how likely is web-fd6gp?',
  );
  const beside = page.locator('[data-view=embed] > :not([data-ask])');
  await expect(beside.first()).toBeVisible();
  expect((await beside.allInnerTexts()).join(' ')).not.toMatch(/\d\/\d/);
  await expect(page.locator('[data-packet]')).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(page.locator('[data-ask]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The draw falls on web-/);
  expect(app.problems).toEqual([]);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`an embedded packet glides to where it comes to stand, unless less motion is asked for: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 480, height: 360 });
    await page.emulateMedia({ reducedMotion });
    const app = new App(page);
    await page.goto('/?embed#s=why-this-pod&m=1');
    const packet = page.locator('[data-view=embed] [data-packet]');
    await expect(packet).toBeVisible();
    await expect(packet).not.toHaveAttribute('transform', /./);
    await page.evaluate(() => {
      const seen = new Set<string>();
      const note = (): void => {
        const moved = document.querySelector('[data-packet]')?.getAttribute('transform');
        if (moved) seen.add(moved);
        document.documentElement.dataset['moved'] = String(seen.size);
        requestAnimationFrame(note);
      };
      note();
    });
    for (const moment of ['recognised', 'chosen', 'rewritten', 'crosses']) {
      await page.getByRole('button', { name: 'Next moment' }).click();
      await expect(page.locator('main[data-moment]')).toHaveAttribute('data-moment', moment);
    }
    const moved = page.locator('html');
    if (reducedMotion === 'reduce') await expect(moved).toHaveAttribute('data-moved', '0');
    else await expect.poll(async () => Number(await moved.getAttribute('data-moved'))).toBeGreaterThan(3);
    await expect(packet).not.toHaveAttribute('transform', /./);
    expect(app.problems).toEqual([]);
  });
}

test('a word of the glossary explains itself on hover and on focus: in the story and in the caption', async ({
  page,
}) => {
  const app = new App(page);
  await page.goto('/#s=why-this-pod&m=11');
  // Three of the moments that links count are told as one.
  await expect(page.locator('[data-rail]')).toHaveCount(9);
  const word = page.locator('[data-cause] [data-term=rule]');
  await word.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.mouse.move(0, 700, { steps: 8 });
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await word.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('b');
  const caption = page.locator('footer [data-term]').first();
  await expect(caption).toBeVisible();
  await caption.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expect(app.inspector.locator('button [title]').first()).toBeVisible();
  expect(app.problems).toEqual([]);
});
