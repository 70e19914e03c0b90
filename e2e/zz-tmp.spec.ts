import { readFileSync, readdirSync } from 'node:fs';
import { App, test } from './app';
const S = '/work/shared/seeds';
const text = readFileSync(`${S}/${readdirSync(S).find((n) => n.startsWith('002'))}`, 'utf8');
test('002', async ({ page }) => {
  test.setTimeout(120_000);
  const app = new App(page);
  await app.open();
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Open (this node|and send|this node and send)/ }).click({ timeout: 30_000 });
  await page.waitForTimeout(4000);
  console.log(await page.getByRole('main').innerText());
  await page.screenshot({ path: '/tmp/a/002.png' });
});
test('10', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, readFileSync('/work/shared/cases/operator/10-kubectl-tables.txt', 'utf8'));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open as a cluster' }).waitFor();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/a/10a.png' });
  await dialog.getByRole('button', { name: 'Open as a cluster' }).click();
  await page.waitForTimeout(4000);
  await page.screenshot({ path: '/tmp/a/10b.png' });
  console.log(await page.getByRole('main').innerText());
});
