// Each view a Sheet was designed in beside what the page draws of it, light and dark, one picture a pair:
// `node scripts/beside-mock.mjs MOCK.html OUT`. The page's own pictures are those of docs/gallery/sheet, which a test compares.
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';

const [mock, out] = process.argv.slice(2);
if (!mock || !out) {
  console.error(
    'usage: node scripts/beside-mock.mjs MOCK.html OUT   (OUT/VIEW-light.png and -dark.png: the design, and the page)',
  );
  process.exit(2);
}
const gallery = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/gallery/sheet');

/** Views of the design, by what they are called in the gallery. */
const VIEWS = {
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
};
const SIZE = { width: 1280, height: 720 };
/** Its figures are answered by an engine of its own, ms. */
const DRAWN = 4000;

const uri = (png) => `data:image/png;base64,${png.toString('base64')}`;

mkdirSync(out, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
for (const theme of ['light', 'dark']) {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: theme, reducedMotion: 'reduce' });
  const pair = await browser.newPage({ viewport: { width: 2 * SIZE.width + 16, height: SIZE.height } });
  for (const [name, view] of Object.entries(VIEWS)) {
    await page.goto(`${pathToFileURL(resolve(mock)).href}?view=${view}&theme=${theme}`);
    await page.waitForTimeout(DRAWN);
    const pictures = [await page.screenshot(), readFileSync(join(gallery, `${name}-${theme}.png`))];
    const images = pictures.map((png) => `<img src="${uri(png)}" width="${SIZE.width}">`);
    await pair.setContent(`<body style="margin:0;display:flex;gap:16px;background:#888">${images.join('')}</body>`);
    await pair.screenshot({ path: join(out, `${name}-${theme}.png`) });
    console.log(`${name}, ${theme}`);
  }
  await page.close();
  await pair.close();
}
await browser.close();
