import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, test, withMotion } from './app';
import { paste } from './bring';
import { toldHidden } from './told-hidden';

/** Opens a story standing still at its first moment. */
async function tell(page: Page, at = '/?lang=en#example=web-two-nodes&view=story&step=1'): Promise<App> {
  const app = new App(page);
  await page.goto('about:blank');
  await page.goto(at);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  return app;
}

const stage = (page: Page) => page.locator('svg[data-moment]');
const next = (page: Page) => page.getByRole('button', { name: 'Next moment' });

async function goTo(page: Page, kind: string): Promise<void> {
  await expect(async () => {
    if ((await stage(page).getAttribute('data-moment')) !== kind) await page.keyboard.press('ArrowRight');
    await expect(stage(page)).toHaveAttribute('data-moment', kind, { timeout: 1000 });
  }).toPass();
}

/** Behind the last moment. */
async function toEnd(page: Page): Promise<void> {
  await page.keyboard.press('End');
  await expect(stage(page)).toHaveAttribute('data-moment', /received|refused/);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-ending]')).toBeVisible();
  // It is a place of its own on the rail, not the last moment once more.
  await expect(page.locator('[data-rail-end]')).toHaveText(/what next/);
  await expect(page.locator('nav [aria-current=step]')).toHaveCount(1);
}

test('from one packet to all: who else reaches the Service, what else the sender reaches', async ({ page }) => {
  await tell(page);
  await toEnd(page);
  const ways = page.locator('[data-card=reach]').getByRole('button');
  await expect(ways.nth(0)).toHaveText(/^Who reaches web\?\s*8 of 9 senders are answered at its cluster IP$/);
  await expect(ways.nth(1)).toHaveText(/^What does client reach\?\s*\d+ of \d+ ports that have a name answer$/);
  await ways.nth(0).click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: 'Who reaches service default/web' }),
  ).toBeVisible();
  // The browser's way back closes the window, and the story is there as it was.
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(ways.nth(1)).toBeVisible();
  await ways.nth(1).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toHaveText(
    /^From pod .* to everything$/,
  );
  await page.goBack();
  await expect(ways.nth(2)).toHaveText(/^Would nftables [\d.]+ do the same\?\s*\d+ kinds? of packets? /);
  await ways.nth(2).click();
  const changes = page.getByRole('dialog').getByRole('button', { name: 'What changes' });
  await expect(changes).toHaveAttribute('aria-pressed', 'true');
});

test('a story ends in what to try next: another mode, a prediction, a Pod that is not ready', async ({ page }) => {
  const app = await tell(page);
  await toEnd(page);
  await expect(page.locator('[data-ended]')).toHaveText('What would change this walk?');
  await expect(stage(page)).toBeHidden();
  const modes = page.locator('[data-card=modes]');
  await expect(modes.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  // Back and on again, by key and by button.
  await page.keyboard.press('ArrowLeft');
  await expect(stage(page)).toBeVisible();
  await next(page).click();
  await modes.getByRole('button', { name: /^nftables/ }).click();
  await expect(stage(page)).toHaveAttribute('data-moment', 'sent');
  await expect(page.getByRole('button', { name: 'nftables', pressed: true })).toBeVisible();
  await goTo(page, 'chosen');
  await expect(page.locator('[data-lens]')).toHaveAttribute('data-lens', 'map');

  await toEnd(page);
  const gone = page.locator('[data-card=edit]').getByRole('button');
  const pod = /^Make (\S+) not ready$/.exec((await gone.textContent())?.trim() ?? '')?.[1] ?? '';
  await gone.click();
  await expect(page.locator('[data-cause]')).toHaveText(
    /^web had 3 Pods to choose from and now has 2\. Of all packets of this cluster it changes \d+ kinds/,
  );
  await goTo(page, 'chosen');
  expect(await stage(page).getAttribute('data-chosen')).not.toBe(`default/${pod}`);

  await toEnd(page);
  await page.locator('[data-card=predict]').getByRole('button').click();
  await expect(stage(page)).toHaveAttribute('data-moment', 'sent');
  // Whoever is asked goes on by hand, and is told how much is asked.
  await expect(page.locator('[data-cause]')).toHaveText(
    /^What comes is hidden\. \d things are asked before they are shown\./,
  );
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // Nothing of what was seen is left on the rail: it is to be said.
  await expect(page.locator('[data-rail-ahead]')).toHaveCount(0);
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-asked]')).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(app.problems).toEqual([]);
});

test('the rail keeps what was seen, and outside of a scene says what comes', async ({ page }) => {
  await tell(page, '/?lang=en#s=no-device');
  await goTo(page, 'rewritten');
  await page.keyboard.press('Home');
  await expect(page.locator('[data-rail-ahead]')).toHaveCount(3);
  await expect(page.locator('[data-ahead]')).toBeVisible();
  await page.locator('[data-rail-ahead=chosen] button').click();
  await expect(stage(page)).toHaveAttribute('data-moment', 'chosen');
  await expect(page.locator('[data-rail-ahead]')).toHaveCount(1);
  await tell(page);
  await expect(page.locator('[data-rail-ahead]')).toHaveCount(9);
  await expect(page.locator('[data-ahead]')).toHaveCount(0);
  await page.keyboard.press('w');
  await expect(page.locator('[data-rail-ahead]')).toHaveCount(0);
});

test('the draw is made again where it is drawn, and a thousand times', async ({ page }) => {
  const app = await tell(page);
  // Who has not seen it is shown it first.
  await page.keyboard.press('d');
  await expect(stage(page)).toHaveAttribute('data-moment', 'chosen');
  const panel = page.locator('[data-drawn]');
  const first = page.getByRole('button', { name: /^draw again/ });
  await expect(first).toBeVisible();
  // From the press on: in the page's next frame, before any engine can have answered.
  const seen = await first.evaluate(async (button: HTMLElement) => {
    button.click();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const place = document.querySelector('[data-drawn], [data-drawing]');
    return { text: place?.textContent, rows: place?.querySelectorAll('li').length };
  });
  expect(seen.text).toMatch(/drawing …|new connection/);
  expect(seen.rows).toBe(3);
  await expect(panel).toHaveAttribute('data-drawn', '1');
  for (let drawn = 2; drawn <= 6; drawn++) {
    await page.getByRole('button', { name: /^draw again/ }).click();
    await expect(panel).toHaveAttribute('data-drawn', String(drawn));
    await expect(stage(page)).toHaveAttribute('data-moment', 'chosen');
    // The tally has who was chosen.
    const chosen = await stage(page).getAttribute('data-chosen');
    await expect(panel.locator(`[data-landing="${chosen}"] b`)).not.toHaveText('0');
    // Also where the last one ended as the one before did, it is told and seen to land; the stage follows.
    await expect(async () => {
      const landed = await stage(page).getAttribute('data-chosen');
      expect(await panel.locator('[data-last]').getAttribute('data-landing')).toBe(landed);
      expect(await panel.locator('h3').textContent()).toContain(`last: ${landed?.split('/')[1]}`);
    }).toPass();
  }
  const counts = async () => (await panel.locator('b').allTextContents()).map(Number);
  expect((await counts()).reduce((sum, count) => sum + count, 0)).toBe(6);
  await page.keyboard.press('m');
  await expect(panel).toHaveAttribute('data-drawn', '1000');
  const all = await counts();
  expect(all.reduce((sum, count) => sum + count, 0)).toBe(1000);
  // Five standard deviations of a third.
  for (const count of all) expect(Math.abs(count - 1000 / 3)).toBeLessThan(75);
  await expectAccessible(page);
  // IPVS goes round: the engine says so, and nobody is left out.
  await page.keyboard.press('2');
  await expect(page.locator('[data-lens]')).toHaveAttribute('data-lens', 'servers');
  await page.keyboard.press('m');
  await expect(panel).toHaveAttribute('data-drawn', '1000');
  expect((await counts()).toSorted((a, b) => a - b)).toEqual([333, 333, 334]);
  // The document is as it was.
  await expect(page.getByText('edited', { exact: true })).toHaveCount(0);
  expect(app.problems).toEqual([]);
});

test('one Pod more hides no rule that said no: up to six are drawn', async ({ page }) => {
  await tell(page);
  await goTo(page, 'chosen');
  for (let pods = 4; pods <= 6; pods++) {
    await page.getByRole('button', { name: 'One Pod more behind web' }).click();
    await expect(page.locator('[data-rungs] li')).toHaveCount(pods);
    const said = await page.locator('[data-rungs] li').allTextContents();
    const yes = said.findIndex((text) => text.endsWith('yes'));
    expect(said.slice(0, yes).every((text) => text.endsWith('no, next rule'))).toBe(true);
  }
});

test('a window pauses the story at the press, presenting does, and after an answer it waits', async ({ page }) => {
  await withMotion(page);
  await tell(page, '/?lang=en#example=web-two-nodes&view=story');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.keyboard.press('p');
  await expect(page.locator('[data-slide]')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await tell(page, `/?lang=en${toldHidden('why-this-pod')}`);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-rail]')).toHaveCount(2);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-asked]')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.locator('[data-given]')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('twice as large on a laptop: sentence and lens first, the stage by a button', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await tell(page);
  await goTo(page, 'chosen');
  await expect(page.locator('[data-lens]')).toBeVisible();
  await expect(page.locator('[data-packet]')).toBeHidden();
  const { y, height } = (await page.locator('[data-rungs]').boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(360 - 40);
  await page.getByRole('button', { name: 'Stage', exact: true }).click();
  await expect(page.locator('[data-packet]')).toBeVisible();
  await expect(page.locator('[data-lens]')).toBeHidden();
});

for (const [scene, moment] of [
  ['why-this-pod', 3],
  ['ten-pods', 3],
  ['an-old-node-port', 4],
] as const)
  test(`in a hand the lens of a choice leaves every Pod of the stage whole: ${scene}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const app = await tell(page, `/?lang=en#s=${scene}&m=${moment}`);
    await expect(stage(page)).toHaveAttribute('data-moment', 'chosen');
    const rungs = page.locator('[data-rungs] li');
    await expect(rungs.first()).toBeVisible();
    const chosen = (await stage(page).getAttribute('data-chosen'))?.split('/')[1] ?? '';
    const { bottoms, lens } = await page.evaluate(() => {
      const texts = [...document.querySelectorAll('svg[data-moment] text')];
      const pods = texts.filter((text) => /^10\.244\.\d+\.\d+$/.test(text.textContent ?? ''));
      const top = document.querySelector('[data-lens]')?.getBoundingClientRect().top ?? 0;
      return { bottoms: pods.map((text) => text.getBoundingClientRect().bottom), lens: top };
    });
    expect(bottoms.length).toBeGreaterThan(1);
    expect(Math.max(...bottoms)).toBeLessThan(lens);
    await expect(stage(page)).toContainText(chosen);
    // A rule and the words of its odds are one line.
    const heights = await rungs.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(30);
    expect(app.problems).toEqual([]);
  });

test('another mode by its key is told from its start, as by its card', async ({ page }) => {
  await tell(page);
  await toEnd(page);
  await page.keyboard.press('2');
  await expect(stage(page)).toHaveAttribute('data-moment', 'sent');
  await expect(page.getByText(/every node has it on/)).toBeVisible();
});

test('the switch of the real rules stays where it was pressed', async ({ page }) => {
  await tell(page);
  await page.keyboard.press('ArrowRight');
  const toggle = page.getByRole('button', { name: /^real rules/ });
  const before = await toggle.boundingBox();
  await toggle.click();
  await expect(page.locator('[data-lens=rules]')).toBeVisible();
  const { x = 0, y = 0, width = 0 } = (await toggle.boundingBox()) ?? {};
  expect(Math.abs(y - (before?.y ?? 0))).toBeLessThan(2);
  expect(Math.abs(x + width - (before?.x ?? 0) - (before?.width ?? 0))).toBeLessThan(2);
});

test('cards of the end are whole on a laptop: no word is broken, no button out of sight', async ({ page }) => {
  for (const size of [
    { width: 1280, height: 720 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    await tell(page);
    await page.keyboard.press('4');
    await expect(page.getByText(/kube-proxy 1.30 has no userspace mode/)).toBeVisible();
    await expect(page.locator('[data-rail-ahead=received]')).toHaveCount(2);
    await toEnd(page);
    const modes = page.locator('[data-card=modes] strong');
    await expect(modes).toHaveCount(4);
    for (const name of await modes.all()) expect((await name.boundingBox())?.height).toBeLessThan(30);
    const foot = await page.locator('main + footer').boundingBox();
    for (const button of await page.locator('[data-ending] button').all()) {
      const box = await button.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), await button.innerText()).toBeLessThan((foot?.y ?? 0) + 1);
    }
  }
});

test('a lens is whole below a guess and above a note: the stage gives way, whole and smaller', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const brought = readFileSync('src/engine/questions/testdata/operator/36-nft-refuses-the-rules.yaml', 'utf8');
  await tell(page);
  await paste(page, brought);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Open as a cluster/ })
    .first()
    .click();
  await expect(page.getByText(/^Guessed, as no object tells it/)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByText('This hangs on a guess')).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(page.getByText(/nft refused what kube-proxy gave it on na/)).toBeVisible();
  await expect
    .poll(() => page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight))
    .toBeLessThan(2);
  const [drawn, place] = [await stage(page).boundingBox(), await page.locator('[data-place]').boundingBox()];
  expect(drawn?.height ?? 0).toBeLessThan((place?.height ?? 0) + 2);
});
