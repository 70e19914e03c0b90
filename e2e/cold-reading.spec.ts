import { expect, test, type Page } from '@playwright/test';
import { createSpeaker } from '../src/content/phrases';
import { SCENES, type Scene } from '../src/content/scenes';
import { listLenses } from '../src/core/story/lenses';
import type { Lens } from '../src/core/story/lens';
import type { Moment } from '../src/core/story/moment';
import { readingTime } from '../src/core/story/pace';
import { walkShown } from '../src/core/story/testing/walks';
import { App, soak } from './app';
import { toldMoments } from './told';

/*
 * Every scene read by somebody who has never seen it: what stands on the screen at a moment, at 1280x720, is what has
 * happened by then; what a reader must find is there in words; and played by itself all of it stays long enough.
 */

const say = createSpeaker('en');
const QUICK: ReadonlySet<string> = new Set(['in-userspace']);

interface Read {
  readonly story: readonly Moment[];
  readonly lenses: readonly Lens[];
}

function readScene(scene: Scene): Read {
  const { walked } = walkShown(scene.document());
  const story = toldMoments(walked, scene.question);
  return { story, lenses: listLenses(walked, story) };
}

async function openScene(page: Page, { id }: Scene): Promise<App> {
  const app = new App(page);
  await page.goto('about:blank');
  await page.goto(`/#s=${id}&m=1`);
  await expect(page.locator(`[data-scene='${id}'] [data-sentence]`)).toBeVisible();
  await app.pause();
  await expect(page.locator('[data-rail]')).toHaveCount(1);
  return app;
}

/** All that can be read: sentence, stage, lens, packet, rail; what a screen reader is told, too. */
const text = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const stage = document.querySelector('svg[data-moment]')?.textContent ?? '';
    return `${document.querySelector('main')?.innerText ?? ''} ${stage} ${document.querySelector('footer')?.innerText ?? ''}`;
  });

const VERDICTS = new Set<Moment['kind']>(['refused', 'dropped', 'lost', 'unknown']);

/** What must not be there yet, and is. */
function tooEarly({ story, lenses }: Read, at: number, seen: string): readonly string[] {
  const past = story.slice(0, at + 1);
  const faults: string[] = [];
  const ahead = new Set(story.slice(at + 1).map(({ sentence }) => say(sentence)));
  for (const { sentence } of past) ahead.delete(say(sentence));
  for (const sentence of ahead) if (seen.includes(sentence)) faults.push(`a sentence ahead: ${sentence}`);
  if (!past.some(({ kind }) => kind === 'chosen')) {
    // A prefix of a route is no share, nor is the code of an error.
    const shares = [...seen.matchAll(/(?<![\d./])(\d+)\/(\d+)(?![\d./])|\b1 in \d+/g)]
      .filter(([, top, under]) => top === undefined || Number(top) < Number(under))
      .map(([all]) => all);
    if (shares.length > 0) faults.push(`odds before the draw: ${shares.join(' ')}`);
  }
  if (!past.some(({ kind }) => VERDICTS.has(kind)) && /\b(REJECT|DROP|refused|dropped|lost)\b/.test(seen))
    faults.push(`a verdict ahead: ${/\b(REJECT|DROP|refused|dropped|lost)\b/.exec(seen)?.[0] ?? ''}`);
  const shown = new Set(lenses.slice(0, at + 1).flatMap(({ lines }) => lines.map((line) => line.text)));
  const later = lenses.slice(at + 1).flatMap(({ lines }) => lines.map((line) => line.text));
  const rule = later.find((line) => line.length > 30 && !shown.has(line) && seen.includes(line));
  if (rule !== undefined) faults.push(`a later rule: ${rule}`);
  if (/\b\d+ outcomes?\b/.test(seen)) faults.push('a tally');
  return faults;
}

/** The four things a reader must find at their moment, and does not. */
function notFound({ story, lenses }: Read, at: number, seen: string): readonly string[] {
  const moment = story[at]!;
  const { picture } = lenses[at]!;
  const miss = (what: string, wanted: string | undefined): string[] =>
    wanted === undefined || seen.includes(wanted) ? [] : [`${moment.kind}: ${what} ${wanted}`];
  if (moment.kind === 'sent')
    return moment.second ? [] : miss('which address it was sent to', moment.header.to.address);
  if (moment.kind === 'chosen')
    return [...miss('why this Pod', moment.pod?.name), ...miss('with which odds', oddsShown(picture))];
  if (moment.kind === 'rewritten')
    return [
      ...miss('what the destination was', moment.before?.to.text),
      ...miss('what the destination is', moment.header.to.text),
    ];
  if (moment.kind !== 'translated-back') return [];
  const isBack = moment.variant === 'destination';
  const entry = picture.kind === 'header' ? picture.entry : undefined;
  return [
    ...miss('whose address it carries again', (isBack ? moment.header.to : moment.header.from).address),
    ...(isBack ? [] : miss('what was remembered', entry?.askedFor.address)),
  ];
}

/** What tells how likely the choice was: a share, the number drawn, or who schedules. */
function oddsShown(picture: Lens['picture']): string | undefined {
  if (picture.kind === 'ladder') return picture.rungs.find(({ said }) => said === 'yes')?.share;
  if (picture.kind === 'servers') return picture.scheduler;
  if (picture.kind === 'process') return picture.odds;
  return picture.kind === 'map' ? String(picture.number) : undefined;
}

/** To the next moment by key; a question that stands is skipped, after a look whether it gives anything away. */
async function onward(page: Page, read: Read, at: number): Promise<readonly string[]> {
  await page.keyboard.press('ArrowRight');
  const asked = page.locator('[data-ask]');
  const next = page.locator('[data-rail]').nth(at + 1);
  await expect(next.or(asked).first()).toBeVisible();
  if (!(await asked.isVisible())) return [];
  const said = (await text(page)).replace((await page.locator('[data-quiz]').textContent()) ?? '', '');
  const answers = await page.locator('[data-quiz]').innerText();
  await page.keyboard.press('ArrowRight');
  await expect(next).toBeVisible();
  const before = tooEarly(read, at, said.replace(answers, ''));
  return before.map((fault) => `asked: ${fault}`);
}

/** Plays a scene by the page's own clock, which is turned by hand: how long each moment was on screen, in milliseconds. */
async function play(page: Page, count: number): Promise<readonly number[]> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
  await page.keyboard.press('Home');
  await expect(page.locator('[data-rail]')).toHaveCount(1);
  const times = Array.from({ length: count }, () => 0);
  await page.keyboard.press(' ');
  for (let turn = 0; turn < 700; turn++) {
    const { index, playing } = await page.evaluate(() => ({
      index: document.querySelectorAll('[data-rail]').length - 1,
      playing: document.querySelector('[data-ask]') === null,
    }));
    if (!playing) await page.keyboard.press('ArrowRight');
    if (index === count - 1) break;
    await page.clock.runFor(100);
    times[index] = (times[index] ?? 0) + 100;
  }
  return times;
}

for (const scene of SCENES) {
  test(`read cold: ${scene.id}`, soak(!QUICK.has(scene.id)), async ({ page }) => {
    test.setTimeout(180_000);
    const read = readScene(scene);
    const { story } = read;
    const app = await openScene(page, scene);
    const faults: string[] = [];
    for (const [at, moment] of story.entries()) {
      await expect(page.locator('[data-rail]')).toHaveCount(at + 1);
      await expect(page.locator('[data-sentence]')).toHaveText(say(moment.sentence));
      const seen = await text(page);
      faults.push(...[...tooEarly(read, at, seen), ...notFound(read, at, seen)].map((fault) => `${at + 1} ${fault}`));
      if (at + 1 < story.length) faults.push(...(await onward(page, read, at)));
    }
    expect(faults).toEqual([]);
    const times = await play(page, story.length);
    for (const [at, { kind, sentence }] of story.entries()) {
      if (at === story.length - 1 || !['chosen', 'rewritten', 'source-rewritten', 'translated-back'].includes(kind))
        continue;
      expect(times[at], `${at + 1} ${kind}`).toBeGreaterThanOrEqual(readingTime(say(sentence).length) - 100);
    }
    expect(app.problems).toEqual([]);
  });
}
