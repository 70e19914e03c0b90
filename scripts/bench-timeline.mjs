// The lanes of time: how smooth scrubbing is, and how long a moved slider takes until the new lanes are drawn.
import { line, median } from './figures.mjs';

const MOVES = 7;

/** Runs on the page: moves a range from end to end and back, a place a frame; seconds, frames and the longest frame. */
function scrub() {
  const input = document.querySelector('[role="dialog"] label > input[type="range"]');
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  const most = Number(input.max);
  const FRAMES = 180;
  return new Promise((resolve) => {
    const times = [];
    const step = (now) => {
      times.push(now);
      if (times.length > FRAMES) {
        const longest = Math.max(...times.slice(1).map((time, at) => time - times[at]));
        return resolve({ seconds: (times.at(-1) - times[0]) / 1000, frames: FRAMES, longest });
      }
      const way = (2 * times.length) / FRAMES;
      value.set.call(input, String(Math.round(most * (way < 1 ? way : 2 - way))));
      input.dispatchEvent(new Event('input', { bubbles: true }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** Runs on the page: puts a slider to a place; milliseconds until the frame that draws other lanes. */
function move([id, place]) {
  const input = document.getElementById(id);
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  return new Promise((resolve) => {
    const started = performance.now();
    const drawn = new MutationObserver(() => {
      drawn.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - started));
    });
    const lanes = document.querySelector('[role="dialog"] svg[role="img"]').parentElement;
    drawn.observe(lanes, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['d', 'width', 'x', 'cx'],
    });
    value.set.call(input, String(place));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function openTime(page) {
  const own = page.getByRole('button', { name: 'Time', exact: true });
  const more = page.getByRole('button', { name: 'More', exact: true });
  await own.or(more).click();
  if (await more.isVisible()) await page.getByRole('menuitem', { name: /^Time/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('img', { name: /Lanes over time/ })
    .waitFor();
  // What would have saved requests is looked for behind it.
  await page.waitForTimeout(4000);
}

/**
 * Prints how the lanes of the default script behave under a hand.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} url of the built page
 */
export async function measureTimeline(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await page.goto(`${url}?view=bench`);
  await page.waitForFunction(() => performance.getEntriesByName('rulewalk:first-packet').length > 0);
  await openTime(page);
  const before = await busy();
  const { seconds, frames, longest } = await page.evaluate(scrub);
  const share = (await busy()) - before;
  line('lanes of time: frames while scrubbing', frames / seconds, '/s', { least: 60 });
  line('lanes of time: main thread busy meanwhile', (share / seconds) * 100, '%', {
    note: `longest frame ${Math.round(longest)} ms`,
  });
  const took = [];
  for (let nth = 0; nth < MOVES; nth++) {
    took.push(await page.evaluate(move, ['delay-start', 400 + 40 * nth]));
    await page.waitForTimeout(1500);
  }
  line('lanes of time: a slider moved until they are drawn, median', median(took), 'ms', { most: 300 });
  await context.close();
}
