import { expect, type Browser } from '@playwright/test';

/** Opens a file's address without a network, until `shows` is seen; what it asks for and complains of is kept in `odd`. */
export async function openFromDisk(browser: Browser, address: string, shows: string) {
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  const odd: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:blob|data|file):/.test(request.url())) odd.push(request.url());
  });
  page.on('pageerror', (error) => odd.push(error.message));
  page.on('console', (message) => message.type() === 'error' && odd.push(message.text()));
  await page.goto(address);
  await expect(page.locator(shows).first()).toBeVisible();
  return { context, page, odd };
}
