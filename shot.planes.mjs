import { chromium } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
const executablePath = findChromium();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const go = async (name, opts, fn) => {
  const ctx = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block', ...opts });
  const page = await ctx.newPage();
  page.on('pageerror', (e) => console.log(name, 'PAGEERROR', e.message));
  page.on('console', (m) => m.type() === 'error' && console.log(name, 'CONSOLE', m.text().slice(0, 300)));
  try {
    await fn(page);
  } catch (e) {
    console.log(name, e.message.slice(0, 300));
  }
  await page.screenshot({ path: `/tmp/planes/${name}.png` });
  await ctx.close();
};
const URL = 'http://localhost:4291/#example=web-two-nodes&mode=ebpf';
await go('story', {}, async (p) => {
  await p.goto(URL);
  await p.waitForTimeout(4000);
  await p.keyboard.press('b');
  await p.waitForTimeout(1500);
  await p.keyboard.press('Home');
  await p.keyboard.press('ArrowRight');
  await p.waitForTimeout(2500);
});
await go('bench', {}, async (p) => {
  await p.goto(URL);
  await p.waitForTimeout(5000);
  await p.keyboard.press('Home');
  for (let i = 0; i < 1; i++) await p.keyboard.press('ArrowRight');
  await p.waitForTimeout(800);
});
await go('conntrack', {}, async (p) => {
  await p.goto(URL);
  await p.waitForTimeout(4000);
  await p.getByRole('tab', { name: 'Conntrack' }).click();
  await p.keyboard.press('End');
  await p.waitForTimeout(1500);
});
await go('rules', {}, async (p) => {
  await p.goto(URL);
  await p.waitForTimeout(4000);
  await p.getByRole('tab', { name: 'Rules' }).click();
  await p.waitForTimeout(1500);
});
await go('compare', {}, async (p) => {
  await p.goto(URL);
  await p.waitForTimeout(4000);
  await p.getByRole('button', { name: 'Compare' }).first().click();
  await p.waitForTimeout(6000);
});
await go('phone', { viewport: { width: 390, height: 844 } }, async (p) => {
  await p.goto(URL);
  await p.waitForTimeout(5000);
});
await browser.close();
