import { expect } from '@playwright/test';
import { expectAccessible, expectNamedAsSeen } from './accessible';
import { App, soak, test } from './app';
import { findFaint } from './contrast';
import { listMisplaced, STORY_SIZES } from './geometry';
import { ask, openReach, openShop, REACH_VIEWS, rowOf } from './in-reach';
import { prepareLooking } from './looking';
import { smallestType } from './type';

/** The least type of Reach, px, but for the window's own frame. */
const LEAST = 14;

/** Views that are measured in `npm test`; the others in the soak. */
const FIRST = new Set(['matrix']);

for (const { name, size, open } of REACH_VIEWS.filter(({ size: own }) => own === undefined)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name}, ${colorScheme}: type, contrast, and axe finds nothing`, soak(!FIRST.has(name)), async ({ page }) => {
      test.setTimeout(90_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(size ?? { width: 1280, height: 720 });
      await open(page);
      const inside = page.locator('[role=dialog] [data-printed]');
      expect(await smallestType(inside)).toBeGreaterThanOrEqual(LEAST - 0.05);
      expect(await findFaint(inside, 4.5)).toEqual([]);
      await expectAccessible(page, '[role=dialog]');
      await expectNamedAsSeen(page, '[role=dialog]');
    });
  }

  test(`${name}: nothing is cut off or over another at six sizes`, soak(!FIRST.has(name)), async ({ page }) => {
    test.setTimeout(120_000);
    await prepareLooking(page);
    await open(page);
    const faults: string[] = [];
    for (const each of STORY_SIZES) {
      await page.setViewportSize(each);
      const found = await listMisplaced(page, '[role=dialog]');
      faults.push(...found.map((fault) => `${each.width}x${each.height}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

test('the matrix begins high, and every word of a block is that of its cells in the table', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const dialog = await openShop(page);
  await expect(dialog.getByText(/^iptables 1\.\d+$/)).toBeVisible();
  const head = await dialog.getByRole('columnheader').nth(1).boundingBox();
  expect(head?.y).toBeLessThanOrEqual(184);
  // A block that has a cell's place says what the cell says.
  const wrong = await dialog.getByRole('grid').evaluate((grid) => {
    const blocks = [...grid.children].filter((each) => each.hasAttribute('aria-hidden') && each.checkVisibility());
    const wordsAt = (x: number, y: number): string =>
      blocks.find((each) => {
        const box = each.getBoundingClientRect();
        return x > box.left && x < box.right && y > box.top && y < box.bottom;
      })?.textContent ?? '';
    const plain = (text: string): string => text.replaceAll(/[^\p{L}]+/gu, ' ').trim();
    return [...grid.querySelectorAll<HTMLElement>('[role=gridcell] button')].filter((cell) => {
      if (!cell.checkVisibility()) return false;
      const box = cell.getBoundingClientRect();
      const said = plain(wordsAt(box.x + box.width / 2, box.y + box.height / 2));
      return said === '' || !plain(cell.textContent).startsWith(said);
    }).length;
  });
  expect(wrong).toBe(0);
});

test('Reach is used by keys alone: opened, moved in, opened and walked, and left again', async ({ page }) => {
  const dialog = await openShop(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('e');
  await expect(dialog.getByRole('grid')).toBeVisible();
  const told = dialog.getByRole('status').filter({ hasText: 'from' });
  const place = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('data-at') ?? null);
  for (let tabs = 0; tabs < 40 && (await place()) === null; tabs++) await page.keyboard.press('Tab');
  expect(await place()).toBe('0 0');
  await expect(told).toContainText('answer lost');
  await page.keyboard.press('ArrowRight');
  expect(await place()).toBe('0 1');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  expect(await place()).toBe('1 0');
  await page.keyboard.press('f');
  await page.keyboard.press('l');
  await expect(dialog.getByRole('button', { name: 'answer lost', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('+');
  await expect(dialog.getByRole('button', { name: /rows more/ })).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('-');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Walk it' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Walk it' })).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('t');
  await expect(dialog.getByRole('table')).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('/');
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
});

test('from the matrix one is walked by the space key', async ({ page }) => {
  const dialog = await openShop(page);
  await dialog.locator('[data-at="0 0"]').focus();
  await page.keyboard.press(' ');
  await expect(dialog).toBeHidden();
});

test('the brackets lead to the other questions', async ({ page }) => {
  const dialog = await openShop(page);
  await page.keyboard.press(']');
  await expect(dialog.getByRole('combobox', { name: 'Before' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(dialog.getByRole('grid')).toBeVisible();
  await page.keyboard.press('[');
  await expect(dialog.getByRole('textbox', { name: /Statements/ })).toBeVisible();
});

test('as a table the matrix is unfolded, sorted and kept as CSV', async ({ page }) => {
  const dialog = await openShop(page);
  await dialog.getByRole('button', { name: 'As a table' }).click();
  const table = dialog.getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(88);
  await table.getByRole('button', { name: 'Port', exact: true }).click();
  await expect(table.getByRole('columnheader', { name: 'Port' })).toHaveAttribute('aria-sort', 'ascending');
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSV' }).click();
  expect((await waiting).suggestedFilename()).toBe('reach.csv');
});

test('in a hand the matrix has one sender at a time', async ({ page }) => {
  await openShop(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole('dialog', { name: 'Reach' });
  await expect(dialog.getByRole('columnheader')).toHaveCount(2);
  await dialog
    .getByRole('button', { name: /^outside/ })
    .last()
    .click();
  await expect(rowOf(dialog, 'shop load balancer, TCP 80').getByRole('button')).toHaveText('dropped');
});

test('of a pasted node the questions that need a cluster stand there, with why they cannot be asked', async ({
  page,
}) => {
  const dialog = await REACH_VIEWS.find(({ name }) => name === 'unknown')!.open(page);
  await expect(dialog.getByRole('button', { name: 'Who reaches' })).toBeDisabled();
  await expect(dialog.getByText('The other three questions need a cluster')).toBeVisible();
  await page.keyboard.press(']');
  await expect(dialog.getByRole('button', { name: 'Dead rules' })).toHaveAttribute('aria-pressed', 'true');
});

test('what the window was asked last it is asked again', async ({ page }) => {
  const dialog = await openShop(page);
  await ask(dialog, 'Dead rules');
  await page.keyboard.press('Escape');
  await expect((await openReach(page)).getByRole('button', { name: 'Dead rules' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('what changes is asked from Compare for its first two panes', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'All packets' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reach' });
  await expect(dialog.getByRole('combobox', { name: 'Before' })).not.toHaveValue('');
  await expect(dialog.getByText(/flows followed on both sides/)).toBeVisible();
});
