// Writes src/content/proof/proof.json, which the help page shows: how the engine does against every recording, and
// how far each extension is simulated. Run it after either has changed; a test holds the list of extensions to it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = join(root, '.cache/proof.mjs');
const file = join(root, 'src/content/proof/proof.json');

mkdirSync(join(root, '.cache'), { recursive: true });
const build = [join(root, 'scripts/bundle-headless.mjs'), bundle, 'src/headless/proof.ts'];
const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
if (status !== 0) process.exit(2);
const { makeProof } = await import(pathToFileURL(bundle).href);
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
const proof = makeProof(process.env['RULEWALK_SHARED'] ?? join(root, '../shared'), before);
writeFileSync(file, `${JSON.stringify(proof, null, 2)}\n`);
for (const { recordings, compared } of proof.runs) {
  const sum = (key) => compared.reduce((total, each) => total + each[key], 0);
  console.log(`${recordings} recordings: ${sum('passed')} of ${sum('total')}`);
}
