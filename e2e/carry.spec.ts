import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak } from './app';

/** Opens a short link, standing still at a moment. */
async function openScene(page: Page, hash: string, search = ''): Promise<App> {
  const app = new App(page);
  await page.goto('about:blank');
  await page.goto(`/${search}${hash}`);
  await expect(page.locator('[data-sentence]')).toBeVisible();
  return app;
}

async function downloaded(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** What the stage says, and where, in the drawing's own px: `client 82 114`. */
async function textsOnStage(page: Page): Promise<string[]> {
  return page
    .getByRole('group', { name: 'Stage' })
    .evaluate((stage) =>
      [...stage.querySelectorAll('text')]
        .filter((each) => !each.closest('[data-packet]') || getComputedStyle(each).visibility === 'visible')
        .map((each) => `${each.textContent} ${Math.round(Number(each.getAttribute('x')))}`),
    );
}

test('a scene is carried away: short link in a fresh profile, QR code, pictures, rules', async ({ page, browser }) => {
  const app = await openScene(page, '#s=why-this-pod&m=3');
  await expect(page.locator('[data-moment]')).toHaveAttribute('data-moment', 'chosen');
  const shown = await textsOnStage(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
  expect(link).toMatch(/#s=why-this-pod&m=3$/);
  await expect(dialog.getByRole('img', { name: /^QR code of the link: http/ })).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^asks before/ }).check();
  await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toHaveValue(/&h$/);
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'Picture', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'What is drawn' }).selectOption('stage');
  const stage = await downloaded(page, 'SVG');
  expect(stage.name).toBe('why-this-pod-stage-3.svg');
  const svg = stage.bytes.toString('utf8');
  // Drawn of the same model: the same words at the same places as on the page.
  const drawn = [...svg.matchAll(/<text x="([\d.-]+)"[^>]*>([^<]*)</g)].map(
    ([, x, text]) => `${text} ${Math.round(Number(x))}`,
  );
  expect(new Set(shown.map((each) => each.replace(/ -?\d+$/, '')))).toEqual(
    new Set(drawn.map((each) => each.replace(/ -?\d+$/, ''))),
  );
  for (const kind of ['moment', 'lens', 'datapath', 'stage'] as const) {
    await dialog.getByRole('combobox', { name: 'What is drawn' }).selectOption(kind);
    const png = await downloaded(page, 'PNG');
    expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(900);
    writeFileSync(test.info().outputPath(`${kind}.png`), png.bytes);
  }
  await dialog.getByRole('button', { name: 'File', exact: true }).click();
  const rules = await downloaded(page, 'Download rules');
  expect(rules.name).toMatch(/^node1\.iptables-restore$/);
  expect(rules.bytes.toString('utf8')).toContain('--probability 0.50000000000');
  await dialog.getByRole('combobox', { name: 'Tool' }).selectOption('ipvsadm');
  await dialog.getByRole('button', { name: 'Download rules' }).click();
  await expect(dialog.getByText('node1 has nothing for ipvsadm.')).toBeVisible();
  expect(app.problems).toEqual([]);

  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await other.goto(link);
  await expect(other.locator('[data-sentence]')).toHaveText(/^The draw falls on web-/);
  await fresh.close();
});

/** A sample of docs/embed as somebody would serve it from elsewhere, showing this build; returns how to stop that. */
async function openSample(page: Page, name: 'deck' | 'page', baseURL: string): Promise<() => void> {
  const html = readFileSync(`docs/embed/${name}.html`, 'utf8').replaceAll('https://rulewalk.example', baseURL);
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' }).end(isPage ? html : '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  return () => void server.close();
}

test('a page around moves the walk in its frame, and is told where it stands', async ({ page, baseURL }) => {
  const close = await openSample(page, 'page', baseURL ?? '');
  const frame = page.frameLocator('#walk');
  await expect(frame.locator('[data-sentence]')).toHaveText('client asks for web.');
  await expect(page.locator('#now')).toHaveText(/^(ready|state): 1 client asks for web\.$/);
  await page.getByRole('button', { name: 'show' }).nth(2).click();
  await expect(frame.locator('[data-sentence]')).toHaveText(/^The draw falls on web-/);
  await expect(page.locator('#now')).toHaveText(/^state: 3 The draw falls on web-/);
  await page.locator('#walk').screenshot({ path: test.info().outputPath('embed.png') });
  await page.getByRole('button', { name: 'with IPVS' }).click();
  await expect(page.locator('#now')).toHaveText(/^state: \d+ /);
  await frame.getByRole('button', { name: 'Next moment' }).click();
  await expect(page.locator('#now')).toHaveText(/^state: /);
  close();
  const closeDeck = await openSample(page, 'deck', baseURL ?? '');
  await expect(page.frameLocator('#walk').locator('[data-sentence]')).toBeVisible();
  await page.getByRole('button', { name: 'rewritten' }).click();
  await expect(page.frameLocator('#walk').locator('[data-moment]')).toHaveAttribute('data-moment', 'rewritten');
  closeDeck();
});

test(
  'embedded it is whole from 360x300 up, in both themes, and says nothing to a page that is no parent',
  soak(),
  async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const size of [
        { width: 480, height: 360 },
        { width: 360, height: 300 },
        { width: 960, height: 540 },
      ]) {
        await page.setViewportSize(size);
        const app = await openScene(page, '#s=why-this-pod&m=3', '?embed');
        await expect(page.locator('[data-view=embed] svg[role=img]')).toBeVisible();
        await expect(page.locator('[data-view=embed] [data-cause]')).toBeInViewport({ ratio: 1 });
        const faults = await page.evaluate(() => {
          const view = document.querySelector('[data-view=embed]');
          return [...(view?.querySelectorAll('text, h1, button') ?? [])].flatMap((each) => {
            const { left, right, top, bottom, width } = each.getBoundingClientRect();
            const whole = left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
            const scale = each instanceof SVGElement ? (each.ownerSVGElement?.getScreenCTM()?.a ?? 1) : 1;
            const small = each.textContent && Number.parseFloat(getComputedStyle(each).fontSize) * scale < 13.9;
            return width < 1 || (whole && !small) ? [] : [`${each.textContent} ${small ? 'small' : ''}`];
          });
        });
        expect(faults, `${size.width}x${size.height}`).toEqual([]);
        await expectAccessible(page);
        await page.screenshot({ path: test.info().outputPath(`embed-${size.width}-${colorScheme}.png`) });
        expect(app.problems).toEqual([]);
      }
    }
  },
);

test(
  'a walk is a Sheet with a figure for each moment, which prints with words that are text',
  soak(),
  async ({ page }) => {
    const app = await openScene(page, '#s=why-this-pod&m=1');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Picture', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'As a Sheet' }).click();
    const figures = page.locator('[data-figure]');
    await expect(figures).toHaveCount(10);
    await expect(figures.nth(2)).toContainText(/The draw falls on web-/);
    await page.emulateMedia({ media: 'print' });
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    writeFileSync(test.info().outputPath('walk.pdf'), pdf);
    const text = pdf.toString('latin1');
    expect(text).toMatch(/\/Type\s*\/Font\b/);
    expect(text).toMatch(/\/ToUnicode/);
    expect(app.problems).toEqual([]);
  },
);
