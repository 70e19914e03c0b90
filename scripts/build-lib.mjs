// The library of the package: core/index.ts as dist-lib/index.mjs, its words as dist-lib/words.mjs, and the types of both.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleForNode } from './bundle-headless.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What a program imports, and the module it is made of. */
const ENTRIES = { index: 'src/core/index.ts', words: 'src/content/phrases/index.ts' };
const IMPORTED = /(from |import\(|import |declare module )(['"])(\.{1,2}\/[^'"]+)\2/g;

/** Specifiers without an ending are for bundlers: Node's own resolution, and TypeScript's for it, want the file. */
function withEndings(file) {
  const text = readFileSync(file, 'utf8');
  const named = text.replaceAll(IMPORTED, (whole, head, quote, path) => {
    const target = join(dirname(file), path);
    if (existsSync(`${target}.d.ts`)) return `${head}${quote}${path}.js${quote}`;
    return existsSync(join(target, 'index.d.ts')) ? `${head}${quote}${path}/index.js${quote}` : whole;
  });
  if (named !== text) writeFileSync(file, named);
}

/** @param {string} out the folder, with a slash behind it */
export async function buildLibrary(out) {
  rmSync(out, { recursive: true, force: true });
  for (const [name, entry] of Object.entries(ENTRIES))
    await bundleForNode(`${out}${name}.mjs`, entry, { minify: true });
  const tsc = spawnSync('npx', ['tsc', '--singleThreaded', '-p', 'tsconfig.lib.json', '--outDir', out], {
    cwd: root,
    encoding: 'utf8',
  });
  if (tsc.status !== 0) throw new Error(tsc.stdout + tsc.stderr);
  for (const name of readdirSync(out, { recursive: true })) {
    if (String(name).endsWith('.d.ts')) withEndings(join(out, String(name)));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildLibrary(`${root}dist-lib/`);
