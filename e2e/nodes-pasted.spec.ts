import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';
import { paste } from './bring';

const nat = (rules = ''): string => `*nat
:PREROUTING ACCEPT [0:0]
:INPUT ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
:POSTROUTING ACCEPT [0:0]
${rules}COMMIT
`;
const dump = (host: string, eth: string, cni: string, rules = ''): string => `root@${host}:~# iptables-save; ip addr
${nat(rules)}1: lo: <LOOPBACK,UP> mtu 65536
    inet 127.0.0.1/8 scope host lo
2: eth0: <BROADCAST,UP> mtu 1500
    inet ${eth} scope global eth0
3: cni0: <BROADCAST,UP> mtu 1500
    inet ${cni} scope global cni0
`;
const RULE = '-A PREROUTING -d 10.96.3.7/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.2.5:8080\n';
const ONE = dump('worker-1', '172.20.0.5/24', '10.244.1.1/24', RULE);
const TWO = dump('worker-2', '172.20.0.6/24', '10.244.2.1/24');
const KNOWN = `root@worker-1:~# conntrack -L
tcp      6 86392 ESTABLISHED src=10.244.1.9 dst=10.96.3.7 sport=41522 dport=80 src=10.244.2.5 dst=10.244.1.9 sport=8080 dport=41522 [ASSURED] mark=0 use=1
`;

async function open(page: Page, ...texts: readonly string[]): Promise<App> {
  const app = new App(page);
  await app.open();
  const dialog = page.getByRole('dialog');
  for (const [index, text] of texts.entries()) {
    await paste(page, text);
    await expect(dialog.getByRole('article')).toHaveCount(index + 1);
  }
  const button = dialog.getByRole('button', { name: /^Open this node/ });
  await expect(button).toBeEnabled();
  await expect(
    dialog
      .getByRole('textbox', { name: 'Machine' })
      .or(dialog.getByRole('combobox', { name: 'Machine' }))
      .first(),
  ).toBeVisible();
  await button.click();
  await expect(dialog).toBeHidden();
  return app;
}

/** Sends from a Pod of the first machine to the address the rule rewrites. */
async function send(app: App): Promise<void> {
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  const form = app.left.getByRole('form', { name: 'A packet through this node' });
  await form.getByRole('combobox', { name: 'comes in by' }).selectOption('cni0');
  await form.getByLabel('from').fill('10.244.1.9');
  await form.getByLabel('to', { exact: true }).fill('10.96.3.7');
  await form.getByLabel('port', { exact: true }).fill('80');
  await form.getByRole('button', { name: 'Send' }).click();
  await app.pause();
}

test('dumps of two machines are two nodes, and a packet passes the rules of both', soak(), async ({ page }) => {
  const app = await open(page, ONE, TWO);
  await send(app);
  await app.devices();
  for (const name of ['worker-1', 'worker-2']) await expect(app.stage).toContainText(name);
  await app.expectTrace(/worker-2/);
  await expectAccessible(page, 'aside');
  expect(app.problems).toEqual([]);
});

test(
  'one text with prompts of two machines is two nodes, each named by its prompt, and can be called otherwise',
  soak(),
  async ({ page }) => {
    const app = await open(page, `${ONE}${TWO}`);
    await app.left.getByRole('tab', { name: 'Dumps' }).click();
    const machines = app.left.getByRole('region', { name: '2 machines in this text' });
    await expect(machines).toContainText('from the prompt root@worker-1 on line 1');
    await expect(machines).toContainText('from the prompt root@worker-2 on line 15');
    await send(app);
    await app.devices();
    for (const name of ['worker-1', 'worker-2']) await expect(app.stage).toContainText(name);
    await app.expectTrace(/worker-2/);
    await machines.getByLabel('Name of the machine worker-2').fill('edge');
    await expect(app.stage).toContainText('edge');
    await expect(app.stage).not.toContainText('worker-2');
    await app.undo();
    await expect(app.stage).toContainText('worker-2');
    await expectAccessible(page, 'aside');
    expect(app.problems).toEqual([]);
  },
);

test('a text moved to another machine joins it, and undo brings the second one back', soak(), async ({ page }) => {
  const app = await open(page, ONE, TWO);
  await app.left.getByRole('tab', { name: 'Dumps' }).click();
  const machine = app.left.getByRole('article').nth(1).getByLabel('Machine');
  await expect(machine).toHaveAttribute('placeholder', 'worker-2');
  await machine.fill('worker-1');
  await expect(app.stage).not.toContainText('worker-2');
  await app.undo();
  await expect(app.stage).toContainText('worker-2');
  expect(app.problems).toEqual([]);
});

test('a pasted connection is listed, and one click sends a packet of it from either end', soak(), async ({ page }) => {
  const app = await open(page, `${ONE}${KNOWN}`, TWO);
  await app.tab('Conntrack');
  const listed = app.inspector.getByRole('region', { name: 'Pasted: conntrack -L' });
  await expect(listed).toContainText('ESTABLISHED');
  await listed.getByRole('button', { name: 'Send 10.244.1.9 to 10.96.3.7' }).click();
  await app.pause();
  await app.expectTrace(/ESTABLISHED/);
  await expect(app.inspector.getByRole('tabpanel')).not.toContainText('KUBE-SERVICES');
  await app.tab('Conntrack');
  await listed.getByRole('button', { name: 'Send 10.244.2.5 to 10.244.1.9' }).click();
  await app.pause();
  await app.expectTrace(/ESTABLISHED/);
  await expectAccessible(page, 'aside');
  expect(app.problems).toEqual([]);
});
