// Four panes of the comparison under a scrubber that moves one tick a frame: how smooth, and at what cost.
const SCRUBBER = '[data-compare-scrubber]';

/**
 * Opens the comparison on a page that shows the bench and scrubs it to its end and back.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<{frames: number, share: number, longest: number, ticks: number}>} frames a second, the share
 * of time the main thread was busy, the longest frame in milliseconds, and how many ticks were shown
 */
export async function scrubComparison(page) {
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
