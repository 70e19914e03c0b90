import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, SCREENS } from './accessible';
import { App, soak, test } from './app';

/** One text of a node as a terminal shows it: `ip addr`, `ip route`, its rules and sets, prompts between, CRLF. */
function pasteOf(mode: 'iptables' | 'ipvs' | 'nftables'): string {
  return readFileSync(`e2e/testdata/worker-1.${mode}.txt`, 'utf8').replaceAll('\n', '\r\n');
}

/** Puts a text on the page as Ctrl+V would and opens what was understood of it. */
async function openNode(page: Page, text: string): Promise<App> {
  const app = new App(page);
  await app.openPasted(text);
  return app;
}

/** Opens the window that turns the pasted node into a cluster, and waits until it is made. */
async function openRebuild(app: App): Promise<void> {
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  await app.left.getByRole('button', { name: 'Turn into a cluster' }).click();
  await expect(app.page.getByRole('button', { name: 'Open as a cluster' })).toBeEnabled();
}

async function openCluster(app: App): Promise<void> {
  await app.page.getByRole('button', { name: 'Open as a cluster' }).click();
  await expect(app.page.getByRole('dialog')).toBeHidden();
  await expect(app.steps.first()).toBeVisible();
  await app.pause();
}

/** Writes an external IP into the Service that has the clusterIP. */
async function addExternalIP(app: App, clusterIP: string): Promise<void> {
  await app.select(new RegExp(clusterIP.replaceAll('.', String.raw`\.`)));
  await app.advanced();
  const box = app.left.getByRole('textbox', { name: /externalIPs/ });
  await box.fill('192.0.2.99');
  await box.press('Tab');
}

test('one paste of a node: a bench, a packet, a cluster, an edit, its difference from the paste, undo', async ({
  page,
}) => {
  const app = await openNode(page, pasteOf('iptables'));
  await expect(app.steps.first()).toBeVisible();
  // The title of the cluster that was there is not that of the node.
  await expect(page.getByRole('button', { name: 'Choose an example: worker-1' })).toBeVisible();
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  await app.left
    .getByRole('button', { name: /default\/web 10\.96\.0\.11:80/ })
    .first()
    .click();
  await app.pause();
  for (const said of [/KUBE-SERVICES/, /DNAT/, /delivered/]) await app.expectTrace(said);

  await openRebuild(app);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('3 Services · 3 ports · 4 endpoints');
  await expect(dialog.getByRole('combobox', { name: 'Mode' })).toHaveValue('iptables');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('worker-1');
  await expect(dialog.getByRole('textbox', { name: 'Addresses' })).toHaveValue('172.18.0.3');
  await expect(dialog.getByRole('textbox', { name: 'Pod CIDR' })).toHaveValue('10.244.1.0/24');
  await expect(dialog).toContainText('Recompiling this cluster gives exactly the pasted rules.');
  await dialog.getByRole('searchbox', { name: 'Filter fields' }).fill('nodePort');
  await expect(dialog.getByRole('list', { name: 'Inferred' })).toContainText('30080');
  await expect(dialog.getByRole('list', { name: 'Inferred' })).toContainText('KUBE-NODEPORTS');

  await openCluster(app);
  await app.expectTrace(/delivered/);
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  const reference = app.left.getByRole('region', { name: 'Made of the pasted rules of worker-1' });
  await expect(reference).toContainText('kube-proxy would write exactly the pasted rules.');

  await app.left.getByRole('tab', { name: 'Cluster' }).click();
  await addExternalIP(app, '10.96.0.11');
  await expect(reference).toContainText(/A sync would change \d+ chains?/);
  await reference.getByRole('button', { name: 'Show the differences' }).click();
  await expect(dialog).toContainText('This cluster against the pasted rules');
  await expect(dialog).toContainText('KUBE-SERVICES');
  await expect(dialog).toContainText('192.0.2.99');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await app.undo();
  await expect(reference).toBeHidden();
  await app.undo();
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  await expect(app.left.getByRole('button', { name: 'Turn into a cluster' })).toBeVisible();
  expect(app.problems).toEqual([]);
});

for (const [mode, place] of [
  ['ipvs', /TCP 10\.96\.0\.11:80|KUBE-CLUSTER-IP/],
  ['nftables', /service-ips/],
] as const) {
  test(`a node in ${mode} mode becomes a cluster that gives the same, and an edit shows`, soak(), async ({ page }) => {
    const app = await openNode(page, pasteOf(mode));
    await openRebuild(app);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('combobox', { name: 'Mode' })).toHaveValue(mode);
    await expect(dialog).toContainText('Recompiling this cluster gives exactly the pasted rules.');
    await dialog.getByRole('searchbox', { name: 'Filter fields' }).fill('10.96.0.11');
    await expect(dialog.getByRole('list', { name: 'Inferred' })).toContainText(place);
    await openCluster(app);
    await app.left.getByRole('tab', { name: 'Dumps' }).click();
    const reference = app.left.getByRole('region', { name: 'Made of the pasted rules of worker-1' });
    await expect(reference).toContainText('kube-proxy would write exactly the pasted rules.');
    await app.left.getByRole('tab', { name: 'Cluster' }).click();
    await addExternalIP(app, '10.96.0.11');
    await reference.getByRole('button', { name: 'Show the differences' }).click();
    await expect(dialog).toContainText('192.0.2.99');
    expect(app.problems).toEqual([]);
  });
}

test('mode, release, node and made-up names are corrected, and what does not fit says so', soak(), async ({ page }) => {
  const app = await openNode(page, pasteOf('ipvs'));
  await openRebuild(app);
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('Not A Name');
  await expect(dialog).toContainText('A node’s name is lower case');
  await name.fill('node-7');
  await name.press('Enter');
  await expect(dialog).toContainText('Node node-7');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(name).toHaveValue('worker-1');
  const rename = dialog.getByRole('button', { name: /^Rename default\// }).first();
  await rename.click();
  const box = dialog.getByRole('textbox', { name: /^namespace\/name of/ });
  await box.fill('shop/front');
  await box.press('Enter');
  await expect(dialog).toContainText('Service shop/front');
  await dialog.getByRole('combobox', { name: 'Release' }).selectOption('1.20');
  await expect(dialog).toContainText(/The rules fit 1\.\d+ to 1\.\d+, not 1\.20\./);
  await expect(dialog.getByRole('list', { name: 'What recompiling does not give back' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Mode' }).selectOption('nftables');
  await expect(dialog).toContainText('Nothing of nftables mode was pasted.');
  await dialog.getByRole('button', { name: 'Back to IPVS' }).click();
  await expect(dialog).toContainText('Service shop/front');
  expect(app.problems).toEqual([]);
});

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ colorScheme });
    test('axe finds nothing in the window', soak(), async ({ page }) => {
      const app = await openNode(
        page,
        pasteOf('ipvs').replace('-A KUBE-MARK-MASQ', '-A KUBE-MARK-MASQ -j ACCEPT\r\n-A KUBE-MARK-MASQ'),
      );
      await openRebuild(app);
      await page.setViewportSize(viewport);
      await expectAccessible(page);
    });
  });
}
