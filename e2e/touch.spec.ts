import { expect, test, type CDPSession, type Locator, type Page } from '@playwright/test';
import { App, soak } from './app';

/** A finger on a tablet and on a phone: no mouse, no right click, no hover. */
const SIZES = [
  { name: 'tablet', viewport: { width: 1024, height: 768 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const;

interface Spot {
  readonly x: number;
  readonly y: number;
}

async function middle(of: Locator): Promise<Spot> {
  const rect = await of.boundingBox();
  if (!rect) throw new Error('not on the stage');
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** One finger down, moved in steps, and up: what a browser gets from a touch screen. */
async function swipe(page: Page, from: Spot, to: Spot): Promise<void> {
  const finger: CDPSession = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Spot): Promise<unknown> =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await send('touchStart', from);
  for (let step = 1; step <= 8; step++) {
    await send('touchMove', { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await send('touchEnd');
}

const box = (app: App, name: RegExp): Locator => app.stage.getByRole('group', { name }).first();

async function begin(page: Page): Promise<App> {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/#example=web-two-nodes&flow=1&step=1');
  await app.devices();
  await expect(box(app, /^Pod client/)).toBeVisible();
  return app;
}

for (const { name, viewport } of SIZES) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('a swipe from a Pod that is not chosen draws nothing', soak(), async ({ page }) => {
      const app = await begin(page);
      const edge = await middle(box(app, /^Pod client/));
      await swipe(page, edge, await middle(box(app, /^Service kubernetes/)));
      await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled();
      expect(app.problems).toEqual([]);
    });

    test(
      'a flow is drawn by a finger: tap the sender, pull its dot to the goal',
      soak(name !== 'phone'),
      async ({ page }) => {
        const app = await begin(page);
        const client = box(app, /^Pod client/);
        const service = box(app, /^Service kubernetes/);
        await client.tap();
        const dot = client.locator('.react-flow__handle.source');
        await expect(dot).toHaveCSS('opacity', '1');
        expect((await dot.boundingBox())!.width).toBeGreaterThanOrEqual(20);
        await swipe(page, await middle(dot), await middle(service));
        // The flow is an edit of its own, and its packet walks.
        await expect(
          page.getByTitle(/^client sends to 10\.96\.0\.1:443, the address of Service kubernetes/),
        ).toBeVisible();
        await expect(page.getByRole('button', { name: /^Undo/ })).toBeEnabled();
        await app.undo();
        await expect(page.getByTitle(/kubernetes/).filter({ hasText: 'sends to' })).toHaveCount(0);
        expect(app.problems).toEqual([]);
      },
    );
  });
}

test.describe('a finger that goes sideways', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('steps the story, to the left on and to the right back, and never leaves the page', async ({ page }) => {
    const app = new App(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/robots.txt');
    await page.goto('/#s=why-this-pod&m=1');
    const moment = page.locator('[data-moment]');
    const first = await moment.getAttribute('data-moment');
    const [left, right] = [
      { x: 60, y: 420 },
      { x: 330, y: 440 },
    ];
    await swipe(page, right, left);
    await expect(moment).not.toHaveAttribute('data-moment', first ?? '');
    const second = await moment.getAttribute('data-moment');
    await swipe(page, { x: 200, y: 600 }, { x: 210, y: 300 });
    await expect(moment).toHaveAttribute('data-moment', second ?? '');
    await swipe(page, left, right);
    await expect(moment).toHaveAttribute('data-moment', first ?? '');
    await swipe(page, left, right);
    await expect(moment).toHaveAttribute('data-moment', first ?? '');
    expect(page.url()).not.toContain('robots');
    expect(app.problems).toEqual([]);
  });
});

test('no list of the page hands a sideways wheel on to the browser', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const hands = (): Promise<string[]> =>
    page.evaluate(() =>
      [document.documentElement, ...document.body.querySelectorAll('*')].flatMap((each) => {
        const { overflowX, overflowY, overscrollBehaviorX: x } = getComputedStyle(each);
        const scrolls = each === document.documentElement || /auto|scroll/.test(`${overflowX} ${overflowY}`);
        return scrolls && !['contain', 'none'].includes(x) ? [`${each.tagName} ${each.className} ${x}`] : [];
      }),
    );
  expect(await hands()).toEqual([]);
  await page
    .getByRole('button', { name: /^Paste/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await hands()).toEqual([]);
});
