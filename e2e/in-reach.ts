import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { edgeGateway } from '../src/core/reach/testing/edge-gateway';
import { App } from './app';
import { bring } from './bring';

/** The cluster that Reach was designed with: the built-in example and four Services more. */
export const SHOP = readFileSync('src/core/questions/reach/testdata/shop.yaml', 'utf8');

/** A node whose rules ask two sets that are not pasted. */
export const WITHOUT_SETS = `*filter
:INPUT DROP [0:0]
:FORWARD ACCEPT [0:0]
:OUTPUT ACCEPT [0:0]
-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT
-A INPUT -i lo -j ACCEPT
-A INPUT -p icmp -j ACCEPT
-A INPUT -s 10.0.0.0/8 -p udp -m udp --dport 53 -j ACCEPT
-A INPUT -m set --match-set blocklist src -j DROP
-A INPUT -s 10.0.0.0/8 -p tcp -m tcp --dport 22 -j ACCEPT
-A INPUT -p tcp -m tcp --dport 80 -j ACCEPT
-A INPUT -p tcp -m set --match-set office src -m tcp --dport 443 -j ACCEPT
COMMIT
`;

/** Opens the window by the menu of all commands, as somebody does who has heard its name; in either language. */
export async function openReach(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^(Reach|도달)$/ });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Reach');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group').first()).toBeVisible();
  return dialog;
}

/** The window over that cluster, its matrix drawn. */
export async function openShop(page: Page): Promise<Locator> {
  await bring(page, { texts: [SHOP] });
  const dialog = await openReach(page);
  await expect(dialog.getByRole('grid')).toBeVisible();
  return dialog;
}

/** The row of something asked for, by the words of its head. */
export const rowOf = (dialog: Locator, head: string): Locator =>
  dialog.getByRole('row').filter({ has: dialog.page().getByRole('rowheader', { name: head, exact: true }) });

/** One of the window's four questions. */
export async function ask(dialog: Locator, question: string): Promise<void> {
  await dialog.getByRole('group').getByRole('button', { name: question, exact: true }).click();
}

/** A view of Reach and what leads to it, over what lies on the bench. */
export interface ReachView {
  readonly name: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly open: (page: Page) => Promise<Locator>;
}

const HAND = { width: 390, height: 844 };

async function pasted(page: Page, text: string): Promise<Locator> {
  await new App(page).openPasted(text);
  const dialog = await openReach(page);
  await expect(dialog.getByRole('region', { name: 'Dead rules' }).getByRole('heading').first()).toBeVisible();
  return dialog;
}

async function changes(page: Page, before: string, after: string): Promise<Locator> {
  const dialog = await openShop(page);
  await ask(dialog, 'What changes');
  await dialog.getByRole('combobox', { name: 'Before' }).selectOption(before);
  await dialog.getByRole('combobox', { name: 'After' }).selectOption(after);
  await expect(dialog.getByText(/flows followed on both sides/)).toBeVisible();
  return dialog;
}

async function about(page: Page, party: string): Promise<Locator> {
  const dialog = await openShop(page);
  await dialog.getByRole('searchbox').fill(party);
  await expect(dialog.getByRole('region').first()).toBeVisible();
  return dialog;
}

/** Views of Reach by the names they were designed under. */
export const REACH_VIEWS: readonly ReachView[] = [
  { name: 'matrix', open: openShop },
  {
    name: 'cell',
    open: async (page) => {
      const dialog = await openShop(page);
      await rowOf(dialog, 'shop load balancer, TCP 80').getByRole('button').last().click();
      await expect(dialog.getByRole('button', { name: 'Walk it' })).toBeVisible();
      return dialog;
    },
  },
  { name: 'who', open: (page) => about(page, 'pod default/web-fd6gp') },
  { name: 'caller', open: (page) => about(page, 'pod default/client') },
  { name: 'changes', open: (page) => changes(page, 'ipvs@1.35', 'nftables@1.35') },
  { name: 'equal', open: (page) => changes(page, 'iptables@1.30', 'iptables@1.35') },
  { name: 'dead', open: (page) => pasted(page, edgeGateway()) },
  {
    name: 'always',
    open: async (page) => {
      const dialog = await openShop(page);
      await ask(dialog, 'Always so');
      const lines = ['never outside -> db', 'db only on 5432/tcp', 'Pods -> web source kept but for itself'];
      await dialog.getByRole('textbox').fill([...lines, 'outside -> shop only from 203.0.113.0/24'].join('\n'));
      await dialog.getByRole('button', { name: 'Check' }).click();
      await expect(dialog.getByRole('heading', { name: /statements/ })).toBeVisible();
      return dialog;
    },
  },
  { name: 'unknown', open: (page) => pasted(page, WITHOUT_SETS) },
  {
    name: 'table',
    open: async (page) => {
      const dialog = await openShop(page);
      await dialog.getByRole('button', { name: 'As a table' }).click();
      await expect(dialog.getByRole('table')).toBeVisible();
      return dialog;
    },
  },
  { name: 'phone', size: HAND, open: openShop },
  { name: 'phone-changes', size: HAND, open: (page) => changes(page, 'ipvs@1.35', 'nftables@1.35') },
];
