import { expect } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

test('a packet that is refused: the smallest change that lets it through was simulated, and one click makes it', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.send(/^client → empty:80/);
  await app.tab('Why');
  const flips = app.inspector.getByRole('region', { name: 'The smallest change that lets it through' });
  await expect(flips).toContainText(/\d+ changes simulated/);
  const first = flips.getByRole('listitem').first();
  await expect(first).toContainText('selector → app=web');
  await expect(first).toContainText(/rejected\s*no answer/);
  await expect(first).toContainText(/delivered\s*answered/);
  await first.getByRole('button', { name: /^Apply: Service default\/empty: selector/ }).click();
  await expect(app.inspector.getByRole('heading', { name: /^Request/ })).toContainText('delivered');
  await expect(app.inspector.getByRole('heading', { name: /^Reply/ })).toContainText('delivered');
  await app.undo();
  await expect(app.inspector.getByRole('heading', { name: /^Request/ })).toContainText('rejected');
  await expect(flips.getByRole('listitem').first()).toContainText('selector → app=web');
  expect(app.problems).toEqual([]);
});

test('a packet that arrives: what would stop it, and what the receiver would see instead', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^outside → web:80 nodePort/);
  await app.tab('Why');
  const flips = app.inspector.getByRole('region', { name: 'The smallest change that would stop it' });
  await expect(flips).toContainText(/\d+ changes simulated/);
  await expect(flips).toContainText('replicas → 0');
  const local = flips.getByRole('listitem').filter({ hasText: 'externalTrafficPolicy → Local' });
  await expect(local).toContainText(/the receiver sees.*172\.18\.0\.250/s);
  await expect(app.inspector).toContainText(/set by nat KUBE-\S+ \d+/);
  expect(app.problems).toEqual([]);
});

for (const mode of ['IPVS', 'nftables', 'userspace'] as const) {
  test(`${mode}: changes are simulated in that mode`, soak(), async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.send(/^client → web:80/);
    const choice = page.getByRole('group', { name: 'Proxy mode' }).getByRole('button', { name: mode, exact: true });
    await choice.click();
    await app.expectTrace(/web/);
    await app.tab('Why');
    await expect(app.inspector).toContainText(/\d+ changes simulated/);
    await expect(app.inspector).toContainText('replicas → 0');
    expect(app.problems).toEqual([]);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const lang of ['en', 'ko'] as const) {
    test(`axe finds nothing, ${colorScheme} ${lang}`, soak(), async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/?view=bench&lang=${lang}`);
      const inspector = page.getByRole('complementary', { name: lang === 'ko' ? '검사 창' : 'Inspector' });
      await inspector.getByRole('tab', { name: lang === 'ko' ? '이유' : 'Why' }).click();
      await expect(inspector).toContainText(lang === 'ko' ? /시뮬레이션했습니다/ : /changes simulated/);
      const pause = page.getByRole('button', { name: lang === 'ko' ? '일시 정지' : 'Pause', exact: true });
      await expect(async () => {
        if (await pause.isVisible()) await pause.click({ timeout: 1000 });
      }).toPass();
      await expectAccessible(page);
    });
  }
}
