import { expect } from '@playwright/test';
import { App, soak, test } from './app';
import { expectAccessible, SCREENS } from './accessible';

test('an Ingress by form: a request goes where its host and path say, over a second connection', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.left.getByRole('button', { name: 'Add a Service' }).click();
  await page.getByRole('menuitem', { name: 'Service with 3 Pods' }).click();
  await app.left.getByRole('button', { name: 'Add an Ingress or route' }).click();
  await page.getByRole('menuitem', { name: 'Ingress', exact: true }).click();
  const form = app.left.getByRole('form', { name: /^Ingress default\// });
  const backend = form.getByRole('combobox', { name: 'service' });
  const first = await backend.inputValue();
  const names = await backend.getByRole('option').allTextContents();
  const second = names.find((name) => ![first, 'kubernetes', 'empty'].includes(name)) ?? '';
  await form.getByRole('textbox', { name: 'host' }).fill('shop.example');
  await form.getByRole('textbox', { name: 'path' }).fill('/cart');
  await page.keyboard.press('Tab');
  await backend.selectOption(second);
  await expect(form.getByRole('group', { name: 'Path /cart' })).toBeVisible();

  await app.left.getByRole('button', { name: 'Add a flow' }).focus();
  await page.keyboard.press('Enter');
  const flow = app.left.getByRole('form').last();
  await flow.getByRole('textbox', { name: 'path' }).fill('/cart/7');
  await flow.getByRole('textbox', { name: 'Host' }).fill('shop.example');
  await page.keyboard.press('Enter');
  await app.pause();
  await app.expectTrace(/Request · second connection/);
  await app.expectTrace(/shop\.example\/cart\/7 falls to Ingress default\/[\w-]+ by shop\.example\/cart \(Prefix\)/);
  expect(await app.trace()).toContain(`Service default/${second}`);

  await flow.getByRole('textbox', { name: 'path' }).fill('/other');
  await page.keyboard.press('Enter');
  await app.expectTrace(/HTTP 404/);
  await app.expectTrace(/No rule has shop\.example\/other/);
  expect(await app.trace()).not.toContain('second connection');
  await expect(page.getByRole('button', { name: 'reply · 404' })).toBeVisible();
  await expect((await app.outcomes()).first()).toContainText('HTTP 404');
  expect(app.problems).toEqual([]);
});

test(
  'a TLSRoute by form: the name of a handshake leads to its backend; another name is not taken',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.left.getByRole('button', { name: 'Add an Ingress or route' }).click();
    await page.getByRole('menuitem', { name: 'TLSRoute with a Gateway' }).click();
    const form = app.left.getByRole('form', { name: /^TLSRoute default\// });
    await form.getByRole('textbox', { name: 'hostnames' }).fill('shop.example');
    await page.keyboard.press('Tab');
    const rule = form.getByRole('group', { name: 'Handshakes for shop.example' });
    await rule.getByRole('button', { name: 'Add a backend' }).click();
    await expect(rule.getByRole('combobox', { name: 'service' })).toHaveCount(2);
    await rule
      .getByRole('button', { name: /^Remove backend/ })
      .last()
      .click();
    await expect(rule.getByRole('combobox', { name: 'service' })).toHaveCount(1);
    await expectAccessible(page);

    await app.left.getByRole('button', { name: 'Add a flow' }).focus();
    await page.keyboard.press('Enter');
    const flow = app.left.getByRole('form').last();
    await app.pause();
    await app.expectTrace(/Request · second connection/);
    await app.expectTrace(/shop\.example.*TLSRoute default\//);
    await flow.getByRole('textbox', { name: 'Host' }).fill('other.example');
    await page.keyboard.press('Enter');
    await app.expectTrace(/No TLSRoute takes the name other\.example of the handshake/);
    expect(app.problems).toEqual([]);
  },
);

for (const { name, colorScheme, viewport } of SCREENS) {
  const [isKorean, isSmall] = [colorScheme === 'dark', viewport.width < 1000];
  test(
    `the forms of an Ingress and a route can be read, reached and used: ${name}`,
    soak(!isSmall || isKorean),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const app = new App(page);
      await page.goto(`/?lang=${isKorean ? 'ko' : 'en'}#example=ingress&view=bench&flow=1`);
      if (isSmall)
        await page
          .getByRole('tab', { name: isKorean ? '클러스터' : 'Cluster' })
          .first()
          .click();
      for (const [row, kind] of [
        ['shop', 'Ingress'],
        ['canary', 'HTTPRoute'],
      ] as const) {
        await page.getByRole('button', { name: new RegExp(`^${row} ?${kind}`) }).click();
        const form = page.getByRole('form', { name: `${kind} default/${row}` });
        await expect(form).toBeVisible();
        const cut = await form.locator('input, select, button').evaluateAll((controls) =>
          controls.flatMap((control) => {
            const box = control.getBoundingClientRect();
            const isOut = box.left < 0 || box.right > document.documentElement.clientWidth || box.width < 24;
            return isOut ? [`${control.getAttribute('aria-label') ?? control.tagName} ${box.left}-${box.right}`] : [];
          }),
        );
        expect(cut).toEqual([]);
        await expectAccessible(page);
      }
      expect(app.problems).toEqual([]);
    },
  );
}
