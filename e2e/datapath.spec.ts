import { expect } from '@playwright/test';
import { WEB_TWO_NODES } from '../src/content/examples/web-two-nodes';
import type { Document } from '../src/core/document/document';
import { changeProxy } from '../src/core/document/edits/proxy';
import { App, soak, test } from './app';
import { engineAtHand } from '../src/engine/testing/engine';

async function inMode(app: App, mode: string): Promise<void> {
  await app.open();
  await app.send(/^client → web:80/);
  await app.page.getByRole('group', { name: 'Proxy mode' }).getByRole('button', { name: mode, exact: true }).click();
}

test('iptables: the ladder has odds', async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'iptables');
  await app.goTo(/KUBE-SVC-/);
  await expect(app.datapath).toContainText('1/3');
  await expect(app.datapath.getByRole('article').first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

interface Reason {
  readonly expected: string;
  readonly actual: string;
}

/** A step at which rules were passed over, by its place in the trace list, with the engine's reason of each rule. */
interface Passed {
  readonly step: number;
  readonly reasons: readonly Reason[];
}

/** Asks the engine itself, outside the page. */
async function passedIn(document: Document, flowId: string): Promise<readonly Passed[]> {
  const engine = engineAtHand();
  engine.open(document);
  const passed: Passed[] = [];
  let count = 0;
  for (const [leg, { hops }] of engine.run(flowId).trace.legs.entries()) {
    for (const [hop, { steps }] of hops.entries()) {
      for (const [step, data] of steps.entries()) {
        const at = count++;
        if (data.kind !== 'skip') continue;
        const { table, chain, from, to } = data;
        const reasons: Reason[] = [];
        for (let index = from; index <= to; index++) {
          const asked = engine.explainRule(flowId, { leg, hop, step }, { table, chain, index });
          const { expected, actual } = asked.tests.find(({ matched }) => matched === false)!;
          reasons.push({ expected, actual });
        }
        passed.push({ step: at, reasons });
      }
    }
  }
  return passed;
}

/** A run longer than this is folded; shorter ones are read rule by rule, each with its tests when picked. */
const SHORT_RUN = 2;

for (const { mode, release, flow } of [
  { mode: 'iptables', release: '1.30', flow: 0 },
  { mode: 'iptables', release: '1.30', flow: 1 },
  { mode: 'ipvs', release: '1.30', flow: 0 },
  { mode: 'ipvs', release: '1.30', flow: 1 },
  { mode: 'nftables', release: '1.30', flow: 0 },
  { mode: 'userspace', release: '1.25', flow: 0 },
] as const) {
  test(`${mode}, flow ${flow + 1}: rules that did not match say why, as the engine does`, soak(), async ({ page }) => {
    const document = changeProxy(WEB_TWO_NODES.document(), { mode, release });
    const passed = await passedIn(document, document.flows[flow]!.id);
    const longest = passed.toSorted((a, b) => b.reasons.length - a.reasons.length).slice(0, 3);
    const app = new App(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await app.open(`/#example=web-two-nodes&mode=${mode}&flow=${flow + 1}&step=1`);
    await app.allSteps();
    for (const { step, reasons } of longest) {
      await app.steps.nth(step).click();
      const rows = app.datapath.locator(`button[data-step="${step}"]`);
      await expect(rows.first()).toHaveAttribute('aria-current', 'step');
      if (reasons.length > SHORT_RUN) {
        await expect(rows).toHaveText(`… ${reasons.length} rules did not match`);
        await rows.click();
        const rules = app.datapath.getByRole('list', { name: /rules did not match/ }).getByRole('listitem');
        await expect(rules).toHaveCount(reasons.length);
        for (const [at, { expected, actual }] of reasons.entries())
          await expect(rules.nth(at)).toContainText(`wanted ${expected} · had ${actual}`);
        await rows.first().click();
      } else {
        await rows.first().click();
        const tests = app.datapath.getByRole('list', { name: 'Tests of this rule' }).getByRole('listitem');
        await expect(tests.last()).toContainText(reasons[0]!.expected);
        await expect(tests.last()).toContainText(reasons[0]!.actual);
        await rows.first().click();
      }
    }
    expect(app.problems).toEqual([]);
  });
}

test(
  'nftables: one lookup with its key, and the share of each element that could be drawn',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await inMode(app, 'nftables');
    await app.expectTrace(/one lookup in @service-ips/);
    await app.goTo(/GOTO endpoint-/);
    await expect(app.datapath).toContainText(/10\.\d+\.\d+\.\d+ \. tcp \. 80/);
    const shares = app.datapath.getByRole('group', { name: /each is meant to be as likely/ }).first();
    await expect(shares).toContainText(/1\/3.*1\/3.*1\/3/s);
    await expect(shares).toContainText('drawn');
    expect(app.problems).toEqual([]);
  },
);

test(
  'IPVS: the service looked up, what the scheduler saw of each server, and whom it chose',
  soak(),
  async ({ page }) => {
    const app = new App(page);
    await inMode(app, 'IPVS');
    await app.goTo(/IPVS: TCP/);
    const servers = app.datapath.getByRole('table').first();
    await expect(servers.getByRole('row')).toHaveCount(4);
    await expect(servers).toContainText('chosen');
    expect(app.problems).toEqual([]);
  },
);

test('userspace: accepted, round robin, a second connection', soak(), async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'userspace');
  await app.expectTrace(/kube-proxy opens a second connection to/);
  await expect(app.inspector.getByRole('heading', { name: /second connection/ }).first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

const LINES = [
  { mode: 'IPVS', find: ':80 rr', line: /TCP +10\.\d+\.\d+\.\d+:80 rr/, says: 'spec.clusterIP' },
  { mode: 'IPVS', find: 'kube-ipvs0', line: /scope global kube-ipvs0/, says: 'Service' },
  { mode: 'IPVS', find: 'add KUBE-CLUSTER-IP', line: /add KUBE-CLUSTER-IP/, says: 'spec.clusterIP' },
  { mode: 'nftables', find: 'goto service-', line: /\. tcp \. \d+ .*: goto service-/, says: 'spec.clusterIP' },
  { mode: 'iptables', find: ':KUBE-SVC-', line: /:KUBE-SVC-/, says: 'spec.ports' },
] as const;

for (const { mode, find, line, says } of LINES) {
  test(`${mode}: the line ${line.source} tells its object, its field and why`, soak(), async ({ page }) => {
    const app = new App(page);
    await inMode(app, mode);
    await app.expectTrace(/web/);
    await app.tab('Rules');
    const search = app.inspector.getByRole('searchbox');
    await search.fill(find);
    await search.press('Enter');
    await app.inspector.getByRole('listbox').getByRole('option').filter({ hasText: line }).first().click();
    await expect(app.inspector.getByRole('region', { name: 'Selected line' })).toContainText(says);
    expect(app.problems).toEqual([]);
  });
}

test('IPVS: a part of a Service leads to its line', soak(), async ({ page }) => {
  const app = new App(page);
  await inMode(app, 'IPVS');
  await app.expectTrace(/IPVS/);
  await app.select(/^web 10\./);
  await app.left.getByRole('button', { name: 'What it made' }).first().click();
  const made = app.inspector.getByRole('region', { name: /What web made on/ });
  await made
    .getByRole('button', { name: /^10\.\d+\.\d+\.\d+\/32$/ })
    .first()
    .click();
  await expect(app.inspector.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
    'scope global kube-ipvs0',
  );
  await expect(app.inspector.getByRole('region', { name: 'Selected line' })).toContainText('default/web');
  expect(app.problems).toEqual([]);
});
