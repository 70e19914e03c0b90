import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './app';
import { hangsOver, slidePlace } from './slides';

const SHEET = '/#sheet=where-a-packet-goes';

/** Opens the article and waits for its last figure. */
async function read(page: Page, address = SHEET): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[data-figure="f9"]')).toBeVisible();
}

const sentence = (page: Page, figure: string) => page.locator(`[data-figure="${figure}"] [data-sentence]`);

test.describe('a Sheet', () => {
  test('opens with nine figures, and a knob turns all below it', async ({ page }) => {
    await read(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where a Service’s packet really goes');
    await expect(page.locator('[data-figure]')).toHaveCount(9);
    const first = page.locator('[data-figure="f1"]');
    await expect(first).toContainText('no device has it');
    const mode = page.locator('[data-knob="mode"]').first();
    await mode.focus();
    await page.keyboard.press('ArrowRight');
    await expect(mode).toHaveText('IPVS');
    await expect(first).toContainText('every node has it on kube-ipvs0');
    await expect(page.locator('[data-block="2"]')).toContainText('a dummy device that leads nowhere');
    await expect(page.locator('[data-figure="f5"]')).toContainText('IPVS writes it over the address of web');
    // One polite sentence: that of the first figure below.
    await expect(page.locator('[data-spoken]')).toHaveText('client asks for web.');
    await expect(mode).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(mode).toHaveText('nftables');
  });

  test('a number of the foot moves what is below its first place, and nothing above', async ({ page }) => {
    await read(page);
    await page.locator('[data-ask="q1"]').getByRole('button', { name: '1 in 2' }).click();
    const third = page.locator('[data-figure="f3"]');
    await expect(third).toContainText('3 Pods stand behind web');
    await third.getByRole('button', { name: /^More/ }).click();
    await expect(third).toContainText('4 Pods stand behind web');
    await expect(page.locator('[data-block]', { hasText: 'The first says yes to 1 in 4.' })).toBeVisible();
    // Figure 1 stands above the knob: it has its three Pods still.
    await expect(page.locator('[data-figure="f1"] [data-actor^="default/web"]')).toHaveCount(3);
    await third.getByRole('button', { name: '1000 times' }).click();
    const rows = third.locator('[data-count]');
    await expect(rows).toHaveCount(4);
    const counts = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-count'))));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1000);
  });

  test('a figure that nobody sees is drawn in a free moment, when it is come to, and before it is printed', async ({
    page,
  }) => {
    await read(page);
    await page.evaluate(() => {
      // This browser is never free.
      window.requestIdleCallback = () => 0;
    });
    const far = page.locator('[data-figure="f5"]');
    const mode = page.locator('[data-knob="mode"]').first();
    await mode.press('ArrowRight');
    await expect(page.locator('[data-figure="f1"]')).toContainText('every node has it on kube-ipvs0');
    // Prose waits for nobody: the whole is there.
    await expect(page.locator('[data-view]')).toContainText('the table of IPVS is empty');
    await expect(far).not.toContainText('IPVS writes it');
    await page.evaluate(() => void dispatchEvent(new Event('beforeprint')));
    expect(await far.textContent()).toContain('IPVS writes it over the address of web');
    await mode.press('ArrowLeft');
    await expect(page.locator('[data-figure="f1"]')).toContainText('no device has it');
    await expect(far).toContainText('IPVS writes it');
    await far.scrollIntoViewIfNeeded();
    await expect(far).not.toContainText('IPVS writes it');
  });

  test('a question hides what it asks for; a wrong answer says why and may be tried again', async ({ page }) => {
    await read(page);
    const ask = page.locator('[data-ask="q1"]');
    const figure = page.locator('[data-figure="f3"]');
    await expect(figure).toContainText('Answer first');
    await expect(figure).not.toContainText('The draw falls on');
    await ask.scrollIntoViewIfNeeded();
    await page.keyboard.press('c');
    await expect(ask).toContainText(
      'No. 1 in 3 of the rest is less than 1 in 3 of all: 2 in 9. Try another, or have it shown.',
    );
    await expect(figure).toContainText('Answer first');
    await page.keyboard.press('b');
    await expect(ask).toContainText('Right.');
    await expect(sentence(page, 'f3')).toContainText('The draw falls on');
    // Of IPVS another is asked, and of nobody by luck.
    await page.reload();
    await read(page);
    await page.locator('[data-knob="mode"]').first().press('ArrowRight');
    await expect(ask).toContainText('Who gets the next one');
    await figure.getByRole('button', { name: 'or show it' }).click();
    await expect(ask).toContainText('It is B.');
  });

  test('what a veiled ladder shows is what its question says, and no more', async ({ page }) => {
    await read(page);
    const veiled = page.locator('[data-figure="f3"] [data-veiled]');
    await expect(veiled.locator('li')).toHaveText([/1\/3.*1 in 3$/, /\?$/, /\?$/]);
    // Of nftables it is asked how likely one of them is: nothing is said of any.
    await page.locator('[data-knob="mode"]').first().press('Enter');
    await page.locator('[data-knob="mode"]').first().press('Enter');
    await expect(page.locator('[data-ask="q1"]')).toContainText('how likely');
    await expect(veiled.locator('li')).toHaveText([/^\S+\?$/, /^\S+\?$/, /^\S+\?$/]);
  });

  test('the figure that scrolling moves goes on once its question is answered', async ({ page }) => {
    await read(page);
    const ask = page.locator('[data-ask="q2"]');
    await ask.scrollIntoViewIfNeeded();
    await page.keyboard.press('a');
    await expect(ask).toContainText('Right.');
    const figure = page.locator('figure[data-figure="f6"]');
    const steps = page.locator('li[data-step]');
    const seen = new Set<string>();
    for (let at = 0; at < (await steps.count()); at++) {
      await steps.nth(at).evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await expect(steps.nth(at)).toHaveAttribute('aria-current', 'step');
      seen.add((await figure.getAttribute('data-moment')) ?? '');
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  test('outside: Local on a node without a Pod drops in iptables, and strays in IPVS', async ({ page }) => {
    await read(page);
    const eighth = page.locator('[data-figure="f8"]');
    await page.locator('[data-knob="policy"]').press('Enter');
    await expect(sentence(page, 'f8')).toContainText('node2 drops the packet');
    await page.locator('[data-knob="mode"]').first().press('ArrowRight');
    await eighth.getByRole('button', { name: 'or show it' }).click();
    await expect(sentence(page, 'f8')).toContainText('outside refuses: it never asked');
  });

  test('leads to the bench and back, where it is as it was left', async ({ page }) => {
    await read(page);
    await page.locator('[data-knob="pods"]').press('ArrowRight');
    const fifth = page.locator('[data-figure="f5"]');
    await expect(fifth.locator('[data-actor^="default/web"]')).toHaveCount(4);
    const bench = fifth.getByRole('button', { name: 'Figure 5 on the bench' });
    await bench.scrollIntoViewIfNeeded();
    const top = (await fifth.boundingBox())!.y;
    await bench.click();
    await expect(page.locator('[data-view="sheet"]')).toHaveCount(0);
    await expect(page.getByRole('banner').or(page.locator('#pane-stage')).first()).toBeVisible();
    await page.goBack();
    await expect(page.locator('[data-knob="pods"]')).toHaveText('4');
    // What is read stands where it stood, whatever above it takes its size later.
    await expect(fifth.locator('[data-actor^="default/web"]')).toHaveCount(4);
    await expect.poll(async () => Math.abs((await fifth.boundingBox())!.y - top)).toBeLessThan(3);
    await page.waitForTimeout(600);
    expect(Math.abs((await fifth.boundingBox())!.y - top)).toBeLessThan(3);
  });

  test('with lanes of time stands where it was read, once they are lived through again', async ({ page }) => {
    await page.goto('/?lang=en#sheet=lesson-time');
    const lanes = page.locator('[data-moment=lanes]');
    await expect(lanes.first()).toBeVisible();
    const coming = page.locator('[data-moment=lanes]:not([data-lived])');
    await expect(coming).toHaveCount(0);
    // What is drawn in lanes above is higher than what hides them.
    const show = page.getByRole('button', { name: 'or show it' });
    for (let left = await show.count(); left > 0; left--) {
      await show.first().click();
      await expect(show).toHaveCount(left - 1);
    }
    const crash = page.locator('[data-figure=crash]');
    await crash.evaluate((each) => each.scrollIntoView({ block: 'center' }));
    await page.mouse.wheel(0, 40);
    await page.waitForTimeout(300);
    const top = (await crash.boundingBox())!.y;
    expect(top).toBeLessThan(720);
    // A click of Playwright scrolls where it finds the button covered for a moment; nobody's hand does.
    await page.getByRole('button', { name: /^Rulewalk/ }).dispatchEvent('click');
    await expect(page.locator('[data-view="sheet"]')).toHaveCount(0);
    await page.goBack();
    await expect(lanes.first()).toBeVisible();
    await expect(coming).toHaveCount(0);
    await expect.poll(async () => Math.abs((await crash.boundingBox())!.y - top)).toBeLessThan(3);
    await page.waitForTimeout(500);
    expect(Math.abs((await crash.boundingBox())!.y - top)).toBeLessThan(3);
  });

  test('leaves out no node that the packet passes, where two have no room beside each other', async ({ page }) => {
    for (const width of [794, 1280]) {
      await page.setViewportSize({ width, height: 1123 });
      await read(page, `${SHEET};~open=q1,q2,q3;node=node2`);
      const stage = page.locator('[data-figure="f8"] svg[data-moment]');
      for (const name of ['node1', 'node2', 'outside']) await expect(stage).toContainText(name);
    }
  });

  test('is in Korean, and on a phone no wider than that', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await read(page);
    await page.getByRole('button', { name: /한국어/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service로 보낸 패킷은 정말 어디로 갈까');
    await expect(page.locator('[data-figure="f1"]')).toContainText('그림 1');
    const wide = await page
      .locator('[data-view="sheet"] > div')
      .evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(wide).toBe(0);
  });

  for (const scheme of ['light', 'dark'] as const)
    test(`has no violation of WCAG: ${scheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await read(page);
      await page.locator('[data-ask="q1"]').getByRole('button', { name: '1 in 2' }).click();
      await expect(sentence(page, 'f3')).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    });

  test('is offered by the lessons and the palette', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('[data-view="story"] [data-sentence]')).toBeVisible();
    await page.keyboard.press('l');
    await page.getByRole('link', { name: 'Where a Service’s packet really goes' }).click();
    await expect(page.locator('[data-figure="f9"]')).toBeVisible();
    await page.getByRole('button', { name: /^Rulewalk/ }).click();
    await expect(page.locator('[data-view="story"]')).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
  });

  test('of another name is not there, and the page is', async ({ page }) => {
    await page.goto('/#sheet=nothing-of-that-name');
    await expect(page.getByRole('heading', { name: 'There is no Sheet of that name here.' })).toBeVisible();
    await page.getByRole('button', { name: /^Rulewalk/ }).click();
    await expect(page.locator('[data-view="story"]')).toBeVisible();
  });

  test('what tells an answer is hidden until it is given, on paper, too', async ({ page }) => {
    await read(page, '/#sheet=where-a-packet-goes');
    const poster = page.locator('[data-figure="f9"]');
    await expect(poster).toContainText('Answer first');
    await expect(page.locator('[data-view]')).not.toContainText('IPVS deals in turn');
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('[data-view]')).not.toContainText('the Pod cannot tell who asked');
    await expect(page.locator('[data-folded]').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    for (const ask of ['q1', 'q2', 'q3']) await page.locator(`[data-ask="${ask}"]`).scrollIntoViewIfNeeded();
    // What nobody sees is drawn in its time: a button may go before it is pressed.
    const shows = page.getByRole('button', { name: 'or show it' });
    await expect(async () => {
      if ((await shows.count()) > 0) await shows.first().click({ timeout: 1000 });
      await expect(shows).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await expect(page.locator('[data-view]')).toContainText('IPVS deals in turn');
    await expect(poster).toContainText('The whole way');
  });

  test('is presented: a slide is a question with its figure, or a figure', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await read(page, '/#sheet=where-a-packet-goes');
    await page.keyboard.press('p');
    await expect(slidePlace(page)).toHaveText('1 / 10');
    await expect(page.locator('[data-figure]')).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText('An address nobody has');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-ask="q1"]')).toBeVisible();
    await expect(page.locator('[data-figure="f3"]')).toContainText('Answer first');
    // Nothing that a room has to read is smaller than 22 px.
    const sizes = await page
      .locator('[data-view] main :is(p, h3, button, strong, span)')
      .evaluateAll((all) =>
        all
          .filter((each) => (each.textContent ?? '').trim() !== '' && each.getBoundingClientRect().width > 2)
          .map((each) => Number.parseFloat(getComputedStyle(each).fontSize)),
      );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(22);
    await page.keyboard.press('b');
    await expect(page.locator('[data-ask="q1"]')).toContainText('Right.');
    await expect(page.locator('[data-figure="f3"]')).toContainText('The draw falls on');
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(slidePlace(page)).toHaveText('1 / 10');
    await page.keyboard.press('End');
    await expect(page.locator('[data-figure="f9"]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-figure]')).toHaveCount(9);
    await expect(page.locator('[data-figure="f9"]')).toBeInViewport();
  });

  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [390, 844],
  ] as const)
    test(`no slide is cut off, or empty: ${width} by ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await read(page);
      // It begins where one reads.
      await page.locator('[data-figure="f5"]').scrollIntoViewIfNeeded();
      await page.keyboard.press('p');
      await expect(page.locator('[data-figure="f5"]')).toBeVisible();
      await page.keyboard.press('Home');
      const count = Number((await slidePlace(page).textContent())?.split('/')[1]);
      const faults: string[] = [];
      for (let slide = 1; slide <= count; slide++) {
        await expect(slidePlace(page)).toHaveText(`${slide} / ${count}`);
        await expect(
          page.locator('[data-slide] :is([data-ask], figure svg, figure li, figure table)').first(),
        ).toBeVisible();
        // Small screens scroll.
        if (width > 900)
          await expect
            .poll(() => hangsOver(page), `slide ${slide}`)
            .toEqual([])
            .catch((error: Error) => faults.push(error.message));
        await page.keyboard.press('ArrowRight');
      }
      expect(faults).toEqual([]);
    });

  test('a wrong answer that would tell the right one waits for a second try', async ({ page }) => {
    await read(page);
    const ask = page.locator('[data-ask="q2"]');
    await ask.getByRole('button', { name: 'web-fd6gp' }).click();
    await expect(ask).toContainText('No. Look again, and try once more.');
    await expect(ask).not.toContainText('here it is web');
    await ask.getByRole('button', { name: 'web (10.110.182.19:80)' }).click();
    await expect(ask).toContainText('Right.');
  });

  test('draw again says how many connections, and who got them', async ({ page }) => {
    await read(page);
    await page.locator('[data-ask="q1"]').getByRole('button', { name: '1 in 2' }).click();
    const figure = page.locator('[data-figure="f3"]');
    for (let count = 2; count <= 4; count++) {
      await figure.getByRole('button', { name: 'draw again' }).click();
      await expect(figure.locator('[data-drawn]')).toContainText(`${count} connections`);
    }
    await expect(figure.locator('[data-drawn]')).toContainText(/web-f6kl2 .* web-fd6gp .* web-9ddl9/);
  });

  test('steps and their names stop at what a question asks', async ({ page }) => {
    await read(page);
    const first = page.locator('[data-figure="f1"]');
    await expect(first.getByRole('button', { name: /^Moment/ })).toHaveCount(2);
    await first.getByRole('button', { name: 'Answer first' }).click();
    await expect(page.locator('[data-ask="q1"]')).toBeInViewport();
    await page.locator('[data-ask="q1"]').getByRole('button', { name: '1 in 2' }).click();
    await expect(first.getByRole('button', { name: /^Moment/ })).toHaveCount(8);
    await page.locator('[data-ask="q2"]').getByRole('button', { name: 'web (10.110.182.19:80)' }).click();
    await expect(first.getByRole('button', { name: /^Moment/ })).toHaveCount(10);
    await expect(first.getByRole('button', { name: 'Answer first' })).toHaveCount(0);
  });

  test('a lesson is one: at its scene, answered it was seen, and its scene is told from it', async ({ page }) => {
    await page.goto('/?view=story&lang=en');
    await expect(page.locator('[data-sentence]').first()).toBeVisible();
    await page.keyboard.press('l');
    await page.getByRole('dialog').getByRole('button', { name: 'Two Pods: one draw', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why this Pod');
    await expect(page.locator('[data-ask="q-two-pods"]')).toBeInViewport();
    await page.locator('[data-ask="q-two-pods"]').getByRole('button', { name: '1/2' }).click();
    await expect(page.locator('[data-figure="two-pods"]')).toContainText('The draw falls on');
    await page.keyboard.press('l');
    await expect(page.getByRole('dialog')).toContainText('1 of 8 seen');
    await page.keyboard.press('Escape');
    await page.locator('[data-figure="two-pods"] [data-open=story]').click();
    await expect(page.locator("[data-scene='two-pods']")).toBeVisible();
    await page.goBack();
    await expect(page.locator('[data-figure="two-pods"]')).toBeVisible();
  });
});
