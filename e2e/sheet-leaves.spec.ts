import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { test } from './app';

const SHEET = '/#sheet=where-a-packet-goes';

async function read(page: Page, address = SHEET): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[data-figure="f9"]')).toBeVisible();
}

/** A page of somebody else's, served from elsewhere. */
async function serve(html: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`,
    close: () => void server.close(),
  };
}

/** What a page around a frame has heard of it. */
interface Heard {
  readonly heard: readonly { readonly type: string; readonly state?: object }[];
}

test.describe('a Sheet leaves', () => {
  test('on paper: unanswered it is a worksheet, each question once, with lines to write on', async ({ page }) => {
    await read(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('[data-view=sheet]')).toContainText('Before you look');
    const hints = page.getByText('Answer first');
    for (let at = 0; at < (await hints.count()); at++) await expect(hints.nth(at)).toBeHidden();
    await expect(page.locator('[data-ask]')).toHaveCount(3);
    for (const ask of ['q1', 'q2', 'q3']) await expect(page.locator(`[data-ask=${ask}] [data-lines]`)).toBeVisible();
    // Nothing can be turned there, and nothing says so.
    await expect(page.getByText('change the blue words')).toBeHidden();
    await expect(page.getByText('Every figure was computed').first()).toBeVisible();
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(6);
    // Its text can be selected and searched.
    expect(pdf).toMatch(/\/ToUnicode/);
  });

  test('on paper: answered it has its figures, the one that scrolls as its four moments', async ({ page }) => {
    await read(page, `${SHEET};~open=q1,q2,q3`);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('[data-ask] [data-lines]')).toHaveCount(0);
    await expect(page.locator('[data-figure="f9"]')).toContainText('The whole way');
    const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(9);
    expect(pdf).toMatch(/\/ToUnicode/);
  });

  test('still, with what it says where nothing turns; alive, as it stood', async ({ page }) => {
    await read(page, `${SHEET};mode=ipvs;pods=5`);
    await expect(page.locator('[data-knob="pods"]')).toHaveText('5');
    await page.locator('[data-knob="policy"]').press('Enter');
    await expect(page.locator('[data-knob="policy"]')).toHaveText('Local');
    await page.getByRole('button', { name: 'Hand out' }).click();
    await expect(page.getByRole('link', { name: 'Open as one file, alive' })).toHaveAttribute(
      'href',
      './sheet.html#sheet=where-a-packet-goes;mode=ipvs;pods=5;policy=Local',
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as one file' }).click();
    const html = readFileSync(await (await saved).path(), 'utf8');
    expect(html).not.toContain('blue words');
    expect(html).toContain('Every figure was computed, as the words in bold have it.');
    // Measured 196 kB in the mock.
    expect(html.length).toBeLessThan(400_000);
  });

  for (const [width, height] of [
    [480, 360],
    [360, 300],
  ] as const)
    test(`one figure of it in the frame of another page hears what that page says: ${width}x${height}`, async ({
      page,
      baseURL,
    }) => {
      const address = `${baseURL}/?embed&lang=en#sheet=where-a-packet-goes/f5;mode=nftables;pods=4`;
      const { url, close } = await serve(
        `<iframe id="walk" width="${width}" height="${height}" src="${address}"></iframe>
        <script>heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>`,
      );
      await page.goto(url);
      const frame = page.frameLocator('#walk');
      await expect(frame.locator('[data-sentence]')).toHaveText(/^The destination becomes web-/);
      await expect(frame.locator('[data-view=embed] svg[role=img]')).toBeVisible();
      const heard = () => page.evaluate(() => (window as unknown as Heard).heard.at(-1)?.state);
      const say = (message: object) =>
        page.evaluate((said) => {
          const walk = document.querySelector<HTMLIFrameElement>('#walk');
          walk?.contentWindow?.postMessage(said, '*');
        }, message);
      const own = { sheet: 'where-a-packet-goes', figure: 'f5', scene: null };
      await expect.poll(heard).toMatchObject({ ...own, mode: 'nftables', kind: 'rewritten', playing: false });
      expect(await page.evaluate(() => (window as unknown as Heard).heard[0]?.type)).toBe('ready');
      await say({ rulewalk: 1, type: 'goto', moment: 1 });
      await expect(frame.locator('[data-sentence]')).toHaveText('client asks for web.');
      await expect.poll(heard).toMatchObject({ ...own, moment: 1, kind: 'sent' });
      // Another mode is the same figure of the Sheet turned: what it says there is shown.
      await say({ rulewalk: 1, type: 'goto', mode: 'ipvs' });
      await expect(frame.locator('[data-cause]')).toContainText('IPVS writes it over the address of web');
      await expect.poll(heard).toMatchObject({ ...own, mode: 'ipvs', kind: 'rewritten' });
      await say({ rulewalk: 1, type: 'goto', mode: 'iptables', moment: 2 });
      await expect.poll(heard).toMatchObject({ ...own, mode: 'iptables', moment: 2, playing: false });
      await say({ rulewalk: 1, type: 'goto', playing: true });
      await expect.poll(heard).toMatchObject({ mode: 'iptables', playing: true });
      await say({ rulewalk: 1, type: 'goto', playing: false });
      await expect.poll(heard).toMatchObject({ playing: false });
      // A scene is a scene, and no figure any more.
      await say({ rulewalk: 1, type: 'goto', scene: 'why-this-pod', moment: 1 });
      await expect.poll(heard).toMatchObject({ scene: 'why-this-pod', sheet: null, figure: null, moment: 1 });
      close();
    });

  test('a frame says so where a Sheet has no such figure, and of lanes of time', async ({ page }) => {
    await page.setViewportSize({ width: 480, height: 360 });
    for (const figure of ['where-a-packet-goes/nothing', 'lesson-time/pre-stop']) {
      await page.goto('about:blank');
      await page.goto(`/?embed&lang=en#sheet=${figure}`);
      await expect(page.getByRole('alert')).toHaveText(/^This Sheet has no figure of a walk by that name/);
      // Nothing else stands there as if it were that.
      await expect(page.locator('[data-view=embed]')).toHaveCount(0);
    }
  });

  test('a frame of a figure that a question hides begins at its beginning', async ({ page }) => {
    await page.setViewportSize({ width: 480, height: 360 });
    await page.goto('/?embed&lang=en#sheet=where-a-packet-goes/f8');
    await expect(page.locator('[data-sentence]')).toHaveText('outside asks node2 on port 30080.');
  });
});
