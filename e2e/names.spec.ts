import { expect } from '@playwright/test';
import { App, soak, test } from './app';
import { expectAccessible, SCREENS } from './accessible';

for (const { name, colorScheme, viewport } of SCREENS) {
  const isKorean = colorScheme === 'dark';
  test(`the names of a cluster are looked at and asked for: ${name}`, soak(), async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const app = new App(page);
    await page.goto(`/?lang=${isKorean ? 'ko' : 'en'}#example=names&view=bench&flow=1`);
    const palette = page.getByRole('dialog').getByRole('combobox');
    await expect(async () => {
      if (!(await palette.isVisible())) await page.keyboard.press('ControlOrMeta+k');
      await expect(palette).toBeVisible({ timeout: 2000 });
    }).toPass();
    await palette.fill(isKorean ? '클러스터의 이름' : 'Names of the cluster');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByRole('cell', { name: 'web.default.svc.cluster.local', exact: true }).first(),
    ).toBeVisible();
    await dialog.getByLabel(isKorean ? '이름' : 'Name', { exact: true }).fill('db');
    await expect(dialog.getByRole('cell', { name: 'db.default.svc.cluster.local', exact: true }).first()).toBeVisible();
    await dialog.getByLabel(isKorean ? '이름, 종류 또는 주소' : 'Names, types or addresses').fill('SRV');
    await expect(dialog.getByRole('cell', { name: /^_dns-tcp\._tcp\.kube-dns/ })).toBeVisible();
    await expectAccessible(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    expect(app.problems).toEqual([]);
  });
}

test('a flow to a name asks for it first, and a load balancer tells of its targets', async ({ page }) => {
  const app = new App(page);
  await app.open('/#example=names&view=bench&flow=1');
  await app.pause();
  await expect(app.inspector.getByText(/question for the name/).first()).toBeVisible();
  await page.goto('/#example=load-balancer-outside&view=bench&flow=1');
  await page.reload();
  await expect(app.steps.first()).toBeVisible();
  await app.pause();
  await app.left.getByRole('button', { name: /elb/ }).first().click();
  expect(app.problems).toEqual([]);
});
