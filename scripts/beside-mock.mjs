// Each view a room was designed in beside what the page draws of it, light and dark, one picture a pair:
// `node scripts/beside-mock.mjs sheet|reach MOCK.html OUT`. The page's own pictures are those of docs/gallery, which tests compare.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';

/** Views of each design, by what they are called in the gallery. */
const DESIGNS = {
  sheet: {
    read: 'read',
    edit: 'edit',
    text: 'text',
    present: 'present',
    speaker: 'speaker',
    'hand-out': 'share',
    'hand-in': 'handin',
    report: 'report',
    ticket: 'ticket',
    still: 'handout',
  },
  reach: {
    matrix: 'matrix',
    cell: 'cell',
    who: 'who',
    caller: 'caller',
    changes: 'changes',
    equal: 'equal',
    dead: 'dead',
    always: 'always',
    unknown: 'unknown',
    states: 'states',
    enter: 'enter',
    table: 'table',
    edit: 'edit',
    phone: 'phone',
    'phone-changes': 'phonechanges',
    report: 'report',
  },
};

const [room, mock, out] = process.argv.slice(2);
const views = DESIGNS[room];
if (!views || !mock || !out) {
  console.error(
    'usage: node scripts/beside-mock.mjs sheet|reach MOCK.html OUT   (OUT/VIEW-light.png and -dark.png: the design, and the page)',
  );
  process.exit(2);
}
const gallery = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/gallery', room);

const SIZE = { width: 1280, height: 720 };
/** Figures of a design may be answered by an engine of its own, ms. */
const DRAWN = { sheet: 4000, reach: 400 };

const uri = (png) => `data:image/png;base64,${png.toString('base64')}`;
/** How wide a picture is: bytes 16 to 19 of a PNG. */
const widthOf = (png) => png.readUInt32BE(16);

mkdirSync(out, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: theme, reducedMotion: 'reduce' });
  const pair = await browser.newPage({ viewport: { width: 2 * SIZE.width + 16, height: SIZE.height } });
  for (const [name, view] of Object.entries(views)) {
    const own = join(gallery, `${name}-${theme}.png`);
    if (!existsSync(own)) {
      console.log(`${name}, ${theme}: the page has no such picture`);
      continue;
    }
    const drawn = readFileSync(own);
    await page.setViewportSize({ width: widthOf(drawn), height: widthOf(drawn) < 600 ? 844 : SIZE.height });
    await page.goto(`${pathToFileURL(resolve(mock)).href}?view=${view}&theme=${theme}`);
    await page.waitForTimeout(DRAWN[room]);
    const images = [await page.screenshot(), drawn].map((png) => `<img src="${uri(png)}" width="${widthOf(png)}">`);
    await pair.setContent(
      `<body style="margin:0;display:flex;align-items:start;gap:16px;background:#888">${images.join('')}</body>`,
    );
    await pair.screenshot({ path: join(out, `${name}-${theme}.png`), fullPage: true });
    console.log(`${name}, ${theme}`);
  }
  await page.close();
  await pair.close();
}
await browser.close();
