// Measures the core in Node and the page in a browser: `npm run bench`, or with --core or --page for one of them. Ends in
// failure when a figure is beyond its budget. `--peers`: tools of this machine beside it. `--against DIR [rounds]`: the core beside that of another checkout.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { line } from './figures.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const USAGE = `npm run bench                       figures of the core and of the page, each beside its budget
npm run bench -- --core | --page    those of one of them; --peers: tools of this machine beside the core
npm run bench -- --against DIR [N]  the core beside that of the checkout in DIR, which has its packages installed: medians of N rounds
                                    (5, some minutes each), in processor time, a process for each file of conformance/bench`;

const against = process.argv.indexOf('--against');
if (process.argv.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
if (against > 0) {
  const folder = process.argv[against + 1] ?? '';
  if (!existsSync(join(folder, 'scripts/bench.mjs'))) {
    console.error(`--against ${folder}: no checkout is there\n\n${USAGE}`);
    process.exit(2);
  }
  const { measureAgainst } = await import('./bench-against.mjs');
  measureAgainst(root, resolve(folder), Number(process.argv[against + 2] ?? 5));
} else if (!process.argv.includes('--page')) {
  const out = join(root, '.cache/bench.mjs');
  mkdirSync(join(root, '.cache'), { recursive: true });
  const bundled = spawnSync(
    process.execPath,
    [join(root, 'scripts/bundle-headless.mjs'), out, 'conformance/bench/main.ts'],
    {
      stdio: 'inherit',
    },
  );
  if (bundled.status !== 0) process.exit(2);
  const { coreFigures } = await import(pathToFileURL(out).href);
  const peers = process.argv.includes('--peers');
  for (const figure of coreFigures({ peers })) line(figure.name, figure.value, figure.unit, figure);
}
if (against < 0 && !process.argv.includes('--core')) {
  const { measurePage } = await import('./bench-page.mjs');
  await measurePage();
}
