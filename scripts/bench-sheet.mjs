// A Sheet that left as one file that is alive: opened from a disk, and a knob of it turned on a processor four times slower.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { line, median } from './figures.mjs';

const FILE = join(fileURLToPath(new URL('..', import.meta.url)), 'dist/sheet.html');
const SLOWED = 4;
const TURNS = 9;

/** Milliseconds from the press of a key until a figure says something else, and that was painted. */
const turnOnce = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const figure = document.querySelector('[data-figure="f3"]');
        const knob = document.querySelector('[data-knob="pods"]');
        knob.focus();
        const before = figure.textContent;
        const looking = new MutationObserver(() => {
          if (figure.textContent === before) return;
          looking.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        looking.observe(figure, { subtree: true, childList: true, characterData: true });
        const key = knob.textContent === '5' ? 'ArrowLeft' : 'ArrowRight';
        const began = performance.now();
        knob.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      }),
  );

/** Prints the figures of the file. @param {import('@playwright/test').Browser} browser */
export async function measureSheetFile(browser) {
  line('sheet file: size', statSync(FILE).size / 1e6, 'MB', { most: 1.6 });
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, offline: true });
  const page = await context.newPage();
  await page.goto(`${pathToFileURL(FILE).href}#sheet=where-a-packet-goes;~open=q1,q2,q3`);
  await page.locator('[data-figure="f9"] svg').first().waitFor({ state: 'attached' });
  const [paint, drawn] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0].startTime,
    performance.now(),
  ]);
  line('sheet file: first paint from a disk', paint, 'ms');
  line('sheet file: nine figures drawn', drawn, 'ms');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const turns = [];
  for (let turn = 0; turn < TURNS; turn++) turns.push(await turnOnce(page));
  line(`sheet file: a knob turned until painted, ${SLOWED} times slowed, median`, median(turns), 'ms', { most: 150 });
  await context.close();
}
