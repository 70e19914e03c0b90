import { expect, type Locator, type Page } from '@playwright/test';
import { App } from './app';

/** What somebody brings to the page, and what they do there. */
export interface Brought {
  /** Pasted one after the other, as they stand. */
  readonly texts: readonly string[];
  /** Fields of "A packet through this node", by their labels. */
  readonly packet?: Readonly<Record<string, string>> | undefined;
  /** A flow that the page offers, by its name. */
  readonly flow?: RegExp | undefined;
  /** Fields of a flow that is added, by their labels: of a choice, the words of what is chosen. */
  readonly added?: Readonly<Record<string, string>> | undefined;
  /** Looks at the window while the texts lie in it. */
  readonly whilePasted?: ((dialog: Locator) => Promise<void>) | undefined;
}

/** Puts a text on the page as Ctrl+V would. */
export async function paste(page: Page, text: string): Promise<Locator> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  return page.getByRole('dialog');
}

/** Pastes, opens what is offered first, and sends what is named, or what the page sends by itself; the playback is stopped. */
export async function bring(page: Page, { texts, whilePasted, ...sent }: Brought): Promise<App> {
  const app = new App(page);
  await app.open();
  const dialog = page.getByRole('dialog');
  for (const [at, text] of texts.entries()) {
    await paste(page, text);
    await expect(dialog.getByRole('article')).toHaveCount(at + 1);
  }
  await whilePasted?.(dialog);
  await dialog
    .getByRole('button', { name: /^Open (this node|and send|as a cluster)/, disabled: false })
    .first()
    .click();
  await expect(dialog).toBeHidden();
  await app.pause();
  await send(app, sent);
  return app;
}

async function send(app: App, { packet, flow, added }: Omit<Brought, 'texts'>): Promise<void> {
  if (flow) await app.send(flow);
  if (packet) await describePacket(app, packet);
  if (added) await addFlow(app, added);
}

/** Fills the packet form of the left panel and sends. */
async function describePacket(app: App, packet: Readonly<Record<string, string>>): Promise<void> {
  await fillAndSend(app, app.left.getByRole('form', { name: 'A packet through this node' }), packet);
}

async function addFlow(app: App, fields: Readonly<Record<string, string>>): Promise<void> {
  await app.left.getByRole('button', { name: 'Add a flow' }).click();
  await fillAndSend(app, app.left.getByRole('form', { name: /^Flow/ }), fields);
}

async function fillAndSend(app: App, form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const words = app.page.getByText(label, { exact: true });
    const field = form.locator('label').filter({ has: words }).locator('input, select');
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await form.getByRole('button', { name: 'Send' }).click({ timeout: 5000 });
  await app.pause();
}
