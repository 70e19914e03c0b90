// Inputs that could make the page stand still, and how long it takes until it answers them: with a picture or a sentence.
// Counted from the moment the page can do anything at all: with an address of a megabyte the browser is busy for a second
// before the page's first script runs, which is printed beside it.
import { deflateRawSync } from 'node:zlib';
import { line } from './figures.mjs';
import { hugeProject } from './huge-cluster.mjs';

const VIEW = { width: 1280, height: 720 };
const PATIENCE_MS = 60_000;
/** Until then something is said or drawn. */
const ANSWERED_MS = 2000;

/** @param {unknown} document @returns {string} */
const linkOf = (document) => `#1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;
const smallDocument = () => JSON.parse(hugeProject({ nodes: 2, pods: 6, services: 2, podsEach: 3 })).document;

/** A link's document with something in it that is far too long. */
function linkWith(change) {
  const document = smallDocument();
  change(document);
  return linkOf(document);
}

const NODE = `apiVersion: v1
kind: Node
metadata: {name: node1}
spec: {podCIDR: 10.244.0.0/24}
status: {addresses: [{type: InternalIP, address: 172.18.0.2}]}
---
`;
const deployment = (replicas) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: default}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, ports: [{containerPort: 80}]}]}}
`;
const pod = (index) => `---
apiVersion: v1
kind: Pod
metadata:
  name: web-${index}
  namespace: default
  labels:
    app: web
spec:
  nodeName: node1
  containers:
  - name: c
    ports:
    - containerPort: 80
`;

/** Hashes of addresses, by what is in them. */
const LINKS = {
  'a title of 5 MB': () => linkWith((document) => (document.title = 'x'.repeat(5_000_000))),
  'a node name of 1 MB': () =>
    linkWith((document) => (document.cluster.nodes[0].metadata.name = 'n'.repeat(1_000_000))),
  '10,000 Services': () =>
    linkOf(JSON.parse(hugeProject({ nodes: 10, pods: 2000, services: 10_000, podsEach: 2 })).document),
  '1 GB of zeros': () => `#1.${deflateRawSync(Buffer.alloc(1_000_000_000)).toString('base64url')}`,
  'replicas: 1000000000': () =>
    linkWith((document) => {
      document.cluster.deployments = [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'web', namespace: 'default' },
          spec: {
            replicas: 1_000_000_000,
            selector: { matchLabels: { app: 'web' } },
            template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c' }] } },
          },
        },
      ];
    }),
};

/** Manifests to paste. */
const MANIFESTS = {
  'replicas: 1000000000': () => deployment(1_000_000_000),
  'replicas: 1000000000 and a Node': () => NODE + deployment(1_000_000_000),
  '10^5 Pods in YAML': () => NODE + Array.from({ length: 100_000 }, (_, index) => pod(index)).join(''),
};

/** What is on the page once it said something, and once it is done with a link or a manifest. */
const SIGNS = {
  linkSaid: 'section[aria-live] > *',
  linkDone: 'section[aria-live] > *:not(:has(progress))',
  manifestSaid: '[role="dialog"] [role="status"]',
  manifestDone: '[role="dialog"] [role="alert"] li',
};

/** Runs on the page: when each sign was first seen, in ms from the start, and the longest time in which nothing was drawn. */
function watchSigns({ signs, title }) {
  let last = performance.now();
  const seen = { longest: 0, at: {}, before: last };
  globalThis.hostile = seen;
  const from = globalThis.hostileFrom ?? last;
  const tick = () => {
    const now = performance.now();
    seen.longest = Math.max(seen.longest, now - last);
    last = now;
    for (const [name, selector] of Object.entries(signs)) {
      if (document.querySelector(selector) || (title && document.title.includes(title))) seen.at[name] ??= now - from;
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** What the page saw; a sign that never came is not there. */
async function seenOn(page, sign) {
  await page
    .waitForFunction((name) => globalThis.hostile?.at[name] !== undefined, sign, { timeout: PATIENCE_MS })
    .catch(() => undefined);
  return page.evaluate(() => globalThis.hostile).catch(() => ({ longest: Infinity, at: {} }));
}

/** A figure, the longest time the page stood still, and how long the browser took before the page's first script. */
function row(name, took, { longest, before }) {
  const note = `longest stall ${Math.round(longest)} ms${before ? `, ${Math.round(before)} ms of the browser before` : ''}`;
  line(name, took ?? Number.POSITIVE_INFINITY, 'ms', { most: ANSWERED_MS, note });
}

async function measureLink(browser, url, name, hash) {
  const page = await browser.newPage({ viewport: VIEW });
  await page.addInitScript(watchSigns, { signs: { said: SIGNS.linkSaid, done: SIGNS.linkDone }, title: 'Pods on' });
  await page.goto(`${url}${hash}`, { waitUntil: 'commit', timeout: PATIENCE_MS }).catch(() => undefined);
  const seen = await seenOn(page, 'done');
  await page.close();
  row(`hostile link, ${name}: load until something is said`, seen.at.said, seen);
  row(`hostile link, ${name}: load until refused or opened`, seen.at.done, seen);
}

async function measureManifest(browser, url, name, text) {
  const page = await browser.newPage({ viewport: VIEW });
  await page.goto(`${url}?view=bench`);
  await page.locator('[aria-label^="Steps in"] button').first().waitFor();
  await page.evaluate((pasted) => {
    globalThis.hostileFrom = performance.now();
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await page.evaluate(watchSigns, { signs: { said: SIGNS.manifestSaid } });
  const pasted = await seenOn(page, 'said');
  row(`hostile manifest, ${name}: paste until something is said`, pasted.at.said, { longest: pasted.longest });
  const open = page.getByRole('dialog').getByRole('button', { name: 'Open as a cluster' });
  await open.waitFor({ timeout: PATIENCE_MS });
  await page.evaluate(() => (globalThis.hostileFrom = performance.now()));
  await page.evaluate(watchSigns, { signs: { done: SIGNS.manifestDone } });
  await open.click({ noWaitAfter: true });
  const opened = await seenOn(page, 'done');
  await page.close();
  row(`hostile manifest, ${name}: “Open” until refused`, opened.at.done, { longest: opened.longest });
}

/** Prints how long each takes. */
export async function measureHostile(browser, url) {
  for (const [name, make] of Object.entries(LINKS)) await measureLink(browser, url, name, make());
  for (const [name, make] of Object.entries(MANIFESTS)) await measureManifest(browser, url, name, make());
}
