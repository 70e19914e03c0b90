import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { App } from './app';

const VIEWS: readonly { readonly name: string; readonly show: (app: App) => Promise<void> }[] = [
  { name: 'the bench', show: async () => undefined },
  { name: 'a Service form', show: (app) => app.select(/^web 10\./) },
  { name: 'a Pod form', show: (app) => app.select(/^web-/) },
  {
    name: 'the YAML editor',
    show: async (app) => {
      await app.left.getByRole('tab', { name: 'YAML' }).click();
      await expect(app.left.locator('.cm-content')).toBeVisible();
    },
  },
  { name: 'the dumps panel', show: async (app) => app.left.getByRole('tab', { name: 'Dumps' }).click() },
  { name: 'the packet tab', show: (app) => app.tab('Packet') },
  { name: 'the rules tab', show: (app) => app.tab('Rules') },
  { name: 'the conntrack tab', show: (app) => app.tab('Conntrack') },
  { name: 'the routes tab', show: (app) => app.tab('Routes') },
  { name: 'the why tab', show: (app) => app.tab('Why') },
  {
    name: 'the paste dialog',
    show: async (app) => app.page.getByRole('button', { name: 'Paste', exact: true }).click(),
  },
  {
    name: 'the share dialog',
    show: async (app) => app.page.getByRole('button', { name: 'Share', exact: true }).click(),
  },
  { name: 'the help dialog', show: async (app) => app.page.keyboard.press('?') },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const { name, show } of VIEWS) {
      test(`axe finds nothing in ${name}`, async ({ page }) => {
        const app = new App(page);
        await app.open();
        await app.pause();
        await show(app);
        await page.waitForTimeout(400);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(
            ({ id, nodes }) =>
              `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join('\n')}`,
          ),
        ).toEqual([]);
      });
    }
  });
}

test('with reduced motion the bench plays without an error', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const app = new App(page);
  await app.open();
  await expect(app.steps.first()).toBeVisible();
  expect(app.problems).toEqual([]);
});
