import { expect, test, type Page } from '@playwright/test';
import { App, soak } from './app';

/** Ends one of the page's engines as a lack of memory does: without a word. */
async function kill(page: Page, role: 'interactive' | 'background'): Promise<void> {
  for (const worker of page.workers()) {
    const name = await worker.evaluate(() => self.name);
    if (name.startsWith(role)) await worker.evaluate(() => self.close());
  }
}

test('an engine that dies is started again with what it had, and the person is told', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.expectTrace(/web/);
  await kill(page, 'interactive');
  await app.left.getByRole('button', { name: /^web 10\./ }).click();
  await app.left
    .getByRole('group', { name: 'replicas' })
    .getByRole('button', { name: /one more/ })
    .click();
  await expect(page.getByText('was started again with what it had')).toBeVisible();
  await app.expectTrace(/web/);
  await app.tab('Why');
  await expect(app.inspector).toContainText('One of 4 possible outcomes');
  expect(app.problems).toEqual([]);
});

test('what the second engine was asked is answered by a fresh one', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.tab('Why');
  await expect(app.inspector).toContainText(/\d+ changes simulated;/);
  await kill(page, 'background');
  await app.left.getByRole('button', { name: /^web 10\./ }).click();
  await app.left
    .getByRole('group', { name: 'replicas' })
    .getByRole('button', { name: /one more/ })
    .click();
  await expect(app.inspector).toContainText('One of 4 possible outcomes');
  await expect(app.inspector).toContainText(/\d+ changes simulated;/);
  expect(app.problems).toEqual([]);
});

for (const [tells, name] of [
  [true, 'by the end of its line'],
  [false, 'by a ping, where no event tells of that'],
] as const) {
  test(`without locks, as over plain http, it is noticed ${name}`, soak(tells), async ({ page }) => {
    await page.addInitScript((hasClose) => {
      Object.defineProperty(navigator, 'locks', { value: undefined });
      if (hasClose) return;
      const told = Object.getOwnPropertyDescriptor(EventTarget.prototype, 'addEventListener')?.value as (
        ...args: readonly unknown[]
      ) => void;
      MessagePort.prototype.addEventListener = function (this: MessagePort, ...args: unknown[]) {
        if (args[0] !== 'close') told.apply(this, args);
      };
    }, tells);
    const app = new App(page);
    await app.open();
    await app.send(/^client → web:80/);
    await app.expectTrace(/web/);
    await kill(page, 'interactive');
    await app.addReplica();
    await expect(page.getByText('was started again with what it had')).toBeVisible();
    await app.tab('Why');
    await expect(app.inspector).toContainText('One of 4 possible outcomes');
    expect(app.problems).toEqual([]);
  });
}
