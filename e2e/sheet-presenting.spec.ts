import { expect, type Page } from '@playwright/test';
import { SCENES } from '../src/content/scenes';
import { expectAccessible } from './accessible';
import { App, test } from './app';

/** Opens a lesson's Sheet and presents it. */
async function present(page: Page, sheet = 'lesson-why-this-pod'): Promise<App> {
  const app = new App(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/#sheet=${sheet}`);
  await expect(page.locator('[data-figure]').first()).toBeVisible();
  await page.keyboard.press('p');
  await expectSlide(page, 1);
  return app;
}

/** The slide of a number is shown. */
async function expectSlide(page: Page, number: number): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Slides' }).getByRole('status')).toHaveAccessibleName(
    new RegExp(`^${number} of `),
  );
}

test('who presents a walk of the story and ends is in the story again, at its moment', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?view=story&lang=en');
  const sentence = page.locator('[data-view=story] [data-sentence]').first();
  await expect(sentence).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const told = await sentence.textContent();
  await page.keyboard.press('p');
  await expect(page.locator('[data-slide]')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-view=sheet]')).toHaveCount(0);
  await expect(sentence).toHaveText(told ?? '');
});

test('what is to be said stands nowhere in the Sheet that is read', async ({ page }) => {
  await page.goto('/#sheet=lesson-why-this-pod');
  await expect(page.locator('[data-figure=why-this-pod]')).toBeVisible();
  const { notes } = SCENES.find(({ id }) => id === 'why-this-pod')!;
  await expect(page.locator('[data-view=sheet]')).not.toContainText(notes.en.slice(0, 40));
});

test('the speaker has a window: notes, answers, plan, what comes; it moves the slides, and closes with them', async ({
  page,
}) => {
  const app = await present(page);
  const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  const problems: string[] = [];
  speaker.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const scenes = SCENES.filter(({ lesson }) => lesson === 'why-this-pod');
  const notes = speaker.locator('[data-speaker-notes]');
  await expect(notes).toHaveText(scenes[0]!.notes.en);
  await expect(speaker).toHaveTitle('Rulewalk: for the speaker');
  await expect(speaker.locator('time')).toHaveText(/\d/);
  await expect(speaker.locator('[data-timer]')).toHaveText(/^0:0[0-9]$/);
  await expect(speaker.locator('[data-plan]')).toHaveText('Minute 0 to 1.5 · in time');
  expect(Number.parseFloat(await notes.evaluate((each) => getComputedStyle(each).fontSize))).toBeGreaterThanOrEqual(22);
  await speaker.getByRole('button', { name: 'Go on' }).click();
  await expectSlide(page, 2);
  await expect(notes).toHaveText(scenes[1]!.notes.en);
  const answers = speaker.locator('[data-speaker-answers]');
  await expect(answers.locator('[data-right]')).toHaveCount(1);
  const hands = answers.locator('[data-hands=B]');
  for (let raised = 0; raised < 3; raised++) await hands.getByRole('button', { name: 'One hand more for B' }).click();
  await hands.getByRole('button', { name: 'One hand fewer for B' }).click();
  await expect(hands).toContainText('2 hands');
  await expect(answers.locator('[data-hands=A]')).toContainText('0 hands');
  await expectSlide(page, 2);
  await expect(speaker.locator('[data-speaker-next]')).toHaveText(/^Then: \S/);
  await expectAccessible(speaker);
  // What is pressed there is meant for the slides: the right answer of the second scene, then the next slide.
  const letter = (await answers.locator('[data-right]').textContent())!.trim()[0]!;
  await speaker.keyboard.press(letter.toLowerCase());
  await expect(page.locator('[data-ask]')).toContainText('Right.');
  // Once it is answered, stage and lens are two slides of which the same is said.
  await expect(speaker.locator('[data-speaker-next]')).toHaveText('Then: what decides this, close up');
  await speaker.keyboard.press('PageDown');
  await expectSlide(page, 3);
  await expect(notes).toHaveText(scenes[1]!.notes.en);
  await Promise.all([speaker.waitForEvent('close'), page.keyboard.press('Escape')]);
  expect([...app.problems, ...problems]).toEqual([]);
});

test('the speaker sees the screen as the room does, stepped and answered there', async ({ page }) => {
  const app = await present(page, 'where-a-packet-goes');
  const [speaker] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('s')]);
  const screen = speaker.locator('[data-speaker-screen]');
  await expect(screen.locator('[data-figure=f1] [data-sentence]')).toHaveText('client asks for web.');
  await page.getByRole('button', { name: 'Next moment' }).click();
  const told = await page.locator('[data-sentence]').textContent();
  expect(told).toContain('knows the address');
  await expect(screen.locator('[data-sentence]')).toHaveText(told ?? '');
  // It is seen there and nothing else: small, whole, and out of the way of the keyboard.
  const { width, height } = (await screen.boundingBox())!;
  expect(width / height).toBeCloseTo(1280 / 720, 1);
  await expect(screen).toHaveAttribute('aria-hidden', 'true');
  expect(await screen.evaluate((each) => each.closest('[inert]') !== null)).toBe(true);
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(screen.locator('[data-ask=q1]')).toBeVisible();
  await page.keyboard.press('b');
  await expect(screen.locator('[data-ask=q1]')).toContainText('Right.');
  expect(app.problems).toEqual([]);
});

test('blank, spotlight, and the Sheet as it came', async ({ page }) => {
  await present(page);
  await page.keyboard.press('.');
  await expect(page.locator('[data-blank]')).toBeVisible();
  await page.keyboard.press('.');
  await expect(page.locator('[data-blank]')).toHaveCount(0);
  await page.keyboard.press('o');
  await page.mouse.move(300, 200);
  await expect(page.locator('[data-spot]')).toHaveAttribute('style', /--x: 300px/);
  await page.keyboard.press('PageDown');
  await expect(page.locator('[data-ask]')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.locator('[data-ask] [role=status]')).toHaveText(/\S/);
  await page.keyboard.press('0');
  await expect(page.locator('[data-ask] [role=status]')).toHaveText('');
});
