// Large scenes: an edit of a thousand Services, five thousand Pods, a thousand packets, four panes.
import { deflateRawSync } from 'node:zlib';
import { line, median } from './figures.mjs';
import { hugeProject } from './huge-cluster.mjs';

const WATCHED_MS = 3000;
const EDITS = 7;
const VIEW = { width: 1280, height: 720 };
const SHOWN = 'rulewalk:rules-shown';
const SCRUBBER = '[data-compare-scrubber]';

/** The address of a page that opens a cluster. */
function linkTo(url, size, mode = 'iptables') {
  const { document } = JSON.parse(hugeProject(size));
  // The last release that had the mode.
  const release = mode === 'userspace' ? '1.25' : document.release;
  Object.assign(document, { mode, release, kubeProxy: { ...document.kubeProxy, mode } });
  return `${url}#1.${deflateRawSync(JSON.stringify(document)).toString('base64url')}`;
}

/** Opens an address and waits until rules are shown; milliseconds from the start of the load. */
async function open(browser, address, viewport = VIEW) {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, SHOWN, { timeout: 60_000 });
  const opened = await page.evaluate((name) => performance.getEntriesByName(name)[0].startTime, SHOWN);
  const pause = page.getByRole('button', { name: 'Pause', exact: true });
  if (await pause.isVisible()) await pause.click();
  return { context, page, opened };
}

/** Frames a second, the longest frame in ms and the share of time the main thread was busy while `during` runs. */
async function watch(page, during) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await busy();
  const frames = page.evaluate(countFrames, WATCHED_MS);
  await during();
  const { count, seconds, longest } = await frames;
  return { frames: count / seconds, longest, share: ((await busy()) - before) / seconds };
}

/** Runs on the page. */
function countFrames(duration) {
  return new Promise((resolve) => {
    const started = performance.now();
    let [count, longest, last] = [0, 0, started];
    const tick = (now) => {
      count++;
      longest = Math.max(longest, now - last);
      last = now;
      if (now - started < duration) requestAnimationFrame(tick);
      else resolve({ count, longest, seconds: (now - started) / 1000 });
    };
    requestAnimationFrame(tick);
  });
}

/** Milliseconds from the key that ends an edit of a port until the rules that follow are on screen. */
async function edits(browser, url, mode) {
  const { context, page, opened } = await open(
    browser,
    linkTo(url, { nodes: 10, pods: 2000, services: 1000, podsEach: 2 }, mode),
  );
  await page.evaluate(() => {
    addEventListener('keydown', ({ key, timeStamp }) => key === 'Enter' && (globalThis.keyedAt = timeStamp), true);
  });
  const left = page.getByRole('complementary', { name: 'Cluster' });
  await left.getByRole('button', { name: /^app-0 10\./ }).click();
  const port = left.getByRole('textbox', { name: 'port', exact: true });
  const took = [];
  for (let edit = 0; edit < EDITS; edit++) {
    await port.fill(String(8100 + edit));
    await port.press('Enter');
    await page.waitForFunction((name) => performance.getEntriesByName(name)[0]?.startTime > globalThis.keyedAt, SHOWN);
    took.push(
      await page.evaluate((name) => performance.getEntriesByName(name)[0].startTime - globalThis.keyedAt, SHOWN),
    );
    await page.waitForTimeout(1000);
  }
  await context.close();
  return { opened, took };
}

/** Pans, then zooms, with the mouse over the stage. */
async function panAndZoom(page) {
  const stage = await page.getByRole('main').boundingBox();
  const [x, y] = [stage.x + stage.width / 2, stage.y + 12];
  const until = Date.now() + WATCHED_MS;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 0; Date.now() < until - WATCHED_MS / 2; at += 0.1) {
    await page.mouse.move(x + Math.sin(at) * 150, y + Math.cos(at) * 60 + 60);
  }
  await page.mouse.up();
  for (let turn = 0; Date.now() < until; turn++) await page.mouse.wheel(0, turn % 40 < 20 ? -40 : 40);
}

async function manyPods(browser, url) {
  const { context, page, opened } = await open(browser, linkTo(url, { nodes: 100, pods: 5000, services: 20 }));
  await page.waitForTimeout(1500);
  const watched = await watch(page, () => panAndZoom(page));
  const elements = await page.evaluate(() => document.querySelectorAll('main *').length);
  await context.close();
  return { opened, elements, ...watched };
}

/** What is drawn: a veth pair is a line from its Pod to the bridge; devices and gates stand inside a node's card. */
const DRAWN = {
  Pods: '.react-flow__node-pod',
  'veth pairs': '.react-flow__node-pod',
  Services: '.react-flow__node-service',
  nodes: '.react-flow__node-card',
  devices: '.react-flow__node-card div[title]',
  gates: '.react-flow__node-card button[aria-label]',
  'machines outside': '.react-flow__node-outside',
};

/** Runs on the page: how many of what is drawn are in view. */
function countDrawn(kinds) {
  const stage = document.querySelector('main').getBoundingClientRect();
  const isInView = (element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
  };
  return Object.entries(kinds).map(([kind, selector]) => ({
    kind,
    count: [...document.querySelectorAll(`main ${selector}`)].filter((element) => isInView(element)).length,
  }));
}

async function manyPackets(browser, url) {
  const size = { nodes: 4, pods: 148, services: 18, podsEach: 8 };
  const { context, page } = await open(browser, linkTo(url, size), { width: 1920, height: 1080 });
  for (const pane of ['Hide Cluster', 'Hide Inspector']) await page.getByRole('button', { name: pane }).click();
  await page.keyboard.press('m');
  await page.getByRole('group', { name: 'How many' }).getByText('1000', { exact: true }).click();
  await page.getByText('of 1,000').first().waitFor();
  await page.getByRole('button', { name: 'Show the whole stage' }).click();
  await page.waitForTimeout(1000);
  const drawn = await page.evaluate(countDrawn, DRAWN);
  const watched = await watch(page, () => Promise.resolve());
  await context.close();
  return { objects: drawn.reduce((sum, { count }) => sum + count, 0), drawn, ...watched };
}

/** A scene told in four modes at once, from its first moment. */
async function fourLenses(browser, url) {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  await page.goto(`${url}#s=why-this-pod&m=1`);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.locator('[data-picture]').waitFor();
  await page.waitForTimeout(1000);
  await page.keyboard.press('Home');
  const played = await watch(page, () => page.keyboard.press('Space'));
  await context.close();
  return played;
}

async function fourPanes(browser, url) {
  const context = await browser.newContext({ viewport: VIEW });
  const page = await context.newPage();
  await page.goto(`${url}?view=bench`);
  await page.waitForFunction(() => performance.getEntriesByName('rulewalk:first-packet').length > 0);
  const scrubbed = await scrubComparison(page);
  await context.close();
  return scrubbed;
}

/**
 * Prints what large scenes take, each beside what is promised.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url of the built page
 */
export async function measureScenes(browser, url) {
  for (const mode of ['iptables', 'ipvs', 'nftables', 'userspace']) {
    const edit = await edits(browser, url, mode);
    line(`1,000 Services in ${mode} mode: open`, edit.opened, 'ms');
    line(`1,000 Services in ${mode} mode: an edit until shown, median`, median(edit.took), 'ms', { most: 100 });
  }
  const pods = await manyPods(browser, url);
  line('5,000 Pods on 100 nodes: open', pods.opened, 'ms', { note: `${pods.elements} elements on the stage` });
  line('5,000 Pods: frames while panning and zooming', pods.frames, '/s', { least: 50 });
  line('5,000 Pods: main thread busy meanwhile', pods.share * 100, '%', {
    note: `longest frame ${Math.round(pods.longest)} ms`,
  });
  const packets = await manyPackets(browser, url);
  const drawn = packets.drawn.map(({ kind, count }) => `${count} ${kind}`).join(', ');
  line('1,000 packets: objects in view', packets.objects, '', { least: 300, note: drawn });
  line('1,000 packets: frames', packets.frames, '/s', { least: 60 });
  line('1,000 packets: main thread busy meanwhile', packets.share * 100, '%', { most: 30 });
  const lenses = await fourLenses(browser, url);
  line('story, four lenses: frames while they play', lenses.frames, '/s', { least: 60 });
  line('story, four lenses: main thread busy meanwhile', lenses.share * 100, '%', { most: 30 });
  const panes = await fourPanes(browser, url);
  line('four panes: frames while scrubbing', panes.frames, '/s', { least: 60 });
  line('four panes: main thread busy meanwhile', panes.share * 100, '%', {
    note: `longest frame ${Math.round(panes.longest)} ms`,
  });
}

/**
 * Opens the comparison on a page that shows the bench and scrubs it to its end and back.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<{frames: number, share: number, longest: number, ticks: number}>} frames a second, the share
 * of time the main thread was busy, the longest frame in milliseconds, and how many ticks were shown
 */
async function scrubComparison(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.waitForSelector(`${SCRUBBER}:not([disabled])`);
  await page.waitForTimeout(500);
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await busy();
  const { times, ticks } = await page.evaluate(scrub, SCRUBBER);
  const seconds = (times.at(-1) - times[0]) / 1000;
  const share = ((await busy()) - before) / seconds;
  const longest = Math.max(...times.slice(1).map((time, at) => time - times[at]));
  return { frames: (times.length - 1) / seconds, share, longest, ticks };
}

/** Runs on the page: moves the scrubber as a hand does, through its own events, once a frame. */
function scrub(selector) {
  const input = document.querySelector(selector);
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const last = Number(input.max);
  const places = [...Array(last + 1).keys()];
  const way = [...places, ...places.toReversed()];
  return new Promise((resolve) => {
    const times = [];
    const step = (now) => {
      times.push(now);
      const next = way[times.length - 1];
      if (next === undefined) return resolve({ times, ticks: way.length });
      value.set.call(input, String(next));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
