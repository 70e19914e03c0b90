import { expect, test } from '@playwright/test';
import { App, soak } from './app';

const WHAT_IT_LACKS = {
  'a method of arrays': () => void Reflect.deleteProperty(Array.prototype, 'toSorted'),
  'a selector of style sheets': () => void Object.defineProperty(CSS, 'supports', { value: () => false }),
  'engines beside the page': () => void Reflect.deleteProperty(window, 'Worker'),
  'all of CSS': () => void Reflect.deleteProperty(window, 'CSS'),
} as const;

for (const [lacks, take] of Object.entries(WHAT_IT_LACKS)) {
  test(
    `a browser that lacks ${lacks} is told what is needed`,
    soak(lacks !== 'a method of arrays'),
    async ({ page }) => {
      const app = new App(page);
      await page.addInitScript(take);
      await page.goto('/');
      await expect(page.getByText(/needs Chrome or Edge \d+, Firefox \d+ or Safari/)).toBeVisible();
      await expect(page.getByText(/이 브라우저는 Rulewalk를 쓰기에 너무 오래되었습니다/)).toBeVisible();
      await expect(page.locator('#opening')).toBeHidden();
      expect(app.problems).toEqual([]);
    },
  );
}

test('without JavaScript it is said that it is needed', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  const said = page.locator('body noscript p');
  await expect(said.first()).toBeVisible();
  await expect(said).toContainText(['needs JavaScript', 'JavaScript가 필요합니다']);
  await expect(page.locator('#opening')).toBeHidden();
  await context.close();
});

test('a browser that is new enough is not told so', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await expect(page.locator('#too-old')).toBeHidden();
  expect(app.problems).toEqual([]);
});

test('where the browser starts no engine, the sentence says so', async ({ page }) => {
  await page.addInitScript(() => {
    window.Worker = function denied() {
      throw new DOMException('denied', 'SecurityError');
    } as unknown as typeof Worker;
  });
  await page.goto('/');
  await expect(page.getByText('This browser starts no Web Worker for this page').first()).toBeVisible();
});
