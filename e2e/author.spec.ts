import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { sceneById } from '../src/content/scenes';
import { expectAccessible } from './accessible';
import { App, soak } from './app';

test(
  'what is on the bench is kept as a scene, named, ordered, tried, exported, forgotten and imported',
  soak(),
  async ({ page, browser }) => {
    test.setTimeout(120_000);
    const app = new App(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/#s=why-this-pod&m=3');
    await expect(page.locator('[data-rail]')).toHaveCount(3);
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog');
    // Empty it stands behind the lessons that are there.
    await expect(dialog.getByRole('heading', { level: 3 }).last()).toHaveText('Your own lesson');
    await dialog.getByRole('button', { name: 'Keep as scene' }).click();
    await expect(dialog.getByRole('status')).toContainText('is kept');
    await dialog.getByRole('button', { name: 'Keep as scene' }).click();
    const scenes = dialog.locator('[data-own]');
    await expect(scenes).toHaveCount(2);
    // It has the question and the notes of the scene it came from.
    const { question, notes } = sceneById('why-this-pod')!;
    await expect(dialog.getByLabel('Scene 1: Question')).toHaveValue(question);
    await expect(dialog.getByLabel('Scene 1: Speaker notes')).toHaveValue(notes.en);
    await dialog.getByLabel('Title of the lesson').fill('Thursday');
    await dialog.getByLabel('Scene 1: Title').fill('The ladder');
    await dialog.getByLabel('Scene 2: Title').fill('Again');
    await dialog.getByLabel('Scene 1: Speaker notes').fill('Wait for answers.');
    await dialog.getByLabel('Scene 1: Question').selectOption({ label: 'Whom does the Pod see?' });
    await dialog.getByRole('button', { name: 'Scene 1: Later' }).click();
    await expect(dialog.getByLabel('Scene 2: Title')).toHaveValue('The ladder');
    await expectAccessible(page, '[role=dialog]');
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    const file = await (await waiting).path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'rulewalk-lesson', title: 'Thursday' });

    await dialog.getByRole('button', { name: 'Copy a link' }).click();
    await expect(dialog.getByRole('status')).toContainText('A link with all 2 scenes');
    const link = await dialog.getByLabel('Link of the lesson').inputValue();
    await expectAccessible(page, '[role=dialog]');

    await dialog.getByRole('button', { name: 'Scene 2: Preview' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator('header').getByRole('button', { name: /^The ladder/ })).toContainText('scene 2 of 2');
    await expect(page.locator('[data-rail]')).toHaveCount(3);
    // Its own question is asked.
    for (let moment = 4; moment < 6; moment++) {
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('[data-rail]')).toHaveCount(moment);
    }
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[data-asked]')).toHaveText('Whom will the one who gets the packet see as its sender?');
    // It outlives the page.
    await page.reload();
    await expect(page.locator('header').getByRole('button', { name: /^The ladder/ })).toBeVisible();

    await page.keyboard.press('l');
    await dialog.getByRole('button', { name: 'Scene 1: Remove' }).click();
    await dialog.getByRole('button', { name: 'Scene 1: Remove' }).click();
    await expect(scenes).toHaveCount(0);
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Import a lesson' }).click();
    await (await chosen).setFiles({ name: 'a.lesson.json', mimeType: 'application/json', buffer: readFileSync(file) });
    await expect(dialog.getByRole('status')).toContainText('2 scenes imported');
    await expect(dialog.getByLabel('Scene 2: Title')).toHaveValue('The ladder');
    expect(app.problems).toEqual([]);

    // In a browser that knows nothing of it the whole lesson is there, and stays.
    const fresh = await browser.newContext({ reducedMotion: 'reduce' });
    const other = await fresh.newPage();
    const there = new App(other);
    await other.goto(link);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Thursday');
    expect(new URL(other.url()).hash).toBe('#sheet=own-lesson');
    await other.reload();
    await expect(other.locator('[data-figure]')).toHaveCount(2);
    await expect(other.getByRole('heading', { level: 2 })).toHaveText(['Again', 'The ladder']);
    // From a figure its scene is told.
    await other.locator('[data-open=story]').first().click();
    await expect(other.locator('header').getByRole('button', { name: /^Again/ })).toContainText('scene 1 of 2');
    await other.keyboard.press('l');
    await expect(other.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toHaveText('Your own lesson');
    // What only its author says is in the file, and in no link.
    await expect(other.getByRole('dialog').getByLabel('Scene 2: Speaker notes')).toHaveValue('');
    expect(there.problems).toEqual([]);
    await fresh.close();
    // Where another was made, that one stays, and it is said what to do.
    await dialog.getByLabel('Title of the lesson').fill('Friday');
    await page.goto(link);
    await expect(page.getByText('“Friday”, would have to give way')).toBeVisible();
  },
);
