import { expect, type Page } from '@playwright/test';
import { App, test } from './app';

/** Elements whose own letters are code and could be joined: `!=` drawn as one sign. */
async function joined(page: Page): Promise<{ readonly looked: number; readonly joined: string[] }> {
  return page.evaluate(() => {
    const own = (element: Element): string =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value
        : [...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])).join('');
    const code = [...document.querySelectorAll('body *')].filter(
      (element) => own(element).trim() !== '' && /^"?JetBrains/.test(getComputedStyle(element).fontFamily),
    );
    const ligated = code.filter((element) => getComputedStyle(element).fontVariantLigatures !== 'none');
    return { looked: code.length, joined: ligated.map((element) => own(element).slice(0, 60)) };
  });
}

async function expectAsTyped(page: Page, where: string): Promise<void> {
  const { looked, joined: faults } = await joined(page);
  expect(looked, where).toBeGreaterThan(5);
  expect(faults, where).toEqual([]);
}

test('code is drawn as it is typed: no two signs become one, in rules, datapath, editors and the story', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.mode('nftables');
  await app.pause();
  await app.tab('Rules');
  await expect(app.inspector.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectAsTyped(page, 'rules of nftables');
  await app.left.getByRole('tab', { name: 'YAML' }).click();
  await expect(app.left.locator('.cm-content')).toBeVisible();
  await expectAsTyped(page, 'YAML');
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('textbox')
    .first()
    .fill('table ip filter {\n  chain forward {\n    ip saddr != 10.0.0.1 drop\n  }\n}\n');
  await expectAsTyped(page, 'a text to paste');
  await page.keyboard.press('Escape');
  await page.goto('/#s=why-this-pod&m=3');
  await expect(page.locator('[data-rail]')).toHaveCount(3);
  await app.pause();
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'real rules' }).last()).toContainText('-A KUBE-');
  await expectAsTyped(page, 'real rules of the story');
  expect(app.problems).toEqual([]);
});
