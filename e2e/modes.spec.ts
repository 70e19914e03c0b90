import { expect } from '@playwright/test';
import { App, soak, test } from './app';

test('an older release writes other rules, the flow still walks, and undo goes back', async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.send(/^outside → web:80 nodePort/);
  const release = page.getByRole('button', { name: /choose a release/ });
  await expect(release).toHaveText(/1\.30/);
  await app.expectTrace(/KUBE-EXT-/);
  await release.click();
  await page.getByRole('menuitemradio', { name: /^1\.20/ }).click();
  await expect(release).toHaveText(/1\.20/);
  await app.expectTrace(/KUBE-MARK-MASQ/);
  await expect(app.inspector.getByRole('tabpanel')).not.toContainText('KUBE-EXT-');
  await app.undo();
  await expect(release).toHaveText(/1\.30/);
  await app.expectTrace(/KUBE-EXT-/);
  expect(app.problems).toEqual([]);
});

test(
  'a patch release is chosen or typed behind "Advanced" in the form of kube-proxy, and says what it is like',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    const release = page.getByRole('button', { name: /choose a release/ });
    await release.click();
    await expect(page.getByRole('menuitemradio', { name: /^1\.22.*Rules of 1\.22\.0-rc\.0/ })).toBeVisible();
    await expect(page.getByRole('menuitemradio', { name: /^1\.22\.4/ })).toHaveCount(0);
    await page.getByRole('menuitemradio', { name: /^1\.22/ }).click();
    await expect(release).toHaveText(/1\.22$/);
    await release.click();
    await page.getByRole('menuitem', { name: /^Advanced/ }).click();
    const form = page.getByRole('form', { name: 'KubeProxyConfiguration' });
    await form.getByLabel('patches with other rules').selectOption('1.22.4');
    await expect(release).toHaveText(/1\.22\.4/);
    const patch = form.getByLabel('patch release');
    await expect(patch).toHaveValue('1.22.4');
    await patch.fill('9');
    await patch.press('Enter');
    await expect(release).toHaveText(/1\.22\.9/);
    await expect(form).toContainText('The same rules as 1.22.4');
    await patch.fill('1.99.1');
    await patch.press('Enter');
    await expect(form.getByRole('alert')).toContainText('a release this mode has');
    await expect(release).toHaveText(/1\.22\.9/);
    await patch.fill('');
    await patch.press('Enter');
    await expect(release).toHaveText(/1\.22$/);
    expect(app.problems).toEqual([]);
  },
);

test(
  'a port of a Service leads to all it made, and a rule back to the field it came from',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.select(/^web 10\./);
    await app.left.getByRole('button', { name: 'What it made' }).first().click();
    const made = app.inspector.getByRole('region', { name: /What web made on node1/ });
    await expect(made).toContainText('spec.clusterIP');
    await expect(made).toContainText('spec.ports[0].nodePort');
    await made.getByRole('button', { name: /--dport 30080/ }).click();
    const rule = app.inspector.getByRole('region', { name: 'Selected rule' });
    await expect(rule).toContainText('spec.ports[0].nodePort');
    await rule.getByRole('button', { name: 'All that this port made' }).click();
    await expect(made).toBeVisible();
    expect(app.problems).toEqual([]);
  },
);

test('the help says what is proven, with counts and what is not simulated', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await help.getByRole('button', { name: 'What is proven' }).click();
  await expect(help.getByRole('region', { name: 'Packets', exact: true })).toContainText(/raw-A trace/);
  await expect(help.getByRole('region', { name: /How far each extension/ })).toContainText('IPVS schedulers');
  expect(app.problems).toEqual([]);
});

/** What every mode has to show: the picture of the mode, the sentence of its step, the way the answer comes back. */
const DRAWN = (of: number) => new RegExp(`Odds of the shown outcome: 1/${of}`);
const IN_TURN = (of: number) => new RegExp(`Share of the shown outcome: 1 of ${of}, in turn`);
const MODES = [
  { mode: 'IPVS', says: /IPVS: TCP 10\.\d+\.\d+\.\d+:80 goes to/, stage: 'IPVS director', badge: IN_TURN },
  { mode: 'nftables', says: /one lookup in @service-ips, \d+ elements/, stage: 'nft −110', badge: DRAWN },
  { mode: 'userspace', says: /kube-proxy opens a second connection to/, stage: 'user space', badge: DRAWN },
] as const;

for (const { mode, says, stage, badge } of MODES) {
  test(
    `${mode}: the flow walks, the reply returns, an edit by form follows, undo goes back`,
    soak(mode !== 'IPVS'),
    async ({ page }) => {
      const app = new App(page);
      await app.open();
      await app.send(/^client → web:80/);
      const choice = page.getByRole('group', { name: 'Proxy mode' }).getByRole('button', { name: mode, exact: true });
      await choice.click();
      await app.devices();
      await expect(app.stage).toContainText(stage);
      await app.expectTrace(says);
      await expect(app.inspector.getByRole('heading', { name: /^Reply/ }).first()).toContainText('delivered');
      await expect(page.getByRole('button', { name: badge(3) })).toBeVisible();
      await app.addReplica();
      await expect(page.getByRole('button', { name: badge(4) })).toBeVisible();
      await app.undo();
      await expect(page.getByRole('button', { name: badge(3) })).toBeVisible();
      await app.left.getByRole('button', { name: 'What it made' }).first().click();
      await expect(app.inspector.getByRole('region', { name: /What web made on/ })).toContainText('spec.clusterIP');
      await app.undo();
      await app.expectTrace(/KUBE-SVC-/);
      expect(app.problems).toEqual([]);
    },
  );
}
