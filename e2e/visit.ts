import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { EXAMPLES } from '../src/content/examples';
import { GLOSSARY } from '../src/content/glossary';
import { SCENES } from '../src/content/scenes';
import { PROXY_MODE_IDS } from '../src/core/kubernetes/mode-ids';

/*
 * What somebody does on a page they open for the first time, in words: `scene ten-pods`, `paste 002:66, offer 2`.
 * Behind the first comma stand further clicks, in their order. A visit gives everything that was to be read on the way.
 */

/** Notes of other people: used in place, never copied. */
const SEEDS = `${process.env['RULEWALK_SHARED'] ?? '../shared'}/seeds`;

/** Is everything there that the way needs? Notes may not be. */
export const canVisit = (way: string): boolean => !way.startsWith('paste ') || existsSync(SEEDS);

/** All of a note, or the fenced blocks that hold its lines: `002`, `003:305+411`. */
function textOf(place: string): string {
  const [note = '', lines] = place.split(':');
  const name = readdirSync(SEEDS).find((each) => each.startsWith(note)) ?? '';
  const whole = readFileSync(`${SEEDS}/${name}`, 'utf8');
  if (lines === undefined) return whole;
  const blocks = [...whole.matchAll(/^```\w*\n(.*?)^```/gms)].map(({ index, 1: text = '' }) => {
    const from = whole.slice(0, index).split('\n').length + 1;
    return { text, from, to: from + text.split('\n').length - 2 };
  });
  const found = lines
    .split('+')
    .map((line) => blocks.find(({ from, to }) => from <= Number(line) && Number(line) <= to));
  expect(found, `listings at ${place}`).not.toContain(undefined);
  return found.map((block) => block?.text ?? '').join('\n');
}

const read = (place: Locator | Page): Promise<string> => ('goto' in place ? place.locator('body') : place).innerText();

/** The page as it comes to somebody new. */
async function openFresh(page: Page, address = '/?view=story&lang=en'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address);
  await expect(page.locator('[data-sentence]').first()).toBeVisible();
}

/** Opens a scene by the list of lessons. */
async function comeToScene(page: Page, id: string): Promise<void> {
  await openFresh(page);
  await page.keyboard.press('l');
  const more = page.getByRole('dialog').getByRole('button', { name: /more scenes/ });
  await expect(more.first()).toBeVisible();
  while ((await more.count()) > 0) await more.first().click();
  const title = SCENES.find((each) => each.id === id)?.title.en ?? '';
  await page.getByRole('dialog').getByRole('button', { name: title, exact: true }).click();
  await page.locator(`[data-figure='${id}'] [data-open=story]`).click();
  await expect(page.locator(`[data-scene='${id}']`)).toBeVisible();
}

async function comeToExample(page: Page, id: string): Promise<void> {
  expect(EXAMPLES.map((each) => each.id)).toContain(id);
  await openFresh(page, `/?lang=en#example=${id}&view=story&step=1`);
}

/** Panes side by side, which have no end to walk to. */
const panesOf = (page: Page): Locator => page.getByText(/^One flow through several panes/);

/** Sentences after which nothing more has to be read; none: all of it is. */
type Wanted = readonly string[];

function hasAll(said: readonly string[], wanted: Wanted): boolean {
  const all = said.join('\n').replaceAll(/\s+/g, ' ');
  return wanted.length > 0 && wanted.every((sentence) => all.includes(sentence));
}

/** Sentences that are still to be read. */
const listUnread = (said: readonly string[], wanted: Wanted): Wanted =>
  wanted.filter((sentence) => !hasAll(said, [sentence]));

/** To the next moment or question. A story that begins anew meanwhile, as behind a click on a mode, is asked once more. */
async function goOn(page: Page): Promise<void> {
  await expect(async () => {
    const before = await page.locator('[data-rail]').count();
    await page.keyboard.press('ArrowRight');
    const next = page.locator('[data-rail]').nth(before).or(page.locator('[data-ask]'));
    await expect(next.or(panesOf(page)).first()).toBeVisible({ timeout: 15_000 });
  }).toPass();
}

/** Goes through the story to its end by keys. */
async function readStory(page: Page, wanted: Wanted = []): Promise<string> {
  const said: string[] = [];
  for (let moments = 0; moments < 60; moments++) {
    said.push(await read(page));
    if (hasAll(said, wanted)) break;
    // Panes side by side are read as they stand.
    if ((await page.locator('footer[data-last]').or(panesOf(page)).count()) > 0) break;
    if (await page.locator('[data-ask]').isVisible()) {
      // Somebody who does not guess goes on, and is told.
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[data-ask]')).toBeHidden();
      continue;
    }
    await goOn(page);
  }
  return said.join('\n');
}

/** Pastes a text over the first story; gives what the dialog says once it is read. */
async function pasteText(page: Page, place: string): Promise<string> {
  await openFresh(page);
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, textOf(place));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/\d+ lines?: /).first()).toBeVisible();
  const remarks = dialog.locator('details:not([open]) > summary').filter({ hasText: /^\d+ remarks?$/ });
  while ((await remarks.count()) > 0) await remarks.first().click();
  return read(dialog);
}

/** Opens what was understood, as the dialog offers it first; false: there is nothing to open. */
async function openPasted(page: Page, as: 'node' | 'cluster'): Promise<boolean> {
  const dialog = page.getByRole('dialog');
  const cluster = dialog.getByRole('button', { name: 'Open as a cluster' });
  const node = dialog
    .locator('footer, form, div')
    .getByRole('button', { name: /^Open this node/ })
    .last();
  const open = as === 'cluster' && (await cluster.isVisible()) ? cluster : node;
  if (!(await open.isVisible()) || !(await open.isEnabled())) return false;
  await open.click();
  await expect(dialog).toBeHidden();
  const seen = page.locator('[data-sentence]').or(page.getByText('There is no walk to tell'));
  await expect(seen.or(panesOf(page)).first()).toBeVisible();
  return (await panesOf(page).count()) === 0 && (await page.locator('[data-sentence]').count()) > 0;
}

async function visitPasted(
  page: Page,
  [place = '', ...clicks]: readonly string[],
  wanted: Wanted = [],
): Promise<string> {
  const said = [await pasteText(page, place)];
  if (hasAll(said, wanted)) return said.join('\n');
  for (const click of clicks.filter((each) => each.startsWith('offer '))) {
    const offers = page
      .getByRole('dialog')
      .getByRole('list', { name: /packet/i })
      .getByRole('button');
    await offers.nth(Number(click.slice(6)) - 1).click();
  }
  const isStory = await openPasted(page, clicks.includes('node') ? 'node' : 'cluster');
  said.push(await read(page));
  if (hasAll(said, wanted)) return said.join('\n');
  return [...said, isStory ? await readOn(page, clicks, false, listUnread(said, wanted)) : ''].join('\n');
}

/** What the clicks behind the first say, then the story or, where asked for, the bench. */
async function readOn(page: Page, clicks: readonly string[], isScene: boolean, wanted: Wanted = []): Promise<string> {
  for (const click of clicks) {
    const mode = PROXY_MODE_IDS.findIndex((id) => click === `mode ${id}`);
    if (mode >= 0) await page.keyboard.press(`${mode + 1}`);
    if (click === 'rules') await page.keyboard.press('x');
  }
  const flow = clicks.find((click) => click.startsWith('flow '));
  return clicks.includes('bench') ? readBench(page, Number(flow?.slice(5) ?? 1)) : readStory(page, wanted);
}

/** Every step of a flow's walk as the bench lists it, and what else stands there. */
async function readBench(page: Page, flow: number): Promise<string> {
  await page.keyboard.press('b');
  const flows = page.getByRole('complementary', { name: 'Cluster' }).getByRole('region', { name: 'Flows' });
  if (flow > 1)
    await flows
      .getByRole('listitem')
      .nth(flow - 1)
      .getByRole('button')
      .first()
      .click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.locator('button[data-step]').first()).toBeVisible();
  await inspector.getByRole('tab', { name: 'Trace' }).click();
  const all = inspector.getByRole('button', { name: /^All \d+ steps/ });
  if ((await all.count()) > 0 && (await all.getAttribute('aria-pressed')) === 'false') await all.click();
  return read(page);
}

async function visitTerm(page: Page, [id = '']: readonly string[]): Promise<string> {
  await openFresh(page);
  await page.keyboard.press('?');
  const term = GLOSSARY[id as keyof typeof GLOSSARY];
  const entry = page
    .getByRole('dialog')
    .locator('dt')
    .filter({ hasText: new RegExp(`^${term}$`) });
  await entry.first().scrollIntoViewIfNeeded();
  return read(page.getByRole('dialog'));
}

async function visitSheet(page: Page, [id = '']: readonly string[]): Promise<string> {
  await page.goto(`/?lang=en#sheet=${id}`);
  await expect(page.locator('[data-figure]').last()).toBeVisible();
  return read(page);
}

/** A scene of time: what happens is asked, and shown to who does not guess. */
async function visitTime(page: Page, [id = '']: readonly string[]): Promise<string> {
  await page.goto(`/?lang=en#s=${id}&l=time`);
  const figure = page.locator(`[data-figure='${id}']`);
  await figure.getByRole('button', { name: 'or show it' }).click();
  await expect(figure.getByRole('img', { name: /Lanes over time/ }).first()).toBeVisible();
  return read(page);
}

type Way = (page: Page, words: readonly string[], wanted: Wanted) => Promise<string>;

const WAYS: Readonly<Record<string, Way>> = {
  scene: async (page, [id = '', ...clicks]) => {
    await comeToScene(page, id);
    return readOn(page, clicks, true);
  },
  example: async (page, [id = '', ...clicks]) => {
    await comeToExample(page, id);
    return readOn(page, clicks, false);
  },
  paste: visitPasted,
  term: visitTerm,
  sheet: visitSheet,
  time: visitTime,
};

/** Goes a way on a fresh page; gives all that was to be read, its blanks as one. `wanted`: a paste is read no further than to these. */
export async function visit(page: Page, way: string, wanted: Wanted = []): Promise<string> {
  const [, kind = '', words = ''] = /^(\w+) (.+)$/.exec(way) ?? [];
  const go = WAYS[kind];
  if (!go) throw new Error(`no such way: ${way}`);
  return (await go(page, words.split(', '), wanted)).replaceAll(/\s+/g, ' ');
}
