import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, settled, soak, test } from './app';
import { smallestType } from './type';

async function compare(page: Page, hash = '#s=why-this-pod'): Promise<App> {
  const app = new App(page);
  await page.goto(`/${hash}`);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator('[data-picture]')).toBeVisible();
  return app;
}

/** With userspace beside the three that a comparison begins with. */
async function compareFour(page: Page): Promise<App> {
  return addPane(page, await compare(page));
}

async function addPane(page: Page, app: App): Promise<App> {
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('menuitem', { name: 'Add a pane' }).click();
  await expect(pictures(page).locator('[data-has]')).toHaveCount(4);
  return app;
}

const pictures = (page: Page) => page.locator('[data-picture]');

async function goTo(page: Page, kind: string): Promise<void> {
  await expect(async () => {
    if ((await pictures(page).getAttribute('data-picture')) !== kind) await page.keyboard.press('ArrowRight');
    await expect(pictures(page)).toHaveAttribute('data-picture', kind, { timeout: 200 });
  }).toPass();
}

test('who comes from the story sees a small stage and lens of each mode of today, adds one, and all are in lockstep with the table', async ({
  page,
}) => {
  const app = await compare(page);
  await expect(pictures(page).getByRole('heading', { level: 4 })).toHaveText(['iptables', 'IPVS', 'nftables']);
  await addPane(page, app);
  const panes = pictures(page).locator('[data-has]');
  await goTo(page, 'chosen');
  await expect(pictures(page).getByRole('heading', { level: 3 }).first()).toHaveText(
    /^One Pod, chosen in four ways: web-\w+\.$/,
  );
  await expect(pictures(page).getByRole('status')).toContainText('userspace: the destination is rewritten by now');
  const lenses = panes.locator('[data-lens]');
  expect(await lenses.evaluateAll((all) => all.map((each) => each.getAttribute('data-lens')))).toEqual([
    'ladder',
    'servers',
    'map',
    'process',
  ]);
  // Where each decides: the last place of its way.
  await expect(panes.locator('[data-stop][aria-current]')).toHaveText([
    /PREROUTING$/,
    /INPUT$/,
    /PREROUTING$/,
    /kube-proxy$/,
  ]);
  // The table of all steps stands at the same place.
  await expect(page.getByRole('row').filter({ has: page.locator('[data-lit]') })).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(pictures(page)).toHaveAttribute('data-picture', 'received');
  await page.keyboard.press('Home');
  await expect(pictures(page)).toHaveAttribute('data-picture', 'sent');
  // The button of the menu has the focus since a pane was added, and a space would press it.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(' ');
  await expect(pictures(page)).toHaveAttribute('data-picture', 'recognised');
  await page.getByRole('button', { name: 'Pictures' }).click();
  await expect(pictures(page)).toBeHidden();
  await expect(page.getByRole('table')).toBeVisible();
  expect(app.problems).toEqual([]);
});

test('a pasted node is called by its text and what was built by what it is, and each sends a connection of its own', async ({
  page,
}) => {
  const app = new App(page);
  await app.openPasted(readFileSync('e2e/testdata/node1.iptables-save', 'utf8'));
  await page.keyboard.press('b');
  await expect(page.locator('[data-sentence]')).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(pictures(page).getByRole('heading', { level: 4 })).toHaveText([/./, 'Cluster of this bench']);
  const title = (await page.title()).replace(' · Rulewalk', '');
  await expect(pictures(page).getByRole('heading', { level: 4 }).first()).toHaveText(title);
  await expect(pictures(page).getByRole('status')).toContainText('Every pane sends a connection of its own');
  expect(title).not.toBe('A web Service on two nodes');
  expect(app.problems).toEqual([]);
});

test('it opens at the moment of the story, and what was gone to stays', async ({ page }) => {
  await compare(page, '#s=why-this-pod&m=4');
  await expect(pictures(page)).toHaveAttribute('data-picture', 'rewritten');
  await page.keyboard.press('Home');
  await expect(pictures(page)).toHaveAttribute('data-picture', 'sent');
});

test(
  'it stands under the story’s one header, as calm as the walk it came from, with every tool in its menus',
  soak(),
  async ({ page }) => {
    const app = await compareFour(page);
    await goTo(page, 'chosen');
    await expect(page.getByRole('banner')).toHaveCount(1);
    // Who has an address says it; whose turn it was stands in both lists.
    const servers = pictures(page).locator("[data-lens='servers'], [data-lens='process']");
    for (const lens of await servers.all()) {
      await expect(lens.getByRole('listitem')).toHaveText([/:8080/, /:8080/, /:8080/]);
      await expect(lens.getByRole('listitem').filter({ hasText: 'its turn' })).toHaveText(
        /^web-fd6gp10\.244\.1\.3:8080/,
      );
    }
    await expect(servers.last()).toContainText('takes turns');
    await expect(pictures(page).locator('[data-has]').last().locator('[data-stop]')).toHaveText([
      'client',
      'node1PREROUTING',
      'INPUT',
      'user spacekube-proxy',
    ]);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.getByRole('menuitem', { name: /^This release and the next/ }).click();
    await expect(pictures(page).locator('[data-has]')).toHaveCount(2);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await page.getByRole('menuitem', { name: 'Add a pane' }).click();
    await expect(pictures(page).locator('[data-has]')).toHaveCount(3);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Differences' }).click();
    await expect(page.getByRole('region', { name: 'The same moment in every pane' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Step by step' }).click();
    await page.getByRole('button', { name: 'one', exact: true }).click();
    await expect(page.locator('[data-view=story] [data-sentence]')).toBeVisible();
    expect(app.problems).toEqual([]);
  },
);

test('a walk that is presented is not hidden by the comparison it was presented from, which is there again behind it', async ({
  page,
}) => {
  await compare(page);
  await page.keyboard.press('p');
  await expect(page.locator('[data-slide]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-slide]')).toHaveCount(0);
  await expect(pictures(page).locator('[data-has]').first()).toBeVisible();
});

test(
  'all four panes are on the screen of a laptop, and their type can be read across a room',
  soak(),
  async ({ page }) => {
    await compareFour(page);
    await goTo(page, 'chosen');
    await settled(page);
    const foot = await page.getByRole('contentinfo').boundingBox();
    for (const pane of await pictures(page).locator('[data-has]').all()) {
      const box = await pane.boundingBox();
      expect(box!.y + box!.height).toBeLessThanOrEqual(foot!.y);
      expect(await pane.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
    }
    expect(await smallestType(pictures(page).locator('ol'))).toBeGreaterThanOrEqual(17);
    expect(await smallestType(pictures(page).locator('h3').first())).toBeGreaterThanOrEqual(30);
  },
);

test('no pane is cut off at any moment, and none "waits" of what is over', async ({ page }) => {
  await compare(page, '#s=local-drops');
  await page.keyboard.press('Home');
  const foot = await page.getByRole('contentinfo').boundingBox();
  const moments = page.getByRole('navigation', { name: 'Moments so far' }).getByRole('listitem');
  const said: string[] = [];
  for (let count = 0; count < (await moments.count()); count = said.length) {
    await settled(page);
    for (const pane of await pictures(page).locator('[data-has]').all()) {
      const box = await pane.boundingBox();
      expect(box!.y + box!.height, `moment ${said.length + 1}`).toBeLessThanOrEqual(foot!.y);
    }
    said.push(await pictures(page).innerText());
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(50);
  }
  expect(said.at(-1)).toContain('over: lost');
  expect(said.at(-1)).not.toMatch(/waits|not yet/);
});

for (const scheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
  ] as const) {
    test(`pictures are accessible and cut nothing off, ${width}x${height} ${scheme}`, soak(), async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 1280, height: 720 });
      await compare(page);
      await page.setViewportSize({ width, height });
      for (const kind of ['recognised', 'chosen', 'rewritten', 'routed', 'arrives', 'translated-back']) {
        await goTo(page, kind);
        await settled(page);
        const cut = await pictures(page).evaluate((view) =>
          [...view.querySelectorAll<HTMLElement>('li, h3, h4, [role="status"] p, [data-lens]')]
            .filter((each) => each.offsetParent !== null && each.scrollWidth > each.clientWidth + 1)
            .filter((each) => getComputedStyle(each).display !== 'inline' && !each.matches('.visually-hidden *'))
            .map((each) => each.textContent),
        );
        expect(cut, kind).toEqual([]);
      }
      await expectAccessible(page);
    });
  }
}
