import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { emptyDocument } from '../src/core/document/document';
import { addFlow } from '../src/core/document/edits/cluster';
import { addPasted } from '../src/core/document/edits/pasted';
import type { TraceStep } from '../src/core/sim/trace';
import { App, soak, test } from './app';
import { engineAtHand } from '../src/engine/testing/engine';

const NODE = readFileSync('e2e/testdata/node1.iptables-save', 'utf8');
/** The same node before one endpoint of web was taken away. */
const FEWER = NODE.split('\n')
  .filter((line) => !/--probability 0\.3333/.test(line))
  .join('\n');

async function openCompare(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const table = page.getByRole('table', { name: 'The same moments in every mode' });
  await expect(table).toBeVisible();
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  return table;
}

const heads = (page: Page): Locator => page.getByRole('columnheader').filter({ has: page.getByRole('button') });

/** Every line that is lit in a column while the comparison walks to its end. */
async function litLines(page: Page, pane: number): Promise<readonly string[]> {
  const slider = page.getByRole('slider', { name: 'Moment of the comparison' });
  const last = Number(await slider.getAttribute('max'));
  const lines: string[] = [];
  let at = '';
  await page.keyboard.press('Home');
  for (let tick = 0; tick <= last; tick++) {
    await expect(slider).toHaveValue(String(tick));
    const lit = await page.evaluate((column) => {
      const row = document.querySelector('[data-moment][aria-current="step"]');
      const cell = row?.querySelectorAll('[role="cell"]')[column];
      const all = [...(cell?.querySelectorAll('li') ?? [])];
      const line = all.findIndex((each) => each.hasAttribute('data-lit'));
      const place = `${row?.getAttribute('data-moment')} ${line}`;
      return line < 0 ? undefined : { place, text: all[line]?.textContent ?? '' };
    }, pane);
    if (lit && lit.place !== at) lines.push(lit.text);
    at = lit?.place ?? at;
    await page.keyboard.press('ArrowRight');
  }
  return lines;
}

/** The engine's own steps of the pasted node, outside the page. */
function engineSteps(): readonly TraceStep[] {
  const engine = engineAtHand();
  const pasted = addPasted(emptyDocument(), [{ title: 'Text 1', text: NODE }]);
  const [flow] = engine.open(pasted).suggested ?? [];
  const { device, from, to, protocol, port } = flow!;
  const source = { kind: 'interface', address: from, ...(device === undefined ? {} : { device }) } as const;
  const sent = addFlow(pasted, { from: source, to: { kind: 'address', address: to }, protocol, port });
  engine.open(sent);
  return engine.run(sent.flows[0]!.id).trace.legs.flatMap(({ hops }) => hops.flatMap(({ steps }) => steps));
}

test('a pasted node stands beside the cluster, every step of it the engine’s own', soak(), async ({ page }) => {
  test.setTimeout(120_000);
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.openPasted(NODE);
  await openCompare(page);
  await expect(heads(page)).toHaveCount(2);
  await expect(heads(page).first()).toContainText('Pasted node');
  await expect(heads(page).nth(1)).toContainText(/Cluster of this bench · sends client → web:80/);
  await page.keyboard.press('Home');
  const lines = await litLines(page, 0);
  const steps = engineSteps();
  expect(lines).toHaveLength(steps.length);
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'rule') expect(lines[at], `step ${at + 1}`).toContain(step.ref.chain);
    if (step.kind === 'hook') expect(lines[at], `step ${at + 1}`).toMatch(/rules? examined|no rule/);
  }
  await expectAccessible(page);
  expect(app.problems).toEqual([]);
});

test('two pasted nodes beside each other: the same packet, and the rules that differ', soak(), async ({ page }) => {
  test.setTimeout(90_000);
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await app.openPasted(NODE);
  await openCompare(page);
  await page.getByRole('button', { name: 'Document, node and policy of pane 2' }).click();
  await page.getByRole('combobox', { name: 'Document' }).selectOption('other…');
  const dialog = page.getByRole('dialog', { name: 'Another document for this pane' });
  await dialog.getByRole('textbox', { name: 'Another node: paste what it printed' }).fill(FEWER);
  await dialog.getByRole('button', { name: 'Take this text' }).click();
  await expect(heads(page).nth(1)).toContainText('Pasted node');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('[data-fact="outcomes"] [role="cell"]').first()).toContainText('1/3');
  await expect(page.locator('[data-fact="outcomes"] [role="cell"]').nth(1)).toContainText('1/2');
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  await expect(page.getByRole('main')).toContainText(/--probability 0\.3333/);
  expect(app.problems).toEqual([]);
});

test('a node that holds no rules says so in its pane', soak(), async ({ page }) => {
  const app = new App(page);
  await app.openPasted(NODE);
  await openCompare(page);
  await page.getByRole('button', { name: 'Document, node and policy of pane 2' }).click();
  await page.getByRole('combobox', { name: 'Document' }).selectOption('other…');
  const dialog = page.getByRole('dialog', { name: 'Another document for this pane' });
  await dialog.getByRole('textbox', { name: 'Another node: paste what it printed' }).fill('nothing of a node');
  await dialog.getByRole('button', { name: 'Take this text' }).click();
  await expect(page.getByRole('main')).toContainText('no flow that could be sent here');
  expect(app.problems).toEqual([]);
});
