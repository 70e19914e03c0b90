import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { App, settled, soak } from './app';
import { letters } from './letters';

/**
 * A Sheet in the views it was designed in, light and dark, drawn by the page and compared with what was kept.
 * `npm run e2e -- e2e/sheet-gallery.spec.ts --update-snapshots` draws them anew; look at each before keeping it.
 */
interface View {
  readonly name: string;
  /** Absent: the article. */
  readonly sheet?: string;
  /** Behind `#sheet=` and its name. */
  readonly at?: string;
  readonly query?: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly show?: (page: Page) => Promise<void>;
  /** The window that is drawn; absent: the page. */
  readonly opens?: (page: Page) => Promise<Page>;
}

const ARTICLE = 'where-a-packet-goes';
const PHONE = { width: 390, height: 844 };
const OPEN = ';~open=q1,q2,q3';

const present = async (page: Page): Promise<void> => {
  await page.keyboard.press('p');
  await expect(page.locator('[data-slide]')).toBeVisible();
};

const print = async (page: Page): Promise<void> => page.emulateMedia({ media: 'print' });

const answer = async (page: Page): Promise<void> => {
  await page.keyboard.press('b');
  await expect(page.locator('[data-ask=q1]')).toContainText('Right.');
};

/** Frames in a row in which nothing takes another size and nothing scrolls. */
const STILL_FRAMES = 10;

/** Waits until what stands above has its size, and the Sheet stands where it was asked for. */
async function still(page: Page): Promise<void> {
  await page.locator('[data-view="sheet"]').evaluate(async (view, frames) => {
    const scrolled = [view, ...view.querySelectorAll('*')].filter((each) => each.scrollHeight > each.clientHeight);
    const where = (): string => scrolled.map(({ scrollTop, scrollHeight }) => `${scrollTop} ${scrollHeight}`).join();
    for (let same = 0, before = ''; same < frames;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = where();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  }, STILL_FRAMES);
}

const edit = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await expect(page.locator('[data-walked=walked]')).toBeVisible();
};

const WHY = 'why-my-source-address-is-gone';

const VIEWS: readonly View[] = [
  { name: 'read' },
  { name: 'fig3-five-pods', at: `/f3;pods=5;~again=3;~many=f3${OPEN}` },
  { name: 'fig4-three-ways', at: `/f4${OPEN}` },
  { name: 'fig5', at: '/f5' },
  { name: 'fig8-local-dropped', at: `/f8;policy=Local${OPEN}` },
  { name: 'fig8-local-ipvs', at: `/f8;mode=ipvs;policy=Local${OPEN}` },
  { name: 'fig9-poster', at: `/f9${OPEN}` },
  { name: 'present', at: '/f3', show: present },
  {
    name: 'present-answered',
    at: '/f3',
    show: async (page) => {
      await present(page);
      await answer(page);
    },
  },
  { name: 'phone', size: PHONE },
  { name: 'phone-fig3', at: `/f3${OPEN}`, size: PHONE },
  { name: 'phone-fig6', at: `/f6${OPEN}`, size: PHONE },
  { name: 'phone-fig8', at: `/f8${OPEN}`, size: PHONE },
  { name: 'phone-fig9', at: `/f9${OPEN}`, size: PHONE },
  // A window of 1280 by 720 in which everything is twice as large.
  { name: 'zoom-200', size: { width: 640, height: 360 } },
  { name: 'print', at: OPEN, show: print },
  { name: 'worksheet', sheet: 'lesson-why-this-pod', show: print },
  { name: 'read-ko', query: 'lang=ko' },
  { name: 'edit', sheet: WHY, show: edit },
  {
    name: 'text',
    sheet: WHY,
    show: async (page) => {
      await edit(page);
      await page.getByRole('button', { name: 'As text' }).click();
      await expect(page.locator('[data-text] figure svg').first()).toBeVisible();
    },
  },
  {
    name: 'hand-out',
    show: async (page) => {
      await page.getByRole('button', { name: 'Hand out' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'speaker',
    sheet: 'lesson-why-this-pod',
    show: present,
    opens: async (page) => {
      const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
      await speaker.setViewportSize({ width: 1280, height: 720 });
      // A window is asked for its colours by itself.
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
      await speaker.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
      await speaker.getByRole('button', { name: 'Go on' }).click();
      await expect(speaker.locator('[data-speaker-answers]')).toBeVisible();
      // The time of day is another each time.
      await speaker.addStyleTag({ content: 'time, [data-timer] { visibility: hidden }' });
      return speaker;
    },
  },
  {
    name: 'hand-in',
    sheet: 'lesson-why-this-pod',
    show: async (page) => {
      const own = page.locator('[data-hand-in]');
      await own.getByText('Hand in', { exact: true }).click();
      await own.getByLabel('Your name, if it is wanted').fill('Kim');
      const line = await own.locator('[data-handed]').inputValue();
      const collected = page.locator('[data-collect]');
      await collected.getByText('What a class handed in').click();
      await collected.getByLabel('Lines that were handed in').fill(line);
      await collected.getByRole('table').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'still',
    opens: async (page) => {
      await page.getByRole('button', { name: 'Hand out' }).click();
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as one file' }).click(),
      ]);
      const html = readFileSync(await saved.path(), 'utf8');
      const own = await page
        .context()
        .browser()!
        .newContext({ javaScriptEnabled: false, viewport: page.viewportSize() });
      const read = await own.newPage();
      const { matches } = await page.evaluate(() => ({ matches: matchMedia('(prefers-color-scheme: dark)').matches }));
      await read.emulateMedia({ colorScheme: matches ? 'dark' : 'light' });
      await read.setContent(html);
      return read;
    },
  },
  { name: 'ticket', sheet: 'this-packet' },
  { name: 'report', sheet: 'this-change-ipvs-1-31-nftables-1-33' },
];

const KEPT = 'docs/gallery/letters.json';

for (const {
  name,
  sheet = ARTICLE,
  at = '',
  query = 'lang=en',
  size = { width: 1280, height: 720 },
  show,
  opens,
} of VIEWS) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`${name}, ${scheme}`, soak(), async ({ page }, info) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const app = new App(page);
      // What is made of the bench needs one.
      if (sheet.startsWith('this-')) {
        await page.goto(`/?${query}`);
        await expect(page.locator('[data-sentence]').first()).toBeVisible();
      }
      await page.goto(`/?${query}#sheet=${sheet}${at}`);
      if (sheet === ARTICLE) await expect(page.locator('[data-figure="f9"]')).toBeAttached();
      await expect(page.locator('[data-figure] svg, [data-figure] li').first()).toBeVisible();
      const updating = ['all', 'changed'].includes(info.config.updateSnapshots);
      const other = (await letters(page)) !== String(JSON.parse(readFileSync(KEPT, 'utf8')));
      test.skip(!updating && other, 'this machine has other letters than the pictures were drawn with');
      await settled(page);
      await show?.(page);
      await still(page);
      await settled(page);
      const picture = ['sheet', `${name}-${scheme}.png`];
      const drawn = (await opens?.(page)) ?? page;
      await expect(drawn).toHaveScreenshot(picture, { animations: 'disabled', maxDiffPixelRatio: 0.002 });
      expect(app.problems).toEqual([]);
    });
  }
}
