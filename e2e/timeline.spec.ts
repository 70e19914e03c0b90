import { expect, type Locator, type Page } from '@playwright/test';
import { App, soak, test } from './app';
import { expectAccessible, SCREENS } from './accessible';
import { smallestType } from './type';

async function openTime(page: Page): Promise<Locator> {
  const own = page.getByRole('button', { name: 'Time', exact: true });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await expect(own.or(more).first()).toBeVisible();
  if (await own.isVisible()) await own.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: /^Time/ }).click();
  }
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/requests? .*failed/).first()).toBeVisible();
  return dialog;
}

test('a scene of time is read in its Sheet, and all of its lanes are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/?lang=en#s=pre-stop&l=time');
  await page
    .locator('[data-ask=q-pre-stop]')
    .getByRole('button', { name: /sleep 0 ms/ })
    .click();
  const figure = page.locator('[data-figure=pre-stop]');
  const lanes = figure.getByRole('region', { name: /^Lanes with/ }).first();
  const picture = lanes.getByRole('img', { name: /Lanes over time/ });
  await expect(picture).toBeVisible();
  expect(await smallestType(lanes.locator('svg'))).toBeGreaterThanOrEqual(18);
  const hidden = await lanes
    .getByRole('group')
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
  await expect(lanes).toContainText('4 s to 17 s');
  await lanes.getByRole('button', { name: 'Whole' }).click();
  await expect(lanes).toContainText('0 ms to 1:00');
  // The same time is looked at in both.
  await expect(figure.getByRole('region', { name: /^Lanes with/ }).last()).toContainText('0 ms to 1:00');
  // Its script, to be changed.
  await figure.getByRole('button', { name: 'Figure 1 in the window of time' }).click();
  await expect(page.getByRole('dialog').getByText(/^At 5 s web is rolled out\.$/)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Use it' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

const MOMENT_BAR = '[aria-label="The moment that is shown"]';

/** How many of the requests failed, as the first sentence says. */
async function failed(dialog: Locator): Promise<number> {
  const text = await dialog
    .getByText(/^(?:None of|Of) /)
    .first()
    .innerText();
  return text.startsWith('None') ? 0 : Number(/(\d+) failed/.exec(text)?.[1]);
}

test('a rollout is lived through: the answer, the list in words, another script, what stands beside it, CSV', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  const dialog = await openTime(page);
  await expect(dialog.getByRole('img', { name: /Lanes over time/ })).toBeVisible();
  await expect(dialog.getByRole('table')).toContainText('Roll out a new version');
  await expectAccessible(page, '[role="dialog"]');
  // What is done is said first, what happens is looked at first, and it is played with what happens told above.
  await expect(dialog.getByText(/^At \d+ s web is rolled out\.$/)).toBeVisible();
  const lanes = dialog.getByRole('region', { name: 'Lanes', exact: true });
  await expect(lanes).not.toContainText('0 ms to');
  await expect(lanes.getByRole('list')).toContainText('kube-proxy syncs');
  // Not from the start: ten times slower it would take a minute until something fails.
  await dialog.getByRole('button', { name: 'Failed next' }).click();
  await dialog.getByRole('button', { name: 'Play, ten times slower' }).click();
  await expect(dialog.locator('[data-happening]')).toContainText(/\d+ requests? failed so far/);
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();

  await dialog.getByLabel('What', { exact: true }).selectOption('flush');
  await dialog.getByLabel('at second').fill('20');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText(/had no rules for/)).toBeVisible();
  const before = await failed(dialog);
  expect(before).toBeGreaterThan(10);

  await dialog.getByRole('button', { name: /^Remove: iptables -F/ }).click();
  await expect(dialog.getByText(/had no rules for/)).toBeHidden();
  expect(await failed(dialog)).toBeLessThan(before);

  await dialog.getByRole('group', { name: /Plus and minus/ }).press('+');
  await dialog.getByLabel(/^Moment/).press('ArrowRight');
  await dialog.getByRole('combobox', { name: 'Beside it', exact: true }).selectOption('pre-stop');
  await expect(dialog.getByText(/preStop.* 0 ms: .* requests? fail.* 5 s: /)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'The one beside it: mode' }).selectOption('ipvs');
  await expect(dialog.getByText(/^iptables, .* requests? fail.* ipvs, /)).toBeVisible();
  await expectAccessible(page, '[role="dialog"]');

  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('timeline.csv');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(app.problems).toEqual([]);
});

test(
  'a request that failed is walked with the rules of its moment, and there is a way back to now',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await page.goto('/?view=bench');
    const dialog = await openTime(page);
    await dialog.getByRole('button', { name: 'Failed next' }).click();
    await expect(dialog.getByText(/request (refused|timed out)/).first()).toBeVisible();
    await dialog.getByRole('group', { name: 'A request' }).getByRole('button', { name: 'Walk it' }).click();
    await expect(dialog).toBeHidden();
    // A walk is told: it opens the story, wherever one came from.
    await expect(page.locator('[data-view=story] [data-sentence]')).toBeVisible();
    const bar = page.getByRole('region', { name: 'The moment that is shown' });
    await expect(bar).toContainText('The request of client 1 at');
    await expect(bar).toContainText(/old rules, .* behind/);
    await expect(page.getByRole('main')).toContainText(/old rules, .* behind/);
    await page.screenshot({ path: test.info().outputPath('moment-story.png') });
    await expectAccessible(page, MOMENT_BAR);
    await expectAccessible(page, 'main');

    await page.keyboard.press('b');
    await expect(
      page
        .getByRole('main', { name: 'Stage' })
        .getByText(/ behind$/)
        .first(),
    ).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('moment-bench.png') });
    await expectAccessible(page, MOMENT_BAR);

    const slider = bar.getByRole('slider');
    await slider.focus();
    await slider.press('End');
    await expect(bar).toContainText('Every node has the newest rules.');
    await bar.getByRole('button', { name: 'Back to now' }).click();
    await expect(bar).toBeHidden();
    expect(app.problems).toEqual([]);
  },
);

test('a scene of time shows nothing of its lanes before it has asked, while it is worked out, too', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const look = (): void => {
      const figure = document.querySelector('[data-figure=flush]');
      if (figure?.querySelector('svg, [data-sentence]')) document.documentElement.dataset['tooEarly'] = '';
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/#s=flush&l=time');
  const figure = page.locator('[data-figure=flush]');
  await expect(figure.getByRole('button', { name: 'or show it' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-too-early');
  await figure.getByRole('button', { name: 'or show it' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-too-early');
});

test(
  'a scene of time asks before it shows; its lesson is among the others, in both languages',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await page.goto('/#s=flush&l=time');
    const ask = page.locator('[data-ask=q-flush]');
    await expect(ask).toContainText('How long is it from the first request that fails to the last?');
    await expect(ask).toBeInViewport();
    expect(new URL(page.url()).hash).toBe('#sheet=lesson-time/flush');
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('scene-asks.png') });
    // Wrong ones say which way it is, and may be tried again.
    await ask.getByRole('button').first().click();
    await expect(ask.getByRole('status')).toHaveText('No. It is more than that. Try another, or have it shown.');
    await page.locator('[data-figure=flush]').getByRole('button', { name: 'or show it' }).click();
    await expect(ask.getByRole('status')).toHaveText(/^It is [B-C]\. 290 timed out, because node1 had no rules/);
    await expect(page.locator('[data-figure=flush]').getByRole('img', { name: /Lanes over time/ })).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('scene-told.png') });
    await page.keyboard.press('l');
    await page.getByRole('dialog').getByRole('button', { name: 'A crash, and a Pod made anew', exact: true }).click();
    await expect(page.locator('[data-ask=q-crash]')).toBeInViewport();
    await page.getByRole('button', { name: /한국어/ }).click();
    await expect(ask).toContainText('얼마나 걸릴까요?');
    expect(app.problems).toEqual([]);
  },
);

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, soak(), () => {
    test.use({ colorScheme, viewport });
    test('time is accessible and fits', async ({ page }) => {
      await page.goto('/?view=story');
      const dialog = await openTime(page);
      await expect(dialog.getByRole('img', { name: /Lanes over time/ })).toBeVisible();
      await expectAccessible(page, '[role="dialog"]');
      const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(wide).toBeLessThanOrEqual(1);
      await page.screenshot({ path: test.info().outputPath('time.png') });
    });
  });
}
