import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A Firefox of this machine, which Playwright does not drive: it is asked by its own protocol (Marionette). */
export function findOwnFirefox(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** A page in Firefox. */
export interface FirefoxPage {
  readonly open: (address: string) => Promise<void>;
  /** What the body of a function returns in the page, as plain data. */
  readonly evaluate: (body: string) => Promise<unknown>;
}

/** Takes the messages out of what comes: each is its length, a colon, and so many bytes of JSON. */
class Messages {
  private waiting = Buffer.alloc(0);

  *take(data: Buffer): Generator<readonly unknown[]> {
    this.waiting = Buffer.concat([this.waiting, data]);
    for (;;) {
      const colon = this.waiting.indexOf(':');
      const length = Number(this.waiting.subarray(0, Math.max(0, colon)).toString());
      const end = colon + 1 + length;
      if (colon < 0 || this.waiting.length < end) return;
      const text = this.waiting.subarray(colon + 1, end).toString();
      this.waiting = this.waiting.subarray(end);
      const message = JSON.parse(text) as unknown;
      if (Array.isArray(message)) yield message;
    }
  }
}

function makeAsk(socket: Socket): (name: string, parameters: object) => Promise<unknown> {
  const answers = new Map<number, (answer: readonly unknown[]) => void>();
  const messages = new Messages();
  let id = 0;
  socket.on('data', (data) => {
    for (const message of messages.take(data)) answers.get(Number(message[1]))?.(message);
  });
  return (name, parameters) =>
    new Promise((resolve, reject) => {
      const own = ++id;
      answers.set(own, ([, , error, result]) =>
        error === null ? resolve(result) : reject(new Error(JSON.stringify(error))),
      );
      const text = JSON.stringify([0, own, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

async function connected(port: number): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (isOpen) return socket;
    if (tries > 240) throw new Error('Firefox does not listen');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Runs a Firefox with a profile of its own while `work` goes on with a page of it. */
export async function inFirefox(
  binary: string,
  port: number,
  work: (page: FirefoxPage) => Promise<void>,
): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'marionette-'));
  writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const child = spawn(binary, ['--headless', '--no-remote', '--marionette', '--profile', profile], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    const socket = await connected(port);
    const ask = makeAsk(socket);
    await ask('WebDriver:NewSession', {});
    await work({
      open: async (url) => void (await ask('WebDriver:Navigate', { url })),
      evaluate: async (script) =>
        ((await ask('WebDriver:ExecuteScript', { script, args: [] })) as { value: unknown }).value,
    });
    socket.destroy();
  } finally {
    child.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
