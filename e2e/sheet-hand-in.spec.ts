import { expect } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, test } from './app';

test('what was answered is one line, and a class of lines is a table; no server hears of it', async ({ page }) => {
  const app = new App(page);
  await page.goto('/#sheet=lesson-why-this-pod');
  const first = page.locator('[data-ask=q-two-pods]');
  await first.getByRole('button', { name: '1/2' }).click();
  await expect(first).toContainText('Right.');
  const own = page.locator('[data-hand-in]');
  await own.getByText('Hand in', { exact: true }).click();
  await expect(own.getByRole('status').first()).toHaveText(/^1 of \d answered, 1 right at the first try\.$/);
  // What was not right at first can be read again from there.
  await expect(own.getByRole('listitem').nth(1)).toContainText(/Before anything is drawn.*[A-D], right/);
  await expect(own.getByRole('button', { name: 'read it again' })).toHaveCount(7);
  await own.getByLabel('Your name, if it is wanted').fill('Kim · 1');
  const line = own.locator('[data-handed]');
  await expect(line).toHaveValue(/^lesson-why-this-pod \w{4} · Kim 1 · 2[A-D] · 1\/\d · 1 min · \w\w$/);
  const kim = await line.inputValue();
  const second = page.locator('[data-ask]').nth(2);
  await second.getByRole('button').first().click();
  await own.getByLabel('Your name, if it is wanted').fill('');
  await expect(line).toHaveValue(/ · - · 2[A-D] 3A\?? · /);
  const nobody = await line.inputValue();

  const collected = page.locator('[data-collect]');
  await collected.getByText('What a class handed in').click();
  await collected
    .getByLabel('Lines that were handed in')
    .fill(`Kim, 10:03: ${kim}\n${nobody}\n${kim.replace('Kim', 'Kin')}\n`);
  await expect(collected.getByRole('table').getByRole('row')).toHaveCount(4);
  await expect(collected.getByRole('rowheader')).toHaveText(['Kim 1', 'no name', '2 pupils']);
  await expect(collected.getByRole('table').getByRole('row').last()).toContainText('0 right2 right0 right');
  await expect(collected).toContainText('Line 3: Something in this line was changed or cut off.');
  await expect(collected.locator('[data-weakest]')).toHaveAttribute('data-weakest', '1');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('handed-in.png') });
  await collected.getByRole('button', { name: 'Show it again' }).click();
  const weakest = Number(await collected.locator('[data-weakest]').getAttribute('data-weakest'));
  await expect(page.locator('[data-ask]').nth(weakest - 1)).toBeInViewport();
  expect(app.problems).toEqual([]);
});
