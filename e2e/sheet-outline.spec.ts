import { expect, test, type Page } from '@playwright/test';
import { soak } from './app';

/*
 * What is read of a Sheet waits for no engine: it stands there since the page was built, and nothing of it moves when figures come.
 */
const ARTICLE = '/?lang=en#sheet=where-a-packet-goes';

/** Keeps the engine back until it is let go. */
async function holdEngine(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/engine.worker*', async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Counts from now on how much moves on the page by itself. */
const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen = globalThis as unknown as { shifted: { readonly value: number; readonly who: readonly string[] }[] };
    seen.shifted = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node?: Node }[] }[])
        seen.shifted.push({
          value: entry.value,
          who: entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shifts = (page: Page): Promise<unknown> =>
  page.evaluate(() => (globalThis as unknown as { shifted: unknown }).shifted);

test('prose, knobs, questions and what figures say stand there before the engine answers', async ({ page }) => {
  const letGo = await holdEngine(page);
  await page.goto(ARTICLE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where a Service’s packet really goes');
  const main = page.getByRole('main');
  await expect(main).toContainText('On the way an address that no Pod has becomes');
  await expect(page.locator('[data-knob=mode]').first()).toHaveText('iptables');
  await expect(page.locator('[data-ask]')).toHaveCount(3);
  await expect(page.locator('[data-coming=f1] [data-sentence]')).toHaveText('client asks for web.');
  // No picture is there, and nothing that hands one out.
  await expect(main.locator('figure svg')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Hand out' })).toBeDisabled();
  letGo();
  await expect(page.locator('[data-figure=f9]')).toBeAttached();
  await expect(page.locator('[data-coming]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Hand out' })).toBeEnabled();
});

test('a knob that is turned before the engine answers holds once it does', async ({ page }) => {
  const letGo = await holdEngine(page);
  await page.goto(ARTICLE);
  await page.locator('[data-knob=mode]').first().press('ArrowRight');
  letGo();
  await expect(page.locator('[data-knob=mode]').first()).toHaveText('IPVS');
  await expect(page.locator('[data-figure=f1]')).toBeVisible();
});

const NAMES = [
  'where-a-packet-goes',
  'reading-a-real-node',
  'why-my-source-address-is-gone',
  'one-rollout-four-lost-requests',
  'leaving-ipvs',
  'lesson-what-a-service-is',
  'lesson-why-this-pod',
  'lesson-from-outside',
  'lesson-back-to-oneself',
  'lesson-four-ways',
  'lesson-real-nodes',
  'lesson-time',
];
/** Widths that are looked at each time. */
const QUICK: ReadonlySet<number> = new Set([1280, 390]);
const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1920, height: 1080 },
] as const;

for (const { width, height } of SIZES)
  for (const name of NAMES)
    test(
      `nothing moves when figures come: ${name}, ${width} by ${height}`,
      soak(name !== NAMES[0] || !QUICK.has(width)),
      async ({ page }) => {
        await page.setViewportSize({ width, height });
        await watchShifts(page);
        const letGo = await holdEngine(page);
        await page.goto(`/?lang=en#sheet=${name}`);
        await expect(page.locator('[data-kind=lede]')).toBeVisible();
        await page.waitForTimeout(300);
        letGo();
        await expect(page.locator('[data-coming]')).toHaveCount(0);
        await page.waitForTimeout(300);
        expect(await shifts(page)).toEqual([]);
      },
    );
