import { readFileSync } from 'node:fs';
import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, settled, soak, test } from './app';

const more = (app: App): Locator =>
  app.left.getByRole('group', { name: 'replicas' }).getByRole('button', { name: /one more/ });

const MODES = [
  { mode: 'iptables', group: /nat KUBE-SVC-/, line: /--probability 0\.25/ },
  { mode: 'IPVS', group: /TCP 10\.\d+\.\d+\.\d+:80/, line: /-> 10\.244\.\d+\.\d+:8080/ },
  { mode: 'nftables', group: /kube-proxy service-/, line: /numgen random mod 4/ },
] as const;

for (const { mode, group, line } of MODES) {
  test(
    `${mode}: an edit lists the lines it changed, each leads to its place, undo tells the way back`,
    soak(mode !== 'iptables'),
    async ({ page }) => {
      const app = new App(page);
      await app.open();
      await app.send(/^client → web:80/);
      await page.getByRole('group', { name: 'Proxy mode' }).getByRole('button', { name: mode, exact: true }).click();
      await app.expectTrace(/web/);
      await app.tab('Rules');
      await app.select(/^web 10\./);
      await expect(app.inspector.getByRole('listbox')).toBeVisible();
      await more(app).click();
      const list = app.inspector.getByRole('list', { name: 'Changed lines' });
      await expect(list.getByRole('group').filter({ hasText: group }).first()).toBeVisible();
      await list.getByRole('button', { name: line }).first().click();
      const picked = app.inspector.getByRole('listbox').getByRole('option', { selected: true });
      await expect(picked).toContainText(line);
      await expect(picked).toContainText('added by the last edit');
      const told = app.inspector.getByRole('region', { name: /^Selected (rule|line)$/ });
      await expect(told).toContainText('default/web');
      const counts = app.datapath.getByRole('button', { name: /^Edit/ }).locator('.visually-hidden');
      const [, added, removed, rest] =
        /^(\d+) added, (\d+) removed(.*)$/.exec((await counts.textContent()) ?? '') ?? [];
      await app.undo();
      await expect(counts).toHaveText(`${removed} added, ${added} removed${rest}`);
      expect(app.problems).toEqual([]);
    },
  );
}

test('the datapath marks a rule the edit changed, and lists the changes', soak(), async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.select(/^web 10\./);
  await more(app).click();
  await expect(app.datapath.getByText('added by the last edit').first()).toBeAttached();
  await app.datapath.getByRole('button', { name: /^Edit/ }).click();
  const list = page.getByRole('dialog').getByRole('list', { name: 'Changed lines' });
  await expect(list).toContainText('KUBE-SVC-');
  await list
    .getByRole('button', { name: /^Added:/ })
    .first()
    .click();
  await expect(app.inspector.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
  expect(await page.evaluate(() => performance.getEntriesByName('rulewalk:rules-shown').length)).toBe(1);
  expect(app.problems).toEqual([]);
});

test('another document is no edit', soak(), async ({ page }) => {
  const app = new App(page);
  await app.open();
  await app.select(/^web 10\./);
  await more(app).click();
  await expect(app.datapath.getByRole('button', { name: /^Edit/ })).toBeVisible();
  await page.getByRole('button', { name: /^Choose an example/ }).click();
  await page.getByRole('menuitem', { name: 'The lost source address' }).first().click();
  await expect(app.datapath.getByRole('button', { name: /^Edit/ })).toBeHidden();
});

/** Words that only an edit has: in blue in the story, in the datapath, in the header. */
const EDIT_WORDS = /The edit changed|Before this edit|to choose from and now has|Edited lines|Edit [+−-]\d|\bedited\b/;

test('nothing that is opened is told as an edit: scenes, examples, a paste, another mode', soak(), async ({ page }) => {
  const app = new App(page);
  const expectNoEdit = async (where: string): Promise<void> => {
    await expect(page.locator('[data-sentence]')).toBeVisible();
    await page.keyboard.press('Home');
    for (let moment = 0; moment < 3; moment++) {
      expect(await page.locator('body').innerText(), where).not.toMatch(EDIT_WORDS);
      await page.keyboard.press('ArrowRight');
      await settled(page);
    }
  };
  await page.goto('/?view=story&lang=en');
  await expectNoEdit('the page as it opens');
  for (const example of [/^A web Service on two nodes/, /^sessionAffinity: ClientIP/]) {
    await page.getByRole('button', { name: /^Choose an example/ }).click();
    await page.getByRole('menuitem', { name: example }).first().click();
    await expectNoEdit(String(example));
  }
  for (const mode of ['3', '2', '1']) {
    await page.keyboard.press(mode);
    await settled(page);
    await expectNoEdit(`mode ${mode}`);
  }
  for (const scene of ['Two Pods: one draw', 'Why this Pod?', 'Nobody behind it']) {
    await page.keyboard.press('l');
    await page.getByRole('dialog').getByRole('button', { name: scene, exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectNoEdit(scene);
  }
  await app.openPasted(readFileSync('e2e/testdata/node1.iptables-save', 'utf8'));
  await page.keyboard.press('b');
  await expectNoEdit('a paste');
  await page.keyboard.press('b');
  await expect(app.datapath.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  expect(app.problems).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the list of changes, ${colorScheme}`, soak(), async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const app = new App(page);
    await app.open();
    await app.pause();
    await app.tab('Rules');
    await app.select(/^web 10\./);
    await more(app).click();
    await expect(app.inspector.getByRole('list', { name: 'Changed lines' })).toBeVisible();
    await expectAccessible(page);
  });
}
