import { expect, type Page } from '@playwright/test';
import { expectAccessible, SCREENS } from './accessible';
import { App, soak, test } from './app';

const KEYS = ['iptables', 'ipvs', 'nftables', 'userspace', 'ebpf', 'kernelspace'] as const;

/** The mode the page says it is in: a select on a phone, else the pressed button of a bar, or the menu at its end. */
async function shownMode(page: Page): Promise<string> {
  const select = page.getByRole('combobox', { name: 'Proxy mode' });
  if (await select.isVisible()) return select.inputValue();
  const bar = page.getByRole('group', { name: 'Proxy mode' });
  const more = bar.getByRole('button', { name: /is chosen$/ });
  return (await ((await more.count()) > 0 ? more : bar.getByRole('button', { pressed: true })).innerText())
    .trim()
    .toLowerCase();
}

async function openStory(page: Page): Promise<App> {
  const app = new App(page);
  await page.goto('/');
  await expect(page.locator('[data-sentence]')).toHaveText('client asks for web.');
  return app;
}

/** By a key; the story of that mode is at its first moments again, or where it was. */
async function choose(page: Page, key: number): Promise<void> {
  await page.keyboard.press(String(key));
  await expect.poll(() => shownMode(page)).toBe(KEYS[key - 1]);
}

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, () => {
    // What is still fading in has no contrast yet.
    test.use({ colorScheme, viewport, contextOptions: { reducedMotion: 'reduce' } });
    const isOne = name === 'dark 390';

    test('programs stand at sockets and devices, and the one at work is filled', soak(!isOne), async ({ page }) => {
      const app = await openStory(page);
      await choose(page, 5);
      await page.keyboard.press('b');
      await expect(page.locator('[data-sentence]')).toHaveCount(0);
      await app.pause();
      await app.devices();
      await expect(page.locator('[data-programs="sockets"]')).toHaveCount(8);
      await expect(page.locator('[data-programs="eth0"]')).toHaveCount(2);
      await expect(page.locator('[data-programs="cilium_host"]')).toHaveCount(2);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[data-working]')).toHaveAttribute('data-programs', 'sockets');
      await page.keyboard.press('2');
      await expect(page.locator('[data-programs]')).toHaveCount(0);
    });

    test('keys 1 to 6 choose six modes, in the story and on the bench', soak(!isOne), async ({ page }) => {
      const app = await openStory(page);
      for (const at of [2, 3, 4, 5, 6, 1]) await choose(page, at);
      await page.keyboard.press('b');
      await expect(page.locator('[data-sentence]')).toHaveCount(0);
      for (const at of [6, 5, 4, 3, 2, 1]) await choose(page, at);
      expect(app.problems).toEqual([]);
    });

    for (const key of [5, 6]) {
      const mode = KEYS[key - 1];
      test(
        `${mode}: axe finds nothing in the story, on the bench, in its tables and in Compare`,
        soak(),
        async ({ page }) => {
          const app = await openStory(page);
          await choose(page, key);
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('ArrowRight');
          await expectAccessible(page);
          await page.keyboard.press('b');
          await expect(page.locator('[data-sentence]')).toHaveCount(0);
          await app.pause();
          const panes = page.getByRole('tablist', { name: 'Panes' }).getByRole('tab');
          for (const pane of viewport.width < 900 ? await panes.all() : []) {
            await pane.click();
            await expectAccessible(page);
          }
          for (const tab of viewport.width < 900 ? [] : (['Rules', 'Conntrack', 'Routes'] as const)) {
            await app.tab(tab);
            await expectAccessible(page);
          }
          expect(app.problems).toEqual([]);
        },
      );
    }
  });
}
