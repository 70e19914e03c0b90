// Builds what git tracks twice, in two folders and under other circumstances, and compares what comes out byte by byte: who
// has dist/ can build it again and see that it is what these sources say. Then holds the list of packages (sbom.mjs) to what
// the source maps of a third build name. `node scripts/reproducible.mjs`; needs `npm ci` first.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageOf, SBOM_FILE } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const CIRCUMSTANCES = [
  { below: 'a', env: { TZ: 'UTC', LANG: 'C' } },
  { below: 'another place/of-a-longer-name', env: { TZ: 'Asia/Seoul', LANG: 'ko_KR.UTF-8' } },
];

/** Copies the tracked files and the packages. @param {string} folder */
function copyTo(folder) {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of tracked) cpSync(join(root, file), join(folder, file));
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

/** @param {string} folder @param {Record<string, string>} env @param {readonly string[]} more arguments */
function build(folder, env, more = []) {
  const vite = join(folder, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error', ...more], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
}

/** Every file of a folder, and its hash. @param {string} folder @returns {Map<string, string>} */
function hashesOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return new Map(
    paths.map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Packages that the source maps of a build name. @param {string} dist */
function mappedPackages(dist) {
  const maps = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'));
  const named = new Set();
  for (const map of maps) {
    for (const source of JSON.parse(readFileSync(join(dist, map), 'utf8')).sources ?? []) {
      const key = packageOf(join(dirname(map), source));
      if (key) named.add(key);
    }
  }
  return named;
}

const bench = mkdtempSync(join(tmpdir(), 'reproducible-'));
const problems = [];
try {
  const folders = CIRCUMSTANCES.map(({ below }) => join(bench, below));
  for (const [at, folder] of folders.entries()) {
    copyTo(folder);
    build(folder, CIRCUMSTANCES[at].env);
  }
  const [one, other] = folders.map((folder) => hashesOf(join(folder, 'dist')));
  for (const file of new Set([...one.keys(), ...other.keys()]))
    if (one.get(file) !== other.get(file)) problems.push(`${file} is another in each build`);
  console.log(`${one.size} files, built twice: ${problems.length} differ`);

  const [first] = folders;
  const listed = readFileSync(join(first, 'dist', SBOM_FILE), 'utf8');
  build(first, {}, ['--sourcemap']);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const mapped = mappedPackages(join(first, 'dist'));
  for (const key of mapped) {
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${lock.packages[key]?.version}`;
    if (!listed.includes(`"purl": "${purl}"`)) problems.push(`${key} is built in and not in ${SBOM_FILE}`);
  }
  console.log(`${mapped.size} packages in source maps, ${JSON.parse(listed).components.length} in ${SBOM_FILE}`);
} finally {
  rmSync(bench, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
