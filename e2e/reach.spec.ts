import { expect } from '@playwright/test';
import { expectAccessible, SCREENS } from './accessible';
import { App, test } from './app';
import { openReach, rowOf } from './in-reach';

test('who reaches what: a cell says who gets its packets and why, and one of them is walked', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  const row = rowOf(dialog, 'web node port on node1, TCP 30080');
  await expect(row).toContainText(/source rewritten.*seen as the node.*source rewritten/s);
  await row.getByRole('button').first().click();
  const cell = dialog.getByRole('region', { name: 'default/web, node port on node1' });
  await expect(cell.getByRole('definition').nth(2)).toContainText('1/3');
  await expect(cell).toContainText('What decides');
  await cell.getByRole('button', { name: 'Walk it' }).click();
  await expect(dialog).toBeHidden();
  await expect(app.steps.first()).toContainText('30080');
});

test('who reaches what: every word of the table stands in its legend, and an empty cell says why it is', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  const legend = dialog.getByRole('listitem');
  await expect(legend.filter({ hasText: 'no route' })).toContainText('has no route for it, or does not forward');
  await expect(legend.filter({ hasText: 'sent back to itself' })).toContainText('the Service chose the very Pod');
  await dialog.getByRole('button', { name: /rows more/ }).click();
  const loopback = rowOf(dialog, 'web node port on node1 by 127.0.0.1, TCP 30080');
  await expect(loopback).toContainText(/only node1 itself.*seen as the node.*only node1 itself/s);
  await expect(dialog.getByRole('gridcell', { name: /^$/ })).toHaveCount(0);
  const many = dialog
    .getByRole('rowheader')
    .filter({ has: page.getByRole('button', { name: '5 Pods' }) })
    .first();
  await many.getByRole('button').click();
  await expect(many).toContainText('coredns');
});

test('printed, the answer stands on paper whole, without the page behind it', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  await expect(dialog.getByRole('rowheader').last()).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(page.locator('#root')).toBeHidden();
  const last = await dialog.getByRole('rowheader').last().boundingBox();
  expect(last?.y).toBeGreaterThan(0);
  const { height, width } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    width: document.documentElement.scrollWidth,
  }));
  expect(height).toBeGreaterThan((last?.y ?? 0) + (last?.height ?? 0));
  expect(width).toBeLessThanOrEqual(718);
});

test('about one Pod: from its menu, who reaches it and what it reaches; other words narrow it to another', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await page.locator('[data-row]', { hasText: 'web-fd6gp' }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Who reaches it, what it reaches' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reach' });
  const to = dialog.getByRole('region', { name: 'Who reaches pod default/web-fd6gp at its own address' });
  await expect(to.getByRole('rowheader').first()).toContainText('web-fd6gp');
  const from = dialog.getByRole('region', { name: 'From pod default/web-fd6gp to everything' });
  await expect(from.getByRole('columnheader')).toHaveText(['to ↓ from →', 'default/web-fd6gp']);
  await to.getByRole('button', { name: 'default/web', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Who reaches service default/web', exact: true })).toBeVisible();
  await dialog.getByRole('searchbox').fill('nowhere');
  await expect(dialog.getByText('Nothing is called nowhere.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('outside');
  await expect(dialog.getByRole('region', { name: 'From outside to everything' })).toBeVisible();
});

test('what changes: from iptables to nftables node ports by another address of a node break, each side with why', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  await dialog.getByRole('button', { name: 'What changes' }).click();
  await expect(dialog.getByRole('heading', { name: /kinds of packets break/ })).toBeVisible();
  const broken = dialog.getByRole('region', { name: 'Worked, will not' }).getByRole('listitem').first();
  await expect(broken).toContainText('node port on node1 by 10.244.0.1');
  await expect(broken).toContainText(/iptables 1\.\d+:.*source rewritten.*→.*nftables 1\.\d+:.*refused/s);
  await expect(broken).toContainText(
    /nftables 1\.\d+: In nftables mode nodePort 30080 of Service default\/web is answered on other addresses/,
  );
  await dialog.getByRole('combobox', { name: 'After' }).selectOption('iptables@1.35');
  await expect(dialog.getByRole('heading', { name: 'The same for every flow.' })).toBeVisible();
});

test('what changes, for all packets: node after node, what is dropped that nobody sends on purpose', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  await dialog.getByRole('button', { name: 'What changes' }).click();
  await dialog.getByRole('button', { name: 'Compare all packets, node by node' }).click();
  const node = dialog.getByRole('region', { name: 'node1', exact: true });
  await expect(node).toContainText('kinds of packets end differently');
  await expect(node).toContainText('Reject traffic to invalid ports of ClusterIPs');
  await dialog.getByRole('combobox', { name: 'Before' }).selectOption('iptables@1.30');
  await dialog.getByRole('combobox', { name: 'After' }).selectOption('iptables@1.35');
  await dialog.getByRole('button', { name: 'Compare all packets, node by node' }).click();
  await expect(node).toContainText(/ends differently, as long as .* at node1 go on the same\./);
});

test('always so: a cell is kept as a statement that holds, and lines of each form are offered', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  const row = rowOf(dialog, 'web node port on node1, TCP 30080');
  await row.getByRole('button').first().click();
  await expect(row.getByRole('button', { expanded: true })).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Keep as a statement' }).click();
  await dialog.getByText('Always so', { exact: true }).click();
  const typed = dialog.getByRole('textbox', { name: 'Statements, one a line' });
  await expect(typed).toHaveValue('pod default/client -> service default/web via node port');
  await dialog.getByRole('button', { name: /^Add default\/\w+ only on/ }).click();
  await expect(typed).toHaveValue(/via node port\ndefault\/\w+ only on \d+\/tcp$/);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByRole('listitem').filter({ hasText: /holds.*via node port/s })).toBeVisible();
});

test('always so: statements hold, are broken by a packet that is named, or are not understood; they stay', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  await dialog.getByRole('button', { name: 'Always so' }).click();
  const text = 'Pods -> web source kept but for itself\nPods -> web source kept\nnever outside -> web\nPods and more';
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByRole('listitem')).toContainText([
    /does not hold Pods -> web source kept.*source kept, sent back to itself: answered, source rewritten\..*2 more flows break it/s,
    /does not hold never outside -> web.*outside \([\d.]+\) to default\/web, node port on node1, TCP 30080: answered, source rewritten/s,
    /not understood Pods and more/,
    /holds Pods -> web source kept but for itself by cluster IP Line 1, \d+ flows walked/,
  ]);
  await expect(dialog.getByRole('heading', { name: '2 of 4 statements do not hold; one holds.' })).toBeVisible();
  await page.keyboard.press('Escape');
  const again = await openReach(page);
  await again.getByRole('button', { name: 'Always so' }).click();
  await expect(again.getByRole('textbox')).toHaveValue(text);
});

test('dead rules: of pasted rules each that decides nothing is told with those that take its packets', async ({
  page,
}) => {
  const app = new App(page);
  await app.openPasted(`table inet f {
	chain fwd {
		type filter hook forward priority filter; policy accept;
		tcp dport 1-500 accept
		tcp dport 443 accept
		tcp dport { 22, 80 } ip saddr 10.0.0.0/8 drop
	}
	chain old {
		drop
	}
}
`);
  const dialog = await openReach(page);
  await expect(dialog.getByRole('status')).toHaveText('3 of 4 rules decide no packet.');
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^One never does what it says: .* do something else to them\. Do not just delete it/,
    /^!stops nothing fwd 3 line 6 of .*tcp dport \{ 22, 80 \} ip saddr 10\.0\.0\.0\/8 drop.*Its packets are taken before by fwd 1 tcp dport 1-500 accept$/,
    /^One is in a chain to which no packet comes: nothing changes without it$/,
    /^old 1 line 9 of .*drop$/,
    /^One says the same again: .* do the same to them: nothing changes without it$/,
    /^fwd 2 line 5 of .*tcp dport 443 accept.*fwd 1 tcp dport 1-500 accept$/,
  ]);
  await expectAccessible(page, '[role=dialog]');
});

test('dead rules: of very many those in sight are drawn, and a chain that nobody leads to is unfolded, by keyboard too', async ({
  page,
}) => {
  const app = new App(page);
  const again = Array.from({ length: 300 }, (_, i) => `-A FORWARD -s 10.1.${i % 250}.0/24 -j DROP`);
  const old = Array.from({ length: 41 }, (_, i) => `-A old-dmz -s 10.2.${i}.0/24 -j ACCEPT`);
  const lines = ['*filter', ':FORWARD ACCEPT', ':old-dmz -', '-A FORWARD -s 10.0.0.0/8 -j DROP', ...again, ...old];
  await app.openPasted([...lines, 'COMMIT', ''].join('\n'));
  const dialog = await openReach(page);
  await expect(dialog.getByRole('status')).toHaveText('341 of 342 rules decide no packet.');
  const list = dialog.getByRole('list', { name: /filter/ });
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '304');
  expect(await list.getByRole('listitem').count()).toBeLessThan(60);
  const fold = list.getByRole('button', { name: 'old-dmz, 41 rules' });
  await fold.focus();
  await page.keyboard.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(list.getByRole('listitem').nth(2)).toContainText('old-dmz 1');
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '345');
  await list.locator('..').focus();
  // A line is as high as it is once it was in sight: the end is further down by then.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(list.getByRole('listitem').last()).toContainText('FORWARD 301', { timeout: 500 });
  }).toPass();
  await expectAccessible(page, '[role=dialog]');
});

test('dead rules: those that ask what is in a set are counted apart and named', async ({ page }) => {
  const app = new App(page);
  await app.openPasted(
    '*filter\n:INPUT ACCEPT\n-A INPUT -m set --match-set guests src -j DROP\n-A INPUT -j LOG\nCOMMIT\n',
  );
  const dialog = await openReach(page);
  await expect(dialog.getByRole('status')).toHaveText(
    'Of 2 rules none is known to be useless. One cannot be judged: it depends on what is in a set.',
  );
  await expect(dialog.getByRole('listitem')).toHaveText([
    'One cannot be judged: it asks what is in a set',
    /^INPUT 1 line 3 of .*DROPAsks guests$/,
  ]);
});

test('dead rules: of a cluster those of every node, and none where each decides something', async ({ page }) => {
  const app = new App(page);
  await app.open();
  const dialog = await openReach(page);
  await dialog.getByRole('button', { name: 'Dead rules' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/rules (decide|is known to decide) no packet\.$|judged/);
});

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(`reach, ${name}`, () => {
    test.use({ colorScheme, viewport });
    test('is accessible', async ({ page }) => {
      await page.goto('/');
      await expect(page.locator('[data-sentence]').first()).toBeVisible();
      const dialog = await openReach(page);
      await dialog.getByRole('gridcell').first().getByRole('button').click();
      await expect(dialog.getByRole('button', { name: 'Walk it' })).toBeVisible();
      await expectAccessible(page, '[role=dialog]');
    });
  });
}
