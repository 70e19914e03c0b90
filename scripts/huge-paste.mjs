// Pastes 37 MB of iptables-save into the page and measures what a person feels: can it be read at once, does the page
// ever stand still, how long do a search, a jump and a walk take. The text is the one of the core's own figures.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Each stands in one line of the text, far from the others. */
const WORDS = ['svc-44999', 'svc-12345', 'svc-30003', 'svc-20202', 'svc-40404'];
const PATIENCE = { timeout: 120_000 };

/** @returns {Promise<{ text: string, lines: number }>} the text of 499,000 lines, the same every time */
async function hugeDump() {
  const { module } = await runnerImport(`${root}conformance/bench/big-dump.ts`, { configFile: false, root });
  return module.bigDump(module.SERVICES_OF_37_MB);
}

/**
 * Measures a page that is open and has shown its first walk. All in milliseconds: `interactive` from the drop until
 * the last of the lines stands on the screen, `understood` until the node can be opened, `opened` from there until its
 * rules stand in the inspector; `search` and `jump` until what was asked for is on the
 * screen, each the middle one of five; `walk` what the engine
 * took for a packet of another Service; `longestTask` of the page's thread all along, and `longestTaskBusy`, the most
 * processor time a task took: on a machine that has other work a task stands still through no fault of its own.
 * `reachStop`, `reachTaskBusy`: of the question which of its rules decide nothing, until it is stopped by hand.
 *
 * @param {import('@playwright/test').Page} page
 */
export async function measureHugePaste(page) {
  const { text, lines } = await hugeDump();
  await hold(page, text);
  const browser = page.context().browser();
  await trace(page);
  await page.evaluate(() => (window.hugePaste.tasks = []));
  const interactive = await page.evaluate(dropAndScroll, lines);
  const open = page.getByRole('dialog').getByRole('button', { name: /^Open (this node|and send)/ });
  const understood = await page.evaluate(untilOpens);
  const began = Date.now();
  await open.click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('tab', { name: 'Rules' }).click();
  const list = inspector.getByRole('listbox', { name: /iptables-save/ });
  await page.waitForFunction(hasRules, lines, PATIENCE);
  const opened = Date.now() - began;
  const jumps = [];
  for (const key of ['End', 'Home', 'End', 'Home', 'End']) jumps.push(await list.evaluate(jumpTo, key));
  const box = inspector.getByRole('searchbox').first();
  const searches = [];
  for (const words of WORDS) searches.push(await box.evaluate(searchFor, words));
  const walk = await walkTo(page, 'svc-30000');
  const longestTask = await page.evaluate(() => Math.max(0, ...window.hugePaste.tasks));
  const longestTaskBusy = browser ? mostBusy(await browser.stopTracing()) : Number.NaN;
  const reach = await stopReach(page);
  return {
    ...reach,
    interactive,
    understood,
    opened,
    jump: median(jumps),
    search: median(searches),
    walk,
    longestTask,
    longestTaskBusy,
  };
}

/** Begins to follow what the page's thread does; the tracing's own start is no part of it. */
async function trace(page) {
  await page
    .context()
    .browser()
    ?.startTracing(page, { categories: ['-*', 'toplevel', 'devtools.timeline'] });
  await page.waitForTimeout(500);
}

/** So long the rules are looked through before it is stopped, ms. */
const AT_WORK = 8000;

/** Asks which rules decide nothing, and stops it: how long until it has stopped, and the most processor time a task of the page took. */
async function stopReach(page) {
  const browser = page.context().browser();
  await trace(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Reach');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Reach' });
  const stop = dialog.getByRole('button', { name: 'Stop' });
  await stop.waitFor(PATIENCE);
  await page.waitForTimeout(AT_WORK);
  const began = Date.now();
  await stop.click();
  await dialog.getByRole('alert').waitFor(PATIENCE);
  const reachStop = Date.now() - began;
  return { reachStop, reachTaskBusy: browser ? mostBusy(await browser.stopTracing()) : Number.NaN };
}

/** @param {number[]} values @returns {number} the middle one */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The most processor time of a task of the page's thread since the drop, of a trace of Chromium's. */
function mostBusy(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
  const named = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const pages = new Set(named.map((event) => threadOf(event)));
  const tasks = traceEvents.filter((event) => event.name.endsWith('RunTask') && pages.has(threadOf(event)));
  // The first half second is the tracing's own start.
  const start = Math.min(...tasks.map(({ ts }) => ts)) + 500_000;
  return tasks.reduce((most, { ts, tdur = 0 }) => (ts < start ? most : Math.max(most, tdur / 1000)), 0);
}

/** Puts the text on the page as a file, and follows its thread from then on. */
async function hold(page, text) {
  await page.evaluate((whole) => {
    window.hugePaste = { file: new File([whole], 'node1.save', { type: 'text/plain' }), began: 0, tasks: [] };
  }, text);
  await page.waitForTimeout(500);
  await page.evaluate(() => {
    window.hugePaste.until = (found) =>
      new Promise((resolve) => {
        const look = () => (found() ? resolve(performance.now()) : requestAnimationFrame(look));
        look();
      });
    const note = (list) => window.hugePaste.tasks.push(...list.getEntries().map(({ duration }) => duration));
    new PerformanceObserver(note).observe({ type: 'longtask' });
  });
}

/** Runs in the page: drops the file, and scrolls to its last line as soon as there are lines. */
async function dropAndScroll(lines) {
  const state = window.hugePaste;
  const data = new DataTransfer();
  data.items.add(state.file);
  state.began = performance.now();
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  const line = (number) => document.querySelector(`[role=dialog] [aria-setsize="${lines}"][aria-posinset="${number}"]`);
  await state.until(() => line(1));
  const scroller = line(1).closest('[tabindex="0"]');
  scroller.scrollTop = scroller.scrollHeight;
  return (await state.until(() => line(lines)?.textContent.includes('COMMIT'))) - state.began;
}

/** Runs in the page: until the window's button opens the node. */
async function untilOpens() {
  const buttons = () => [...document.querySelectorAll('[role=dialog] button:enabled')];
  const ready = () => buttons().some(({ textContent }) => /^Open (this node|and send)/.test(textContent));
  return (await window.hugePaste.until(ready)) - window.hugePaste.began;
}

/** Runs in the page: do the rules of the node stand in the inspector? A chain that is declared twice is listed once. */
function hasRules(lines) {
  const row = document.querySelector('[role=listbox] [role=option]');
  return Number(row?.getAttribute('aria-setsize')) > lines * 0.99;
}

/** Runs in the page: the End or Home key on the list of rules, until the last or first line is there. */
async function jumpTo(list, key) {
  const last = list.querySelector('[role=option]').getAttribute('aria-setsize');
  const [line, holds] = key === 'End' ? [last, 'COMMIT'] : ['1', '*nat'];
  list.focus();
  const began = performance.now();
  list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const there = () => list.querySelector(`[aria-posinset="${line}"]`)?.textContent.includes(holds);
  return (await window.hugePaste.until(there)) - began;
}

/** Runs in the page: words typed into the search box of the rules, until they are marked in a line. */
async function searchFor(box, words) {
  const began = performance.now();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, words);
  box.dispatchEvent(new Event('input', { bubbles: true }));
  const marked = () => [...document.querySelectorAll('[role=option] mark')].some((mark) => mark.textContent === words);
  return (await window.hugePaste.until(marked)) - began;
}

/** The one of the page's engines that answers what is on the bench. */
async function benchEngine(page) {
  for (const worker of page.workers()) {
    if ((await worker.evaluate(() => self.name)).startsWith('interactive')) return worker;
  }
  throw new Error('the page has no engine');
}

/** What the engine itself takes for a packet to a Service that none was sent to. */
async function walkTo(page, service) {
  const left = page.getByRole('complementary', { name: 'Cluster' });
  await left.getByRole('searchbox').first().fill(service);
  const engine = await benchEngine(page);
  const last = () => engine.evaluate(() => performance.getEntriesByName('rulewalk:walk').at(-1));
  const before = (await last())?.startTime ?? 0;
  await left
    .getByRole('button', { name: new RegExp(service) })
    .first()
    .click();
  for (;;) {
    const walk = await last();
    if (walk && walk.startTime > before) return walk.duration;
    await page.waitForTimeout(20);
  }
}
