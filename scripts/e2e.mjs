// The browser tests against the built page; a browser is found or installed first. Arguments go to Playwright.
import { spawnSync } from 'node:child_process';

/** Runs a command with its output shown and leaves with its exit code if it failed. */
function must(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

must(process.execPath, ['scripts/chromium.mjs', '--install']);
if (!process.argv.includes('--no-build')) must('npx', ['vite', 'build', '--logLevel', 'warn']);
must('npx', ['playwright', 'test', ...process.argv.slice(2).filter((word) => word !== '--no-build')]);
