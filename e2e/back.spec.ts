import { expect, test, type Page } from '@playwright/test';
import { App } from './app';

const headline = (page: Page) => page.getByRole('heading', { name: 'client asks for web.' });

test('back: story, bench and comparison are places one goes back to, and windows are closed by it', async ({
  page,
}) => {
  const app = new App(page);
  await page.goto('/robots.txt');
  await page.goto('/');
  await expect(headline(page)).toBeVisible();
  await page.keyboard.press('b');
  await expect(app.datapath).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  const compared = page.getByText('All panes end alike');
  await expect(compared).toBeVisible();
  await page.goBack();
  await expect(app.datapath).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(app.datapath).toBeVisible();

  // A window in which another view is chosen is no place of its own.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('compare');
  await page.keyboard.press('Enter');
  await expect(compared).toBeVisible();
  await page.goBack();
  await expect(app.datapath).toBeVisible();
  await page.goBack();
  await expect(headline(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/robots\.txt$/);
  expect(app.problems.filter((said) => !said.includes('robots'))).toEqual([]);
});

test('back: where an edit leaves no walk to tell, the story offers to undo it', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.left.getByText('client', { exact: true }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: 'There is no walk to tell' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo the last edit' }).click();
  await expect(headline(page)).toBeVisible();
  expect(app.problems).toEqual([]);
});
