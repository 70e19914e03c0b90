import { expect, type Page } from '@playwright/test';
import { TRAFFIC_POLICY_LOCAL } from '../src/content/examples/traffic-policy-local';
import { WEB_TWO_NODES } from '../src/content/examples/web-two-nodes';
import type { Document } from '../src/core/document/document';
import { setTrafficPolicy } from '../src/core/document/edits/services';
import type { TrafficPolicy } from '../src/core/kubernetes/types';
import { formatIp } from '../src/core/net/ip';
import type { Packet } from '../src/core/net/packet';
import type { TraceStep } from '../src/core/sim/trace';
import { encodeLink } from '../src/store/link';
import type { PaneSpec, RunResult } from '../src/engine/protocol';
import { App, soak, test } from './app';
import { engineAtHand } from '../src/engine/testing/engine';

/** A pane at one tick: its lit line with the row it is in, or that it waits. */
interface LitPane {
  readonly text: string | undefined;
  /** Index among the lines of its row's cell. */
  readonly line: number;
}

interface Tick {
  readonly row: number;
  readonly moment: string;
  readonly panes: readonly LitPane[];
  readonly litElsewhere: number;
}

function tickOf(page: Page): Promise<Tick> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-moment][aria-current="step"]')];
    const [row] = rows;
    const cells = [...(row?.querySelectorAll('[role="cell"]') ?? [])];
    const panes = cells.map((cell) => {
      const lines = [...cell.querySelectorAll('li')];
      const line = lines.findIndex((each) => each.hasAttribute('data-lit'));
      return { text: lines[line]?.textContent ?? undefined, line };
    });
    const lit = panes.filter(({ line }) => line >= 0).length;
    return {
      row: rows.length === 1 ? Number(row?.getAttribute('data-moment')) : -1,
      moment: row?.querySelector('[role="rowheader"]')?.getAttribute('aria-label') ?? '',
      panes,
      litElsewhere: document.querySelectorAll('[data-lit]').length - lit,
    };
  });
}

/** What must stand in the line of a step, and what its moment is called; undefined: it belongs to the moment before. */
function told(step: TraceStep): { readonly moment: RegExp | undefined; readonly texts: readonly string[] } {
  const ends = ({ src, dst }: Packet): string[] => [formatIp(src), formatIp(dst)];
  switch (step.kind) {
    case 'hook':
      return { moment: new RegExp(`${step.hook}$`), texts: ends(step.packet) };
    case 'originate':
      return { moment: /Sent$/, texts: ends(step.packet) };
    case 'receive':
      return { moment: /Arrives$/, texts: [step.device, ...ends(step.packet)] };
    case 'transmit':
      return { moment: /Leaves$/, texts: [step.device] };
    case 'deliver':
      return { moment: /Delivered$/, texts: ends(step.packet) };
    case 'tunnel':
      return { moment: /Tunnel$/, texts: [step.device] };
    case 'stop':
      return { moment: /Ends$/, texts: ends(step.packet) };
    case 'ebpf':
    case 'vfp':
      return { moment: undefined, texts: [] };
    case 'bridge':
      return { moment: /Bridge$/, texts: [step.bridge] };
    case 'routing':
      return { moment: /Routing( again)?$/, texts: [step.device ?? ''] };
    case 'nat': {
      const side = step.manip === 'DST' ? 'dst' : 'src';
      const name = step.manip === 'DST' ? /DNAT(, bound)?$/ : /SNAT(, bound)?$/;
      const changed = formatIp(step.before[side]) !== formatIp(step.packet[side]);
      return { moment: name, texts: changed ? [formatIp(step.before[side]), formatIp(step.packet[side])] : [] };
    }
    case 'ipvs':
      return { moment: step.at === 'in' ? /DNAT$/ : /SNAT, bound$/, texts: [step.chosen ?? step.service] };
    case 'rule':
      return { moment: undefined, texts: [step.ref.chain, String(step.ref.index + 1)] };
    case 'skip':
    case 'return':
    case 'policy':
      return { moment: undefined, texts: [step.chain] };
    case 'conntrack':
      return { moment: undefined, texts: [step.ctState] };
  }
}

/** The document a pane is of, made here without any part of the comparison. */
function documentOf(document: Document, { mode, release, policy }: PaneSpec): Document {
  const proxied = { ...document, mode, release };
  return policy?.external ? setTrafficPolicy(proxied, policy, { external: policy.external }) : proxied;
}

/** The engine's own run of a pane that ends where the page says it ends. */
function engineRun(document: Document, spec: PaneSpec, flowId: string, backend: string | undefined): RunResult {
  const engine = engineAtHand();
  engine.open(documentOf(document, spec));
  const { outcomes, shown } = engine.run(flowId);
  const same = outcomes.findIndex(({ arrived }) => arrived && formatIp(arrived.dst) === backend);
  return engine.run(flowId, { outcome: same < 0 ? shown : same });
}

/** The facts above the rows, by pane: where the shown outcome ends, and whom the receiver saw. */
async function factsOf(page: Page): Promise<{ readonly backends: string[]; readonly sources: string[] }> {
  const shown = page.locator('[data-fact="outcomes"] [role="cell"]');
  const texts = await shown.evaluateAll((cells) =>
    cells.map((cell) => {
      const items = [...cell.querySelectorAll('li')].map((item) => item.textContent ?? '');
      return items.find((text) => text.endsWith('shown')) ?? items[0] ?? '';
    }),
  );
  const sources = await page.locator('[data-fact="source"] [role="cell"]').allInnerTexts();
  return { backends: texts.map((text) => /(10\.244(?:\.\d+){2}):\d+/.exec(text)?.[1] ?? ''), sources };
}

/** Walks to the end by the right arrow and holds every tick of every pane to what the engine says. */
async function walk(page: Page, document: Document, specs: readonly PaneSpec[], flowId: string): Promise<void> {
  await expect(page.locator('[data-fact="rules"] [role="cell"]')).toHaveCount(specs.length);
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  const { backends, sources } = await factsOf(page);
  const runs = specs.map((spec, pane) => engineRun(document, spec, flowId, backends[pane]));
  for (const [pane, { outcomes, shown }] of runs.entries()) {
    const arrived = outcomes[shown]?.arrived;
    const delivered = outcomes[shown]?.disposition.kind === 'DELIVERED';
    if (delivered && arrived) expect(sources[pane]).toContain(formatIp(arrived.src));
    else expect(sources[pane]).toContain('nobody');
  }
  const steps = runs.map(({ trace }) => trace.legs.flatMap(({ hops }) => hops.flatMap((hop) => hop.steps)));
  const at = specs.map(() => ({ step: -1, row: -1, line: -1 }));
  const slider = page.getByRole('slider', { name: 'Moment of the comparison' });
  const last = Number(await slider.getAttribute('max'));
  await page.keyboard.press('Home');
  for (let tick = 0; tick <= last; tick++) {
    await expect(slider).toHaveValue(String(tick));
    const now = await tickOf(page);
    expect(now.row, `one moment at tick ${tick}`).toBeGreaterThanOrEqual(0);
    expect(now.litElsewhere, `nothing else is lit at tick ${tick}`).toBe(0);
    for (const [pane, { text, line }] of now.panes.entries()) {
      const place = at[pane];
      if (line < 0 || !place) continue;
      if (place.row !== now.row || place.line !== line) place.step++;
      Object.assign(place, { row: now.row, line });
      const step = steps[pane]?.[place.step];
      const where = `tick ${tick}, pane ${pane + 1}, ${step?.kind}: ${text}`;
      if (!step) throw new Error(`${where}: the engine has no such step`);
      const { moment, texts } = told(step);
      if (moment) expect(now.moment, where).toMatch(moment);
      expect(line === 0, where).toBe(moment !== undefined);
      for (const each of texts) expect(text, where).toContain(each);
    }
    await page.keyboard.press('ArrowRight');
  }
  expect(at.map(({ step }) => step + 1)).toEqual(steps.map(({ length }) => length));
}

/** Runs a command of the palette by typing. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('dialog').getByRole('combobox');
  await expect(box).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveCount(0);
}

const MODES: readonly PaneSpec[] = [
  { mode: 'iptables', release: '1.30' },
  { mode: 'ipvs', release: '1.30' },
  { mode: 'nftables', release: '1.30' },
  { mode: 'userspace', release: '1.25' },
];

const BY_KEYS = [
  { name: 'Cluster', document: WEB_TWO_NODES.document(), node: 'node2', example: undefined },
  {
    name: 'Local, with a backend',
    document: TRAFFIC_POLICY_LOCAL.document(),
    node: 'node1',
    example: 'externalTrafficPolicy',
  },
  {
    name: 'Local, without one',
    document: TRAFFIC_POLICY_LOCAL.document(),
    node: 'node2',
    example: 'externalTrafficPolicy',
  },
] as const;

for (const { name, document, node, example } of BY_KEYS) {
  test(
    `by keys alone, four modes show the engine's steps in lockstep: NodePort, externalTrafficPolicy ${name}`,
    soak(),
    async ({ page }) => {
      test.setTimeout(180_000);
      const app = new App(page);
      await app.open();
      if (example) await command(page, `Open the example “${example}`);
      await command(page, `Send outside → web:80 nodePort @ ${node}`);
      await command(page, 'Compare');
      const flow = document.flows.find(({ from, to }) => from.kind === 'external' && 'node' in to && to.node === node);
      await walk(page, document, MODES, flow!.id);
      expect(app.problems).toEqual([]);
    },
  );
}

test(
  'a link opens four panes of two modes and two policies where they were, and they agree with the engine',
  soak(),
  async ({ page }) => {
    test.setTimeout(180_000);
    const document = TRAFFIC_POLICY_LOCAL.document();
    const flowId = document.flows[1]!.id;
    const policy = (external: TrafficPolicy): PaneSpec['policy'] => ({ namespace: 'default', name: 'web', external });
    const panes = MODES.slice(0, 2).flatMap((spec) => [
      { ...spec, policy: policy('Cluster') },
      { ...spec, policy: policy('Local') },
    ]);
    const compare = {
      open: true,
      tab: 'walk',
      panes,
      probe: undefined,
      outcome: undefined,
      documents: {},
      tick: 7,
    } as const;
    const link = await encodeLink({ document, view: { flowId, playhead: 0, compare } });
    const app = new App(page);
    await page.goto(`/${link.ok ? link.value : ''}`);
    await expect(page.getByRole('slider', { name: 'Moment of the comparison' })).toHaveValue('7');
    await walk(page, document, panes, flowId);
    expect(app.problems).toEqual([]);
  },
);
