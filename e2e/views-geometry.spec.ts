import { expect, type Page } from '@playwright/test';
import { App, soak, test } from './app';
import { EMBED_SIZE, listMisplaced, STORY_SIZES } from './geometry';
import { prepareLooking } from './looking';

/*
 * The views around the story at its sizes: nothing is cut off, and no words stand over others.
 */
interface View {
  readonly name: string;
  readonly at: string;
  readonly within: string;
  readonly open: (page: Page, words: (typeof WORDS)['en' | 'ko']) => Promise<void>;
}

const WORDS = {
  en: { names: 'Names of the cluster', compare: 'Compare', create: 'New Sheet', keep: 'What is on the bench' },
  ko: { names: '클러스터의 이름', compare: '비교', create: '새 Sheet', keep: '작업대에 있는 것' },
} as const;

async function told(page: Page): Promise<void> {
  await expect(page.locator('[data-sentence]')).not.toBeEmpty();
}

const VIEWS: readonly View[] = [
  {
    name: 'start',
    at: '#s=why-this-pod&m=1',
    within: 'main',
    open: async (page) => {
      await told(page);
      await page.getByRole('heading', { level: 1 }).getByRole('button').click();
      await expect(page.locator('main img').last()).toBeVisible();
    },
  },
  {
    name: 'time',
    at: '#s=pre-stop&l=time',
    within: 'main',
    open: async (page) => {
      await page.locator('[data-ask=q-pre-stop] button').first().click();
      await expect(page.locator('[data-figure=pre-stop]').getByRole('img').first()).toBeVisible();
    },
  },
  {
    name: 'names',
    at: '#example=names&view=bench&flow=1',
    within: '[role=dialog]',
    open: async (page, { names }) => {
      const palette = page.getByRole('dialog').getByRole('combobox');
      await expect(async () => {
        if (!(await palette.isVisible())) await page.keyboard.press('ControlOrMeta+k');
        await expect(palette).toBeVisible({ timeout: 2000 });
      }).toPass();
      await palette.fill(names);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog').getByRole('cell').first()).toBeVisible();
    },
  },
  {
    name: 'compare',
    at: '#s=why-this-pod&m=3',
    within: '[data-picture]',
    open: async (page, { compare }) => {
      await told(page);
      await page.getByRole('button', { name: compare, exact: true }).click();
      await expect(page.locator('[data-picture]')).toBeVisible();
    },
  },
  {
    name: 'author',
    at: '#s=why-this-pod&m=3',
    within: '[data-editor]',
    open: async (page, { create, keep }) => {
      await told(page);
      await page.keyboard.press('l');
      await page.getByRole('dialog').getByRole('button', { name: create }).click();
      await page.getByRole('button', { name: keep }).click();
      await expect(page.locator('[data-part] svg[data-moment]')).toBeVisible();
    },
  },
  {
    name: 'presenter',
    at: '#s=why-this-pod&m=3',
    within: '[data-slide]',
    open: async (page) => {
      await told(page);
      await page.keyboard.press('p');
      await expect(page.locator('[data-slide] [data-figure] svg').first()).toBeVisible();
    },
  },
];

/** Views that nothing else of `npm test` measures. */
const SEEN_FIRST = new Set(['time', 'names', 'compare']);

for (const [lang, colorScheme] of [
  ['en', 'light'],
  ['ko', 'dark'],
] as const) {
  for (const { name, at, within, open } of VIEWS) {
    for (const every of [false, true]) {
      if (!every && lang === 'ko') continue;
      test(
        `${name} has its place, ${every ? 'every size, ' : ''}${lang} ${colorScheme}`,
        soak(every || !SEEN_FIRST.has(name)),
        async ({ page }) => {
          test.setTimeout(120_000);
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await prepareLooking(page);
          const app = new App(page);
          await page.goto(`/?lang=${lang}${at}`);
          await open(page, WORDS[lang]);
          const faults: string[] = [];
          for (const size of every ? [...STORY_SIZES, EMBED_SIZE] : STORY_SIZES.slice(0, 1)) {
            await page.setViewportSize(size);
            const found = await listMisplaced(page, within);
            faults.push(...found.map((fault) => `${size.width}x${size.height}: ${fault}`));
          }
          expect(faults).toEqual([]);
          expect(app.problems).toEqual([]);
        },
      );
    }
  }
}
