import { expect, type Page } from '@playwright/test';
import { LESSONS } from '../src/content/scenes';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';
import { toldHidden } from './told-hidden';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 300 },
] as const;

type Lang = 'en' | 'ko';

/** Opens a scene with all that comes hidden, standing still. */
async function openScene(page: Page, scene: string, lang: Lang = 'en'): Promise<App> {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/?lang=${lang}${toldHidden(scene, lang)}`);
  await expect(page.locator(`[data-scene='${scene}'] [data-sentence]`)).toBeVisible();
  return app;
}

const quiz = (page: Page) => page.locator('[data-quiz]');
const stage = (page: Page) => page.locator('svg[data-moment]');

/** Goes on by key until something is asked, or to the end: whether something is. */
async function toQuestion(page: Page): Promise<boolean> {
  for (;;) {
    if (await page.locator('[data-ask]').isVisible()) return true;
    if ((await page.locator('footer[data-last]').count()) > 0) return false;
    const before = await page.locator('[data-rail]').count();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-rail]').nth(before).or(page.locator('[data-ask]')).first()).toBeVisible();
  }
}

test('a scene stops and asks; nothing ahead is shown; the answer is judged by the engine and stays', async ({
  page,
}) => {
  const app = await openScene(page, 'why-this-pod');
  expect(await toQuestion(page)).toBe(true);
  await expect(page.locator('[data-asked]')).toHaveText('Before anything is drawn: how likely is web-fd6gp?');
  await expect(quiz(page).getByRole('button', { name: /^[A-D]\s*\d\/\d$/ })).toHaveCount(4);
  await expect(stage(page)).not.toHaveAttribute('data-chosen', /./);
  await expect(page.locator('[data-lens=ladder]')).toHaveCount(0);
  expect(await stage(page).textContent()).not.toMatch(/1\/3|1 in 3|chosen|DNAT/);
  expect(await page.locator('[data-rail]').count()).toBe(2);
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await expect(page.locator('[data-asked]')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.locator('[data-sentence]')).toHaveText(/^The draw falls on web-/);
  await expect(page.locator('[data-given=wrong]')).toHaveText(
    /^A: wrong\. 1\/2 is the chance once its own rule is asked/,
  );
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-rail=chosen]')).toContainText('A✗');
  // Going back does not ask again, and what was answered stays.
  while (await toQuestion(page)) await page.keyboard.press('b');
  await page.keyboard.press('Home');
  expect(await toQuestion(page)).toBe(false);
  await expect(page.locator('[data-rail=chosen]')).toContainText('A✗');
  expect(app.problems).toEqual([]);
});

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [390, 844],
] as const) {
  test(`what was answered stands beside its moment and on nothing, ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openScene(page, 'why-this-pod');
    expect(await toQuestion(page)).toBe(true);
    await page.keyboard.press('a');
    await expect(page.locator('[data-given]')).toBeVisible();
    // At its moment, and at the last one, where the rail is fullest.
    for (const key of ['ArrowRight', 'End']) {
      await page.keyboard.press(key);
      const covered = await page.locator('footer small').evaluate((mark) => {
        const [own, rail] = [mark.getBoundingClientRect(), mark.closest('footer')!.getBoundingClientRect()];
        const others = [
          ...mark.closest('footer')!.querySelectorAll('[data-rail] button > span, [data-rail-ahead] button > span'),
        ];
        const meets = others.filter((each) => {
          const box = each.getBoundingClientRect();
          const apart =
            box.width === 0 ||
            box.right <= own.left ||
            own.right <= box.left ||
            box.bottom <= own.top ||
            own.bottom <= box.top;
          return !apart;
        });
        const isOut = own.top < rail.top || own.bottom > rail.bottom || own.right > rail.right;
        return [...meets.map(({ textContent }) => `on ${textContent}`), ...(isOut ? ['out of the rail'] : [])];
      });
      expect(covered).toEqual([]);
    }
  });
}

test('a Pod that is not ready is counted by the usual mistake, which says so', async ({ page }) => {
  await openScene(page, 'not-ready');
  expect(await toQuestion(page)).toBe(true);
  await expect(page.locator('[data-asked]')).toHaveText(/^Before anything is drawn: how likely is web-/);
  await quiz(page).getByRole('button', { name: /1\/3$/ }).click();
  await expect(page.locator('[data-given=wrong]')).toHaveText(/would count a Pod that is not ready, too: it is 1\/2\./);
});

test('somebody who comes again: nothing is drawn, and the rules that look for the client are among the real ones', async ({
  page,
}) => {
  await openScene(page, 'affinity');
  await expect(page.locator('[data-sentence]')).toHaveText('client asks for web again.');
  expect(await toQuestion(page)).toBe(true);
  await expect(page.locator('[data-asked]')).toHaveText('How likely is web-fd6gp this time?');
  await quiz(page)
    .getByRole('button', { name: /certain$/ })
    .click();
  await expect(page.locator('[data-sentence]')).toHaveText('It is web-fd6gp again.');
  await page.keyboard.press('x');
  const rules = page.locator('[data-lens=rules]');
  await expect(rules).toContainText('-m recent');
  // The one that decided is in sight, however many stand before it.
  await expect(rules.locator('li[data-said=yes]')).toBeInViewport({ ratio: 0.9 });
});

test('an answer at the last moment stays there: nothing begins anew, and the verdict is read at once', async ({
  page,
}) => {
  await openScene(page, 'local-drops');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await toQuestion(page)).toBe(true);
  await expect(page.locator('[data-asked] + p')).toHaveText(
    /^externalTrafficPolicy of web is Local, and none of its Pods/,
  );
  const before = await page.locator('[data-rail]').count();
  await page.keyboard.press('a');
  await expect(page.locator('[data-given=wrong]')).toHaveText(/^A: wrong\./);
  await page.waitForTimeout(500);
  await expect(page.locator('[data-given=wrong]')).toBeVisible();
  await expect(page.locator('[data-rail]')).toHaveCount(before + 1);
});

test('an answer by hand; the right one is said to be right, and the story waits', async ({ page }) => {
  await openScene(page, 'why-this-pod');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await toQuestion(page);
  await quiz(page).getByRole('button', { name: '1/3' }).click();
  await expect(page.locator('[data-given=right]')).toHaveText(
    /^B: right\. Of all new connections, 1\/3 go to web-fd6gp\./,
  );
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('what comes can be hidden everywhere: each choice, verdict and source is asked', async ({ page }) => {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/#example=web-two-nodes&view=story&step=1');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  // At once: a step made before its question has come waits for it.
  await page.evaluate(() => {
    for (const key of ['w', 'ArrowRight', 'ArrowRight'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  const asked: string[] = [];
  while (await toQuestion(page)) {
    asked.push((await quiz(page).getAttribute('data-quiz')) ?? '');
    await page.keyboard.press('b');
    await expect(page.locator('[data-asked]')).toHaveCount(0);
  }
  // Whether it is answered is a verdict, and nothing told by then says it.
  expect(asked).toEqual(['chance', 'source-changes', 'ends']);
  await page.keyboard.press('w');
  expect(app.problems).toEqual([]);
});

/** Presents the Sheet of a lesson from its first slide to its last by keys alone, and answers every question. */
async function playLesson(page: Page, lesson: (typeof LESSONS)[number], lang: Lang): Promise<void> {
  await page.goto(`/?lang=${lang}#sheet=lesson-${lesson.id}`);
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await page.keyboard.press('p');
  const slide = page.locator('[data-slide] nav [role=status]');
  const veiled = page.locator('[data-block][data-veiled]');
  const asked = new Set<string>();
  for (;;) {
    const ids = await page.locator('[data-ask]').evaluateAll((all) => all.map((each) => each.getAttribute('data-ask')));
    for (const id of ids) asked.add(id ?? '');
    for (const key of ['a', 'b', 'c', 'd']) {
      if ((await veiled.count()) === 0) break;
      await page.keyboard.press(key);
      // An answer takes a moment; a further key would be for the page, and b leads to the bench.
      await expect(veiled)
        .toHaveCount(0, { timeout: 2000 })
        .catch(() => undefined);
    }
    await expect(veiled).toHaveCount(0);
    const place = (await slide.textContent()) ?? '';
    const [at, count] = place.split(' / ');
    if (at === count) break;
    await page.keyboard.press('PageDown');
    await expect(slide).not.toHaveText(place);
  }
  expect([...asked]).toEqual(lesson.scenes.filter(({ question }) => question).map(({ id }) => `q-${id}`));
}

for (const lang of ['en', 'ko'] as const) {
  for (const lesson of LESSONS) {
    const quick = lang === 'ko' && lesson.id === 'back-to-oneself';
    test(`lesson ${lesson.id} runs from start to end by keys: ${lang}`, soak(!quick), async ({ page }) => {
      test.setTimeout(180_000);
      await playLesson(page, lesson, lang);
    });
  }
}

test('progress is kept here only, over a reload, and can be forgotten', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?lang=en#s=one-pod');
  await expect(page.locator("[data-scene='one-pod'] [data-sentence]")).toBeVisible();
  await page.keyboard.press('End');
  await page.reload();
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog');
  const lesson = LESSONS.find(({ scenes }) => scenes.some(({ id }) => id === 'one-pod'));
  const seen = `1 of ${lesson?.scenes.length} seen`;
  await expect(dialog.getByText(seen)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Forget progress' }).click();
  await expect(dialog.getByText(seen)).toHaveCount(0);
});

/** Controls and texts that are not whole within the window. */
async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-view=story] :is(button, select, h2, p, svg text)')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.closest('nav') === null)
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        const cut = each instanceof HTMLButtonElement && each.scrollWidth > each.clientWidth + 1;
        return width > 1 && (left < -1 || right > window.innerWidth + 1 || cut);
      })
      .map((each) => each.textContent ?? ''),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const lang of ['en', 'ko'] as const) {
    test(`questions fit at five sizes, and axe finds nothing: ${colorScheme} ${lang}`, soak(), async ({ page }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme });
      for (const scene of ['why-this-pod', 'external-ip', 'nobody']) {
        await page.setViewportSize(SIZES[0]);
        await openScene(page, scene, lang);
        await toQuestion(page);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await expect(quiz(page)).toBeVisible();
          expect(await cutOff(page), `${scene} ${size.width}x${size.height}`).toEqual([]);
          const last = quiz(page).getByRole('listitem').last().getByRole('button');
          // The stage is laid out anew after the window has its size.
          await expect(async () => {
            await last.scrollIntoViewIfNeeded();
            await expect(last, `${scene} ${size.width}x${size.height}`).toBeInViewport({ ratio: 0.9, timeout: 500 });
          }).toPass();
          if (size.width === 390 || size.width === 1280) await expectAccessible(page);
        }
      }
    });
  }
}
