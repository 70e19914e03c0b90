import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, SCREENS } from './accessible';
import { App, soak } from './app';

async function openCompare(page: Page): Promise<App> {
  const app = new App(page);
  await app.open();
  await app.pause();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator('[data-moment]').first()).toBeVisible();
  return app;
}

async function arrange(page: Page, how: string): Promise<void> {
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('menuitem', { name: how }).click();
}

async function chooseExample(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Choose an example/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heads = (page: Page) => page.getByRole('columnheader').filter({ has: page.getByRole('combobox') });
const verdicts = (page: Page) => page.locator('[data-fact="verdict"] [role="cell"]');
const undo = (page: Page) => page.getByRole('button', { name: /^Undo/ });

async function chooseFlow(page: Page, name: RegExp): Promise<void> {
  const flows = page.getByRole('combobox', { name: 'Flow' });
  await flows.selectOption(await flows.getByRole('option', { name }).first().getAttribute('value'));
}

test(
  'one choice puts policies, nodes, releases and the last edit beside each other; nothing of it is an edit',
  soak(),
  async ({ page }) => {
    const app = await openCompare(page);
    await chooseExample(page, /^externalTrafficPolicy: Local/);
    await chooseFlow(page, /outside → web:80 nodePort @ node2/);
    await arrange(page, 'externalTrafficPolicy Cluster and Local');
    await expect(heads(page)).toHaveCount(2);
    await expect(heads(page).first()).toContainText('web: externalTrafficPolicy Cluster');
    await expect(verdicts(page).first()).toContainText('delivered');
    await expect(verdicts(page).last()).toContainText('dropped');
    await arrange(page, 'Node beside node');
    await expect(heads(page).last()).toContainText('by node2');
    await expect(verdicts(page).first()).toContainText('delivered');
    await expect(verdicts(page).last()).toContainText('dropped');
    await arrange(page, 'This release and the next');
    await expect(page.getByRole('combobox', { name: 'Release of pane 2' })).toHaveValue('1.31');
    // The only edit so far was opening the example.
    await undo(page).click();
    await expect(undo(page)).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: /^Redo/ }).click();
    await page
      .getByRole('radiogroup')
      .or(page.getByRole('group', { name: /mode/i }))
      .first()
      .getByText('IPVS')
      .click();
    await arrange(page, 'Before and after the last edit');
    await expect(heads(page).first()).toContainText('Before the edit');
    await expect(page.getByRole('combobox', { name: 'Mode of pane 1' })).toHaveValue('iptables');
    await expect(page.getByRole('combobox', { name: 'Mode of pane 2' })).toHaveValue('ipvs');
    expect(app.problems).toEqual([]);
  },
);

test('a pane of another document sends the flow that means the same there', soak(), async ({ page }) => {
  const app = await openCompare(page);
  await arrange(page, 'This release and the next');
  await expect(heads(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Document, node and policy of pane 2' }).click();
  await page.getByRole('combobox', { name: 'Document', exact: true }).selectOption({ label: 'Another document…' });
  await page.getByRole('dialog', { name: 'Another document for this pane' }).getByText('Ten endpoints').click();
  await expect(heads(page).last()).toContainText('Ten endpoints');
  await expect(page.locator('[data-fact="outcomes"] [role="cell"]').last()).toContainText('1/10');
  await expect(verdicts(page).last()).toContainText('delivered');
  const delivered = page.locator('[data-moment]').filter({ has: page.getByRole('button', { name: /Delivered$/ }) });
  await expect(delivered.first().locator('li')).toHaveCount(2);
  expect(app.problems).toEqual([]);
});

test('what differs is found among many flows, and a row opens in the panes', soak(), async ({ page }) => {
  const app = await openCompare(page);
  await chooseExample(page, /^externalTrafficPolicy: Local/);
  await tab(page, 'Differences');
  await expect(page.getByRole('status').filter({ hasText: 'tried:' })).toBeVisible();
  const rows = page.locator('[data-differs]');
  await expect(rows.first()).toHaveAttribute('data-differs', 'true');
  const differing = await rows.count();
  await page.getByRole('checkbox', { name: 'Also those that are alike' }).check();
  expect(await rows.count()).toBeGreaterThan(differing);
  await expect(page.locator('[data-differs="false"]').first()).toBeVisible();
  const row = rows.filter({ hasText: 'nodePort @ node2' }).first();
  await expect(row.getByRole('cell').first()).toContainText('dropped');
  await row.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  await expect(verdicts(page).first()).toContainText('dropped');
  await expect(page.getByRole('combobox', { name: 'Flow' })).toHaveValue(/^flow-/);
  await tab(page, 'Differences');
  await rows.filter({ hasText: 'probe' }).first().getByRole('button').first().click();
  await expect(page.getByRole('combobox', { name: 'Flow' })).toHaveValue(/^probe /);
  expect(app.problems).toEqual([]);
});

test('rules are compared one by one in one mode, and by Service port between two', soak(), async ({ page }) => {
  const app = await openCompare(page);
  await tab(page, 'Rules');
  await expect(page.getByText('These two modes write different tables')).toBeVisible();
  await expect(page.getByRole('region', { name: 'IPVS' })).toContainText('Virtual server');
  // A Service port is called as people call it, never by its place in a list.
  await expect(page.getByRole('main')).toContainText('web, port 80');
  await expect(page.getByRole('main')).not.toContainText(/\bport [1-9]\b/);
  await arrange(page, 'This release and the next');
  await tab(page, 'Step by step');
  await page.getByRole('combobox', { name: 'Release of pane 1' }).selectOption('1.20');
  await tab(page, 'Rules');
  await expect(page.getByText('KUBE-PROXY-FIREWALL').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /added/ }).first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

test(
  'panes, flow and step survive a reload, and a link brings them to somebody else',
  soak(),
  async ({ page, browser }) => {
    await openCompare(page);
    await chooseExample(page, /^externalTrafficPolicy: Local/);
    await chooseFlow(page, /outside → web:80 nodePort @ node2/);
    await arrange(page, 'externalTrafficPolicy Cluster and Local');
    await expect(verdicts(page).last()).toContainText('dropped');
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
    const scrubber = (of: Page) => of.getByRole('slider', { name: 'Moment of the comparison' });
    const isThere = async (of: Page): Promise<void> => {
      await expect(scrubber(of)).toHaveValue('5');
      await expect(heads(of).last()).toContainText('externalTrafficPolicy Local');
      await expect(verdicts(of).last()).toContainText('dropped');
      await expect(undo(of)).toHaveAttribute('aria-disabled', 'true');
    };
    await expect(scrubber(page)).toHaveValue('5');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await page.getByRole('dialog').getByRole('textbox').first().inputValue();
    await page.keyboard.press('Escape');
    await page.reload();
    await isThere(page);
    const other = await browser.newPage();
    await other.goto(link);
    await isThere(other);
    await other.close();
  },
);

const TABS = ['Differences', 'Rules'] as const;

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport });
    test(
      'axe finds nothing in the tables of differences and rules, and the page stays in its width',
      soak(),
      async ({ page }) => {
        test.setTimeout(180_000);
        await page.goto('/?view=bench');
        if (viewport.width > 899) await page.getByRole('button', { name: 'Compare', exact: true }).click();
        else {
          await page.getByRole('button', { name: 'More', exact: true }).click();
          await page.getByRole('menuitemradio', { name: /^Compare/ }).click();
        }
        for (const name of TABS) {
          await tab(page, name);
          await expect(
            name === 'Rules' ? page.getByRole('region', { name: 'IPVS' }) : page.locator('[data-differs]').first(),
          ).toBeVisible();
          await expectAccessible(page);
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        }
      },
    );
  });
}
