import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNamedAsSeen } from './accessible';
import { App, soak, test, withMotion } from './app';

/** What each mode tells of the default walk, moment by moment. */
const TOLD = {
  iptables: 'sent recognised chosen rewritten crosses arrives answers crosses translated-back received',
  ipvs: 'sent recognised chosen rewritten crosses arrives answers crosses translated-back received',
  nftables: 'sent recognised chosen rewritten crosses arrives answers crosses translated-back received',
  userspace:
    'sent recognised rewritten routed crosses answers translated-back received chosen crosses arrives answers crosses received',
} as const;

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 300 },
] as const;

/** Opens the story standing still at its first moment. */
async function tell(page: Page, at = '&step=1', example = 'web-two-nodes'): Promise<App> {
  const app = new App(page);
  // Another hash alone is no new load.
  await page.goto('about:blank');
  await page.goto(`/#example=${example}&view=story${at}`);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  return app;
}

const stage = (page: Page) => page.getByRole('group', { name: 'Stage' });
const kind = (page: Page) => stage(page).getAttribute('data-moment');

/** Steps to the next moment of a kind. */
async function goTo(page: Page, wanted: string): Promise<void> {
  await expect(async () => {
    if ((await kind(page)) !== wanted) await page.keyboard.press('ArrowRight');
    expect(await kind(page)).toBe(wanted);
  }).toPass();
}

/** Every kind of the walk, by key. */
async function kindsByKey(page: Page): Promise<string> {
  const kinds = [await kind(page)];
  while ((await page.locator('footer[data-last]').count()) === 0) {
    const before = await page.locator('[data-rail]').count();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-rail]')).toHaveCount(before + 1);
    kinds.push(await kind(page));
  }
  return kinds.join(' ');
}

test(
  'the default walk is told in four modes: moments, sentences, what the packet names, who is chosen',
  soak(),
  async ({ page }) => {
    const app = await tell(page);
    for (const [index, mode] of (['iptables', 'ipvs', 'nftables', 'userspace'] as const).entries()) {
      await page.keyboard.press('Home');
      await page.keyboard.press(String(index + 1));
      // A mode that is seldom used is named by the button that opens the rest.
      const name = mode === 'ipvs' ? 'IPVS' : mode;
      const more = page.getByRole('button', { name: `More modes: ${mode} is chosen` });
      await expect(page.getByRole('button', { name, exact: true, pressed: true }).or(more).first()).toHaveText(name);
      await page.keyboard.press('Home');
      await expect(page.locator('[data-sentence]')).toHaveText('client asks for web.');
      await expect(stage(page)).toHaveAttribute('data-aim', 'service');
      await expect(stage(page)).not.toHaveAttribute('data-chosen', /./);
      expect(await kindsByKey(page), mode).toBe(TOLD[mode]);
      await expect(stage(page)).toHaveAttribute('data-chosen', /^default\/web-/);
      await expect(page.locator('[data-cause]')).toHaveText(/\S/);
    }
    expect(app.problems).toEqual([]);
  },
);

test('keys: bench and back at the same step, real rules, modes keep the kind', async ({ page }) => {
  const app = await tell(page);
  await goTo(page, 'chosen');
  await expect(page.locator('[data-sentence]')).toHaveText(/^The draw falls on web-/);
  await expect(page.locator('[data-lens]')).toHaveAttribute('data-lens', 'ladder');
  const chosen = (await stage(page).getAttribute('data-chosen')) ?? '';
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'real rules' }).last()).toContainText('--probability 0.50000000000');
  await page.keyboard.press('x');
  await page.keyboard.press('3');
  await expect(page.locator('[data-sentence]')).toHaveText(/^The number drawn is/);
  await page.keyboard.press('4');
  await expect(page.locator('[data-lens]')).toHaveAttribute('data-lens', 'process');
  expect(await kind(page)).toBe('chosen');
  await page.keyboard.press('1');
  await expect(page.locator('[data-lens]')).toHaveAttribute('data-lens', 'ladder');
  expect(await stage(page).getAttribute('data-chosen')).toBe(chosen);
  await page.keyboard.press('b');
  await expect(app.steps.first()).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Step of the walk' })).toHaveAttribute('aria-valuetext', /KUBE-SEP/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Story', exact: true }).click();
  await expect(stage(page)).toHaveAttribute('data-moment', 'rewritten');
  expect(app.problems).toEqual([]);
});

test('it plays by itself, space stops it, and nothing shows what comes', async ({ page }) => {
  await withMotion(page);
  await tell(page, '');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(page.locator('[data-rail]')).toHaveCount(2);
  expect(await page.locator('[data-rail]').allInnerTexts()).toEqual(['1\nsent', '2\nrecognised']);
  await expect(stage(page)).not.toHaveAttribute('data-chosen', /./);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('with less motion it steps, and does not start by itself', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await tell(page, '');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-packet]')).not.toHaveAttribute('transform', /./);
  await expect(stage(page)).toHaveAttribute('data-moment', 'recognised');
});

test(
  'Pods and Services are edited where they stand, and it is told again from the same kind',
  soak(),
  async ({ page }) => {
    const app = await tell(page);
    await goTo(page, 'chosen');
    await page.getByRole('button', { name: 'One Pod more behind web' }).click();
    await expect(page.locator('[data-cause]')).toHaveText(
      /^web had 3 Pods to choose from and now has 4\. Of all packets of this cluster it changes \d+ kinds/,
    );
    await expect(stage(page)).toHaveAttribute('data-moment', 'chosen');
    await page
      .getByRole('button', { name: /^Pod web-.*: what can be done with it/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Mark not ready' }).click();
    await expect(page.locator('[data-cause]')).toHaveText(
      /^web had 4 Pods to choose from and now has 3\. Of all packets of this cluster it changes \d+ kinds/,
    );
    await page.getByRole('button', { name: /^Service web,/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Make it a ClusterIP' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect(app.problems).toEqual([]);
  },
);

test('what refuses is red and says so; the object that made kube-proxy write it stands below', async ({ page }) => {
  await tell(page, '&flow=5&step=1');
  await goTo(page, 'refused');
  await expect(page.locator('[data-sentence]')).toHaveText('node1 refuses: no Pod stands behind empty.');
  await expect(stage(page)).toContainText('REJECT');
  await expect(page.locator('[data-lens=refusal]')).toContainText(/empty.*app=nobody.*none.*REJECT/s);
});

test('the address: a link of the bench opens the bench, one of the story the story; the choice is kept', async ({
  page,
}) => {
  const app = new App(page);
  await app.open('/#example=web-two-nodes&step=3');
  await page.keyboard.press('b');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.reload();
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.keyboard.press('b');
  await expect(app.steps.first()).toBeVisible();
  await page.goto('/');
  await expect(app.steps.first()).toBeVisible();
  await page.goto('/?view=story');
  await expect(page.locator('[data-sentence]')).toBeVisible();
});

test('every example can be told', soak(), async ({ page }) => {
  const app = new App(page);
  for (const example of [
    'session-affinity',
    'source-ip-lost',
    'ten-endpoints',
    'traffic-policy-local',
    'load-balancer-source-ranges',
    'docker-forward-drop',
    'headless-and-externalname',
    'empty-service',
  ]) {
    await tell(page, '&step=1', example);
    expect(await kindsByKey(page), example).toMatch(/^sent /);
  }
  expect(app.problems).toEqual([]);
});

/** Font sizes of texts on screen within an element, px. */
async function typeIn(page: Page, selector: string): Promise<number[]> {
  return page.evaluate((within) => {
    const sizes = new Set<number>();
    for (const root of document.querySelectorAll(within)) {
      for (const each of root.querySelectorAll('*')) {
        const has = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
        if (
          !has ||
          each.closest('.visually-hidden, title, button, .recharts') ||
          each.getBoundingClientRect().width < 2
        )
          continue;
        const scale = each instanceof SVGElement ? (each.ownerSVGElement?.getScreenCTM()?.a ?? 1) : 1;
        sizes.add(Math.round(Number.parseFloat(getComputedStyle(each).fontSize) * scale * 10) / 10);
      }
    }
    return [...sizes];
  }, selector);
}

test('type is large enough to be read from the back of a room', soak(), async ({ page }) => {
  for (const at of ['', '&flow=2', '&flow=5', '&mode=ipvs', '&mode=nftables', '&mode=userspace']) {
    await tell(page, `${at}&step=1`);
    for (;;) {
      const where = `${at} ${await kind(page)}`;
      expect(Math.min(...(await typeIn(page, '[aria-label=Stage]'))), where).toBeGreaterThanOrEqual(18);
      expect(Math.min(...(await typeIn(page, '[data-lens]'))), where).toBeGreaterThanOrEqual(17);
      expect(Math.min(...(await typeIn(page, 'main [role=status] > div'))), where).toBeGreaterThanOrEqual(19);
      if ((await page.locator('footer[data-last]').count()) > 0) break;
      await page.keyboard.press('ArrowRight');
    }
  }
  const sentence = await page.locator('[data-sentence]').evaluate((each) => getComputedStyle(each).fontSize);
  expect(Number.parseFloat(sentence)).toBeGreaterThanOrEqual(30);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => Math.min(...(await typeIn(page, '[data-view=story]')))).toBeGreaterThanOrEqual(14);
});

/** Controls and texts that are not whole within the window's width. */
async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const whole = '[data-view=story] :is(button, select, h2, p, svg text, svg [role=button])';
    return [...document.querySelectorAll(whole)]
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.closest('nav') === null)
      .filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return width > 1 && (left < -1 || right > window.innerWidth + 1);
      })
      .map((each) => each.textContent ?? '');
  });
}

for (const [what, at, size, place] of [
  [
    'a cause in the least frame',
    '/?embed&lang=en#s=by-path&m=7',
    { width: 360, height: 300 },
    '[data-view=embed] > [role=status]',
  ],
  ['a stage in a hand', '/?lang=ko#s=source-ranges&m=4', { width: 390, height: 844 }, '[data-place]'],
] as const)
  test(`what goes on below its place fades there: ${what}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('about:blank');
    await page.goto(at);
    const faded = page.locator(place);
    await expect(faded).toHaveAttribute('data-more', 'below');
    await faded.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await expect(faded).toHaveAttribute('data-more', 'above');
    await faded.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(faded).toHaveAttribute('data-more', 'below');
  });

for (const [lang, size] of [
  ['en', SIZES[0]],
  ['ko', { width: 390, height: 844 }],
] as const)
  test(`what stands on Pods, nodes, Services and moments is in their names: ${lang}`, async ({ page }) => {
    await page.setViewportSize(size);
    // Pods that are chosen and step back, that are not ready, and that are shown with their labels.
    for (const at of ['why-this-pod&m=4', 'not-ready&m=3', 'nobody&m=3']) {
      await page.goto('about:blank');
      await page.goto(`/?lang=${lang}#s=${at}`);
      await expect(page.locator('[data-view=story] [data-actor][role=button]').first()).toBeVisible();
      await expectNamedAsSeen(page, '[data-view=story]');
    }
  });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const lang of ['en', 'ko'] as const) {
    test(`nothing is cut off at six sizes, and axe finds nothing: ${colorScheme} ${lang}`, soak(), async ({ page }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.goto(`/?lang=${lang}#example=web-two-nodes&view=story&step=1`);
        await expect(page.locator('[data-sentence]')).toBeVisible();
        const stop = page.locator('[data-moment]');
        for (const wanted of ['sent', 'chosen', 'rewritten', 'crosses', 'translated-back']) {
          await expect(async () => {
            if ((await stop.getAttribute('data-moment')) !== wanted) await page.keyboard.press('ArrowRight');
            expect(await stop.getAttribute('data-moment')).toBe(wanted);
          }).toPass();
          expect(await cutOff(page), `${size.width}x${size.height} ${wanted}`).toEqual([]);
          if (wanted === 'chosen' || wanted === 'translated-back') await expectAccessible(page);
        }
        await page.keyboard.press('x');
        expect(await cutOff(page), `${size.width}x${size.height} rules`).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(wide).toBeLessThanOrEqual(0);
      }
    });
  }
}
