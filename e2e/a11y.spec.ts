import { expect } from '@playwright/test';
import { expectAccessible, expectNamedAsSeen } from './accessible';
import { App, soak, test } from './app';

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
  { name: 'the command palette', show: (app) => app.page.keyboard.press('Control+k') },
  {
    name: 'the cost view',
    show: async (app) => {
      await app.page.getByRole('button', { name: 'Compare', exact: true }).click();
      await app.page.getByRole('button', { name: 'Cost', exact: true }).click();
      await expect(app.page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const { name, show } of VIEWS) {
      test(`axe finds nothing in ${name}`, soak(name !== 'the bench' || colorScheme === 'light'), async ({ page }) => {
        const app = new App(page);
        await app.open();
        await app.pause();
        await show(app);
        await expectAccessible(page);
      });
    }
  });
}

/** What is opened in the other language, by where it is rather than by how it is called. */
const IN_KOREAN: readonly { readonly name: string; readonly show: (app: App) => Promise<void> }[] = [
  { name: 'the bench', show: async () => undefined },
  {
    name: 'Compare',
    show: async ({ page }) => {
      await page.getByRole('button', { name: '비교', exact: true }).click();
      await expect(page.locator('[data-moment]').first()).toBeVisible();
    },
  },
  {
    name: 'many packets',
    show: async ({ page }) => {
      await page.getByRole('button', { name: '여러 패킷' }).click();
      await expect(page.getByRole('region', { name: '여러 패킷' }).getByRole('status')).toContainText('100');
    },
  },
  {
    name: 'redaction in the share dialog',
    show: async ({ page }) => {
      await page.getByRole('button', { name: '공유', exact: true }).click();
      await page.getByRole('dialog').getByRole('switch').click();
      await expect(page.getByRole('dialog')).toContainText(/바꾼 것/);
    },
  },
  { name: 'the help dialog', show: async ({ page }) => page.keyboard.press('?') },
];

for (const { name, show } of IN_KOREAN) {
  test(`axe finds nothing in Korean in ${name}`, soak(), async ({ page }) => {
    const app = new App(page);
    await page.goto('/?lang=ko&view=bench');
    await expect(app.drawing).toBeVisible();
    await page.keyboard.press('Space');
    await show(app);
    await expectAccessible(page);
    expect(app.problems).toEqual([]);
  });
}

test('what is seen on a control is in its name: the bench, many packets, Compare', async ({ page }) => {
  const [bench, compare, many] = IN_KOREAN;
  await page.goto('/?lang=ko&view=bench');
  await expect(new App(page).drawing).toBeVisible();
  await page.keyboard.press('Space');
  for (const view of [bench, many, compare]) {
    await test.step(view!.name, () => view!.show(new App(page)));
    await expectNamedAsSeen(page, 'body');
  }
});

test(
  'by keyboard alone: to the comparison, its cost, and back; many packets open and close',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.pause();
    const command = async (name: string): Promise<void> => {
      await page.keyboard.press('Control+k');
      await expect(page.getByPlaceholder('Type a command, a flow, a Service…')).toBeFocused();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    };
    await command('compare');
    const cost = page.getByRole('button', { name: 'Cost', exact: true });
    await expect(cost).toBeVisible();
    await cost.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('What grows with the number of Services');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(cost).toBeFocused();
    await command('Share');
    await expect(dialog).toContainText('Share this bench');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to the bench' }).press('Enter');
    await page.keyboard.press('m');
    await expect(page.getByRole('region', { name: 'Many packets' })).toBeVisible();
    await page.keyboard.press('m');
    await expect(page.getByRole('region', { name: 'Many packets' })).toBeHidden();
    expect(app.problems).toEqual([]);
  },
);

test('with reduced motion the bench plays without an error', soak(), async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const app = new App(page);
  await app.open();
  const slider = page.getByRole('slider', { name: 'Step of the walk' });
  await expect(slider).toHaveAttribute('aria-valuenow', '1');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(3);
  expect(app.problems).toEqual([]);
});
