// Packs what would be published and tries it in an empty folder: what is in it, the command, the page it serves, and the
// programs of docs/library.md, run and held to its types. Nothing is fetched. Everything has to be built.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'rulewalk-package-'));
const faults = [];

/** @param {string} what @param {unknown} condition @param {string} [more] */
function hold(what, condition, more = '') {
  console.log(`${condition ? 'ok  ' : 'FAIL'} ${what}${condition || more === '' ? '' : `: ${more}`}`);
  if (!condition) faults.push(what);
}

function run(command, words, { input, env = {} } = {}) {
  const ran = spawnSync(command, words, {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, LANG: 'C', LC_ALL: 'C', ...env },
  });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

/** What may be published: nothing else is, and nothing of the machine it was built on. */
const ALLOWED = /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/|dist-cli\/rulewalk\.mjs$|dist-lib\/)/;
const NEEDED = ['LICENSE', 'README.md', 'dist-cli/rulewalk.mjs', 'dist-lib/index.mjs', 'dist-lib/words.mjs'];
const PAGE = ['dist/index.html', 'dist/rulewalk.html', 'dist/THIRD-PARTY-NOTICES.txt', 'dist/sbom.cdx.json'];
/** Megabytes unpacked. */
const MOST = 40;

function pack() {
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  });
  const [{ filename, files, unpackedSize }] = JSON.parse(packed.stdout);
  const paths = files.map(({ path }) => path);
  const strange = paths.filter((path) => !ALLOWED.test(path) || /\.(?:br|gz|map|test\.d\.ts)$/.test(path));
  hold('only what is built is packed', strange.length === 0, strange.slice(0, 5).join(', '));
  const missing = [...NEEDED, ...PAGE].filter((path) => !paths.includes(path));
  hold('all that is needed is packed', missing.length === 0, missing.join(', '));
  hold(`at most ${MOST} MB`, unpackedSize < MOST * 1e6, `${(unpackedSize / 1e6).toFixed(1)} MB`);
  hold(
    'no script runs when it is installed',
    !['preinstall', 'install', 'postinstall', 'prepare'].some((each) => each in manifest.scripts),
  );
  hold(
    'nothing is installed beside it',
    !manifest.dependencies && !manifest.peerDependencies && !manifest.optionalDependencies,
  );
  return join(folder, filename);
}

function install(tarball) {
  const target = join(folder, 'node_modules/rulewalk');
  mkdirSync(target, { recursive: true });
  const untarred = run('tar', ['-xzf', tarball, '--strip-components=1', '-C', target]);
  hold('it unpacks', untarred.code === 0, untarred.err);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(join(root, 'src/headless/testdata'), folder, { recursive: true });
  const here = readFileSync(join(target, 'dist-cli/rulewalk.mjs'), 'utf8').includes(root);
  hold('it does not name the folder it was built in', !here);
}

const COMMAND = 'node_modules/rulewalk/dist-cli/rulewalk.mjs';
const command = (words, options) => run(process.execPath, [COMMAND, ...words], options);

function tryCommand() {
  hold('it says its version', command(['--version']).out === `${manifest.version}\n`);
  const walk = command(['walk', '-', '--to', 'kube-system/kube-dns:dns-tcp'], {
    input: readFileSync(join(folder, 'dns.txt'), 'utf8'),
  });
  hold('it walks what comes by a pipe', walk.code === 0 && walk.out.match(/1\/2 {2}arrives/g)?.length === 2, walk.err);
  const korean = command(['walk', 'kuard.txt'], { env: { LC_ALL: 'ko_KR.UTF-8' } });
  hold('it speaks Korean where the machine does', korean.out.includes('도착하고'), korean.out.slice(0, 80));
  hold('it knows when it is used wrongly', command(['walk']).code === 64);
}

/** Starts `serve`, reads the address it prints once it listens, and asks for the page. */
async function tryServe() {
  const server = spawn(process.execPath, [COMMAND, 'serve'], { cwd: folder });
  const url = await new Promise((resolve) => {
    server.stdout.on('data', (data) => resolve(String(data).trim()));
    server.on('close', () => resolve(''));
  });
  const page = url === '' ? undefined : await fetch(url);
  hold('it serves the page', page?.status === 200 && (await page.text()).includes('<title>'), url);
  server.kill('SIGTERM');
}

/** The programs of docs/library.md. */
function tryLibrary() {
  const text = readFileSync(join(root, 'docs/library.md'), 'utf8');
  const programs = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
  hold('docs/library.md has three programs', programs.length === 3);
  for (const [at, code] of programs.entries()) {
    const file = `program-${at + 1}.mjs`;
    writeFileSync(join(folder, file), `// @ts-check\n${code}`);
    const ran = run(process.execPath, [file]);
    hold(
      `${file} runs`,
      ran.code === 0 && ran.out.split('\n').length > 3,
      ran.err.slice(0, 400) + ran.out.slice(0, 200),
    );
    if (process.argv.includes('--show')) console.log(ran.out);
  }
  const options = [
    '--noEmit',
    '--allowJs',
    '--checkJs',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--skipLibCheck',
  ];
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const files = programs.map((_, at) => `program-${at + 1}.mjs`);
  const checked = run(join(root, 'node_modules/.bin/tsc'), [...options, ...types, ...files]);
  hold('its types hold for them, as Node resolves modules', checked.code === 0, checked.out.slice(0, 2000));
}

try {
  if (!existsSync(join(root, 'dist/index.html'))) throw new Error('build the page first: npm run build');
  install(pack());
  tryCommand();
  await tryServe();
  tryLibrary();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(faults.length === 0 ? 0 : 1);
