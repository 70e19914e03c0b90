import { expect, test as fresh, type Locator, type Page } from '@playwright/test';

/** A test for `npm run soak`: one more of a kind `npm test` has already, or a long one. */
export function soak(is = true): { tag?: string } {
  return is ? { tag: '@soak' } : {};
}

/** What the page can store for later. */
const STORED = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage';

/** A page as if nobody had looked at anything in it; what it has loaded and compiled stays. */
async function emptied(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().clearPermissions();
  const [, ...opened] = page.context().pages();
  await Promise.all(opened.map((each) => each.close()));
  await page.goto('/robots.txt');
  await page.evaluate(() => sessionStorage.clear());
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await session.detach();
  await page.goto('about:blank');
}

/**
 * A test in a page that was used before and emptied: a new one takes two to three times the processor until the bench stands.
 * Not for what is about a first visit, adds scripts or a clock of its own, or asks its context for anything. Less motion is
 * asked for, as what moves takes a fifth of the processor: see `withMotion`.
 */
export const test = fresh.extend<object, { readonly used: Page }>({
  used: [
    async ({ browser }, run, { project }) => {
      const { baseURL, viewport, serviceWorkers } = project.use;
      const context = await browser.newContext({ baseURL, viewport, serviceWorkers });
      await run(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ used, viewport, colorScheme }, run) => {
    await emptied(used);
    if (viewport) await used.setViewportSize(viewport);
    await used.emulateMedia({ media: null, colorScheme, reducedMotion: 'reduce', forcedColors: null });
    await run(used);
  },
});

/** For a test of what moves: as for somebody who asks for no less motion. Before the page is opened. */
export async function withMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
}

/** Waits until letters are there and nothing that ends by itself moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const ends = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ends.map((each) => each.finished));
    await frame();
  });
}

/** The page as a person uses it: everything found by what it is called. */
export class App {
  readonly problems: string[] = [];
  readonly requests: string[] = [];

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      const said = message.text();
      // Said by Playwright itself, which keeps service workers off where a test does not want them.
      if (said === 'Service Worker registration blocked by Playwright') return;
      if (message.type() === 'error' || message.type() === 'warning') this.problems.push(said);
    });
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('request', (request) => this.requests.push(request.url()));
  }

  /** Opens the bench and waits until a walk is on screen. */
  async open(path = '/?view=bench'): Promise<void> {
    await this.page.goto(path);
    await expect(this.steps.first()).toBeVisible();
  }

  /** The trace list: one button a step, those among them that are folded. */
  get steps(): Locator {
    return this.inspector.locator('button[data-step]');
  }

  /** Gives each step a line of its own, also those that decide nothing. */
  async allSteps(): Promise<void> {
    const all = this.inspector.getByRole('button', { name: /^All \d+ steps|^단계 \d+개 모두/ });
    await expect(this.inspector.locator('[aria-current=step]').first()).toBeVisible();
    if ((await all.getAttribute('aria-pressed')) === 'false') await all.click();
  }

  get inspector(): Locator {
    return this.page.getByRole('complementary', { name: 'Inspector' });
  }

  get datapath(): Locator {
    return this.page.getByRole('complementary', { name: 'Datapath' });
  }

  get left(): Locator {
    return this.page.getByRole('complementary', { name: 'Cluster' });
  }

  get stage(): Locator {
    return this.page.getByRole('main');
  }

  /** The drawing of the stage: of the story, or, where many packets move or all devices are shown, the canvas of the packets. */
  get drawing(): Locator {
    return this.page.locator('[data-stage] svg[data-moment], [data-stage] canvas').first();
  }

  /** Shows every device, bridge and hook on the stage, by its switch. */
  async devices(): Promise<void> {
    await this.page.getByRole('button', { name: 'Devices', exact: true }).click();
    await expect(this.stage.locator('[data-stage=devices]')).toBeVisible();
  }

  /** Opens the fields that are seldom needed. */
  async advanced(): Promise<void> {
    const rare = this.left.locator('details[data-advanced]');
    if (!(await rare.evaluate((each: HTMLDetailsElement) => each.open))) await rare.locator('> summary').click();
  }

  /** Sends a flow by its name on the left and stops the playback. */
  async send(flow: string | RegExp): Promise<void> {
    await this.left.getByRole('region', { name: 'Flows' }).getByRole('button', { name: flow }).click();
    await this.pause();
  }

  /** Puts a text on the page as Ctrl+V would, opens the node that was understood of it, and stops the playback. */
  async openPasted(text: string): Promise<void> {
    await this.open();
    await this.page.evaluate((pasted) => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, text);
    const dialog = this.page.getByRole('dialog');
    const open = dialog.getByRole('button', { name: /^Open (this node|and send)/ });
    await expect(open).toBeEnabled();
    await open.click();
    await expect(dialog).toBeHidden();
    await this.pause();
  }

  /** Chooses a mode in the bar, or in the menu at its end. */
  async mode(name: string): Promise<void> {
    const bar = this.page.getByRole('group', { name: 'Proxy mode' });
    const own = bar.getByRole('button', { name, exact: true });
    if ((await own.count()) > 0) return own.click();
    await bar.getByRole('button', { name: /^More modes/ }).click();
    await this.page.getByRole('menuitemradio', { name }).click();
  }

  /** Stops the playback if it runs. */
  async pause(): Promise<void> {
    const pause = this.page.getByRole('button', { name: 'Pause', exact: true });
    // A walk that ends or is replaced takes its button away.
    await expect(async () => {
      if (await pause.isVisible()) await pause.click({ timeout: 1000 });
    }).toPass();
  }

  /** Opens an inspector tab. */
  async tab(name: 'Packet' | 'Trace' | 'Rules' | 'Conntrack' | 'Routes' | 'Why'): Promise<void> {
    await this.inspector.getByRole('tab', { name }).click();
  }

  /** Selects an object of the cluster tree so that its form opens. */
  async select(name: string | RegExp): Promise<void> {
    await this.left.getByRole('navigation').getByRole('button', { name }).first().click();
  }

  /** Gives Service `web` one more Pod. */
  async addReplica(): Promise<void> {
    await this.select(/^web 10\./);
    await this.left
      .getByRole('group', { name: 'replicas' })
      .getByRole('button', { name: /one more/ })
      .click();
  }

  /** All of the trace list as text, a line a step: of the walk that is asked for, not of the one before. */
  async trace(): Promise<string> {
    await this.tab('Trace');
    await this.allSteps();
    await expect(this.inspector.locator('[aria-busy=true]')).toHaveCount(0);
    return (await this.inspector.getByRole('tabpanel').innerText()).replaceAll(/\s*\n\s*/g, '\n');
  }

  /** Waits until the trace list says something. */
  async expectTrace(pattern: RegExp): Promise<void> {
    await this.tab('Trace');
    await this.allSteps();
    await expect(this.inspector.getByRole('tabpanel')).toContainText(pattern, { useInnerText: true });
  }

  /** Moves the playhead to a step by clicking it in the list. */
  async goTo(step: RegExp): Promise<void> {
    await this.tab('Trace');
    await this.allSteps();
    await this.inspector.getByRole('listitem').getByRole('button', { name: step }).first().click();
  }

  /** Opens the list of outcomes and gives its rows. */
  async outcomes(): Promise<Locator> {
    await this.page.getByRole('button', { name: /^(Odds|Share) of the shown outcome/ }).click();
    const list = this.page.getByRole('list', { name: /Every outcome/ }).getByRole('button');
    return this.page.getByRole('menuitemradio').or(list);
  }

  async undo(): Promise<void> {
    await this.page.getByRole('button', { name: /^Undo/ }).click();
  }
}
