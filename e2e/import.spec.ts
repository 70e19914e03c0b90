import { existsSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { App, soak, test } from './app';
import { paste } from './bring';

/** Real dumps and notes of other people: used in place, never copied. */
const SHARED = process.env['RULEWALK_SHARED'] ?? '../shared';

/** What iptables-save printed on a node with real kube-proxy's rules. */
const OWN = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');

/** Pastes a text and opens what was understood as a node. */
async function openNode(page: Page, text: string): Promise<App> {
  const app = new App(page);
  await app.open();
  await paste(page, text);
  const dialog = page.getByRole('dialog');
  const open = dialog.getByRole('button', { name: /^Open (this node|and send)/ });
  await expect(open).toBeEnabled();
  await open.click();
  await expect(dialog).toBeHidden();
  return app;
}

test('what is pasted before the page listens comes once it does', async ({ page }) => {
  // The page's own script is on its way for a while.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('body')).toBeAttached();
  await paste(page, OWN);
  release();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Open (this node|and send)/ })).toBeEnabled();
});

test('a pasted node: its Services are found and a packet walks through exactly those rules', async ({ page }) => {
  const app = await openNode(page, OWN);
  await expect(app.steps.first()).toBeVisible();
  await app.pause();
  // The example that was there before walks through chains of the same names: the paste's own address and Service tell.
  for (const said of [/10\.96\.0\.\d+/, /KUBE-SVC-/, /KUBE-SEP-/, /DNAT/, /Reply/]) await app.expectTrace(said);
  await app.tab('Rules');
  const search = app.inspector.getByRole('searchbox');
  await search.fill('-d 10.96.0.11/32');
  await search.press('Enter');
  await expect(app.inspector.getByRole('option').filter({ hasText: 'default/web cluster IP' }).first()).toBeVisible();
  await app.devices();
  await expect(app.stage.getByRole('group', { name: /^Service empty,/ })).toHaveCount(0);
  expect(app.problems).toEqual([]);
});

test('nothing of the walk before stands under the name of the node that is opened', async ({ page }) => {
  const app = new App(page);
  await page.goto('/?lang=en#example=web-two-nodes&view=story&step=1');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  const before = { sentence: await page.locator('[data-sentence]').textContent() };
  await paste(page, OWN);
  const open = page.getByRole('dialog').getByRole('button', { name: 'Open this node and send' });
  await expect(open).toBeEnabled();
  // Every picture of the page from now on, however short it stands.
  await page.evaluate((was) => {
    const mixed: string[] = [];
    Object.assign(window, { mixed });
    const look = (): void => {
      const head = document.querySelector('header')?.textContent ?? '';
      const said = document.querySelector('[data-sentence]')?.textContent;
      if (!head.includes('A web Service on two nodes') && said === was.sentence) mixed.push(head);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, before);
  await open.click();
  await expect(page.locator('[data-sentence]')).not.toHaveText(before.sentence ?? '', { timeout: 20_000 });
  await expect(page.locator('header').first()).not.toContainText('A web Service on two nodes');
  expect(await page.evaluate(() => (window as unknown as { mixed: string[] }).mixed)).toEqual([]);
  expect(app.problems).toEqual([]);
});

test('text pasted anywhere on the page is taken, and what was found in it is listed', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await paste(page, OWN);
  const dialog = page.getByRole('dialog');
  // The window itself speaks of iptables-save, too.
  await expect(dialog.getByRole('article')).toHaveCount(1);
  await expect(dialog.getByRole('article')).toContainText(/iptables-save/);
  await expect(dialog.getByRole('button', { name: /default\/web 10\.96\.0\.11:80 .*each 1\/3/ })).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('a rule that is not understood is kept and shown, and the rest walks', soak(), async ({ page }) => {
  const strange = '-A KUBE-SERVICES -m frobnicate --level 9 -j KUBE-MARK-MASQ\n-A KUBE-SERVICES';
  const app = await openNode(page, OWN.replace('-A KUBE-SERVICES', strange));
  await app.tab('Rules');
  const search = app.inspector.getByRole('searchbox').or(app.inspector.getByRole('textbox')).first();
  await search.fill('frobnicate');
  await expect(app.inspector.getByRole('tabpanel')).toContainText('-m frobnicate --level 9');
  await app.expectTrace(/DNAT/);
  expect(app.problems).toEqual([]);
});

test('garbage is kept and said to be nothing known', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await paste(page, '\u0000\u0001 not a dump at all {{{ \uFFFD');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Show the text').click();
  await expect(dialog).toContainText('not a dump at all');
  await expect(dialog.getByRole('button', { name: /^Open (this node|and send)/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(app.steps.first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

const OTHERS = [
  'corpus/kube-iptables/codependent-node1-flannel.txt',
  'corpus/kube-iptables/codependent-node2-flannel.txt',
  'corpus/kube-calico/felix-fv-iptables-dump.txt',
  'corpus/kube-calico/felix-fv-cali-iptables-dump.txt',
  'seeds/000_efeb4b72e840284f.txt',
  'seeds/003_fc6df25fcccb5e79.txt',
] as const;

for (const path of OTHERS) {
  test(`${path} pastes into a bench that shows it`, soak(), async ({ page }) => {
    test.skip(!existsSync(`${SHARED}/${path}`), `${path} is not here: it belongs to others and is used in place`);
    const app = await openNode(page, readFileSync(`${SHARED}/${path}`, 'utf8'));
    await app.devices();
    await expect(app.stage).toContainText('PREROUTING');
    // Nothing of the example that was there before.
    await expect(app.stage.getByRole('group', { name: /^Service empty,/ })).toHaveCount(0);
    await app.left.getByRole('tab', { name: 'Dumps' }).click();
    await expect(app.left.getByRole('article')).toHaveCount(1);
    if (path.includes('flannel')) {
      for (const said of [/JUMP to KUBE-SERVICES/, /JUMP to KUBE-SVC-/, /JUMP to KUBE-SEP-/, /DNAT/])
        await app.expectTrace(said);
      const odds = await page.getByRole('button', { name: /^Odds of the shown outcome/ }).innerText();
      await expect((await app.outcomes()).filter({ hasText: odds })).toHaveCount(Number(odds.split('/')[1] ?? 1));
      await page.keyboard.press('Escape');
    }
    await app.tab('Rules');
    await expect(app.inspector.getByRole('tabpanel')).toContainText(path.includes('cali') ? /cali-/ : /KUBE-/);
    expect(app.problems).toEqual([]);
  });
}

test('seed 003: a KUBE-SVC with ten endpoints gives each 1/10', soak(), async ({ page }) => {
  const path = `${SHARED}/seeds/003_fc6df25fcccb5e79.txt`;
  test.skip(!existsSync(path), 'the seed notes are not here');
  const app = await openNode(page, readFileSync(path, 'utf8'));
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  await app.left
    .getByRole('button', { name: /default\/kuard/ })
    .first()
    .click();
  const sendIt = app.left.getByRole('button', { name: /^Send/ }).first();
  if (await sendIt.isVisible()) await sendIt.click();
  await app.pause();
  await expect(page.getByRole('button', { name: /Odds of the shown outcome: 1\/10/ })).toBeVisible();
  const outcomes = await app.outcomes();
  await expect(outcomes.filter({ hasText: '1/10' })).toHaveCount(10);
});

test('a note with listings of several modes becomes panes of Compare', soak(), async ({ page }) => {
  const chain = (name: string, rule: string): string =>
    `\n**${name}**\n\n\`\`\`bash\nChain ${name} (1 references)\n pkts bytes target     prot opt in     out     source               destination\n${rule}\n\`\`\`\n`;
  const portals = chain(
    'KUBE-PORTALS-CONTAINER',
    '    0     0 REDIRECT   tcp  --  *      *       0.0.0.0/0            10.96.4.4            /* shop/cart: */ tcp dpt:80 redir ports 40001',
  );
  const services = chain(
    'KUBE-SERVICES',
    '    0     0 KUBE-SVC-ABCDEFGHIJKLMNOP  tcp  --  *      *       0.0.0.0/0            10.96.4.4            /* shop/cart: cluster IP */ tcp dpt:80',
  );
  const endpoint = chain(
    'KUBE-SVC-ABCDEFGHIJKLMNOP',
    '    0     0 DNAT       tcp  --  *      *       0.0.0.0/0            0.0.0.0/0            tcp to:10.244.1.9:8080',
  );
  const app = await openNode(page, `## userspace Mode\n${portals}\n## iptables Mode\n${services}${endpoint}`);
  // One more is of the rows' names.
  await expect(page.getByRole('columnheader')).toHaveCount(3);
  await expect(page.getByText(/- iptables/).first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('after a reload the left panel shows the pasted node that is on the stage', soak(), async ({ page }) => {
  const app = await openNode(page, OWN);
  await expect(app.steps.first()).toBeVisible();
  const panel = page.getByRole('heading', { name: /Services found/ }).first();
  await expect(panel).toBeVisible();
  await page.reload();
  await expect(app.steps.first()).toBeVisible();
  await expect(panel).toBeVisible();
  expect(app.problems).toEqual([]);
});
