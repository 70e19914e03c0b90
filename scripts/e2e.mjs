// The browser tests against the built page; a browser is found or installed first. Arguments go to Playwright.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

/** A port nobody listens on, so that a page served by hand is never tested by mistake. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, 'localhost', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}

process.env['E2E_PORT'] ??= await freePort();

/** Runs a command with its output shown and leaves with its exit code if it failed. */
function must(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

must(process.execPath, ['scripts/chromium.mjs', '--install']);
if (!process.argv.includes('--no-build')) {
  must('npx', ['vite', 'build', '--logLevel', 'warn']);
  must(process.execPath, ['scripts/one-file.mjs']);
}
must('npx', ['playwright', 'test', ...process.argv.slice(2).filter((word) => word !== '--no-build')]);
