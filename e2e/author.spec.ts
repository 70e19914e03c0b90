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
    await expect(dialog.getByRole('heading', { level: 3 }).last()).toHaveText('Your own Sheet');
    await dialog.getByRole('button', { name: 'Add to your Sheet' }).click();
    await expect(dialog.getByRole('status')).toContainText('stands in your Sheet');
    await dialog.getByRole('button', { name: 'Add to your Sheet' }).click();
    const scenes = dialog.locator('[data-own]');
    await expect(scenes).toHaveCount(2);
    // It has the question and the notes of the scene it came from.
    const { question, notes } = sceneById('why-this-pod')!;
    await expect(dialog.getByLabel('Scene 1: Question')).toHaveValue(question);
    await expect(dialog.getByLabel('Scene 1: Notes, only you')).toHaveValue(notes.en);
    await dialog.getByLabel('Title of the Sheet').fill('Thursday');
    await dialog.getByLabel('Scene 1: Title').fill('The ladder');
    await dialog.getByLabel('Scene 2: Title').fill('Again');
    await dialog.getByLabel('Scene 1: Notes, only you').fill('Wait for answers.');
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
    const link = await dialog.getByLabel('Link of the Sheet').inputValue();
    await expectAccessible(page, '[role=dialog]');

    await dialog.getByRole('button', { name: 'Scene 2: Show it in the Sheet' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thursday');
    const figure = page.locator('[data-figure]').last();
    await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText('The ladder');
    await expect(page.getByRole('heading', { level: 2 }).last()).toBeInViewport();
    // Its own question is asked, and only its author sees the notes.
    const ask = page.locator('[data-ask]').last();
    await expect(ask).toContainText('Whom will the one who gets the packet see as its sender?');
    await expect(page.locator('[data-view=sheet]')).not.toContainText('Wait for answers.');
    await expect(figure).toContainText('Answer first');
    await expect(figure.locator('[data-open=story]')).toHaveCount(0);
    await figure.getByRole('button', { name: 'or show it' }).click();
    await expect(figure.locator('[data-sentence]')).toHaveText(/\S/);
    // It outlives the page.
    await page.reload();
    await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText('The ladder');

    await page.keyboard.press('l');
    await dialog.getByRole('button', { name: 'Scene 1: Remove' }).click();
    await dialog.getByRole('button', { name: 'Scene 1: Remove' }).click();
    await expect(scenes).toHaveCount(0);
    const chosen = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Open a lesson’s file' }).click();
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
    // From a figure its walk is told, at its moment.
    const first = other.locator('[data-figure]').first();
    if ((await first.getByRole('button', { name: 'or show it' }).count()) > 0)
      await first.getByRole('button', { name: 'or show it' }).click();
    await first.locator('[data-open=story]').click();
    await expect(
      other.locator('[data-view=story] [data-rail][class], [data-view=story] [data-rail]').first(),
    ).toBeVisible();
    await other.keyboard.press('l');
    await expect(other.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toHaveText('Your own Sheet');
    // What only its author says is in the file, and in no link.
    await expect(other.getByRole('dialog').getByLabel('Scene 2: Notes, only you')).toHaveValue('');
    expect(there.problems).toEqual([]);
    await fresh.close();
    // Where another was made, that one stays, and it is said what to do.
    await dialog.getByLabel('Title of the Sheet').fill('Friday');
    await page.goto(link);
    await expect(page.getByText('“Friday”, would have to give way')).toBeVisible();
  },
);
