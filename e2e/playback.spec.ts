import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';

const slider = (page: Page) => page.getByRole('slider', { name: 'Step of the walk' });

/** Everything the page says about where it is: the step, the sentence, the line of the list, the packet's header. */
async function picture(app: App): Promise<Record<string, string | null>> {
  const { page } = app;
  await app.tab('Packet');
  const header = await app.inspector.getByRole('tabpanel').innerText();
  await app.tab('Trace');
  const line = await app.inspector.locator('[aria-current=step]').innerText();
  return {
    header,
    line,
    step: await slider(page).getAttribute('aria-valuenow'),
    sentence: await slider(page).getAttribute('aria-valuetext'),
    datapath: await app.datapath
      .locator('[aria-current=step]')
      .allInnerTexts()
      .then((texts) => texts.join()),
  };
}

test('a step is the same by stepping, by scrubbing and by the address', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  const count = await app.steps.count();
  for (const step of [2, 24, count]) {
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('button', { name: 'Next step' }).click();
    for (let i = 2; i < step; i++) await page.keyboard.press('ArrowRight');
    const stepped = await picture(app);
    expect(stepped['step']).toBe(String(step));
    await page.getByRole('button', { name: 'To the start' }).click();
    const box = await slider(page).locator('> div').first().boundingBox();
    if (!box) throw new Error('no track');
    await page.mouse.click(box.x + ((step - 1) / (count - 1)) * box.width, box.y + box.height / 2);
    await page.mouse.move(0, 0);
    expect(await picture(app)).toEqual(stepped);
    const other = new App(await page.context().newPage());
    await other.open(`/#example=web-two-nodes&flow=1&step=${step}`);
    await expect(other.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    expect(await picture(other)).toEqual(stepped);
    await other.page.close();
  }
  expect(app.problems).toEqual([]);
});

test('a shared link opens at the step and at the outcome that were shown, standing still', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  const outcomes = await app.outcomes();
  await outcomes.nth(2).click();
  await app.pause();
  await page.getByRole('button', { name: 'To the end' }).click();
  for (let i = 0; i < 5; i++) await page.getByRole('button', { name: 'Previous step' }).click();
  const shown = await picture(app);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = await page.getByRole('dialog').getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 1280, height: 720 } });
  const other = new App((await context?.newPage()) ?? page);
  await other.open(link);
  await expect(other.page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await picture(other)).toEqual(shown);
  await context?.close();
});

test('rewrites, hops and decisions are jumped to by buttons and by keys, there and back', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/outside → web:80 nodePort @ node2/);
  const now = async (): Promise<number> => Number(await slider(page).getAttribute('aria-valuenow'));
  for (const { kind, key, says } of [
    { kind: 'rewrite', key: 'n', says: /DNAT|SNAT/ },
    { kind: 'hop', key: 'h', says: /arrive|receive|sends|comes/i },
    { kind: 'decision', key: 'c', says: /chance|DROP|REJECT|1\/3/ },
  ]) {
    await page.getByRole('combobox', { name: 'What to jump to' }).selectOption({ label: kind });
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('button', { name: `Next ${kind}` }).click();
    const first = await now();
    expect(first).toBeGreaterThan(1);
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(says);
    await page.getByRole('button', { name: `Next ${kind}` }).click();
    const second = await now();
    expect(second).toBeGreaterThan(first);
    await page.getByRole('button', { name: `Previous ${kind}` }).click();
    expect(await now()).toBe(first);
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.keyboard.press(key);
    expect(await now()).toBe(first);
    await page.keyboard.press(key);
    expect(await now()).toBe(second);
    await page.keyboard.press(`Shift+${key.toUpperCase()}`);
    expect(await now()).toBe(first);
  }
});

test('it plays faster when told, stops at the end, and begins again when it repeats', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/client → empty:80/);
  const count = await app.steps.count();
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(slider(page)).toHaveAttribute('aria-valuenow', String(count));
  await page.getByRole('button', { name: 'Repeat' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const seen = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const steps: number[] = [];
        const look = (): void => {
          const now = Number(document.querySelector('[aria-label="Step of the walk"]')?.getAttribute('aria-valuenow'));
          if (steps.at(-1) !== now) steps.push(now);
          const turned = steps.some((step, i) => i > 0 && step < (steps[i - 1] ?? 0));
          if (turned) resolve(steps);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  expect(seen.at(-1)).toBeLessThan(5);
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
});
