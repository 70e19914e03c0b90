// Packs what would be published and tries it in an empty folder: what is in it, every verb of the command, every transcript of
// docs/cli.md, the official client of the Model Context Protocol, the page it serves, the programs of docs/library.md, run and
// held to its types, and the sample workflow of docs/ci. With this Node; with --also VERSION once more with another, where npm has it. Everything has to be
// built.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryWorkflow } from './try-workflow.mjs';

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
const PAGE = [
  'dist/index.html',
  'dist/rulewalk.html',
  'dist/sheet.html',
  'dist/THIRD-PARTY-NOTICES.txt',
  'dist/sbom.cdx.json',
];
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
/** The Node it is tried with. */
let node = process.execPath;
const command = (words, options) => run(node, [COMMAND, ...words], options);

/** Calls in one process, each with what it prints and its exit code. */
function batch(calls) {
  const { out } = command(['batch'], { input: calls.map((words) => `${JSON.stringify(words)}\n`).join('') });
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Every call that docs/cli.md shows. */
function tryTranscripts() {
  const text = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  const shown = [...text.matchAll(/^```\n\$ rulewalk (.*)\n((?:.*\n)*?)\$ echo \$\?\n(\d+)\n```/gm)];
  const answers = batch(shown.map(([, words]) => words.split(' ')));
  const wrong = shown.filter(([, , said, asked], at) => {
    const { code, out, err } = answers[at];
    const lines = [out.trimEnd(), err.trimEnd()].filter((each) => each !== '').join('\n');
    return lines !== said.trimEnd() || String(code) !== asked;
  });
  hold(
    `${shown.length} transcripts of docs/cli.md are as it prints them`,
    shown.length >= 15 && wrong.length === 0,
    wrong.map(([, words]) => words).join('; '),
  );
}

/** Verbs that print no text, or work on what comes by a pipe. */
function tryOthers() {
  const capture = spawnSync(
    node,
    [COMMAND, 'capture', 'cluster.yaml', '--from', 'shop/client', '--to', 'shop/web:80'],
    {
      cwd: folder,
    },
  );
  hold('capture writes a pcapng file', capture.status === 0 && capture.stdout.readUInt32BE(0) === 0x0a0d0d0a);
  const answers = batch([
    ['explain', 'dns.txt'],
    ['walk', 'none.txt'],
  ]).map(({ code }) => code);
  hold('batch answers each line', answers.join() === '0,64', answers.join());
  const script = command(['collect']).out;
  hold(
    'collect prints a script that sh can read',
    run('sh', ['-n'], { input: script }).code === 0 && script.length > 500,
  );
  const recordings = join(root, 'conformance/recordings/ebpf');
  hold('conformance replays recordings', command(['conformance', recordings, '--suite', 'ebpf']).code === 0);
  const verbs = [...command(['--help']).out.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, verb]) => verb);
  const helps = batch(verbs.filter((verb) => !/^(?:batch|mcp|serve)$/.test(verb)).map((verb) => [verb, '--help']));
  const silent = helps.filter(({ code, out }) => code !== 0 || !out.includes('exit 64')).map(({ out }) => out);
  hold(`${verbs.length} verbs say how they are used`, verbs.length >= 19 && silent.length === 0, silent.join());
}

/** The official client of the Model Context Protocol, over standard input and output. */
async function tryMcp() {
  const transport = new StdioClientTransport({
    command: node,
    args: [COMMAND, 'mcp', '--root', folder],
    cwd: folder,
  });
  const client = new Client({ name: 'try-package', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const { isError, structuredContent } = await client.callTool({
    name: 'walk',
    arguments: { files: ['dns.txt'], to: 'kube-system/kube-dns:dns-tcp' },
  });
  const odds = structuredContent?.answer?.flows?.[0]?.outcomes?.map((each) => each.odds).join();
  hold('the official client of MCP asks its tools', tools.length === 8 && !isError && odds === '1/2,1/2', odds);
  await client.close();
}

/** What a program did that its promises are about: connections it tried, files it opened to write. */
function traced(words, input) {
  const log = join(folder, 'strace.txt');
  const watched = ['-f', '-qq', '-e', 'trace=%network,open,openat,creat,unlink,rename,mkdir', '-o', log];
  const { code } = run('strace', [...watched, node, ...words], { input });
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  rmSync(log, { force: true });
  const asked = lines.filter((line) => /\b(?:socket|connect|sendto|bind)\(/.test(line) && !/AF_UNIX/.test(line));
  const isKept = (line) =>
    !/O_(?:WRONLY|RDWR|CREAT)|\b(?:creat|unlink|rename|mkdir)\(/.test(line) || /"\/dev\//.test(line);
  return { code, asked, written: lines.filter((line) => !isKept(line)), calls: lines.length };
}

/** SECURITY.md: command, mcp and library open no connection and write no file; tried where strace may look on. */
function tryPromises() {
  if (run('strace', ['-f', '-qq', '-o', '/dev/null', 'true']).code !== 0)
    return console.log('skip that nothing is sent or written: there is no strace here, or it may not look on');
  const control = traced([
    '-e',
    "require('net').connect(9, '127.0.0.1').on('error', () => {}); require('fs').mkdirSync('made')",
  ]);
  rmSync(join(folder, 'made'), { recursive: true, force: true });
  hold('strace sees a connection and a folder that is made', control.asked.length > 0 && control.written.length > 0);
  const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
  const calls = [...page.matchAll(/^\$ rulewalk (.*)$/gm)].map(([, words]) => JSON.stringify(words.split(' ')));
  const messages = [
    { method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} } },
    { method: 'tools/call', params: { name: 'explain', arguments: { files: ['dns.txt'] } } },
  ].map((message, id) => JSON.stringify({ jsonrpc: '2.0', id, ...message }));
  const forms = [
    { name: 'the command', words: [COMMAND, 'batch'], input: calls },
    { name: 'mcp', words: [COMMAND, 'mcp', '--root', folder], input: messages },
    { name: 'the library', words: ['program-1.mjs'], input: [] },
  ];
  for (const { name, words, input } of forms) {
    const { code, asked, written, calls: seen } = traced(words, `${input.join('\n')}\n`);
    const faults = [...asked, ...written];
    hold(`${name} opens no connection and writes no file`, code === 0 && seen > 10 && faults.length === 0, faults[0]);
  }
}

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
  const server = spawn(node, [COMMAND, 'serve'], { cwd: folder });
  const url = await new Promise((resolve) => {
    server.stdout.on('data', (data) => resolve(String(data).trim()));
    server.on('close', () => resolve(''));
  });
  const page = url === '' ? undefined : await fetch(url);
  hold('it serves the page', page?.status === 200 && (await page.text()).includes('<title>'), url);
  server.kill('SIGTERM');
}

/** Another Node, `--also 22`: what npx has, or can get; where it can get none it is said, and that is no fault. */
function findOthers() {
  const at = process.argv.indexOf('--also');
  if (at < 0) return [];
  const version = process.argv[at + 1];
  const found = spawnSync('npx', ['-y', `node@${version}`, '-p', 'process.execPath'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  const path = found.stdout?.trim() ?? '';
  if (found.status === 0 && existsSync(path)) return [path];
  console.log(`skip Node ${version}: npm has none to give here`);
  return [];
}

/** The programs of docs/library.md. */
function tryLibrary() {
  const text = readFileSync(join(root, 'docs/library.md'), 'utf8');
  const programs = [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);
  hold('docs/library.md has three programs', programs.length === 3);
  for (const [at, code] of programs.entries()) {
    const file = `program-${at + 1}.mjs`;
    writeFileSync(join(folder, file), `// @ts-check\n${code}`);
    const ran = run(node, [file]);
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
  const tarball = pack();
  install(tarball);
  for (const each of [process.execPath, ...findOthers()]) {
    node = each;
    console.log(`Node ${run(node, ['--version']).out.trim()}`);
    tryCommand();
    tryTranscripts();
    tryOthers();
    await tryMcp();
    await tryServe();
    tryLibrary();
    tryPromises();
  }
  tryWorkflow({ root, folder, tarball, run, hold });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(faults.length === 0 ? 0 : 1);
