// What a person feels, measured in a headless Chromium against the built page.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { measureScenes } from './bench-scenes.mjs';
import { measureSheetFile } from './bench-sheet.mjs';
import { findChromium } from './chromium.mjs';
import { line, median } from './figures.mjs';
import { measureTimeline } from './bench-timeline.mjs';
import { measureHostile } from './hostile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const LOADS = 5;
const WATCHED_MS = 3000;

/** Milliseconds from the start of a fresh load until the first packet has moved. */
async function firstPacket(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('rulewalk:first-packet').length > 0, undefined, {
    timeout: 20_000,
  });
  const at = await page.evaluate(() => performance.getEntriesByName('rulewalk:first-packet')[0].startTime);
  await context.close();
  return at;
}

/** Frames a second and the share of time the main thread was busy while a packet moves. */
async function whileMoving(browser, address, key) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('rulewalk:first-packet').length > 0);
  await page.waitForTimeout(1000);
  if (key !== undefined) await page.keyboard.press(key);
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await busy();
  const frames = await page.evaluate(
    (duration) =>
      new Promise((resolve) => {
        const started = performance.now();
        let count = 0;
        const tick = () => {
          count++;
          if (performance.now() - started < duration) requestAnimationFrame(tick);
          else resolve((count * 1000) / (performance.now() - started));
        };
        requestAnimationFrame(tick);
      }),
    WATCHED_MS,
  );
  const share = ((await busy()) - before) / (WATCHED_MS / 1000);
  await context.close();
  return { frames, share };
}

/** Prints the page's figures. Builds first if there is no dist. */
export async function measurePage() {
  if (!existsSync(`${root}dist/index.html`)) await build({ root, logLevel: 'warn' });
  const server = await preview({ root, logLevel: 'silent', preview: { port: 4187, host: 'localhost' } });
  const url = server.resolvedUrls?.local[0] ?? 'http://localhost:4187/';
  const executablePath = findChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    const loads = [];
    for (let i = 0; i < LOADS; i++) loads.push(await firstPacket(browser, url));
    line('page: load until the first packet moves, median', median(loads), 'ms', { most: 1500 });
    const { frames, share } = await whileMoving(browser, `${url}?view=bench`);
    line('page: frames while a packet moves', frames, '/s');
    line('page: main thread busy meanwhile', share * 100, '%', { most: 30 });
    // From its first moment: a story that is opened at a moment stands still.
    const story = await whileMoving(browser, `${url}#s=why-this-pod&m=1`, 'Space');
    line('story: frames while it plays', story.frames, '/s');
    line('story: main thread busy meanwhile', story.share * 100, '%', { most: 30 });
    await measureTimeline(browser, url);
    await measureHostile(browser, url);
    await measureScenes(browser, url);
    await measureSheetFile(browser);
  } finally {
    await browser.close();
    await server.close();
  }
}
