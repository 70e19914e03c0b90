// Bundles src/headless once per change of the sources and runs it: starting must take well under half a second.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, '.cache/headless.mjs');

/** Newest modification time of the TypeScript sources below a folder, in milliseconds. */
function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'testdata' || entry.name === 'recordings') continue;
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

const stale =
  !existsSync(out) ||
  statSync(out).mtimeMs <
    Math.max(...['src/core', 'src/headless', 'src/content', 'conformance'].map((folder) => newest(join(root, folder))));
if (stale) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const built = spawnSync(process.execPath, [join(root, 'scripts/bundle-headless.mjs'), out], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(2);
}
// Who reads may stop early: `… | head`.
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
const { main } = await import(pathToFileURL(out).href);
process.exitCode = await main(process.argv.slice(2));
