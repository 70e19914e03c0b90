import { expect, type Locator, type Page } from '@playwright/test';
import { App, soak, test, withMotion } from './app';

/** Every mode: what only it draws, and what its step says of a ClusterIP. */
const MODES = [
  { mode: 'iptables', stage: 'nat 1', says: /KUBE-SVC-/, rules: /-A KUBE-SEP-/ },
  { mode: 'IPVS', stage: 'IPVS director', says: /IPVS: TCP 10\.\d+\.\d+\.\d+:80 goes to/, rules: /kube-ipvs0|KUBE-/ },
  { mode: 'nftables', stage: 'nft −110', says: /one lookup in @service-ips/, rules: /service-ips/ },
  { mode: 'userspace', stage: 'user space', says: /kube-proxy opens a second connection to/, rules: /KUBE-PORTALS/ },
  // What was translated at the socket is the Pod's on every wire.
  { mode: 'eBPF', stage: 'cilium_host', says: /cil_to_container/, rules: /10\.\d+\.\d+\.\d+:80/, from: /10\.244\./ },
  { mode: 'kernelspace', stage: 'l2bridge virtual switch', says: /VFP/, rules: /HostComputeEndpoints/ },
] as const;

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const rect = await of.boundingBox();
  if (!rect) throw new Error('not on the stage');
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** Takes a Pod by its name and lets it go over a node's header. */
async function dragPod(page: Page, pod: Locator, node: Locator): Promise<void> {
  const from = await pod.boundingBox();
  const to = await node.boundingBox();
  if (!from || !to) throw new Error('not on the stage');
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
  await page.mouse.up();
}

/** To the last step of the first answer; a second connection (userspace) comes after it. */
async function toEndOfReply(page: Page): Promise<void> {
  const second = page.getByRole('contentinfo').getByText('request 2', { exact: true });
  if ((await second.count()) === 0) return page.getByRole('button', { name: 'To the end' }).click();
  await second.first().click();
  await page.getByRole('button', { name: 'Previous step' }).click();
}

async function addresses(pods: Locator): Promise<readonly string[]> {
  const labels = await pods.evaluateAll((boxes) => boxes.map((each) => each.getAttribute('aria-label') ?? ''));
  return labels.map((label) => /\d+\.\d+\.\d+\.\d+/.exec(label)?.[0] ?? '').toSorted();
}

for (const { mode, stage, says, rules, ...answer } of MODES) {
  test(
    `${mode}: opens, walks, is answered, is edited by drag and by form, and undone`,
    soak(mode !== 'nftables'),
    async ({ page }) => {
      await withMotion(page);
      const app = new App(page);
      await app.open();
      await app.send(/^client → web:80/);
      await app.mode(mode);
      await app.pause();
      await app.devices();
      await expect(app.stage).toContainText(stage);
      await app.expectTrace(says);
      await expect(app.inspector.getByRole('heading', { name: /^Reply/ }).first()).toContainText('delivered');
      const asked = /10\.\d+\.\d+\.\d+/.exec(
        await app.left.getByRole('button', { name: /^web 10\./ }).innerText(),
      )?.[0];
      await toEndOfReply(page);
      await app.tab('Packet');
      await expect(app.inspector.getByRole('row', { name: /source/i }).first()).toContainText(
        'from' in answer ? answer.from : (asked ?? 'no address'),
      );

      const pods = app.stage.getByRole('group', { name: /^Pod web-/ });
      const before = await addresses(pods);
      const [onNode1, node2] = [pods.first(), app.stage.getByRole('group', { name: /^Node node2/ })];
      const moved = (await onNode1.getAttribute('aria-label')) ?? '';
      const name = /^Pod (\S+),/.exec(moved)?.[1] ?? '';
      await dragPod(page, onNode1, node2);
      await expect(app.stage.getByRole('group', { name: moved })).toHaveCount(0);
      const now = app.stage.getByRole('group', { name: new RegExp(`^Pod ${name},`) });
      const address = /10\.\d+\.\d+\.\d+/.exec((await now.getAttribute('aria-label')) ?? '')?.[0] ?? '';
      expect(address).toMatch(/^10\.244\.1\./);
      expect((await middle(now)).x).toBeGreaterThan(((await node2.boundingBox()) ?? { x: Infinity }).x);
      await app.tab('Rules');
      await expect(app.inspector.getByRole('tabpanel')).toContainText(rules);
      if (mode !== 'userspace') await expect(page.getByRole('button', { name: /1\/3/ }).first()).toBeVisible();
      await app.undo();
      await expect(app.stage.getByRole('group', { name: moved })).toHaveCount(1);
      expect(await addresses(pods)).toEqual(before);

      await app.addReplica();
      await expect(pods).toHaveCount(4);
      await app.undo();
      await expect(pods).toHaveCount(3);
      expect(await addresses(pods)).toEqual(before);
      expect(app.problems).toEqual([]);
    },
  );
}
