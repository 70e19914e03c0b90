import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak } from './app';

const DUMP = '*filter\n:FORWARD ACCEPT [0:0]\n-A FORWARD -s 10.0.0.1/32 -j DROP\nCOMMIT\n';

/** The links of what is on the bench after each of some edits, as somebody else would send them. */
async function linksOf(page: Page, count: number): Promise<readonly string[]> {
  const app = new App(page);
  await app.open();
  const links: string[] = [];
  for (let edit = 0; edit < count; edit++) {
    await app.addReplica();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    links.push(await page.getByRole('dialog').getByRole('textbox').first().inputValue());
    await page.keyboard.press('Escape');
  }
  return links;
}

test('own work is gone back to after two links in a row, from each place it is looked for', async ({
  page,
  browser,
  baseURL,
}) => {
  const another = await browser.newContext({ baseURL: baseURL ?? '' });
  const links = await linksOf(await another.newPage(), 2);
  await another.close();
  const app = new App(page);
  await app.openPasted(DUMP);
  const own = await app.trace();
  for (const link of links) {
    await page.goto('about:blank');
    await app.open(link);
  }
  await expect(app.left.getByRole('button', { name: /^web 10\./ })).toBeVisible();

  // In the menu of what can be opened, with the keyboard.
  await page.locator('header').getByRole('button', { name: /web/i }).first().press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Made or pasted here');
  await expect(menu).toContainText('Came by a link');
  await menu.getByRole('menuitem', { name: /Pasted, 1 text/ }).press('Enter');
  expect(await app.trace()).toBe(own);

  // In the paste window; what is open goes into the list first.
  await page
    .getByRole('button', { name: /^Paste/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^Documents that were on the bench before \(2\)/).click();
  await expectAccessible(page);
  await dialog.getByRole('list', { name: 'Came by a link' }).getByRole('button').first().click();
  await expect(app.left.getByRole('button', { name: /^web 10\./ })).toBeVisible();

  // On the start page, in Korean.
  await page.goto('/?lang=ko');
  await page.locator('header').getByRole('button', { name: /web/i }).first().press('Enter');
  await page.getByRole('menuitem', { name: /^새로 시작/ }).press('Enter');
  const list = page.getByRole('region', { name: '내 문서' });
  await expect(list.getByRole('list', { name: '여기서 만들거나 붙여 넣은 것' }).getByRole('button')).toContainText(
    '붙여 넣은 텍스트 1개',
  );
  await expectAccessible(page);
  await list.getByRole('button', { name: /붙여 넣은 텍스트 1개/ }).click();
  await expect(
    page
      .getByRole('list', { name: /의 단계/ })
      .getByRole('button')
      .first(),
  ).toBeVisible();
  expect(app.problems).toEqual([]);
});

for (const { name, viewport } of [
  { name: 'a laptop', viewport: { width: 1280, height: 720 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]) {
  for (const view of ['story', 'bench']) {
    test(
      `that the storage is full is said on ${name}, in the ${view}, and covers nothing that is pressed`,
      soak(view === 'story'),
      async ({ page }) => {
        await page.setViewportSize(viewport);
        await page.addInitScript(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        });
        await page.goto(`/?view=${view}`);
        const notices = page.getByRole('region', { name: 'Notices' });
        await page
          .locator(view === 'story' ? '[data-sentence]' : 'main')
          .first()
          .waitFor();
        await page.keyboard.press('2');
        await expect(notices).toContainText('does not let the page save');
        const covered = await notices.evaluate((region) => {
          const own = region.getBoundingClientRect();
          return [...document.querySelectorAll('button, a, input, select, [tabindex="0"]')].flatMap((each) => {
            const { left, right, top, bottom, width } = each.getBoundingClientRect();
            const overlaps = left < own.right && right > own.left && top < own.bottom - 1 && bottom > own.top + 1;
            const isSeen = width > 1 && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
            const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return !region.contains(each) && isSeen && overlaps && at && region.contains(at)
              ? [each.outerHTML.slice(0, 120)]
              : [];
          });
        });
        expect(covered).toEqual([]);
        const { width, height } = (await notices.boundingBox()) ?? { width: 0, height: 0 };
        expect([width > 100, height > 20, height < 140]).toEqual([true, true, true]);
        await page.screenshot({ path: test.info().outputPath(`full-${view}-${viewport.width}.png`) });
      },
    );
  }
}
