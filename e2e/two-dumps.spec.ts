import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

/** What iptables-save printed on a node with real kube-proxy's rules. */
const OWN = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');
/** An endpoint of default/web that moved. */
const ENDPOINT = /--to-destination (10\.244\.\d+\.\d+):(\d+)/.exec(OWN)?.[1] ?? '';

/** The same node a while later: an endpoint has another address, a rule came, a policy is stricter. */
const LATER = OWN.replaceAll(ENDPOINT, '10.244.99.99')
  .replace(/^:INPUT ACCEPT/m, ':INPUT DROP')
  .replace(/^(-A KUBE-FORWARD .*)$/m, '-A KUBE-FORWARD -s 198.51.100.0/24 -j DROP\n$1');

async function paste(target: Locator, text: string): Promise<void> {
  await target.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Opens the page with the node pasted and the dumps panel in front. */
async function openDumps(page: Page, text = OWN): Promise<App> {
  const app = new App(page);
  await app.open();
  await paste(page.locator('body'), text);
  const dialog = page.getByRole('dialog');
  const open = dialog.getByRole('button', { name: /^Open (this node|and send)/ });
  await expect(open).toBeEnabled();
  await open.click();
  await expect(dialog).toBeHidden();
  await app.pause();
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  return app;
}

/** Compares the pasted node with another text. */
async function compareWith(app: App, text: string): Promise<Locator> {
  await app.left.getByRole('button', { name: 'Compare with another dump' }).click();
  const dialog = app.page.getByRole('dialog');
  await paste(dialog.getByRole('textbox', { name: 'The other dump' }), text);
  await expect(dialog.getByRole('tab', { name: /^Rules/ })).toBeVisible();
  return dialog;
}

test('rules and flows of two dumps: what came, went and changed, by which rule', async ({ page }) => {
  const app = await openDumps(page);
  const dialog = await compareWith(app, LATER);
  const tree = dialog.getByRole('tree');
  await expect(tree.getByRole('treeitem', { name: /differs.*INPUT/ })).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: /changed.*ACCEPT.*DROP/ }).first()).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: /added.*198\.51\.100\.0\/24/ })).toBeVisible();
  await dialog.getByRole('searchbox').fill('10.244.99.99');
  await expect(tree.getByRole('treeitem', { name: /10\.244\.99\.99/ }).first()).toBeVisible();
  await expect(tree.getByRole('treeitem', { name: /198\.51\.100/ })).toHaveCount(0);
  await dialog.getByRole('tab', { name: /^Flows/ }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText(/change/);
  await expect(dialog.getByRole('tabpanel')).toContainText(/DNAT --to-destination 10\.244\.99\.99/);
  await dialog.getByRole('tab', { name: 'All packets' }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText(/kinds of packets end differently/);
  await expect(dialog.getByRole('tabpanel')).toContainText(/to 10\.244\.99\.99/);
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});

test('two dumps are told as a Sheet: kinds of packets, why on both sides, Markdown, with names hidden alike in both', async ({
  page,
}) => {
  const app = await openDumps(page);
  const dialog = await compareWith(app, LATER);
  await dialog.getByRole('link', { name: 'Read as an article' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What changed on this node');
  const main = page.getByRole('main');
  await expect(main).toContainText(/kinds of packets end differently/);
  await expect(main).toContainText('What differs in the rules');
  await expect(main.locator('[data-way]').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hand out' }).click();
  await page.getByRole('dialog').getByRole('switch').click();
  await expect(page.getByRole('dialog')).toContainText(/Replaced:/);
  const markdown = page.getByRole('dialog').getByRole('button', { name: 'Copy as Markdown' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(async () => {
    await markdown.click();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('# What changed on this node');
    expect(text).toMatch(/look at it|better|know it/);
    // The endpoint that moved has a pseudonym.
    expect(text).not.toContain('10.244.99.99');
  }).toPass({ timeout: 60_000 });
  expect(app.problems).toEqual([]);
});

test('the tree of differences goes by keyboard', soak(), async ({ page }) => {
  const app = await openDumps(page);
  const dialog = await compareWith(app, LATER);
  const tree = dialog.getByRole('tree');
  const active = async (): Promise<string> => {
    const id = (await tree.getAttribute('aria-activedescendant')) ?? '';
    return page.locator(`[id="${id}"]`).innerText();
  };
  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const group = await active();
  expect(group).toMatch(/added|removed|differs|renamed/);
  await page.keyboard.press('ArrowLeft');
  await expect(tree.locator('[aria-selected="true"]')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(tree.locator('[aria-selected="true"]')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  expect(await active()).not.toBe(group);
  await page.keyboard.press('ArrowLeft');
  expect(await active()).toBe(group);
  expect(app.problems).toEqual([]);
});

test('the same dump differs in nothing, and a text without rules is said to have none', soak(), async ({ page }) => {
  const app = await openDumps(page);
  const dialog = await compareWith(app, OWN);
  await expect(dialog.getByRole('tabpanel')).toContainText('Nothing differs.');
  await dialog.getByRole('tab', { name: /^Flows/ }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText('No flow changes.');
  await dialog.getByRole('button', { name: 'Take another text' }).click();
  await paste(dialog.getByRole('textbox', { name: 'The other dump' }), 'nothing\nat all\n');
  await expect(dialog.getByRole('alert')).toContainText(/No rules, sets or virtual servers were found in After/);
  expect(app.problems).toEqual([]);
});

test('two nodes send each from its own Pods', soak(), async ({ page }) => {
  const app = await openDumps(page);
  const dialog = await compareWith(app, OWN);
  await dialog.getByRole('button', { name: 'Two nodes' }).click();
  await dialog.getByRole('tab', { name: /^Flows/ }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText('Other node');
  expect(app.problems).toEqual([]);
});

test.describe.configure({ timeout: 120_000 });

test('findings of a pasted node lead to their rule', soak(), async ({ page }) => {
  const app = await openDumps(
    page,
    OWN.replace(
      /^(-A KUBE-FORWARD .*)$/m,
      '-A FORWARD -p tcp -j DROP\n-A FORWARD -p tcp -m tcp --dport 9 -j ACCEPT\n$1',
    ),
  );
  const findings = app.left.getByRole('region', { name: 'Findings' });
  await expect(findings).toContainText(/is never reached/);
  await expect(findings).toContainText(/Next:/);
  await findings
    .getByRole('button', { name: /filter FORWARD, rule/ })
    .first()
    .click();
  await expect(app.inspector.getByRole('tab', { name: 'Rules' })).toHaveAttribute('aria-selected', 'true');
  await expect(app.inspector.getByRole('listbox').getByRole('option', { selected: true })).toContainText('-A FORWARD');
  expect(app.problems).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('axe finds nothing in two dumps and in findings', soak(), async ({ page }) => {
      const app = await openDumps(page);
      await expectAccessible(page);
      const dialog = await compareWith(app, LATER);
      await expectAccessible(page);
      await dialog.getByRole('tab', { name: /^Flows/ }).click();
      await expectAccessible(page);
    });
  });
}
