import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, test } from './app';
import { paste } from './bring';

/** Notes of other people: used in place, never copied. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;

/** Lines that only a listing has. */
const LISTING = /^(?:Chain |-A |Name: |TCP |NAME\s+\S|apiVersion:|\s*"cniVersion"|eth0\s+Link encap)/m;

/** Every listing: the notes that hold some, whole, and each of their blocks. */
function listings(): { readonly title: string; readonly text: string }[] {
  if (!existsSync(SEEDS)) return [];
  return readdirSync(SEEDS)
    .filter((name) => /^\d/.test(name))
    .flatMap((name) => {
      const text = readFileSync(`${SEEDS}/${name}`, 'utf8');
      const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, inside = '']) => inside);
      return [text, ...blocks]
        .map((each, index) => ({ title: `${name} ${index === 0 ? 'whole' : `block ${index}`}`, text: each }))
        .filter(({ text: each }) => LISTING.test(each));
    });
}

const ALL = listings();
/** So many are pasted one after the other into one page. */
const AT_ONCE = 6;

test('the notes are searched for listings', soak(), () => {
  test.skip(ALL.length === 0, 'the seed notes are not here');
  expect(ALL.length).toBeGreaterThan(35);
});

for (let from = 0; from < ALL.length; from += AT_ONCE) {
  const some = ALL.slice(from, from + AT_ONCE);
  test(`${some.map(({ title }) => title).join(', ')}: a bench that shows it`, soak(), async ({ page }) => {
    test.setTimeout(300_000);
    const app = new App(page);
    await app.open();
    await app.devices();
    for (const each of some) await test.step(each.title, () => showsListing(page, app, each.text));
    expect(app.problems).toEqual([]);
  });
}

/** Pastes a listing: it is named, opens, is drawn, and what it cannot tell is asked for. */
async function showsListing(page: Page, app: App, text: string): Promise<void> {
  const dialog = await paste(page, text);
  const open = dialog.getByRole('button', { name: /^Open (this node|and send|this node and send)/ });
  const cluster = dialog.getByRole('button', { name: 'Open as a cluster' });
  const fresh = dialog.getByRole('radio', { name: 'are another node' });
  // Named: a part of rules, or a piece of something else.
  await expect(dialog.getByRole('article').getByRole('listitem').first()).toBeVisible();
  if (await fresh.isVisible()) await fresh.click();
  await expect(open.or(cluster).first()).toBeVisible();
  // Not before it is read.
  await expect.poll(async () => (await cluster.isVisible()) || (await open.isEnabled())).toBe(true);
  const isNode = (await open.isVisible()) && (await open.isEnabled());
  if (isNode) {
    await expect(dialog).toContainText(/to be sure, run/);
    await open.click();
  } else await cluster.click();
  await expect(dialog).toBeHidden();
  // A bench was there before, with nodes and steps: nothing of it is left.
  await expect(app.stage.getByRole('group', { name: /^Service empty,/ })).toHaveCount(0);
  // Listings of several modes are panes of Compare.
  const drawn = app.stage.getByRole('group', { name: /^Node / }).or(page.getByRole('columnheader'));
  if (isNode) await expect(drawn).not.toHaveCount(0);
  else {
    const machines = app.left.getByRole('region', { name: 'Nodes and Pods' }).getByRole('listitem');
    await expect.poll(() => machines.count()).toBeGreaterThan(0);
    await expect(app.steps.first()).toBeVisible();
  }
}

const SERVICE = `apiVersion: v1
kind: Service
metadata: {name: cart, namespace: shop}
spec: {clusterIP: 10.96.4.4, selector: {app: cart}, ports: [{port: 80, targetPort: 8080}]}
`;
const ENDPOINTS = `apiVersion: v1
kind: Endpoints
metadata: {name: cart, namespace: shop}
subsets:
- addresses: [{ip: 10.31.1.5}, {ip: 10.31.2.6}, {ip: 10.31.2.7}]
  ports: [{port: 8443}]
`;
const INGRESS = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: front, namespace: shop}
spec: {rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: cart, port: {number: 80}}}}]}}]}
`;

for (const [what, text] of [
  ['Endpoints', ENDPOINTS],
  ['a lone Service', SERVICE],
  ['an Ingress', INGRESS],
  [
    'text with command lines between',
    `$ kubectl get svc cart -o yaml\n${SERVICE}$ kubectl get ep cart -o yaml\n${ENDPOINTS}`,
  ],
] as const) {
  test(
    `${what}, opened as a cluster: two Nodes, three Pods, one Service, and a packet that arrives`,
    soak(what !== 'Endpoints'),
    async ({ page }) => {
      const app = new App(page);
      await app.open();
      const dialog = await paste(page, text);
      await dialog.getByRole('button', { name: 'Open as a cluster' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/Made up beside it: Nodes 2, Services \d, Pods 3/).first()).toBeVisible();
      const objects = app.left.getByRole('region', { name: 'Nodes and Pods' }).getByRole('button');
      await expect(objects.filter({ hasText: /^cart-/ })).toHaveCount(3);
      await expect(objects.filter({ hasText: /^node\d/ })).toHaveCount(2);
      const services = app.left.getByRole('region', { name: 'Services' }).getByRole('button');
      await expect(services.filter({ hasText: /^cart/ })).toHaveCount(1);
      await expect(services.filter({ hasText: /^web/ })).toHaveCount(0);
      await app.pause();
      await app.expectTrace(/delivered/);
      expect(app.problems).toEqual([]);
    },
  );
}

test('a Service is added to the cluster on the bench, whose own stay', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const services = app.left.getByRole('region', { name: 'Services' }).getByRole('button');
  await expect(services.filter({ hasText: /^web/ })).toHaveCount(1);
  const dialog = await paste(page, SERVICE);
  await dialog.getByRole('button', { name: 'Add to this cluster' }).click();
  await expect(dialog).toBeHidden();
  await expect(services.filter({ hasText: /^cart/ })).toHaveCount(1);
  await expect(services.filter({ hasText: /^web/ })).toHaveCount(1);
  expect(app.problems).toEqual([]);
});

const OWN = `Chain KUBE-PORTALS-CONTAINER (1 references)
 pkts bytes target     prot opt in     out     source               destination
    0     0 REDIRECT   tcp  --  *      *       0.0.0.0/0            10.96.4.4            /* shop/cart: */ tcp dpt:80 redir ports 40001
`;

test(
  'a userspace portal: the Service is found, the packet ends at the process, the rest is asked for',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await app.open();
    await app.devices();
    const dialog = await paste(page, OWN);
    await expect(dialog.getByRole('button', { name: /shop\/cart 10\.96\.4\.4:80/ })).toBeVisible();
    await expect(dialog).toContainText('kubectl get endpoints -A -o wide');
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: /^Open this node/ }).click();
    await expect(dialog).toBeHidden();
    await expect(app.stage.getByRole('group', { name: /^Node / })).toHaveCount(1);
    await expect(app.stage.getByRole('group', { name: /^Service /, exact: false })).toHaveCount(1);
    expect(app.problems).toEqual([]);
  },
);
