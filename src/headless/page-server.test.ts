import { request } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePage } from './page-server';

const ROOT = mkdtempSync(join(tmpdir(), 'serve-'));
const FOLDER = join(ROOT, 'dist');
let running: { readonly url: string; readonly server: Server };

beforeAll(async () => {
  mkdirSync(FOLDER);
  writeFileSync(join(FOLDER, 'index.html'), '<p>page</p>');
  writeFileSync(join(ROOT, 'secret.txt'), 'secret');
  running = await servePage(FOLDER, 0);
});
afterAll(() => {
  running.server.close();
  rmSync(ROOT, { recursive: true });
});

/** Asks for a path as it is written: `fetch` would tidy it. */
function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{ status: number; text: string }> {
  const { port } = new URL(running.url);
  return new Promise((resolve, reject) => {
    const asking = request(
      { host: 'localhost', port, path, method, headers: { host: `localhost:${port}`, ...headers } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      },
    );
    asking.on('error', reject);
    asking.end();
  });
}

describe('the served page', () => {
  it('answers with its files', async () => {
    expect(await ask('/')).toEqual({ status: 200, text: '<p>page</p>' });
    expect(await ask('/?lang=ko')).toMatchObject({ status: 200 });
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '//../secret.txt',
    '/%00',
    '/missing',
    '/%E0%A4%A',
  ])('has nothing at %s', async (path) => {
    const { status, text } = await ask(path);
    expect(status).toBe(404);
    expect(text).not.toContain('secret');
  });

  it('takes nothing, and answers under no stranger’s name', async () => {
    expect((await ask('/', {}, 'POST')).status).toBe(405);
    expect((await ask('/', { host: 'rebound.example' })).status).toBe(404);
  });
});
