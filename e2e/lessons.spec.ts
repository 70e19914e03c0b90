import { expect, type Page } from '@playwright/test';
import { LESSONS, SCENES } from '../src/content/scenes';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';
import { toldInLesson } from './in-lesson';

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 300 },
] as const;

type Lang = 'en' | 'ko';

/** Opens the page standing still, and a scene by the list of lessons. */
async function openScene(page: Page, scene: string, lang: Lang = 'en'): Promise<App> {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/?view=story&lang=${lang}`);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('l');
  const title = SCENES.find(({ id }) => id === scene)?.title[lang] ?? '';
  await showAllScenes(page);
  await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
  // It opens in its lesson's Sheet; from there it is told.
  await page.locator(`[data-figure='${scene}'] [data-open=story]`).click();
  await expect(page.locator('header').getByRole('button', { name: title })).toBeVisible();
  await expect(page.locator(`[data-scene='${scene}']`)).toBeVisible();
  return app;
}

/** A quarter of the scenes is behind "more" in the list. */
async function showAllScenes(page: Page): Promise<void> {
  const more = page.getByRole('dialog').getByRole('button', { name: /more scenes|장면 \d+개 더/ });
  await expect(more.first()).toBeVisible();
  while ((await more.count()) > 0) await more.first().click();
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
  await page.keyboard.press('Home');
  expect(await toQuestion(page)).toBe(false);
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

/** Plays a lesson from its first scene to its last by keys alone; gives the scenes that were played. */
async function playLesson(page: Page, lesson: (typeof LESSONS)[number], lang: Lang): Promise<void> {
  await openScene(page, lesson.scenes[0]?.id ?? '', lang);
  for (const [index, scene] of lesson.scenes.entries()) {
    const where = `${lang} ${scene.id}`;
    await expect(page.locator(`[data-scene='${scene.id}']`), where).toBeVisible();
    expect(await page.locator('[data-rail]').count(), where).toBe(1);
    await expect(page.locator('header').getByRole('button', { name: scene.title[lang] }), where).toBeVisible();
    expect(await toQuestion(page), where).toBe(true);
    await expect(page.locator('[data-asked]'), where).toHaveText(/\S/);
    await page.keyboard.press('b');
    await expect(page.locator('[data-given]'), where).toHaveText(/\S/);
    expect(await toQuestion(page), where).toBe(false);
    await page.keyboard.press('s');
    await expect(page.locator('[data-notes]'), where).toHaveText(scene.notes[lang]);
    await page.keyboard.press('s');
    if (index + 1 < lesson.scenes.length) await page.keyboard.press('ArrowRight');
  }
  await expect(page.locator('aside', { hasText: lesson.goal[lang] })).toBeVisible();
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
  await openScene(page, 'one-pod');
  await page.keyboard.press('End');
  await page.keyboard.press('b');
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: /^Next: / })).toBeVisible();
  await page.keyboard.press(']');
  await expect(page.locator('header').getByRole('button', { name: 'scene 2 of' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(page.locator('header').getByRole('button', { name: 'scene 1 of' })).toBeVisible();
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

/** What there is for sentence, stage and lens, and how much of the lens is not seen, px. */
async function roomOf(page: Page): Promise<{ readonly room: number; readonly hidden: number }> {
  return page.locator('#pane-stage').evaluate((main) => {
    const lens = main.querySelector('[data-lens]')?.getBoundingClientRect().bottom ?? Infinity;
    return { room: main.clientHeight, hidden: Math.max(0, Math.round(lens - main.getBoundingClientRect().bottom)) };
  });
}

for (const { width, height } of [SIZES[0], SIZES[3], { width: 844, height: 390 }]) {
  test(`what comes after a scene takes no room from it: ${width}x${height}`, soak(height < 844), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const scene of ['why-this-pod', 'elb', 'through-ipip']) {
      await page.goto('about:blank');
      await page.goto(`/?lang=en${toldInLesson(scene)}`);
      await expect(page.locator('[data-rail]')).toHaveCount(1);
      const { room } = await roomOf(page);
      while (await toQuestion(page)) await page.keyboard.press('b');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('End');
      await expect(page.locator('footer aside button')).toBeVisible();
      expect(await roomOf(page), scene).toEqual({ room, hidden: 0 });
      expect(await cutOff(page), scene).toEqual([]);
    }
  });
}

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
