import { deflateRawSync } from 'node:zlib';
import { expect, test as fresh, type Page } from '@playwright/test';
import { WEB_TWO_NODES } from '../src/content/examples/web-two-nodes';
import { encodeDocument } from '../src/core/document/document';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

const DUMP = '*filter\n:FORWARD ACCEPT [0:0]\n-A FORWARD -s 10.0.0.1/32 -j DROP\nCOMMIT\n';

/** A link as somebody else would send it. */
function linkOf(title: string): string {
  const document = { ...WEB_TWO_NODES.document(), title };
  const [body, view] = [encodeDocument(document), '{}'].map((text) => deflateRawSync(text).toString('base64url'));
  return `/#${document.version}.${body}.${view}`;
}

/** One's own work, and then two links in a row. */
async function openTwoLinks(page: Page): Promise<App> {
  const app = new App(page);
  await app.openPasted(DUMP);
  for (const title of ['one of theirs', 'another of theirs']) {
    await page.goto('about:blank');
    await app.open(linkOf(title));
  }
  return app;
}

const OWN = /Pasted, 1 text/;

test.describe('own work is gone back to after two links in a row', () => {
  test('in the menu of what can be opened, with the keyboard; what was open is in the list then', async ({ page }) => {
    const app = await openTwoLinks(page);
    await page.getByRole('button', { name: /^Choose an example/ }).press('Enter');
    const menu = page.getByRole('menu');
    await expect(menu).toContainText('Made or pasted here');
    await expect(menu).toContainText('one of theirs');
    await menu.getByRole('menuitem', { name: OWN }).press('Enter');
    await expect(app.left.getByRole('tab', { name: 'Dumps' })).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('button', { name: /^Choose an example/ }).press('Enter');
    await expect(menu).toContainText('another of theirs');
    await expect(menu).not.toContainText('Made or pasted here');
    expect(app.problems).toEqual([]);
  });

  test('in the paste window', soak(), async ({ page }) => {
    const app = await openTwoLinks(page);
    await page
      .getByRole('button', { name: /^Paste/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Documents that were on the bench before/).click();
    await expectAccessible(page);
    await dialog.getByRole('list', { name: 'Made or pasted here' }).getByRole('button', { name: OWN }).click();
    await expect(app.left.getByRole('tab', { name: 'Dumps' })).toHaveAttribute('aria-selected', 'true');
    expect(app.problems).toEqual([]);
  });

  test('on the start page, in Korean', soak(), async ({ page }) => {
    const app = await openTwoLinks(page);
    await page.getByRole('button', { name: '한국어로 보기' }).click();
    await page.getByRole('button', { name: /another of theirs/ }).press('Enter');
    await page.getByRole('menuitem', { name: /^새로 시작/ }).press('Enter');
    const list = page
      .getByRole('region', { name: '내 문서' })
      .getByRole('list', { name: '여기서 만들거나 붙여 넣은 것' });
    await expectAccessible(page);
    await list.getByRole('button', { name: /붙여 넣은 텍스트 1개/ }).click();
    await expect(page.getByRole('tab', { name: '덤프' })).toHaveAttribute('aria-selected', 'true');
    expect(app.problems).toEqual([]);
  });
});

for (const { name, viewport } of [
  { name: 'a laptop', viewport: { width: 1280, height: 720 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]) {
  for (const view of ['story', 'bench']) {
    fresh(
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
          /** What of an element is seen: places that scroll cut it. */
          const seen = (of: Element): DOMRect => {
            let { left, right, top, bottom } = of.getBoundingClientRect();
            for (let each = of.parentElement; each; each = each.parentElement) {
              if (getComputedStyle(each).overflow === 'visible') continue;
              const within = each.getBoundingClientRect();
              [left, right] = [Math.max(left, within.left), Math.min(right, within.right)];
              [top, bottom] = [Math.max(top, within.top), Math.min(bottom, within.bottom)];
            }
            return new DOMRect(left, top, right - left, bottom - top);
          };
          const own = region.getBoundingClientRect();
          return [...document.querySelectorAll('button, a, input, select, [tabindex="0"]')].flatMap((each) => {
            if (region.contains(each) || !each.checkVisibility({ visibilityProperty: true })) return [];
            const { left, right, top, bottom, width, height } = seen(each);
            const isOver = left < own.right && right > own.left && top < own.bottom - 1 && bottom > own.top + 1;
            return width > 1 && height > 1 && isOver ? [each.outerHTML.slice(0, 120)] : [];
          });
        });
        expect(covered).toEqual([]);
        const { width, height } = (await notices.boundingBox()) ?? { width: 0, height: 0 };
        expect([width > 100, height > 20, height < 140]).toEqual([true, true, true]);
        await page.screenshot({ path: fresh.info().outputPath(`full-${view}-${viewport.width}.png`) });
      },
    );
  }
}
