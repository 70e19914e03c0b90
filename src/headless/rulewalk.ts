import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text as wholeText } from 'node:stream/consumers';
import { runCommand } from './command/call';
import type { Terminal } from './command/command';
import { filesFitting } from './command/glob';
import { openRoot } from './mcp/rooted';
import { servePage } from './page-server';

const { stdin, stdout, stderr, env } = process;

/** The built page, as it lies beside this file in the package. */
const PAGE = fileURLToPath(new URL('../dist', import.meta.url));

/** Serves until the process is told to stop. */
async function serveUntilStopped(port: number | undefined): Promise<string> {
  const { url, server } = await servePage(PAGE, port);
  stdout.write(`${url}\n`);
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  server.closeAllConnections();
  server.close();
  return url;
}

const TERMINAL: Terminal = {
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  ...(stdout.isTTY ? {} : { bytes: (bytes: Uint8Array) => void stdout.write(bytes) }),
  read: (path) => (path === '-' ? wholeText(stdin) : readFile(path, 'utf8')),
  lines: () => createInterface({ input: stdin, crlfDelay: Infinity }),
  glob: (pattern) =>
    filesFitting(pattern, (folder) => readdirSync(folder === '' ? '.' : folder, { withFileTypes: true }), join),
  openRoot,
  isColoured: stdout.isTTY && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb',
  ...(existsSync(join(PAGE, 'index.html')) ? { serve: serveUntilStopped } : {}),
  ...(stderr.isTTY ? { progress: (text: string) => void stderr.write(`\r\u001b[K${text}`) } : {}),
};

// Who reads may stop early: `… | head`.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: TERMINAL,
  language: env['LC_ALL'] ?? env['LANG'],
});
