// Each view a room was designed in beside what the page draws of it, light and dark, one picture a pair:
// `node scripts/beside-mock.mjs sheet|reach MOCK.html OUT [VIEW,...]`. The page's own pictures are those of docs/gallery, which tests compare.
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';

const SIZE = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };
/** A window of 1280 by 720 in which everything is twice as large. */
const ZOOMED = { width: 640, height: 360 };

/**
 * Views of the design, by what they are called in the gallery. `at`: the figure that is come to.
 * @type {Record<string, { view: string, more?: string, at?: string, size?: { width: number, height: number }, media?: 'print' }>}
 */
const SHEET = {
  read: { view: 'read' },
  'read-ko': { view: 'read', more: '&lang=ko' },
  'fig3-five-pods': { view: 'read', more: '&pods=5', at: 'f3' },
  'fig4-three-ways': { view: 'read', at: 'f4' },
  fig5: { view: 'read', at: 'f5' },
  'fig8-local-dropped': { view: 'read', more: '&policy=Local&node=node2', at: 'f8' },
  'fig8-local-ipvs': { view: 'read', more: '&mode=ipvs&policy=Local&node=node2', at: 'f8' },
  'fig9-poster': { view: 'read', at: 'f9' },
  phone: { view: 'read', size: PHONE },
  'phone-fig3': { view: 'read', at: 'f3', size: PHONE },
  'phone-fig6': { view: 'read', at: 'f6', size: PHONE },
  'phone-fig8': { view: 'read', at: 'f8', size: PHONE },
  'phone-fig9': { view: 'read', at: 'f9', size: PHONE },
  'zoom-200': { view: 'read', size: ZOOMED },
  print: { view: 'read', media: 'print' },
  worksheet: { view: 'handout' },
  edit: { view: 'edit' },
  text: { view: 'text' },
  present: { view: 'present' },
  speaker: { view: 'speaker' },
  'hand-out': { view: 'share' },
  'hand-in': { view: 'handin' },
  report: { view: 'report' },
  ticket: { view: 'ticket' },
  still: { view: 'read' },
};

/** Views of Reach's design; its phone is drawn in a hand. */
const REACH = {
  ...Object.fromEntries(
    ['matrix', 'cell', 'who', 'caller', 'changes', 'equal', 'dead', 'always', 'unknown', 'table'].map((view) => [
      view,
      { view },
    ]),
  ),
  phone: { view: 'phone', size: PHONE },
  'phone-changes': { view: 'phonechanges', size: PHONE },
};

const [room, mock, out, wanted] = process.argv.slice(2);
const VIEWS = { sheet: SHEET, reach: REACH }[room];
if (!VIEWS || !mock || !out) {
  console.error(
    'usage: node scripts/beside-mock.mjs sheet|reach MOCK.html OUT [VIEW,...]   (OUT/VIEW-light.png and -dark.png: the design, and the page)',
  );
  process.exit(2);
}
const gallery = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/gallery', room);
/** Figures of a design may be answered by an engine of its own, ms. */
const DRAWN = room === 'sheet' ? 4000 : 400;

const uri = (png) => `data:image/png;base64,${png.toString('base64')}`;

/** A view of the design as a picture. */
async function drawMock(browser, { view, more = '', at, size = SIZE, media = 'screen' }, theme) {
  const page = await browser.newPage({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(`${pathToFileURL(resolve(mock)).href}?view=${view}&theme=${theme}${more}`);
  await page.waitForTimeout(DRAWN);
  await page.emulateMedia({ media });
  if (at) await page.locator(`#${at}`).evaluate((figure) => figure.scrollIntoView({ block: 'start' }));
  await page.waitForTimeout(DRAWN / 8);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

mkdirSync(out, { recursive: true });
const executablePath = findChromium();
const browser = await chromium.launch(executablePath ? { executablePath } : {});
const only = wanted?.split(',');
for (const theme of ['light', 'dark'])
  for (const [name, view] of Object.entries(VIEWS)) {
    if (only && !only.includes(name)) continue;
    const { width, height } = view.size ?? SIZE;
    const pictures = [await drawMock(browser, view, theme), readFileSync(join(gallery, `${name}-${theme}.png`))];
    const images = pictures.map((png) => `<img src="${uri(png)}" width="${width}">`);
    const pair = await browser.newPage({ viewport: { width: 2 * width + 16, height } });
    await pair.setContent(`<body style="margin:0;display:flex;gap:16px;background:#888">${images.join('')}</body>`);
    await pair.screenshot({ path: join(out, `${name}-${theme}.png`) });
    await pair.close();
    console.log(`${name}, ${theme}`);
  }
await browser.close();
