// Measures the core in Node and the page in a browser: `npm run bench`, or with --core or --page for one of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

if (!process.argv.includes('--page')) {
  const out = join(root, '.cache/bench.mjs');
  mkdirSync(join(root, '.cache'), { recursive: true });
  const bundled = spawnSync(
    process.execPath,
    [join(root, 'scripts/bundle-headless.mjs'), out, 'src/headless/bench/main.ts'],
    {
      stdio: 'inherit',
    },
  );
  if (bundled.status !== 0) process.exit(2);
  const { main } = await import(pathToFileURL(out).href);
  main();
}
if (!process.argv.includes('--core')) {
  const { measurePage } = await import('./bench-page.mjs');
  await measurePage();
}
