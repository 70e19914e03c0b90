import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessible';
import { App, soak, settled } from './app';

/** The box of a Pod, node or Service on the stage, by its accessible name. */
function box(app: App, name: RegExp): Locator {
  return app.stage.getByRole('group', { name }).first();
}

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const rect = await of.boundingBox();
  if (!rect) throw new Error('not on the stage');
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  await page.mouse.up();
}

async function menu(page: Page, of: Locator, item: string | RegExp): Promise<void> {
  await of.click({ button: 'right', position: { x: 12, y: 8 } });
  await page.getByRole('menuitem', { name: item }).first().click();
}

async function open(page: Page): Promise<App> {
  const app = new App(page);
  await app.open();
  await app.send(/^client → web:80/);
  await app.devices();
  return app;
}

test('each thing of the stage is one undoable edit: Pods', async ({ page }) => {
  const app = await open(page);
  const pod = box(app, /^Pod web-fd6gp|^Pod web-/);
  const label = (await pod.getAttribute('aria-label')) ?? '';
  await menu(page, pod, 'Mark not ready');
  await expect(pod).toHaveAttribute('aria-label', /not ready/);
  await app.undo();
  await expect(pod).toHaveAttribute('aria-label', label);
  await menu(page, pod, 'Mark terminating');
  await expect(pod).toHaveAttribute('aria-label', /terminating/);
  await app.undo();
  await menu(page, pod, /^Kill/);
  await expect(app.stage.getByRole('group', { name: label })).toHaveCount(0);
  await expect(app.stage.getByRole('group', { name: /^Pod web-/ })).toHaveCount(3);
  await app.undo();
  await expect(app.stage.getByRole('group', { name: label })).toHaveCount(1);
  await menu(page, pod, /^One replica more/);
  await expect(app.stage.getByRole('group', { name: /^Pod web-/ })).toHaveCount(4);
  await app.undo();
  await expect(app.stage.getByRole('group', { name: /^Pod web-/ })).toHaveCount(3);
  expect(app.problems).toEqual([]);
});

test('each thing of the stage is one undoable edit: nodes and Services', soak(), async ({ page }) => {
  const app = await open(page);
  const node = box(app, /^Node node2/);
  await menu(page, node, 'Cordon');
  await expect(node).toContainText('cordoned');
  await app.undo();
  await expect(node).not.toContainText('cordoned');
  await menu(page, node, 'Take down');
  await expect(node).toContainText('down');
  await app.undo();
  await menu(page, node, 'Add a Pod here');
  await expect(box(app, /^Pod pod,/)).toBeVisible();
  await app.undo();
  await page.getByRole('button', { name: 'Add to the cluster' }).click();
  await page.getByRole('menuitem', { name: 'Add a node' }).click();
  await expect(box(app, /^Node node3/)).toBeAttached();
  await app.undo();
  const service = box(app, /^Service web,/);
  await expect(service).toContainText('30080');
  await menu(page, service, 'Make it a ClusterIP');
  await expect(service).not.toContainText('30080');
  await app.undo();
  await menu(page, service, 'externalTrafficPolicy: Local');
  // The menu chose it: its form is open.
  await expect(app.left.getByRole('combobox', { name: 'externalTrafficPolicy' })).toHaveValue('Local');
  await app.undo();
  expect(app.problems).toEqual([]);
});

test(
  'from outside, what is reached there is offered first: in the Service’s menu and in the client’s own',
  soak(),
  async ({ page }) => {
    const app = await open(page);
    const offered = async (of: Locator, under: string): Promise<string[]> => {
      await of.click({ button: 'right', position: { x: 12, y: 8 } });
      await expect(page.getByRole('menu')).toContainText(under);
      const rows = await page.getByRole('menuitem').allInnerTexts();
      return rows.map((row) => row.replaceAll(/\s+/g, ' ').trim());
    };
    const service = app.stage.locator('[aria-label^="Service web"]').first();
    const toWeb = (await offered(service, 'Send a packet')).filter((row) => row.includes('→'));
    expect(toWeb).toEqual([
      'the client outside → node1:30080 (web)',
      'the client outside → node2:30080 (web)',
      expect.stringMatching(/^the client outside → 10\.\d+\.\d+\.\d+:80$/),
    ]);
    await page.getByRole('menuitem', { name: 'the client outside → node2:30080 (web)' }).click();
    // A flow that is there already is taken as it is, and walks.
    await app.expectTrace(/172\.18\.0\.3:30080/);
    await expect(app.left.getByRole('region', { name: 'Flows' }).getByRole('listitem')).toHaveCount(5);
    await app.pause();
    const outside = app.stage.getByRole('group', { name: /outside/i }).first();
    const rows = await offered(outside, 'Send a packet');
    const own = rows.filter((row) => /:\d+/.test(row));
    expect(own.slice(0, 2)).toEqual(['node1:30080 (web)', 'node2:30080 (web)']);
    expect(own.slice(2).every((row) => / 10(?:\.\d+){3}:\d+/.test(row))).toBe(true);
    expect(own.length).toBeGreaterThan(4);
    expect(app.problems).toEqual([]);
  },
);

test('a flow is drawn from a node to a Pod by its handle, and to anything by choosing its end', async ({ page }) => {
  const app = await open(page);
  const node = box(app, /^Node node1/);
  await node.click({ position: { x: 20, y: 10 } });
  const handle = node.locator('.react-flow__handle.source');
  await drag(page, await middle(handle), await middle(box(app, /^Pod web-/)));
  await app.expectTrace(/node1 sends|sends a packet/);
  await expect(app.left.getByRole('region', { name: 'Flows' })).toContainText(/node1 → web-/);
  await app.pause();
  await menu(page, box(app, /^Pod client/), /^Draw a flow from here/);
  await expect(app.stage.getByRole('status')).toContainText('A flow from client');
  await box(app, /^Node node2/).click({ position: { x: 120, y: 10 } });
  await expect(app.left.getByRole('region', { name: 'Flows' })).toContainText(/client → 172\.18\.0\.3:10250/);
  expect(app.problems).toEqual([]);
});

test('several at once: shift-click, one action for all, one undo', soak(), async ({ page }) => {
  const app = await open(page);
  const pods = app.stage.getByRole('group', { name: /^Pod web-/ });
  for (const index of [0, 1, 2]) await pods.nth(index).click({ modifiers: ['Shift'], position: { x: 12, y: 8 } });
  await expect(app.stage.getByRole('status')).toHaveText('3 selected');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Mark not ready' }).click();
  await expect(app.stage.getByRole('group', { name: /^Pod web-.*not ready/ })).toHaveCount(3);
  await app.expectTrace(/REJECT/);
  await app.undo();
  await expect(app.stage.getByRole('group', { name: /^Pod web-.*not ready/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0);
  expect(app.problems).toEqual([]);
});

test('a marquee selects what it holds', soak(), async ({ page }) => {
  const app = await open(page);
  const pane = await app.stage.locator('.react-flow__pane').boundingBox();
  if (!pane) throw new Error('no pane');
  const services = await box(app, /^Service kubernetes/).boundingBox();
  const last = await box(app, /^Service empty/).boundingBox();
  if (!services || !last) throw new Error('no Services');
  await page.keyboard.down('Shift');
  await drag(
    page,
    { x: services.x - 8, y: services.y - 4 },
    { x: last.x + last.width + 4, y: last.y + last.height + 3 },
  );
  await page.keyboard.up('Shift');
  await expect(app.stage.getByRole('status')).toContainText(/[2-9] selected/);
  expect(app.problems).toEqual([]);
});

test(
  'objects are copied as YAML and pasted under new names; rules go the way of every paste',
  soak(),
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const app = await open(page);
    await box(app, /^Service web,/).focus();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(app.stage.getByRole('status')).toContainText('Copied as YAML: 1 object');
    const yaml = await page.evaluate(() => navigator.clipboard.readText());
    expect(yaml).toContain('kind: Service');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(box(app, /^Service web-2,/)).toBeAttached();
    await app.undo();
    await expect(box(app, /^Service web-2,/)).toHaveCount(0);
    await page.evaluate(() =>
      navigator.clipboard.writeText('*filter\n:INPUT ACCEPT [0:0]\n-A INPUT -j DROP\nCOMMIT\n'),
    );
    await box(app, /^Service web,/).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(app.problems).toEqual([]);
  },
);

test('a value is changed where it stands', soak(), async ({ page }) => {
  const app = await open(page);
  const service = box(app, /^Service web,/);
  await service.locator('[data-value=port]').dblclick();
  const input = page.getByLabel('Port of the Service');
  await input.fill('no');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await input.fill('8088');
  await input.press('Enter');
  await expect(box(app, /^Service web, .*:8088/)).toBeVisible();
  await app.expectTrace(/:8088/);
  await app.undo();
  await expect(box(app, /^Service web, .*:80$/)).toBeVisible();
  expect(app.problems).toEqual([]);
});

test(
  'all of it with the keyboard: menu key, move to a node, a flow by Enter, a value by F2',
  soak(),
  async ({ page }) => {
    const app = await open(page);
    const pod = box(app, /^Pod web-/);
    const before = (await pod.getAttribute('aria-label')) ?? '';
    await pod.focus();
    await page.keyboard.press('Shift+F10');
    const move = page.getByRole('menuitem', { name: /^Move to node/ }).first();
    await expect(move).toBeVisible();
    await move.press('Enter');
    await expect(app.stage.getByRole('group', { name: before })).toHaveCount(0);
    await app.undo();
    await expect(app.stage.getByRole('group', { name: before })).toHaveCount(1);
    await box(app, /^Service web,/).focus();
    await page.keyboard.press('F2');
    await expect(page.getByLabel('Port of the Service')).toBeFocused();
    await page.keyboard.press('Escape');
    await box(app, /^Pod web-/).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: /^Draw a flow/ }).press('Enter');
    await expect(app.stage.getByRole('status')).toContainText('A flow from web-');
    await box(app, /^Service kubernetes/).focus();
    await page.keyboard.press('Enter');
    await expect(app.left.getByRole('region', { name: 'Flows' })).toContainText(/web-\S+ → kubernetes:443/);
    expect(app.problems).toEqual([]);
  },
);

test(
  'one more replica than a row holds: the whole stage stays in its pane, unless it was moved by hand',
  soak(),
  async ({ page }) => {
    const app = await open(page);
    await app.addReplica();
    await expect(app.stage.getByRole('group', { name: /^Pod web-/ })).toHaveCount(4);
    await settled(page);
    const cut = await app.stage.evaluate((stage) => {
      const pane = stage.querySelector('.react-flow')?.getBoundingClientRect();
      const boxes = [...stage.querySelectorAll('.react-flow__node')].map((node) => node.getBoundingClientRect());
      return boxes.filter(({ top, bottom }) => pane && (top < pane.top || bottom > pane.bottom + 1)).length;
    });
    expect(cut).toBe(0);
  },
);

test('words of the stage are at least 11 px high at 1280 x 720, in every mode', soak(), async ({ page }) => {
  const app = await open(page);
  for (const mode of ['iptables', 'IPVS', 'nftables', 'userspace']) {
    await app.mode(mode);
    await app.pause();
    await settled(page);
    const small = await app.stage.evaluate((stage) => {
      const view = stage.querySelector<HTMLElement>('.react-flow__viewport');
      const zoom = new DOMMatrix(view ? getComputedStyle(view).transform : '').a;
      const words = [...stage.querySelectorAll<HTMLElement>('.react-flow__node *')].filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
      );
      const heard = words.filter(
        (element) => !element.classList.contains('visually-hidden') && element.tagName !== 'I',
      );
      return heard
        .map((element) => ({ text: element.textContent, px: parseFloat(getComputedStyle(element).fontSize) * zoom }))
        .filter(({ px }) => px < 10.8);
    });
    expect(small, mode).toEqual([]);
  }
});

test('axe finds nothing with a selection, a menu and a value open', soak(), async ({ page }) => {
  const app = await open(page);
  const pods = app.stage.getByRole('group', { name: /^Pod web-/ });
  await pods.nth(0).click({ modifiers: ['Shift'], position: { x: 12, y: 8 } });
  await pods.nth(1).click({ modifiers: ['Shift'], position: { x: 12, y: 8 } });
  await expect(page.getByRole('button', { name: 'Actions' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await box(app, /^Service web,/)
    .locator('[data-value=port]')
    .dblclick();
  await expect(page.getByLabel('Port of the Service')).toBeVisible();
  await expectAccessible(page);
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('tap, add, choose the end of a flow; targets are large enough', soak(), async ({ page }) => {
    const app = new App(page);
    await page.goto('/?view=bench');
    await app.devices();
    await expect(box(app, /^Pod client/)).toBeVisible();
    const tools = page.getByRole('button', { name: /Closer|Further|whole stage|Add to the cluster/ });
    await expect(tools).toHaveCount(4);
    for (const tool of await tools.all()) await expect(tool).toBeVisible();
    const sizes = await tools.evaluateAll((buttons) =>
      buttons.map((button) => Math.min(button.clientWidth, button.clientHeight)),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(36);
    await page.getByRole('button', { name: 'Add to the cluster' }).tap();
    await page.getByRole('menuitem', { name: 'Add a node' }).tap();
    await expect(box(app, /^Node node3/)).toBeAttached();
    expect(app.problems).toEqual([]);
  });
});
