import { expect, test } from '@playwright/test';
test('look', async ({ page }) => {
  test.setTimeout(90000);
  const problems: string[] = [];
  page.on('console', (m) => m.type() === 'error' && problems.push(m.text()));
  page.on('pageerror', (e) => problems.push(String(e)));
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/?lang=en#s=why-this-pod&m=3');
  await expect(page.locator('[data-rail]')).toHaveCount(3);
  await page.keyboard.press('l');
  await page.getByRole('dialog').screenshot({ path: '/tmp/look-dialog.png' });
  await page.getByRole('button', { name: 'New Sheet' }).click();
  await expect(page.locator('[data-editor]')).toBeVisible();
  await page.getByLabel('Title of the Sheet').fill('Two questions about web');
  await page
    .getByLabel('Part 1: What one knows afterwards')
    .fill(
      'You know that `web` is a name for several Pods. Today we ask it two things: **which** Pod answers, and **whom** that Pod takes us for.',
    );
  await page.getByLabel('Part 1: Minutes').fill('2');
  await page.getByLabel('Part 1: Notes, only you').fill('Who has called a Service today?');
  await page.getByRole('button', { name: 'What is on the bench' }).click();
  await expect(page.locator('[data-part="1"] svg').first()).toBeVisible();
  await page.getByLabel('Find a scene').fill('who is asking');
  await page.getByRole('button', { name: /^Add Who is asking/ }).click();
  await expect(page.locator('[data-part="2"] svg[data-moment], [data-part="2"] figure svg').first()).toBeVisible();
  await page.screenshot({ path: '/tmp/look-edit.png' });
  await page.locator('[data-part="1"] [data-handle]').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForTimeout(800);
  await page.screenshot({ path: '/tmp/look-edit2.png' });
  await page.keyboard.press('ControlOrMeta+z');
  await page.waitForTimeout(800);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '/tmp/look-edit-390.png' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.screenshot({ path: '/tmp/look-edit-dark.png' });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/look-read.png' });
  console.log(JSON.stringify(problems));
});
test('walk', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/?lang=ko#s=why-this-pod&m=3');
  await expect(page.locator('[data-rail]')).toHaveCount(3);
  await page.keyboard.press('p');
  await expect(page.locator('[data-slide] svg').first()).toBeVisible();
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/look-slide-ko.png' });
  await page.keyboard.press('Escape');
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/look-walk-ko.png' });
});
