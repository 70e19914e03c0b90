import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { App, soak, settled } from './app';
import { letters } from './letters';

/**
 * The picture book of the README and the help: 24 states, drawn alike every time and compared with what was kept.
 * `npm run e2e -- e2e/gallery.spec.ts --update-snapshots` draws them anew; look at each before keeping it.
 */
interface Picture {
  readonly name: string;
  /** Behind the page's address. */
  readonly at: string;
  readonly size?: 'laptop' | 'stage' | 'phone';
  readonly scheme?: 'light' | 'dark';
  readonly language?: 'en' | 'ko';
  readonly show?: (app: App) => Promise<void>;
}

const SIZES = {
  laptop: { width: 1280, height: 720 },
  stage: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const;

const NODE = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');

const web = (mode: string, flow = 1): string => `#example=web-two-nodes&mode=${mode}&flow=${flow}&step=1`;

/** To the first header that is rewritten. */
const atNat = async ({ page }: App): Promise<void> => page.keyboard.press('n');
/** To the end of the walk: the reply has arrived. */
const atEnd = async ({ page }: App): Promise<void> => page.keyboard.press('End');

async function compare(app: App): Promise<void> {
  await app.page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(app.page.getByRole('table', { name: 'The same moments in every mode' })).toBeVisible();
  await app.page.getByRole('button', { name: 'Add a pane' }).click();
  await expect(app.page.getByRole('combobox', { name: /^Mode of pane/ })).toHaveCount(4);
  for (let i = 0; i < 12; i++) await app.page.keyboard.press('ArrowRight');
}

async function pasteNode(app: App): Promise<void> {
  await app.page.locator('body').evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, NODE);
  const open = app.page.getByRole('dialog').getByRole('button', { name: /^Open (this node|and send)/ });
  await expect(open).toBeEnabled();
}

async function openNode(app: App): Promise<void> {
  await pasteNode(app);
  await app.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Open (this node|and send)/ })
    .click();
  await expect(app.page.getByRole('dialog')).toBeHidden();
  await app.pause();
  await expect(app.left.getByText('Services found')).toBeVisible();
  await app.page.keyboard.press('Home');
  await app.page.keyboard.press('n');
  await expect(app.page.getByTitle(/^DNAT: /)).toBeVisible();
}

async function command(app: App, words: string): Promise<void> {
  await app.page.keyboard.press('ControlOrMeta+k');
  await app.page.getByRole('dialog').getByRole('combobox').fill(words);
  await app.page.keyboard.press('Enter');
}

const PICTURES: readonly Picture[] = [
  { name: 'iptables-request', at: web('iptables'), show: atNat },
  { name: 'ipvs-request', at: web('ipvs'), show: atNat },
  { name: 'nftables-request', at: web('nftables'), show: atNat },
  { name: 'userspace-request', at: web('userspace'), show: atNat },
  { name: 'iptables-node-port-dark', at: web('iptables', 2), size: 'stage', scheme: 'dark', show: atNat },
  { name: 'ipvs-node-port-dark', at: web('ipvs', 2), size: 'stage', scheme: 'dark', show: atNat },
  { name: 'nftables-node-port-dark', at: web('nftables', 2), size: 'stage', scheme: 'dark', show: atNat },
  { name: 'userspace-node-port-dark', at: web('userspace', 2), size: 'stage', scheme: 'dark', show: atNat },
  { name: 'iptables-reply-phone', at: web('iptables'), size: 'phone', show: atEnd },
  { name: 'ipvs-reply-phone-dark', at: web('ipvs'), size: 'phone', scheme: 'dark', show: atEnd },
  { name: 'nftables-reply-phone-ko', at: web('nftables'), size: 'phone', language: 'ko', show: atEnd },
  {
    name: 'userspace-reply-phone-dark-ko',
    at: web('userspace'),
    size: 'phone',
    scheme: 'dark',
    language: 'ko',
    show: atEnd,
  },
  { name: 'refused', at: '#example=empty-service&flow=1&step=1', show: atEnd },
  { name: 'dropped-by-policy-dark', at: '#example=traffic-policy-local&flow=2&step=1', scheme: 'dark', show: atEnd },
  {
    name: 'ten-endpoints-ladder',
    at: '#example=ten-endpoints&flow=1&step=1',
    size: 'stage',
    show: atNat,
  },
  { name: 'request-ko', at: web('iptables'), language: 'ko', show: atNat },
  {
    name: 'why',
    at: '#example=empty-service&flow=1&step=1',
    size: 'stage',
    show: async (app) => {
      await app.tab('Why');
      await expect(app.inspector.getByText(/simulated/).first()).toBeVisible();
      await expect(app.inspector.getByRole('progressbar')).toHaveCount(0);
    },
  },
  { name: 'compare-four-modes', at: web('iptables', 2), show: compare },
  { name: 'compare-four-modes-dark', at: web('iptables', 2), size: 'stage', scheme: 'dark', show: compare },
  {
    name: 'many-packets',
    at: web('iptables'),
    size: 'stage',
    show: async (app) => {
      await app.page.keyboard.press('m');
      const panel = app.page.getByRole('region', { name: 'Many packets' });
      await expect(panel.getByRole('status')).toContainText('100 of 100 landed');
    },
  },
  {
    name: 'cost',
    at: web('iptables'),
    show: async (app) => {
      await command(app, 'What grows with');
      await expect(app.page.getByRole('dialog').getByRole('table')).toBeVisible({ timeout: 150_000 });
    },
  },
  { name: 'pasted-node', at: web('iptables'), show: openNode },
  { name: 'paste-dialog-dark', at: web('iptables'), scheme: 'dark', show: pasteNode },
  {
    name: 'start',
    at: web('iptables'),
    scheme: 'dark',
    show: async (app) => {
      await app.page.getByRole('button', { name: /^Choose an example/ }).click();
      await app.page.getByRole('menuitem', { name: /^Start/ }).click();
      await expect(app.page.locator('main img')).toHaveCount(4);
    },
  },
];

const LETTERS = 'docs/gallery/letters.json';

function kept(): string {
  try {
    return String(JSON.parse(readFileSync(LETTERS, 'utf8')));
  } catch {
    return '';
  }
}

/** The browser that drew the kept pictures draws them again; another one may round otherwise. */
test.describe('gallery', () => {
  for (const { name, at, size = 'laptop', scheme = 'light', language = 'en', show } of PICTURES) {
    test(name, soak(), async ({ page }, info) => {
      test.setTimeout(90_000);
      await page.setViewportSize(SIZES[size]);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const app = new App(page);
      await page.goto(`/?view=bench&lang=${language}${at}`);
      await expect(app.drawing).toBeVisible();
      await expect(page.getByRole('slider').first()).toBeEnabled();
      await settled(page);
      const updating = ['all', 'changed'].includes(info.config.updateSnapshots);
      const own = await letters(page);
      if (updating) writeFileSync(LETTERS, `${JSON.stringify(own)}\n`);
      test.skip(!updating && own !== kept(), 'this machine has other letters than the pictures were drawn with');
      await show?.(app);
      await settled(page);
      await expect(page).toHaveScreenshot(`${name}.png`, { animations: 'disabled', maxDiffPixelRatio: 0.002 });
      expect(app.problems).toEqual([]);
    });
  }
});
