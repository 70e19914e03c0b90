import { expect, type Page } from '@playwright/test';
import { IntlMessageFormat } from 'intl-messageformat';
import { settled, soak, test } from './app';
import { FIRST_MESSAGES } from '../src/content/en/first';
import { MESSAGES } from '../src/content/en/messages';
import { pseudo, speakPseudo } from './pseudo';

/*
 * The whole page in a language that is two fifths longer than English: no control is cut off. Its words are found by their
 * places, as no test knows them.
 */

const SIZES = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const;

interface View {
  readonly name: string;
  readonly at: string;
  readonly open?: (page: Page) => Promise<void>;
  /** What else is looked at, one after the other. */
  readonly steps?: (page: Page) => Promise<readonly (() => Promise<void>)[]>;
}

const shows =
  (what: string) =>
  async (page: Page): Promise<void> =>
    await expect(
      page
        .locator(what)
        .filter({ hasText: /[áéíóú]/ })
        .first(),
    ).toBeVisible({ timeout: 15000 });

/** Does what the list of commands has under an English name. */
const byCommand =
  (name: string, shown: string) =>
  async (page: Page): Promise<void> => {
    const typed = page.getByRole('dialog').getByRole('combobox');
    await expect(async () => {
      if (!(await typed.isVisible())) await page.keyboard.press('ControlOrMeta+k');
      await expect(typed).toBeVisible({ timeout: 2000 });
    }).toPass();
    await typed.fill(pseudo(name));
    await page.keyboard.press('Enter');
    await expect(typed).toBeHidden();
    await expect(page.locator(shown).first()).toBeVisible();
  };

const { top } = FIRST_MESSAGES.shell;
const DIALOGS = {
  share: top.share,
  help: top.help,
  lessons: MESSAGES.lessons.title,
  timeline: MESSAGES.timeline.title,
  reach: MESSAGES.reach.title,
  names: MESSAGES.names.title,
  cost: MESSAGES.cost.title,
};

/** A dump of a node, short enough to be read at once. */
const DUMP = `*nat
:PREROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-CDGGSHYLG3RE2FKL - [0:0]
:KUBE-SEP-UIQK3OSOSTRHRPBX - [0:0]
-A PREROUTING -m comment --comment "kubernetes service portals" -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.98.173/32 -p tcp -m comment --comment "default/web:http cluster IP" -m tcp --dport 80 -j KUBE-SVC-CDGGSHYLG3RE2FKL
-A KUBE-SVC-CDGGSHYLG3RE2FKL -m comment --comment "default/web:http -> 10.244.1.2:8080" -j KUBE-SEP-UIQK3OSOSTRHRPBX
-A KUBE-SEP-UIQK3OSOSTRHRPBX -p tcp -m comment --comment "default/web:http" -m tcp -j DNAT --to-destination 10.244.1.2:8080
COMMIT
`;

async function pasteDump(page: Page): Promise<void> {
  await byCommand(top.paste, '[role=dialog] textarea')(page);
  await page.getByRole('dialog').getByRole('textbox').first().fill(DUMP);
  await settled(page);
}

/** Every tab of the page: its panes on a phone, those of the inspector on a desk. */
async function everyTab(page: Page): Promise<readonly (() => Promise<void>)[]> {
  const tabs = await page.getByRole('tab').all();
  return tabs.map((tab) => async () => await tab.click());
}

/** So many moments of a story, one by one. */
const moments = (page: Page, count: number): readonly (() => Promise<void>)[] =>
  Array.from({ length: count }, () => async () => await page.keyboard.press('ArrowRight'));

const TOLD = '/?view=story#s=why-this-pod&m=3';

const VIEWS: readonly View[] = [
  { name: 'story', at: TOLD, open: shows('[data-sentence]'), steps: async (page) => moments(page, 4) },
  {
    name: 'story of a node port',
    at: '/?view=story#s=who-is-asking&m=1',
    open: shows('[data-sentence]'),
    steps: async (page) => moments(page, 9),
  },
  { name: 'bench', at: '/?view=bench', open: shows('[data-stage]'), steps: everyTab },
  {
    name: 'story in ipvs mode',
    at: '/?view=story#s=ten-pods&m=1&mode=ipvs',
    open: shows('[data-sentence]'),
    steps: async (page) => moments(page, 5),
  },
  {
    name: 'story in ebpf mode',
    at: '/?view=story#s=who-is-asking&m=1&mode=ebpf',
    open: shows('[data-sentence]'),
    steps: async (page) => moments(page, 6),
  },
  { name: 'embed', at: '/?embed#s=why-this-pod&m=3', open: shows('[data-sentence]') },
  { name: 'scene of time', at: '/#s=pre-stop&l=time', open: shows('[data-ask=q-pre-stop] button') },
  { name: 'sheet', at: '/#sheet=where-a-packet-goes', open: shows('[data-view=sheet] figure') },
  { name: 'start', at: '/?view=bench', open: byCommand(top.start, 'main img') },
  { name: 'compare', at: TOLD, open: byCommand(top.compare, '[data-picture]') },
  { name: 'paste', at: '/?view=bench', open: pasteDump },
  ...Object.entries(DIALOGS).map(([name, command]) => ({
    name,
    at: '/?view=bench',
    open: byCommand(command, '[role=dialog]'),
  })),
];

/** Controls and labels whose words do not fit them, or that stand beyond what shows them. */
async function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const controls =
      'button, select, summary, label, legend, th, h1, h2, h3, [role=tab], [role=radio], [role=menuitem], [role=switch]';
    const hasWords = (each: Element): boolean =>
      [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /[áéíóúý]/i.test(node.textContent ?? ''));
    /** Only said: by who reads the page aloud. */
    const isUnseen = (each: Element): boolean => {
      const { width } = each.getBoundingClientRect();
      return (
        width <= 1 ||
        (each.parentElement !== null && getComputedStyle(each).display !== 'contents' && isUnseen(each.parentElement))
      );
    };
    const isSeen = (each: Element): boolean =>
      each.checkVisibility({ visibilityProperty: true }) &&
      each.closest('.react-flow, [aria-hidden=true], [inert]') === null &&
      !isUnseen(each);
    /** Words that end in dots are said whole by who points at them. */
    const endsInDots = (each: Element): boolean => getComputedStyle(each).textOverflow === 'ellipsis';
    const isTooNarrow = (each: Element): boolean =>
      each.scrollWidth > each.clientWidth + 1 &&
      each.clientWidth > 0 &&
      getComputedStyle(each).display !== 'inline' &&
      !endsInDots(each);
    const edges = (each: Element): { left: number; right: number } =>
      each === document.documentElement ? { left: 0, right: innerWidth } : each.getBoundingClientRect();
    const isEdge = (each: Element): boolean =>
      each === document.documentElement ||
      getComputedStyle(each).overflowX === 'hidden' ||
      getComputedStyle(each).overflowX === 'clip';
    const isOutside = (each: Element): boolean => {
      const { left, right } = each.getBoundingClientRect();
      for (let up = each.parentElement; up; up = up.parentElement) {
        if (endsInDots(up)) return false;
        // What scrolls sideways is reached, but for a lens: nobody looks for more of it.
        if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX) && up.scrollWidth > up.clientWidth)
          return false;
        if (isEdge(up) && (left < edges(up).left - 1 || right > edges(up).right + 1)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll('#root *, [role=dialog] *')].flatMap((each) => {
      if (!(each.matches(controls) || hasWords(each)) || !isSeen(each)) return [];
      const why = [...(isTooNarrow(each) ? ['too narrow'] : []), ...(isOutside(each) ? ['outside'] : [])];
      const name = `${each.tagName} ${each.getAttribute('aria-label') ?? ''} ${each.textContent ?? ''}`.slice(0, 90);
      return why.map((fault) => `${fault}: ${name} (${each.scrollWidth} in ${each.clientWidth})`);
    });
  });
}

test('the language keeps what a message takes, and is two fifths longer', () => {
  const said = pseudo('{count, plural, one {# rule of <b>{node}</b>} other {# rules}} are asked');
  expect(new IntlMessageFormat(said, 'en').format({ count: 1, node: 'node1', b: (text) => text.join('') })).toBe(
    '1 rúùléè óòf node1 áàréè áàškéèd',
  );
  const long = 'Where a packet of a Service really goes, rule by rule';
  expect(pseudo(long).length).toBeGreaterThan(long.length * 1.3);
});

/** Views of `npm test`; the others are for `npm run soak`. */
const SEEN_FIRST = new Set(['story', 'bench', 'paste', 'compare', 'sheet']);

for (const size of SIZES) {
  for (const { name, at, open, steps } of VIEWS) {
    test(
      `${name} at ${size.width} x ${size.height} has room for a longer language`,
      soak(!SEEN_FIRST.has(name)),
      async ({ page }) => {
        const problems: string[] = [];
        page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
        await speakPseudo(page);
        await page.setViewportSize(size);
        await page.goto(at);
        await expect(page.locator('#root')).toContainText(/[áéíóú]/);
        await open?.(page);
        await settled(page);
        expect(await cutOff(page)).toEqual([]);
        for (const next of await (steps?.(page) ?? [])) {
          await next();
          await settled(page);
          expect(await cutOff(page)).toEqual([]);
        }
        expect(problems).toEqual([]);
      },
    );
  }
}
