import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';

const NOT_OPENED = 'did not finish opening';
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

/** How many Pods of web the list of the cluster shows. */
const pods = (app: App) =>
  app.left.getByRole('region', { name: 'Nodes and Pods' }).getByRole('button', { name: /^web-/ });

/** A page whose engine answers until it is to stall, from then on never; an edit of its document is being opened. */
async function opensForever(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post: unknown = Reflect.get(Worker.prototype, 'postMessage');
    Worker.prototype.postMessage = function (...words: unknown[]) {
      if (!sessionStorage.getItem('stalls')) Reflect.apply(post as () => void, this, words);
    };
  });
  const app = new App(page);
  await app.open();
  await expect(pods(app)).toHaveCount(3);
  await page.evaluate(() => sessionStorage.setItem('stalls', 'yes'));
  await app.addReplica();
  await expect
    .poll(() => page.evaluate(() => [localStorage['rulewalk.opening'], localStorage['rulewalk.autosave']].join('\n')))
    .toMatch(/^\d+ .*\n.*replicas[\\"]*:4/);
}

test('a tab opened while another still opens a document opens it, too, and says nothing false', async ({ context }) => {
  const first = await context.newPage();
  await opensForever(first);
  // So long that the wait was noticed, as it is when another tab is looked at.
  await first.waitForTimeout(2500);
  const second = await context.newPage();
  const app = new App(second);
  await app.open();
  await expect(pods(app)).toHaveCount(4);
  await expect(notices(second)).not.toContainText(NOT_OPENED);
  expect(app.problems).toEqual([]);
});

for (const [how, end] of [
  ['crashed', async (page: Page) => void (await page.goto('chrome://crash').catch(() => undefined))],
  ['was closed by somebody who had waited', (page: Page) => page.close({ runBeforeUnload: true })],
] as const) {
  test(
    `a document whose tab ${how} while it opened is not opened again, and that is said`,
    soak(how !== 'crashed'),
    async ({ context }) => {
      const first = await context.newPage();
      await opensForever(first);
      await first.waitForTimeout(2500);
      await end(first);
      const second = await context.newPage();
      const app = new App(second);
      await second.goto('/?view=bench');
      await expect(notices(second)).toContainText(NOT_OPENED);
      await expect(second.getByText('Your documents').first()).toBeVisible();
      expect(app.problems).toEqual([]);
    },
  );
}
