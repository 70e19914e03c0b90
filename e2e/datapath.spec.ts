import { expect, test } from '@playwright/test';
import { App } from './app';

async function inMode(app: App, mode: string): Promise<void> {
  await app.open();
  await app.send(/^client → web:80/);
  await app.page.getByRole('group', { name: 'Proxy mode' }).getByRole('button', { name: mode, exact: true }).click();
}

test('iptables: the ladder has exact odds, and a folded rule says why it did not match', async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'iptables');
  await app.goTo(/KUBE-SVC-/);
  await expect(app.datapath).toContainText('1/3');
  await expect(app.datapath.getByRole('article').first()).toBeVisible();
  const folded = app.datapath
    .locator('button[aria-expanded="false"]')
    .filter({ hasText: /^… \d+ rules? did not match/ });
  await folded.first().click();
  await expect(app.datapath.locator('button[aria-expanded="true"]').first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('nftables: one lookup with its key, and the share of each element that could be drawn', async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'nftables');
  await app.expectTrace(/one lookup in @service-ips/);
  await app.goTo(/GOTO endpoint-/);
  await expect(app.datapath).toContainText(/10\.\d+\.\d+\.\d+ \. tcp \. 80/);
  const shares = app.datapath.getByRole('group', { name: /every one is as likely/ }).first();
  await expect(shares).toContainText(/1\/3.*1\/3.*1\/3/s);
  await expect(shares).toContainText('drawn');
  expect(app.problems).toEqual([]);
});

test('IPVS: the service looked up, what the scheduler saw of each server, and whom it chose', async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'IPVS');
  await app.goTo(/IPVS: TCP/);
  const servers = app.datapath.getByRole('table').first();
  await expect(servers.getByRole('row')).toHaveCount(4);
  await expect(servers).toContainText('chosen');
  expect(app.problems).toEqual([]);
});

test('userspace: accepted, round robin, a second connection', async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'userspace');
  await app.expectTrace(/kube-proxy opens a second connection to/);
  await expect(app.inspector.getByRole('heading', { name: /second connection/ }).first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

const LINES = [
  { mode: 'IPVS', find: ':80 rr', line: /TCP +10\.\d+\.\d+\.\d+:80 rr/, says: 'spec.clusterIP' },
  { mode: 'IPVS', find: 'kube-ipvs0', line: /scope global kube-ipvs0/, says: 'Service' },
  { mode: 'IPVS', find: 'add KUBE-CLUSTER-IP', line: /add KUBE-CLUSTER-IP/, says: 'spec.clusterIP' },
  { mode: 'nftables', find: 'goto service-', line: /\. tcp \. \d+ .*: goto service-/, says: 'spec.clusterIP' },
  { mode: 'iptables', find: ':KUBE-SVC-', line: /:KUBE-SVC-/, says: 'spec.ports' },
] as const;

for (const { mode, find, line, says } of LINES) {
  test(`${mode}: the line ${line.source} tells its object, its field and why`, async ({ page }) => {
    const app = new App(page);
    await inMode(app, mode);
    await app.expectTrace(/web/);
    await app.tab('Rules');
    const search = app.inspector.getByRole('searchbox');
    await search.fill(find);
    await search.press('Enter');
    await app.inspector.getByRole('listbox').getByRole('option').filter({ hasText: line }).first().click();
    await expect(app.inspector.getByRole('region', { name: 'Selected line' })).toContainText(says);
    expect(app.problems).toEqual([]);
  });
}

test('IPVS: a part of a Service leads to its line', async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'IPVS');
  await app.expectTrace(/IPVS/);
  await app.select(/^web 10\./);
  await app.left.getByRole('button', { name: 'What it made' }).first().click();
  const made = app.inspector.getByRole('region', { name: /What web made on/ });
  await made
    .getByRole('button', { name: /^10\.\d+\.\d+\.\d+\/32$/ })
    .first()
    .click();
  await expect(app.inspector.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
    'scope global kube-ipvs0',
  );
  await expect(app.inspector.getByRole('region', { name: 'Selected line' })).toContainText('default/web');
  expect(app.problems).toEqual([]);
});
