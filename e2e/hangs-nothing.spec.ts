import { deflateRawSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { hugeProject } from '../scripts/huge-cluster.mjs';
import { App, soak, test } from './app';
import { paste } from './bring';

interface Shape {
  title: string;
  cluster: { nodes: { metadata: { name: string } }[]; deployments: unknown[] };
}

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: 1000000000
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, ports: [{containerPort: 80}]}]}}
`;

/** The hash of a link to a cluster that was changed before it was packed. */
function linkTo(change: (document: Shape) => void, size = { nodes: 2, pods: 6, services: 2, podsEach: 3 }): string {
  const { document } = JSON.parse(hugeProject(size)) as { document: Shape };
  change(document);
  return `/#1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

test.describe('a link that is too much is refused in a sentence, and what was on the bench stays', () => {
  for (const [what, hash, sentence] of [
    ['a title of 5 MB', linkTo((document) => (document.title = 'x'.repeat(5_000_000))), /title has 5000000 characters/],
    [
      'a node name of 1 MB',
      linkTo(({ cluster: { nodes } }) =>
        nodes.slice(0, 1).forEach(({ metadata }) => (metadata.name = 'n'.repeat(1e6))),
      ),
      /name of Node “n+…” has 1000000 characters/,
    ],
    ['a long bomb', `/#1.${deflateRawSync(Buffer.alloc(500_000_000)).toString('base64url')}`, /opens links of up to/],
    ['a short bomb', `/#1.${deflateRawSync(Buffer.alloc(60_000_000)).toString('base64url')}`, /unfolds to more than/],
    [
      'a billion replicas',
      linkTo(({ cluster }) => {
        const spec = {
          replicas: 1e9,
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } } },
        };
        cluster.deployments = [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec }];
      }),
      /asks for 1000000000 Pods/,
    ],
  ] as const) {
    test(what, soak(what !== 'a short bomb'), async ({ page }) => {
      const app = new App(page);
      await app.open(hash);
      await expect(notices(page)).toContainText(sentence);
      await expect(app.left.getByRole('button', { name: /^web 10\./ })).toHaveCount(1);
      expect(app.problems).toEqual([]);
    });
  }
});

test('a link with 10,000 Services is read beside the page, which says so, and opens', soak(), async ({ page }) => {
  await page.addInitScript(() => {
    const said: { reading?: true } = ((globalThis as { said?: { reading?: true } }).said = {});
    new MutationObserver(() => {
      if (document.querySelector('section[aria-live] progress')) said.reading = true;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(linkTo(() => undefined, { nodes: 10, pods: 2000, services: 10_000, podsEach: 2 }));
  await expect(page).toHaveTitle(/2000 Pods on 10 nodes/);
  expect(await page.evaluate(() => (globalThis as { said?: object }).said)).toEqual({ reading: true });
  // Asking by role goes over each of so many rows.
  await expect(page.locator('section[aria-live] progress')).toHaveCount(0);
  const services = page.locator('[aria-label="Services"] li[aria-setsize="10000"]');
  await expect(services.first()).toBeVisible();
  expect(await services.count()).toBeLessThan(100);
  // Keys go over rows that were not drawn, from the first to the last and on to the nodes.
  await services.first().getByRole('button').focus();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('ArrowDown');
    await expect(services.locator('button:focus')).toHaveCount(1);
  }
  await expect(page.locator('li:has(:focus)')).toHaveAttribute('aria-posinset', '61');
  await page.keyboard.press('Home');
  await expect(page.locator('li:has(:focus)')).toHaveAttribute('aria-posinset', '1');
  await services.last().getByRole('button').focus();
  await expect(page.locator('li:has(:focus)')).toHaveAttribute('aria-posinset', '10000');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('li:has(:focus)')).toHaveAttribute('aria-posinset', '9999');
});

test('reading a long link can be stopped', soak(), async ({ page }) => {
  // The engine that reads it never answers: what is tested is that the page does not wait for it.
  await page.route(/engine\.worker/, async (route) => {
    const script = await (await route.fetch()).text();
    const body = `if (self.name.startsWith('background')) await new Promise(() => undefined);\n${script}`;
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  const app = new App(page);
  await app.open(linkTo((document) => (document.title = 'x'.repeat(6_000_000))));
  await notices(page).getByRole('button', { name: 'Stop reading' }).click();
  await expect(notices(page)).not.toContainText('Reading the link');
  await expect(app.left.getByRole('button', { name: /^web 10\./ })).toHaveCount(1);
});

test('a billion replicas in YAML: the paste is refused with the line, the text stays', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await paste(page, WEB);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open as a cluster' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/web asks for 1000000000 Pods/);
  await expect(dialog.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(app.left.getByRole('button', { name: /^web 10\./ })).toHaveCount(1);
  expect(app.problems).toEqual([]);
});

test('100,000 Pods in YAML are counted, not read', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  const pod = (index: number) =>
    `---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: web-${index}\n  labels:\n    app: web\nspec:\n  nodeName: node1\n`;
  await paste(page, Array.from({ length: 100_000 }, (_, index) => pod(index)).join(''));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open as a cluster' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/100000 Pods are more than the bench takes on \(10000\)/);
});

test('a billion replicas typed as YAML: the editor says so and the cluster stays', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.left.getByRole('tab', { name: /YAML/ }).click();
  const editor = app.left.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(WEB);
  await expect(app.left).toContainText(/web asks for 1000000000 Pods/);
  await app.left.getByRole('tab', { name: 'Cluster' }).click();
  await expect(app.left.getByRole('button', { name: /^web 10\./ })).toHaveCount(1);
});

/** Plants an expression that never comes back in the engines: whoever tries one with `of` in its source on a text with `at` in it. */
async function plantHang(page: Page, { of, at }: { of: string; at: string }): Promise<void> {
  await page.route(/engine\.worker/, async (route) => {
    // An engine may be started as the test ends.
    const script = await route
      .fetch()
      .then(
        (fetched) => fetched.text(),
        () => '',
      )
      .catch(() => '');
    const hang = `{ const test = RegExp.prototype.test; RegExp.prototype.test = function (text) {
      if (this.source.includes(${JSON.stringify(of)}) && String(text).includes(${JSON.stringify(at)})) for (;;);
      return test.call(this, text);
    }; }\n`;
    await route.fulfill({ contentType: 'text/javascript', body: `${hang}${script}` }).catch(() => undefined);
  });
}

const SETS = `$ ipset list\nName: STUCK\nType: hash:ip\nHeader: family inet hashsize 1024 maxelem 65536\nMembers:\n10.0.0.1\n`;
const RULES =
  '*filter\n:INPUT ACCEPT [0:0]\n:FORWARD DROP [0:0]\n:OUTPUT ACCEPT [0:0]\n-A FORWARD -d 10.0.0.9/32 -j ACCEPT\nCOMMIT\n';
/** What is looked for of a listing of sets before anything else is. */
const IN_SETS = { of: 'hash|bitmap|list', at: 'Name: STUCK' };

test(
  'a reader that never comes back is ended: which it was is said, everything else is read',
  soak(),
  async ({ page }) => {
    await plantHang(page, IN_SETS);
    const app = new App(page);
    await app.open();
    await paste(page, SETS);
    const dialog = page.getByRole('dialog');
    const working = dialog.getByRole('status').filter({ hasText: 'Reading' });
    await expect(working.getByRole('progressbar')).toBeVisible();
    await expect(working.getByRole('button', { name: 'Stop reading' })).toBeEnabled();
    await expect(dialog.getByRole('article').first()).toContainText(/took too long and was ended\. Lines 1 to 6/);
    // Known from then on: what is pasted beside it is read at once, and so it is on the bench.
    await dialog.getByRole('textbox', { name: 'Paste or type here' }).fill(RULES);
    await dialog.getByRole('button', { name: 'Add this text' }).click();
    await expect(dialog.getByRole('article').nth(1)).toContainText(/iptables-save/);
    await expect(dialog.getByRole('article')).toHaveCount(2);
    expect(app.problems).toEqual([]);
  },
);

test('reading a paste can be stopped, by the keyboard too: the text stays, and the next is read', async ({ page }) => {
  await plantHang(page, IN_SETS);
  const app = new App(page);
  await app.open();
  await paste(page, SETS);
  const dialog = page.getByRole('dialog');
  const stop = dialog.getByRole('button', { name: 'Stop reading' });
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('The texts are still here');
  await expect(dialog.getByRole('button', { name: 'Read again' })).toBeVisible();
  await expect(dialog.getByRole('article')).toHaveCount(1);
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await paste(page, RULES);
  await expect(dialog.getByRole('article')).toContainText(/iptables-save/);
  expect(app.problems).toEqual([]);
});

for (const [what, size] of [
  ['short', undefined],
  ['long', { nodes: 4, pods: 60, services: 60, podsEach: 3 }],
] as const) {
  test(
    `a ${what} link that holds its reader up can be stopped, what was on the bench stays`,
    soak(what === 'long'),
    async ({ page }) => {
      await plantHang(page, { of: '', at: 'STUCK' });
      const app = new App(page);
      // Not waited for: the watch ends what is read after a while.
      await page.goto(linkTo((document) => (document.title = 'STUCK'), size));
      const stop = notices(page).getByRole('button', { name: 'Stop reading' });
      await expect(notices(page).getByRole('progressbar')).toBeVisible();
      await stop.focus();
      await page.keyboard.press('Enter');
      await expect(notices(page)).not.toContainText('Reading the link');
      await expect(app.left.getByRole('button', { name: /^web 10\./ })).toHaveCount(1);
      expect(app.problems).toEqual([]);
    },
  );
}
