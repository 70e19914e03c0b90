import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
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

test.describe.configure({ timeout: 180_000 });

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
  const carried = dialog.locator('[data-carried]');
  await expect(carried).toContainText('the pasted text word for word, with every name and address in it');
  await dialog.getByRole('switch', { name: /Hide addresses, names and comments/ }).click();
  await expect(carried).toHaveCount(0);
  await expect(dialog).toContainText(/Replaced: \d+ addresses/);
  await expect(dialog).toContainText(/lines? (was|were) not recognised/);
  await expect(link).not.toHaveValue(open);
  const hidden = await link.inputValue();

  await dialog.getByRole('button', { name: 'File', exact: true }).click();
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
  await app.devices();
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

/** What the Share window offers as a file: by button, and by what is chosen beside it. */
const EXPORTS = {
  Link: [],
  Embed: [],
  Picture: ['SVG', 'PNG'],
  File: ['Download file', 'Download rules', 'Capture (pcapng)'],
} as const;
/** Buttons that hand out nothing, or what other tests look at. */
const OTHERS = [
  'Close',
  'Open a file…',
  'light',
  'dark',
  'Print the moments',
  'Copy link',
  'Copy code',
  'Copy the redacted texts',
  'Use the pseudonyms on this bench',
];

/** Addresses as a capture has them. */
const BYTES = ['10.96.0.11', '10.244.1.2', '10.244.1.3'].map((address) => Buffer.from(address.split('.').map(Number)));

async function fileOf(page: Page, button: string): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  return readFileSync(await (await coming).path());
}

test('with the switch on no file that is offered holds a name, an address or a comment, nor does paper', async ({
  page,
}) => {
  const app = await openNode(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: /Hide addresses, names and comments/ }).click();
  await expect(dialog).toContainText(/Replaced: \d+ addresses/);
  const ways = dialog.getByRole('group', { name: 'How it is shared' });
  expect(await ways.getByRole('button').allInnerTexts()).toEqual(Object.keys(EXPORTS));
  for (const [way, exports] of Object.entries(EXPORTS)) {
    await ways.getByRole('button', { name: way, exact: true }).click();
    for (const field of await dialog.getByRole('textbox').all())
      expect(secretsIn(await field.inputValue())).toEqual([]);
    const offered = await dialog.getByRole('button').allInnerTexts();
    const names = [...new Set(offered.map((each) => each.trim()).filter((each) => each !== ''))];
    // One more that is offered has to be looked at here.
    const known = new Set<string>([...exports, ...OTHERS, ...Object.keys(EXPORTS)]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    for (const name of exports) {
      const file = await fileOf(page, name);
      expect([name, secretsIn(file.toString('latin1')), secretsIn(file.toString('utf8'))]).toEqual([name, [], []]);
      if (name.startsWith('Capture')) expect(BYTES.filter((bytes) => file.includes(bytes))).toEqual([]);
    }
    if (way !== 'Picture') continue;
    const picture = dialog.getByRole('combobox', { name: 'What is drawn' });
    for (const kind of ['lens', 'datapath', 'stage']) {
      await picture.selectOption(kind);
      expect(secretsIn((await fileOf(page, 'SVG')).toString('utf8'))).toEqual([]);
    }
  }
  await page.keyboard.press('Escape');
  await page.emulateMedia({ media: 'print' });
  expect(secretsIn(await page.locator('body').innerText())).toEqual([]);
  // A file of paper is called as the page is.
  expect(await page.title()).toBe('Rulewalk');
  expect(app.problems).toEqual([]);
});

test('nor does a Sheet of one’s own, its file or its link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await openNode(page);
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  await app.left.getByRole('switch', { name: /Hide addresses/ }).click();
  await page.keyboard.press('l');
  await page.getByRole('dialog').getByRole('button', { name: 'New Sheet' }).click();
  await page.getByRole('button', { name: 'What is on the bench' }).click();
  await expect(page.locator('[data-part]')).toHaveCount(2);
  await page.getByLabel('Title of the Sheet').fill('What Miller of acme asked');
  await page.getByRole('button', { name: 'Hand out' }).click();
  const link = page.getByRole('dialog').locator('input[data-shared]');
  const linked = async (): Promise<string> => {
    const packed = (await link.inputValue()).replace(/^.*#own-sheet=/, '');
    return inflateRawSync(Buffer.from(packed, 'base64url')).toString('utf8');
  };
  // The title as it was typed, under other names.
  await expect(async () => expect(await linked()).toMatch(/"n-\w+ n-\w+ of n-\w+ n-\w+"/)).toPass();
  expect(secretsIn((await fileOf(page, 'Save the Sheet’s file')).toString('utf8'))).toEqual([]);
  expect(secretsIn(await linked())).toEqual([]);
  expect(app.problems).toEqual([]);
});

test('nor does the list of a timeline', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('dialog').getByRole('switch').click();
  await expect(page.getByRole('dialog')).toContainText(/Replaced:/);
  await page.keyboard.press('Escape');
  const own = page.getByRole('button', { name: 'Time', exact: true });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await expect(own.or(more).first()).toBeVisible();
  if (await own.isVisible()) await own.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: /^Time/ }).click();
  }
  await expect(
    page
      .getByRole('dialog')
      .getByText(/requests? .*failed/)
      .first(),
  ).toBeVisible();
  const list = (await fileOf(page, 'Save as CSV')).toString('utf8');
  expect(list).toMatch(/n-[a-z2-7]{8}/);
  expect(list).not.toMatch(/\bweb\b|10\.244\.[1-9]/);
  expect(app.problems).toEqual([]);
});
