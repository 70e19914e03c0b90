import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak } from './app';

const RULES = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');
const TEXT = `root@node-7.acme:~# iptables-save\n${RULES}# ask Bob Miller about this one\nBob says it is fine\n`;

async function openNode(page: Page): Promise<App> {
  const app = new App(page);
  await app.openPasted(TEXT);
  return app;
}

test.describe.configure({ timeout: 120_000 });

/** Verdicts and tables of the walk, without addresses and names. */
async function shape(app: App): Promise<string[]> {
  return (await app.trace())
    .split('\n')
    .map((line) =>
      line.replaceAll(/KUBE-(?:SVC|SEP)-\w+|node-7\.acme|\bweb\b|n-[a-z2-7]{8}|[\d.:/]+|"[^"]*"/g, '').trim(),
    );
}

const SECRETS = ['default/web', 'node-7', 'acme', 'Miller'];
const NETWORKS = ['10.96.0.', '10.244.1.'];

/** What must not be there. A seed may leave one network what it is (of 32, of 128 one does), both as good as never. */
function secretsIn(text: string): string[] {
  const networks = NETWORKS.filter((network) => text.includes(network));
  return [...SECRETS.filter((secret) => text.includes(secret)), ...(networks.length > 1 ? networks : [])];
}

test('one switch: link and file hold pseudonyms, and what they open walks the same way', async ({ page }) => {
  const app = await openNode(page);
  const before = await shape(app);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const link = dialog.getByRole('textbox', { name: 'Link', exact: true });
  await expect(link).toHaveValue(/#/);
  const open = await link.inputValue();
  await dialog.getByRole('switch', { name: /Hide addresses, names and comments/ }).click();
  await expect(dialog).toContainText(/Replaced: \d+ addresses/);
  await expect(dialog).toContainText(/lines? (was|were) not recognised/);
  await expect(link).not.toHaveValue(open);
  const hidden = await link.inputValue();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download file' }).click(),
  ]);
  const file = readFileSync(await download.path(), 'utf8');
  expect(secretsIn(file)).toEqual([]);
  expect(secretsIn(TEXT)).toEqual([...SECRETS, ...NETWORKS]);

  const other = await page.context().newPage();
  const shared = new App(other);
  await shared.open(hidden);
  await shared.pause();
  expect(await shape(shared)).toEqual(before);
  const body = await other.locator('body').innerText();
  expect(secretsIn(body)).toEqual([]);
  expect([...app.problems, ...shared.problems]).toEqual([]);
});

test(
  'the switch on the pasted node is the same one; the bench itself can take the pseudonyms, and undo brings them back',
  soak(),
  async ({ page }) => {
    const app = await openNode(page);
    await app.left.getByRole('tab', { name: 'Dumps' }).click();
    const control = app.left.getByRole('switch', { name: /Hide addresses/ });
    await control.focus();
    await page.keyboard.press('Space');
    await expect(control).toHaveAttribute('aria-checked', 'true');
    await expect(app.left).toContainText(/Replaced: \d+ addresses/);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('switch')).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('Escape');
    await app.left.getByText('What became what').click();
    await app.left.getByRole('searchbox', { name: 'Filter replacements' }).fill('10.96.0.11');
    await expect(app.left.getByRole('list', { name: 'What became what' })).toContainText('10.96.0.11');
    await app.left.getByText('What became what').click();
    await app.left.getByRole('button', { name: 'Use the pseudonyms on this bench' }).click();
    await app.tab('Rules');
    await expect(app.inspector.getByRole('tabpanel')).not.toContainText('default/web');
    await app.undo();
    await expect(app.inspector.getByRole('tabpanel')).toContainText('KUBE-SERVICES');
    expect(app.problems).toEqual([]);
  },
);

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

test(
  'with the switch on, what is selected and copied holds the pseudonyms of the link',
  soak(),
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const app = await openNode(page);
    await app.left.getByRole('tab', { name: 'Dumps' }).click();
    await app.left.getByRole('switch', { name: /Hide addresses/ }).click();
    await expect(app.left).toContainText(/Replaced: \d+ addresses/);
    await app.tab('Rules');
    const rules = app.inspector.getByRole('tabpanel');
    await expect(rules).toContainText('default/web');
    await rules.evaluate((panel) => window.getSelection()?.selectAllChildren(panel));
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => copied(page)).toMatch(/-A [A-Z]/);
    const text = await copied(page);
    expect(secretsIn(text)).toEqual([]);
    await app.left.getByRole('switch', { name: /Hide addresses/ }).click();
    await rules.evaluate((panel) => window.getSelection()?.selectAllChildren(panel));
    await page.keyboard.press('ControlOrMeta+c');
    await expect.poll(() => copied(page)).toContain('default/web');
    expect(app.problems).toEqual([]);
  },
);

test('and so do objects of the stage', soak(), async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = new App(page);
  await app.open();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByRole('switch').click();
  await expect(page.getByRole('dialog')).toContainText(/Replaced:/);
  await page.keyboard.press('Escape');
  await app.stage
    .getByRole('group', { name: /^Service web,/ })
    .first()
    .focus();
  await page.keyboard.press('ControlOrMeta+c');
  await expect(app.stage.getByRole('status')).toContainText('Copied as YAML: 1 object');
  const yaml = await copied(page);
  expect(yaml).toContain('kind: Service');
  expect(yaml).not.toMatch(/name: web$/m);
  expect(yaml).toMatch(/name: n-[a-z2-7]{8}/);
  expect(app.problems).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('axe finds nothing in the share dialog with the switch on', soak(), async ({ page }) => {
      await openNode(page);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('switch').click();
      await expect(dialog).toContainText(/Replaced:/);
      await dialog.getByText('What became what').click();
      await expectAccessible(page);
    });
  });
}
