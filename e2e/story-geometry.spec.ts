import { expect, test, type Browser, type Page } from '@playwright/test';
import { SCENES, type Scene } from '../src/content/scenes';
import { App, soak } from './app';
import { toldHidden } from './told-hidden';
import { EMBED_SIZE, findMisplaced, STORY_SIZES } from './geometry';
import { prepareLooking, type Seen } from './looking';

/*
 * Every moment of every scene at six sizes, in both languages and themes, with what it asks and what comes after it, and in
 * two frames of another page, the least one among them: nothing is cut off, no words stand over others, those of the hook they speak of least of
 * all, and the aim runs through none. In a hand lens, packet and hook are whole at once.
 */
interface Size {
  readonly width: number;
  readonly height: number;
}

const DESK: Size = STORY_SIZES[0];
const HAND: Size = { width: 390, height: 844 };
/** Of scenes in English what is looked at each time: those of a hand are its highest ones. */
const QUICK: ReadonlyMap<string, Size> = new Map([
  ['why-this-pod', DESK],
  ['by-path', HAND],
  ['external-ip', HAND],
  ['source-ranges', HAND],
]);
/** A frame as it is drawn best; and a scene with causes that are long for it. */
const FRAME: Size = { width: 480, height: 360 };
const LONG_CAUSES = 'through-vxlan';
const NEXT = { en: 'Next moment', ko: '다음 순간' } as const;

/** In which page scenes are looked at. */
interface Look {
  readonly lang: keyof typeof NEXT;
  readonly colorScheme: 'light' | 'dark';
  readonly view: 'story' | 'embed';
}

/** A page that stays open: a scene is opened where the one before it was, as its link does. */
interface Opened {
  readonly page: Page;
  readonly app: App;
  readonly look: Look;
}
let opened: Opened | undefined;

async function openPage(browser: Browser, look: Look, hash: string): Promise<Opened> {
  await opened?.page.context().close();
  const page = await browser.newPage();
  await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
  await prepareLooking(page);
  opened = { page, app: new App(page), look };
  await page.goto(`/?${look.view === 'embed' ? 'embed&' : ''}lang=${look.lang}${hash}`);
  return opened;
}

/** Follows a link to a scene: its first moment is shown, and nothing was answered. */
async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate(
    (link) =>
      new Promise<void>((resolve) => {
        const view = document.querySelector('[data-view]')!;
        const watch = new MutationObserver(() => {
          // While the old scene is told it has none.
          if (!view.hasAttribute('data-scene')) return;
          watch.disconnect();
          resolve();
        });
        watch.observe(view, { attributeFilter: ['data-scene'] });
        location.hash = link;
      }),
    hash,
  );
}

/** Where a scene is. `mark`: what tells this from what came before. */
interface Stand {
  readonly seen: Seen;
  readonly mark: string;
  readonly isOver: boolean;
}

/** Looks at what is not `before` any more, once all of it is there. */
async function lookAt({ page, look: { lang, view } }: Opened, before = ''): Promise<Stand> {
  const stand = await page.evaluate(
    async ({ view, next, before }) => {
      const within = `[data-view=${view}]`;
      const has = (what: string): boolean => document.querySelector(`${within} ${what}`) !== null;
      const read = (): string =>
        [...document.querySelectorAll('[data-rail], [data-ask], [data-sentence], [data-asked]')]
          .map((each) => each.textContent)
          .join('\n');
      const isLast = (): boolean =>
        (has(`[aria-label='${next}'][aria-disabled=true]`) || has('footer[data-last]')) && !has('[data-ask]');
      // What is asked is loaded when there is something of it.
      const isWhole = (): boolean => !has('[data-ask]') || has('[data-quiz]');
      while (read() === before || !isWhole()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await window.looking.settled();
      // As text: taken apart by the browser, not by code that is put into the page.
      return JSON.stringify({ seen: window.looking.see(within), mark: read(), isOver: isLast() });
    },
    { view, next: NEXT[lang], before },
  );
  return JSON.parse(stand) as Stand;
}

/** From moment to moment to the end of a scene. */
async function faultsToTheEnd(of: Opened): Promise<readonly string[]> {
  const isEmbed = of.look.view === 'embed';
  const isAll = !isEmbed && of.page.viewportSize()?.width === HAND.width;
  const faults: string[] = [];
  let stand = await lookAt(of);
  if (isEmbed) await of.page.getByRole('button', { name: NEXT[of.look.lang] }).focus();
  for (let at = 1; ; at++) {
    const unseen = isAll ? stand.seen.unseen.map((words) => `out of sight: ${words}`) : [];
    faults.push(...[...findMisplaced(stand.seen), ...unseen].map((fault) => `${at}: ${fault}`));
    if (stand.isOver) return faults;
    await of.page.keyboard.press(isEmbed ? 'Enter' : 'ArrowRight');
    stand = await lookAt(of, stand.mark);
  }
}

interface LaidOut {
  readonly browser: Browser;
  readonly look: Look;
  readonly scene: Scene;
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
}

/** Tells a scene at each size, from its link on. */
async function faultsOf({ browser, look, scene: { id }, sizes }: LaidOut): Promise<readonly string[]> {
  const hash = look.view === 'embed' ? `#s=${id}&m=1` : toldHidden(id, look.lang);
  const faults: string[] = [];
  for (const size of sizes) {
    const isOpen = opened?.look === look;
    const of = isOpen && opened ? opened : await openPage(browser, look, hash);
    await of.page.setViewportSize(size);
    if (isOpen) await follow(of.page, hash);
    await expect(of.page.locator(`[data-scene='${id}'] [data-sentence]`)).toBeVisible();
    faults.push(...(await faultsToTheEnd(of)).map((fault) => `${size.width}x${size.height}, ${fault}`));
  }
  return [...faults, ...(opened?.app.problems ?? [])];
}

for (const [lang, colorScheme] of [
  ['en', 'light'],
  ['ko', 'dark'],
] as const) {
  const story = { lang, colorScheme, view: 'story' } as const;
  const embed = { lang, colorScheme, view: 'embed' } as const;
  for (const scene of SCENES) {
    const quick = lang === 'en' ? QUICK.get(scene.id) : undefined;
    if (quick)
      test(`everything has its place: ${scene.id} at ${quick.width}x${quick.height}`, async ({ browser }) => {
        expect(await faultsOf({ browser, look: story, scene, sizes: [quick] })).toEqual([]);
      });
    test(`everything has its place: ${scene.id}, ${lang} ${colorScheme}`, soak(), async ({ browser }) => {
      expect(await faultsOf({ browser, look: story, scene, sizes: STORY_SIZES })).toEqual([]);
    });
  }
  for (const scene of SCENES)
    test(
      `in a frame of another page, too: ${scene.id}, ${lang} ${colorScheme}`,
      soak(scene.id !== LONG_CAUSES || lang !== 'en'),
      async ({ browser }) => {
        expect(await faultsOf({ browser, look: embed, scene, sizes: [EMBED_SIZE, FRAME] })).toEqual([]);
      },
    );
}
