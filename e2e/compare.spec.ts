import { expect, type Page } from '@playwright/test';
import { expectAccessible, SCREENS } from './accessible';
import { App, soak, test } from './app';

/** What is lit at a tick: the row, and in each pane one line of that row, or that it waits. */
interface Lit {
  readonly rows: readonly number[];
  /** `7 2 0`: row, pane and line; a pane that waits has none. */
  readonly lines: readonly string[];
  readonly waiting: readonly number[];
  readonly elsewhere: number;
}

function lit(page: Page): Promise<Lit> {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-moment][aria-current="step"]')];
    const row = rows[0];
    const cells = [...(row?.querySelectorAll('[role="cell"]') ?? [])];
    const lines = cells.flatMap((cell, pane) =>
      [...cell.querySelectorAll('li')].flatMap((line, at) =>
        line.hasAttribute('data-lit') ? [`${row?.getAttribute('data-moment')} ${pane} ${at}`] : [],
      ),
    );
    return {
      rows: rows.map((each) => Number(each.getAttribute('data-moment'))),
      lines,
      waiting: cells.flatMap((cell, pane) => (cell.hasAttribute('data-waits') ? [pane] : [])),
      elsewhere: document.querySelectorAll('[data-lit]').length - lines.length,
    };
  });
}

async function openCompare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('table', { name: 'The same moments in every mode' })).toBeVisible();
}

test('opened for the first time it says that it works, never that nothing was sent', async ({ page }) => {
  await page.goto('/?lang=en#example=web-two-nodes&view=story&step=1');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const look = (): void => {
      const text = document.querySelector('main')?.textContent ?? '';
      for (const words of ['No packet sent yet', 'Compiling each mode']) if (text.includes(words)) said.push(words);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('table', { name: 'The same moments in every mode' })).toBeVisible({ timeout: 20_000 });
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect([...new Set(said)]).toEqual(['Compiling each mode']);
});

/** With userspace beside the three that a comparison begins with. */
async function addFourth(page: Page): Promise<void> {
  const modes = page.getByRole('combobox', { name: /^Mode of pane/ });
  await expect(modes).toHaveCount(3);
  await page.getByRole('button', { name: 'Add a pane' }).click();
  await expect(modes).toHaveCount(4);
}

async function chooseExample(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Choose an example/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

const FLOWS = [
  { policy: 'Cluster', example: undefined, flow: /outside → web:80 nodePort @ node2/, ends: 'All panes end alike' },
  {
    policy: 'Local, with an endpoint on the node',
    example: /^externalTrafficPolicy: Local/,
    flow: /outside → web:80 nodePort @ node1/,
    ends: 'All panes end alike',
  },
  {
    policy: 'Local, without one',
    example: /^externalTrafficPolicy: Local/,
    flow: /outside → web:80 nodePort @ node2/,
    ends: 'The panes end differently',
  },
] as const;

for (const { policy, example, flow, ends } of FLOWS) {
  test(
    `four panes stay aligned at every step of a NodePort flow, externalTrafficPolicy ${policy}`,
    soak(policy !== 'Cluster'),
    async ({ page }) => {
      test.setTimeout(180_000);
      const app = new App(page);
      await app.open();
      if (example) await chooseExample(page, example);
      await app.pause();
      await openCompare(page);
      await addFourth(page);
      const flows = page.getByRole('combobox', { name: 'Flow' });
      const wanted = await flows.getByRole('option', { name: flow }).first().getAttribute('value');
      await flows.selectOption(wanted);
      await expect(page.getByRole('status').filter({ hasText: 'panes end' })).toContainText(ends);
      await expect(page.getByRole('combobox', { name: /^Mode of pane/ })).toHaveCount(4);
      const scrubber = page.getByRole('slider', { name: 'Moment of the comparison' });
      // The flow shown before may have ended alike: its answer is not this one's.
      await expect(page.locator('[data-moment]').first()).toContainText(':30080');
      await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
      const last = Number(await scrubber.getAttribute('max'));
      expect(last).toBeGreaterThan(30);
      let row = 0;
      const walked = new Set<string>();
      for (let tick = 0; tick <= last; tick++) {
        await expect(scrubber).toHaveValue(String(tick));
        const now = await lit(page);
        expect(now.rows).toHaveLength(1);
        expect(now.elsewhere).toBe(0);
        const panes = [...now.lines.map((line) => Number(line.split(' ')[1])), ...now.waiting];
        expect(panes.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
        expect(now.lines.length).toBeGreaterThan(0);
        expect([row, row + 1]).toContain(now.rows[0]);
        row = now.rows[0] ?? -1;
        for (const line of now.lines) walked.add(line);
        await page.keyboard.press('ArrowRight');
      }
      expect(row).toBe((await page.locator('[data-moment]').count()) - 1);
      expect(walked.size).toBe(await page.locator('[data-moment] li').count());
      expect(app.problems).toEqual([]);
    },
  );
}

test('a pane is another mode or release, removed and added; an outcome goes to all; the bench comes back', async ({
  page,
}) => {
  const app = new App(page);
  await app.open();
  await app.pause();
  await openCompare(page);
  await addFourth(page);
  const modes = page.getByRole('combobox', { name: /^Mode of pane/ });
  await expect(modes).toHaveCount(4);
  await page.getByRole('button', { name: 'Remove userspace' }).click();
  await page.getByRole('button', { name: 'Remove nftables' }).click();
  await expect(modes).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await modes.nth(1).selectOption('iptables');
  await page.getByRole('combobox', { name: 'Release of pane 2' }).selectOption('1.20');
  await expect(page.locator('[data-moment]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Add a pane' }).click();
  await expect(modes).toHaveCount(3);
  await expect(page.locator('[data-fact="rules"] [role="cell"]')).toHaveCount(3);
  const outcomes = page.locator('[data-fact="outcomes"] [role="cell"]');
  const other = outcomes.first().getByRole('button').first();
  const place = await other.innerText();
  await other.click();
  for (const cell of await outcomes.all()) {
    await expect(cell.getByRole('listitem').filter({ hasText: 'shown' })).toContainText(
      place.split(/\s+/).at(-1) ?? '',
    );
  }
  await page.getByRole('button', { name: 'Back to the bench' }).click();
  await expect(app.steps.first()).toBeVisible();
  expect(app.problems).toEqual([]);
});

for (const { name, colorScheme, viewport } of SCREENS) {
  test.describe(name, () => {
    test.use({ colorScheme, viewport });
    test('axe finds nothing in the comparison', soak(), async ({ page }) => {
      test.setTimeout(180_000);
      await page.goto('/?view=bench');
      if (viewport.width > 899) await openCompare(page);
      else {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page
          .getByRole('menuitemradio', { name: /^Compare/ })
          .or(page.getByRole('menuitem', { name: /^Compare/ }))
          .click();
      }
      await expect(page.locator('[data-moment]').first()).toBeVisible();
      await page.getByRole('slider', { name: 'Moment of the comparison' }).focus();
      await page.keyboard.press('ArrowRight');
      await expectAccessible(page);
    });
  });
}
