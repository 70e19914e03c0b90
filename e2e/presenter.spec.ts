import { expect, type Page } from '@playwright/test';
import { SCENES } from '../src/content/scenes';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

/** Opens a scene of a lesson and presents it. */
async function present(page: Page, scene = 'why-this-pod'): Promise<App> {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?view=story');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('l');
  const title = SCENES.find(({ id }) => id === scene)?.title.en ?? '';
  await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
  // It opens in its lesson's Sheet; from there it is told.
  await page.locator(`[data-figure='${scene}'] [data-open=story]`).click();
  await expect(page.locator(`[data-scene='${scene}']`)).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.locator('[data-presenting]')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rulewalk');
  return app;
}

/** The smallest text on screen, px as it is drawn. */
async function smallest(page: Page): Promise<readonly [number, string]> {
  return page.evaluate(() => {
    const found: [number, string][] = [];
    for (const each of document.querySelectorAll('[data-presenting] *')) {
      const text = [...each.childNodes].find(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
      const { width, height } = each.getBoundingClientRect();
      if (!text || width < 2 || height < 2 || each.closest('.visually-hidden, title')) continue;
      if (!each.checkVisibility({ visibilityProperty: true })) continue;
      const scale = each instanceof SVGElement ? (each.ownerSVGElement?.getScreenCTM()?.a ?? 1) : 1;
      found.push([Number.parseFloat(getComputedStyle(each).fontSize) * scale, text.textContent ?? '']);
    }
    return found.toSorted(([a], [b]) => a - b)[0] ?? [0, 'nothing'];
  });
}

const TYPE = ['why-this-pod', 'ipvs-wrr', 'in-nftables', 'in-userspace', 'ping-in-ipvs', 'who-is-asking'];

for (const scene of TYPE) {
  test(`in a room nothing is smaller than 22 px: ${scene}`, soak(scene !== TYPE[0]), async ({ page }) => {
    const app = await present(page, scene);
    let asked = false;
    // Past its end a clicker goes on to the next scene.
    const other = page.locator(`[data-scene]:not([data-scene='${scene}'])`);
    for (;;) {
      const before = await page.locator('[data-rail]').count();
      // While a moment is being drawn its words may be smaller for a frame.
      await expect(async () => {
        const [size, text] = await smallest(page);
        expect(size, `“${text}” at moment ${before}`).toBeGreaterThanOrEqual(21.9);
      }).toPass();
      if (!asked && (await page.locator('[data-ask]').isVisible())) {
        await expectAccessible(page);
        asked = true;
      }
      // As a clicker does.
      await page.keyboard.press('PageDown');
      await expect(
        page.locator('[data-rail]').nth(before).or(page.locator('[data-ask]')).or(other).first(),
      ).toBeVisible();
      if (await other.isVisible()) break;
    }
    expect(asked).toBe(true);
    await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-presenting]')).toHaveCount(0);
    expect(app.problems).toEqual([]);
  });
}

test('the speaker has a window: notes, what comes, the time; it moves the story, and closes with it', async ({
  page,
}) => {
  const app = await present(page);
  const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  const problems: string[] = [];
  speaker.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const notes = SCENES.find(({ id }) => id === 'why-this-pod')?.notes.en ?? '';
  await expect(speaker.locator('[data-speaker-notes]')).toHaveText(notes);
  await expect(speaker.locator('[data-speaker-next]')).toHaveText('Then: Ten Pods');
  await expect(speaker).toHaveTitle('Rulewalk: for the speaker');
  await expect(speaker.locator('time')).toHaveText(/\d/);
  await expect(speaker.locator('[data-timer]')).toHaveText(/^0:0[1-9]$/);
  const font = await speaker.locator('[data-speaker-notes]').evaluate((each) => getComputedStyle(each).fontSize);
  expect(Number.parseFloat(font)).toBeGreaterThanOrEqual(22);
  await expectAccessible(speaker);
  await speaker.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('[data-rail]')).toHaveCount(2);
  await speaker.keyboard.press('PageDown');
  await expect(page.locator('[data-ask]')).toBeVisible();
  await speaker.keyboard.press('b');
  await expect(page.locator('[data-given=right]')).toBeVisible();
  await speaker.getByRole('button', { name: 'Next scene' }).click();
  await expect(page.locator("[data-scene='ten-pods']")).toBeVisible();
  await expect(speaker.locator('[data-speaker-next]')).toHaveText(/^Then: /);
  await Promise.all([speaker.waitForEvent('close'), page.keyboard.press('Escape')]);
  expect([...app.problems, ...problems]).toEqual([]);
});

test('a scene that a short link opened has its notes at the speaker, too', soak(), async ({ page }) => {
  await page.goto('/#s=why-this-pod');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rulewalk');
  const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  const notes = SCENES.find(({ id }) => id === 'why-this-pod')?.notes.en ?? '';
  await expect(speaker.locator('[data-speaker-notes]')).toHaveText(notes);
  await expect(speaker.locator('[data-speaker-next]')).toHaveText('Then: Ten Pods');
});

test('blank, spotlight, and from the start again', async ({ page }) => {
  await present(page);
  await page.keyboard.press('.');
  await expect(page.locator('[data-blank]')).toBeVisible();
  await page.keyboard.press('.');
  await expect(page.locator('[data-blank]')).toHaveCount(0);
  await page.keyboard.press('o');
  await page.mouse.move(300, 200);
  await expect(page.locator('[data-spot]')).toHaveAttribute('style', /--x: 300px/);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('a');
  await expect(page.locator('[data-given]')).toBeVisible();
  await page.keyboard.press('0');
  await expect(page.locator('[data-given]')).toHaveCount(0);
  // What is pressed before the scene is there again is for nobody.
  await expect(async () => {
    await page.keyboard.press('PageDown');
    await expect(page.locator('[data-ask]')).toBeVisible({ timeout: 500 });
  }).toPass();
});
