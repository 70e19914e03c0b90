import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { expect, test, type Page } from '@playwright/test';
import { sceneById } from '../src/content/scenes';
import { olderFile, olderLesson } from '../src/store/testing/older-lesson';
import { expectAccessible } from './accessible';
import { App, soak } from './app';

const part = (page: Page, number: number) => page.locator(`[data-part="${number - 1}"]`);

/** Begins a Sheet of one's own over a scene that is told. */
async function begin(page: Page): Promise<App> {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?lang=en#s=why-this-pod&m=3');
  await expect(page.locator('[data-rail]')).toHaveCount(3);
  await page.keyboard.press('l');
  await page.getByRole('dialog').getByRole('button', { name: 'New Sheet' }).click();
  await expect(page.locator('[data-editor]')).toBeVisible();
  return app;
}

test('a Sheet of one’s own is written where it stands, filled from bench and shelf, moved by key, undone, kept', async ({
  page,
}) => {
  const app = await begin(page);
  await page.getByLabel('Title of the Sheet').fill('Thursday');
  await page.getByLabel('Part 1: What one knows afterwards').fill('Two questions about `web`.');
  await page.getByLabel('Part 1: Minutes').fill('2');
  await page.getByLabel('Part 1: Notes, only you').fill('Wait for answers.');
  await page.getByRole('button', { name: 'What is on the bench' }).click();
  await expect(part(page, 2).locator('figure svg').first()).toBeVisible();
  // It has the question and the notes of the scene it came from.
  const { question, notes } = sceneById('why-this-pod')!;
  await expect(page.getByLabel('Part 2: Question')).toHaveValue(question);
  await expect(page.getByLabel('Part 2: Notes, only you')).toHaveValue(notes.en);
  await page.getByLabel('Find a scene').fill('who is asking');
  await page.getByRole('button', { name: 'Add Who is asking?' }).click();
  await expect(part(page, 3).locator('figure svg').first()).toBeVisible();
  await expect(page.getByText('5 minutes')).toBeVisible();
  await page.getByLabel('Part 2: Question').selectOption({ label: 'Whom does the Pod see?' });
  await expect(part(page, 2).getByText('Whom will the one who gets the packet see as its sender?')).toBeVisible();
  await expectAccessible(page);

  const handle = part(page, 3).locator('[data-handle]');
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('status').filter({ hasText: 'Now it is part 2 of 3.' })).toBeVisible();
  await expect(part(page, 2).locator('[data-handle]')).toBeFocused();
  await expect(page.getByLabel('Part 2: Heading')).toHaveValue('Who is asking?');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByLabel('Part 3: Heading')).toHaveValue('Who is asking?');
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(page.getByLabel('Part 2: Heading')).toHaveValue('Who is asking?');

  // It outlives the page, and what only its author says stands nowhere in it.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thursday');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Who is asking?', 'Why this Pod?']);
  await expect(page.locator('[data-view=sheet]')).not.toContainText('Wait for answers.');
  expect(new URL(page.url()).hash).toBe('#sheet=own-1');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Who is asking?', 'Why this Pod?']);
  expect(app.problems).toEqual([]);
});

test('what a Sheet says that is false at some position of its knobs stands at its part, and goes once it is mended', async ({
  page,
}) => {
  const app = new App(page);
  await page.goto('/?lang=en#sheet=why-my-source-address-is-gone');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  const walked = page.locator('[data-walked]');
  await expect(walked).toContainText('Names, values, shares, modes and moments hold at each.');
  await expect(walked).toContainText(/all \d\d positions/);
  const field = page.locator('[data-part] textarea').filter({ hasText: /\S/ }).nth(1);
  const before = await field.inputValue();
  await field.fill(`${before} kube-proxy is in ipvs mode.`);
  await expect(page.getByRole('alert')).toContainText('kube-proxy is in iptables mode, and this says ipvs');
  await expect(walked).toContainText('1 thing is not so at each');
  await expectAccessible(page);
  await field.fill(before);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(walked).toContainText('hold at each');
  expect(app.problems).toEqual([]);
});

test('parts and scenes are dragged to where they are to stand', async ({ page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'What is on the bench' }).click();
  await expect(page.locator('[data-part]')).toHaveCount(2);
  await part(page, 2)
    .locator('[data-handle]')
    .dragTo(part(page, 1), { targetPosition: { x: 200, y: 4 } });
  await expect(page.getByLabel('Part 1: Heading')).toHaveValue('Why this Pod?');
  await page.getByLabel('Find a scene').fill('ten pods');
  await page
    .getByRole('complementary', { name: 'Shelf' })
    .getByText('Ten Pods')
    .dragTo(part(page, 1), { targetPosition: { x: 200, y: 4 } });
  await expect(page.getByLabel('Part 1: Heading')).toHaveValue('Ten Pods');
  await part(page, 1).getByRole('button', { name: 'Part 1: Remove' }).click();
  await expect(page.getByLabel('Part 1: Heading')).toHaveValue('Why this Pod?');
});

test('on a phone what stands above is one row while a Sheet is edited', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/#sheet=why-my-source-address-is-gone');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await expect(page.locator('[data-editor]')).toBeVisible();
  const tops = await page
    .locator('header button:visible')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(20);
});

test('what is wrong is said at its part, with what to write instead', async ({ page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'What is on the bench' }).click();
  await page.getByLabel('Part 1: What one knows afterwards').fill('How {many} are there?');
  await expect(part(page, 1).getByRole('alert')).toContainText('many');
  await page.getByLabel('Part 1: What one knows afterwards').fill('How many are there?');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test(
  'any Sheet is edited as a copy; it leaves as a file and a link, and opens elsewhere',
  soak(),
  async ({ page, browser }) => {
    test.setTimeout(120_000);
    const app = new App(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/?lang=en#sheet=where-a-packet-goes');
    await expect(page.locator('[data-figure]')).toHaveCount(9);
    await page.getByRole('button', { name: 'Edit a copy' }).click();
    await expect(page.locator('[data-editor]')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.getByLabel('Title of the Sheet').fill('My article');
    await page.getByRole('button', { name: 'Hand out' }).click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page, '[role=dialog]');
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the Sheet’s file' }).click();
    const file = readFileSync(await (await waiting).path());
    expect(JSON.parse(file.toString())).toMatchObject({ sheet: 1, title: { en: 'My article' } });
    const link = await dialog.getByLabel('Link of the Sheet').inputValue();
    expect(app.problems).toEqual([]);

    const fresh = await browser.newContext({ reducedMotion: 'reduce' });
    const other = await fresh.newPage();
    const there = new App(other);
    await other.goto(link);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('My article');
    expect(new URL(other.url()).hash).toBe('#sheet=own-1');
    await other.reload();
    await expect(other.locator('[data-figure]')).toHaveCount(9);
    await other.keyboard.press('l');
    const list = other.getByRole('dialog');
    await list.getByRole('button', { name: 'Remove My article' }).click();
    await expect(list.locator('[data-own]')).toHaveCount(0);
    await list.getByRole('button', { name: 'Put it back' }).click();
    await expect(list.locator('[data-own]')).toHaveCount(1);
    const chosen = other.waitForEvent('filechooser');
    await list.getByRole('button', { name: 'Open a Sheet’s file' }).click();
    await (await chosen).setFiles({ name: 'a.sheet.json', mimeType: 'application/json', buffer: file });
    await expect(list.locator('[data-own]')).toHaveCount(2);
    expect(there.problems).toEqual([]);
    await fresh.close();
  },
);

test('a lesson’s link and file of an older page open as a Sheet', async ({ page }) => {
  const older = olderFile(olderLesson(['The ladder', 'Again'], 'Wait.'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/?lang=en#lesson=${deflateRawSync(Buffer.from(older)).toString('base64url')}`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['The ladder', 'Again']);
  expect(new URL(page.url()).hash).toBe('#sheet=own-1');
  await page.keyboard.press('l');
  const chosen = page.waitForEvent('filechooser');
  const list = page.getByRole('dialog');
  await list.getByRole('button', { name: 'Open a Sheet’s file' }).click();
  await (await chosen).setFiles({ name: 'a.lesson.json', mimeType: 'application/json', buffer: Buffer.from(older) });
  await expect(list.locator('[data-own]')).toHaveCount(2);
});

test('a Sheet is edited as text: what is typed is read beside it, what is wrong stands at its line, and is undone', async ({
  page,
}) => {
  const app = new App(page);
  await page.goto('/?lang=en#sheet=leaving-ipvs');
  await page.getByRole('button', { name: 'Edit a copy' }).click();
  await page.getByRole('button', { name: 'As text' }).click();
  const text = page.getByRole('textbox', { name: 'The Sheet as text' });
  await expect(text).toContainText('sheet: 1');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing is wrong with it.' })).toBeVisible();
  await expect(page.locator('[data-text] h2').first()).toHaveText('An address on every node');
  await expectAccessible(page);
  // The title stands on the third line.
  await text.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type(' {none}');
  await expect(page.getByRole('heading', { level: 1 }).last()).toContainText('{none}');
  await page.keyboard.press('Home');
  await page.keyboard.type('nothing: ');
  const fault = page.locator('[data-faults] button');
  await expect(fault.first()).toContainText('Line 4');
  // Of what was typed slowly an undo takes back a part.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z');
    await expect(fault).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await page.getByRole('button', { name: 'As parts' }).click();
  await expect(page.locator('[data-part]').first()).toBeVisible();
  expect(app.problems).toEqual([]);
});
