import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';

test('facts of a node are set in its form, drawn on the stage and decide the walk', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.select(/^node1/);
  const form = app.left.getByRole('form', { name: 'Node node1' });
  await app.advanced();
  await form.getByRole('switch', { name: 'bridge-nf-call-iptables' }).click();
  await form.getByRole('switch', { name: 'hairpin mode' }).click();
  await app.devices();
  await expect(app.stage.getByText('hairpin off').first()).toBeVisible();
  await expect(app.stage.getByText('bridge-nf 0').first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('stage.png') });
  await form.getByRole('switch', { name: 'ip_forward' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: test.info().outputPath('form.png') });
  await app.send(/^client → web:80/);
  await app.select(/^node1/);
  await form.getByRole('switch', { name: 'ip_forward' }).click();
  // Every walk says FORWARD somewhere; only this one that nothing is passed on.
  await app.expectTrace(/does not pass packets on for others \(ip_forward is 0\)/);
  await app.undo();
  await app.expectTrace(/delivered/);
  await expect(form.getByRole('switch', { name: 'ip_forward' })).toBeChecked();
  expect(app.problems).toEqual([]);
});

test(
  'who writes rules on a node is set in its form: Docker drops, kube-proxy stops and keeps its rules',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.select(/^node1/);
    const form = app.left.getByRole('form', { name: 'Node node1' });
    await app.advanced();
    await form.getByRole('switch', { name: 'kube-proxy runs' }).click();
    await app.devices();
    await expect(app.stage.getByText('kube-proxy stopped').first()).toBeVisible();
    await form.getByRole('switch', { name: 'kubelet' }).click();
    await form.getByLabel('kube-proxy here').scrollIntoViewIfNeeded();
    await expectAccessible(page);
    await page.screenshot({ path: test.info().outputPath('programs.png') });
    await form.getByRole('switch', { name: 'kube-proxy runs' }).click();
    await expect(app.stage.getByText('kube-proxy stopped')).toHaveCount(0);
    await form.getByRole('switch', { name: 'docker' }).click();
    await expect(form.getByRole('switch', { name: 'docker' })).toBeChecked();
    expect(app.problems).toEqual([]);
  },
);

test('every field of the configuration is in the form, and undone as any edit', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const form = app.left.getByRole('form', { name: 'KubeProxyConfiguration' });
  await app.advanced();
  await form.getByText('All other fields').click();
  const bit = form.getByLabel('iptables.masqueradeBit');
  await bit.fill('15');
  await bit.press('Enter');
  await page.screenshot({ path: test.info().outputPath('fields.png') });
  await expectAccessible(page);
  await app.undo();
  await expect(bit).toHaveValue('');
  expect(app.problems).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(
      'Pods have links of their own where a node is routed: form, YAML, stage and walk',
      soak(),
      async ({ page }) => {
        const app = new App(page);
        await app.open();
        await app.pause();
        await app.devices();
        const bridges = app.stage.getByText('cni0', { exact: true });
        const ends = (prefix: string): Locator => app.stage.getByTitle(new RegExp(`^${prefix}[0-9a-f]{8}$`));
        await expect(bridges).toHaveCount(2);
        const all = await ends('veth').count();
        expect(all).toBeGreaterThan(2);

        await app.select(/^node1/);
        const form = app.left.getByRole('form', { name: 'Node node1' });
        await app.advanced();
        await form.getByLabel('Pod network').selectOption({ label: 'routed, as Calico' });
        await expect(bridges).toHaveCount(1);
        const routed = await ends('cali').count();
        expect(routed).toBeGreaterThan(0);
        expect((await ends('veth').count()) + routed).toBe(all);
        // What only ports of a bridge have.
        await expect(form.getByRole('switch', { name: 'hairpin mode' })).toHaveCount(0);
        await expect(form.getByRole('switch', { name: 'bridge-nf-call-iptables' })).toHaveCount(0);
        await app.expectTrace(/cali[0-9a-f]{8}/);
        await page.screenshot({ path: test.info().outputPath(`routed-${colorScheme}.png`) });
        await expectAccessible(page);

        await form.getByRole('button', { name: 'The same on every node' }).click();
        await expect(bridges).toHaveCount(0);
        await expect(ends('cali')).toHaveCount(all);
        await page.screenshot({ path: test.info().outputPath(`all-routed-${colorScheme}.png`) });

        await app.left.getByRole('tab', { name: 'YAML' }).click();
        const editor = app.left.getByRole('textbox', { name: 'The cluster as YAML' });
        await expect(editor).toContainText('rulewalk/pod-layout: routed');
        await app.undo();
        await app.undo();
        await expect(editor).not.toContainText('rulewalk/pod-layout');
        await expect(bridges).toHaveCount(2);
        await expect(ends('veth')).toHaveCount(all);
        expect(app.problems).toEqual([]);
      },
    );
  });
}
