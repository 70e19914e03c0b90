import { expect, type Page } from '@playwright/test';
import { DEFAULT_EXAMPLE, EXAMPLES } from '../src/content/examples';
import { createSpeaker } from '../src/content/phrases';
import { SCENES, TIME_SCENES, type Scene } from '../src/content/scenes';
import type { Moment } from '../src/core/story/moment';
import { readText } from '../src/core/story/testing/sentence-forms';
import { walkShown } from '../src/core/story/testing/walks';
import { App, soak, test } from './app';
import { toldMoments } from './told';

/*
 * Everything a visitor can open, one after the other in one page and from the lists: nothing that is said is false, nothing
 * gives an answer away, and nothing goes back.
 */

type Lang = 'en' | 'ko';
const SPEAKERS = { en: createSpeaker('en'), ko: createSpeaker('ko') };

const WORDS = {
  en: { example: /^Choose an example/, more: /more scenes/, show: 'or show it' },
  ko: { example: /^예제 선택/, more: /장면 \d+개 더/, show: '그냥 보기' },
} as const;

/** The start page's own buttons, and those of the paste window. */
const STARTS = {
  en: {
    build: 'Open the example cluster',
    learn: 'Open the lessons',
    paste: 'Paste texts',
    add: 'Add this text',
    open: /^Open this node/,
  },
  ko: {
    build: '예제 클러스터 열기',
    learn: '강의 열기',
    paste: '텍스트 붙여 넣기',
    add: '이 텍스트 추가',
    open: /^이 노드(를 열고 보내기| 열기)/,
  },
} as const;

const PASTED_RULE = '-A FORWARD -d 10.0.0.9/32 -j DROP';
const PASTED = `*filter\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n${PASTED_RULE}\nCOMMIT\n`;

interface Visit {
  readonly page: Page;
  readonly app: App;
  readonly lang: Lang;
  readonly faults: string[];
  /** What was looked at, and how often. */
  readonly counts: Record<'scenes' | 'moments' | 'questions' | 'forms', number>;
}

/** What stands on the page apart from the answers. */
async function readBeside(page: Page): Promise<string> {
  return page.evaluate(() => {
    const quiz = document.querySelector('[data-quiz]');
    const texts = ['header', 'main', 'footer'].map((tag) => {
      const copy = document.querySelector(tag)?.cloneNode(true) as HTMLElement | undefined;
      for (const each of copy?.querySelectorAll('[data-quiz]') ?? []) each.remove();
      return copy?.textContent ?? '';
    });
    return quiz ? texts.join(' ') : '';
  });
}

/** Opens an entry of the list of lessons. */
async function openListed({ page, lang }: Visit, title: string): Promise<void> {
  await page.keyboard.press('l');
  const list = page.getByRole('dialog');
  const entry = list.getByRole('button', { name: title, exact: true });
  await expect(list.getByRole('heading', { level: 3 }).first()).toBeVisible();
  const more = list.getByRole('button', { name: WORDS[lang].more });
  while ((await entry.count()) === 0 && (await more.count()) > 0) await more.first().click();
  await entry.first().click();
}

/** The sentences of the moments ahead that no moment before has said, too. */
function ahead(said: readonly string[], at: number): readonly string[] {
  const past = new Set(said.slice(0, at + 1));
  return said.slice(at + 1).filter((sentence) => !past.has(sentence));
}

/** A question that stands: nothing beside its answers says what comes; the first answer is taken, and nothing goes back. */
async function answerQuestion(visit: Visit, said: readonly string[], name: string): Promise<void> {
  const { page, faults, counts } = visit;
  counts.questions++;
  const rails = await page.locator('[data-rail]').count();
  const beside = await readBeside(page);
  for (const sentence of ahead(said, rails - 1))
    if (beside.includes(sentence)) faults.push(`${name}: asked, and says “${sentence}”`);
  await page.keyboard.press('a');
  await expect(page.locator('[data-given]').or(page.locator('[data-rail]').nth(rails)).first()).toBeVisible();
  const after = await page.locator('[data-rail]').count();
  if (after < rails) faults.push(`${name}: an answer went back from moment ${rails} to ${after}`);
}

/** Holds the sentence on the screen to the engine's, and each form of words in it to trace and document. */
function readMoment(visit: Visit, told: ToldWalk, at: number, shown: string): void {
  const { lang, faults, counts } = visit;
  counts.moments++;
  const { said, story, walk, name } = told;
  if (shown !== said[at]) faults.push(`${name}, moment ${at + 1}: “${shown}”, and not “${said[at]}”`);
  const read = lang === 'en' ? readText(shown, { walk, story, moment: story[at]! }) : [];
  counts.forms += read.length;
  for (const { form, fault } of read) if (fault !== undefined) faults.push(`${name}: ${form}: “${shown}”: ${fault}`);
}

/** What of a scene or an example is told. */
type Listed = Pick<Scene, 'id' | 'document'> & { readonly question?: Scene['question'] };

interface ToldWalk {
  readonly name: string;
  readonly walk: ReturnType<typeof walkShown>;
  readonly story: readonly Moment[];
  readonly said: readonly string[];
}

function tellWalk({ id, question, document }: Listed, lang: Lang): ToldWalk {
  const walk = walkShown(document());
  const story = toldMoments(walk.walked, question);
  return { name: id, walk, story, said: story.map(({ sentence }) => SPEAKERS[lang](sentence)) };
}

/** From the first moment to the last by key, each question answered. */
async function walkThrough(visit: Visit, told: ToldWalk): Promise<void> {
  const { page, app } = visit;
  const rail = page.locator('[data-rail]');
  const asked = page.locator('[data-ask]');
  const sentence = page.locator('[data-sentence]');
  await app.pause();
  await page.keyboard.press('Home');
  await expect(rail).toHaveCount(1);
  for (let at = 0; at < told.said.length; at++) {
    await expect(rail).toHaveCount(at + 1);
    await expect(asked).toHaveCount(0);
    await expect(sentence).not.toHaveText('');
    readMoment(visit, told, at, (await sentence.textContent()) ?? '');
    if (at + 1 === told.said.length) return;
    await page.keyboard.press('ArrowRight');
    await expect(
      rail
        .nth(at + 1)
        .or(asked)
        .first(),
    ).toBeVisible();
    if (!(await asked.isVisible())) continue;
    await answerQuestion(visit, told.said, told.name);
    if ((await rail.count()) === at + 1) await page.keyboard.press('ArrowRight');
    await expect(rail.nth(at + 1)).toBeVisible();
  }
}

async function visitScene(visit: Visit, scene: Scene): Promise<void> {
  const { page, lang, counts } = visit;
  counts.scenes++;
  await openListed(visit, scene.title[lang]);
  // It opens in its lesson's Sheet; from there it is told.
  await page.locator(`[data-figure='${scene.id}'] [data-open=story]`).click();
  await expect(page.locator(`[data-scene='${scene.id}'] [data-sentence]`)).toBeVisible();
  await walkThrough(visit, tellWalk(scene, lang));
}

for (const lang of ['en', 'ko'] as const) {
  const begin = async (page: Page): Promise<{ readonly app: App; readonly visit: Visit }> => {
    const app = new App(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`/?view=story&lang=${lang}`);
    await expect(page.locator('[data-sentence]')).toBeVisible();
    return { app, visit: { page, app, lang, faults: [], counts: { scenes: 0, moments: 0, questions: 0, forms: 0 } } };
  };

  test(
    `every told scene, from the list, in ${lang}: nothing false, nothing given away, nothing goes back`,
    soak(),
    async ({ page }) => {
      test.setTimeout(1_200_000);
      const { app, visit } = await begin(page);
      for (const scene of SCENES) await test.step(scene.id, () => visitScene(visit, scene));
      console.log(`${lang}: ${JSON.stringify(visit.counts)}`);
      expect(visit.faults).toEqual([]);
      expect(app.problems).toEqual([]);
    },
  );

  test(
    `every scene of time, from the list, in ${lang}: lanes after the answer, and no lane before`,
    soak(),
    async ({ page }) => {
      test.setTimeout(600_000);
      const { app, visit } = await begin(page);
      for (const scene of TIME_SCENES)
        await test.step(scene.id, async () => {
          await openListed(visit, scene.title[lang]);
          const figure = page.locator(`[data-figure='${scene.id}']`);
          const asked = page.locator(`[data-ask='q-${scene.id}']`);
          const options = asked.getByRole('listitem').getByRole('button');
          await expect(options.first()).toBeVisible();
          const hidden = async (): Promise<void> => {
            expect(await page.getByRole('main').textContent()).not.toContain(scene.notes[lang]);
            await expect(figure.locator('svg[role=img]')).toHaveCount(0);
          };
          await hidden();
          await options.first().click();
          await expect(asked.getByRole('status')).toHaveText(/\S/);
          const show = figure.getByRole('button', { name: WORDS[lang].show });
          // An answer that does not hold keeps it hidden.
          if (await show.isVisible()) {
            await hidden();
            await show.click();
          }
          await expect(page.getByText(scene.notes[lang])).toBeVisible();
          await expect(figure.locator('svg[role=img]').first()).toBeVisible();
        });
      expect(app.problems).toEqual([]);
    },
  );

  test(`every example, from the list, in ${lang}: nothing false`, soak(), async ({ page }) => {
    test.setTimeout(600_000);
    const { app, visit } = await begin(page);
    for (const example of EXAMPLES) {
      await test.step(example.id, async () => {
        await page.getByRole('button', { name: WORDS[lang].example }).click();
        const items = page.getByRole('menuitem').or(page.getByRole('menuitemradio'));
        await items.filter({ hasText: example.title[lang] }).first().click();
        await expect(page.getByRole('menu')).toBeHidden();
        const told = tellWalk(example, lang);
        // Of what stood there before, a sentence is there already.
        await expect
          .poll(async () => told.said.includes((await page.locator('[data-sentence]').textContent()) ?? ''))
          .toBe(true);
        await walkThrough(visit, told);
      });
    }
    console.log(`${lang}: ${EXAMPLES.length} examples, ${JSON.stringify(visit.counts)}`);
    expect(visit.faults).toEqual([]);
    expect(app.problems).toEqual([]);
  });

  test(
    `the three starts, from the start page, in ${lang}: nothing false, each way is open`,
    soak(),
    async ({ page }) => {
      const { app, visit } = await begin(page);
      const words = STARTS[lang];
      const toStart = async (): Promise<void> => {
        await page.getByRole('heading', { level: 1 }).getByRole('button').click();
        await expect(page.getByRole('button', { name: words.build })).toBeVisible();
      };
      await toStart();
      await page.getByRole('button', { name: words.build }).click();
      // In either language.
      await expect(page.locator('button[data-step]').first()).toBeVisible();
      await page.keyboard.press('b');
      await expect(page.locator('[data-view=story] [data-sentence]')).toBeVisible();
      await walkThrough(visit, tellWalk(DEFAULT_EXAMPLE, lang));
      await toStart();
      await page.getByRole('button', { name: words.learn }).click();
      const lessons = page.getByRole('dialog');
      await expect(lessons.getByRole('heading', { level: 3 }).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(lessons).toBeHidden();
      await page.getByRole('button', { name: words.paste }).click();
      const paste = page.getByRole('dialog');
      await paste.getByRole('textbox').first().fill(PASTED);
      await paste.getByRole('button', { name: words.add }).click();
      const open = paste.getByRole('button', { name: words.open }).first();
      await expect(open).toBeEnabled();
      await open.click();
      await expect(paste).toBeHidden();
      // The packet that is offered meets the rule, in the story or on the bench.
      await expect(page.getByText('10.0.0.9').first()).toBeVisible();
      console.log(`${lang}: ${JSON.stringify(visit.counts)}`);
      expect(visit.faults).toEqual([]);
      expect(app.problems).toEqual([]);
    },
  );
}
