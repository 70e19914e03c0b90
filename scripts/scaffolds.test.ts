import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { THOROUGH } from '../src/core/lib/testing/soaking';
import { HALF, PLACES_OF_HALF, SCAFFOLDS, type Scaffold, THIRD_LANGUAGE } from './testing/scaffolds';

/** A copy of the product beside it, with one new thing of each kind; it is taken away again. */
const COPY = resolve(`.cache/scaffolds-${process.pid}`);
/** Modules of a scaffold, where vitest leaves them to Node (vite.config.ts). */
const BUILT = resolve(`.cache/modules-of-scaffolds-${process.pid}`);
const inCopy = (path: string): string => join(COPY, 'src', path);
/** What the tests load of the copy. */
const LOADED = [
  'core/formats/iptables-save',
  'core/formats/index',
  'core/linux/ipvs/schedulers/index',
  'core/kubernetes/network/layouts',
  'core/kubernetes/network/overlays',
  'core/kubernetes/proxy/index',
  'core/kubernetes/proxy/release-changes',
  'core/kubernetes/release',
  'core/questions/lint/lint',
  'content/examples/index',
  'content/scenes/index',
  'content/sheets/lessons',
  'core/sheet/languages',
  'core/sheet/read',
  'engine/client',
  'engine/desk',
  'engine/questions',
] as const;
const load = <T>(path: (typeof LOADED)[number]): Promise<T> =>
  import(/* @vite-ignore */ join(BUILT, `${path}.js`)) as Promise<T>;

/** The copy as modules of Node's own: transformed one by one its thousand sources would take as long as their types. */
async function buildCopy(): Promise<void> {
  await build({
    root: COPY,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: BUILT,
      rolldownOptions: {
        input: Object.fromEntries(LOADED.map((path) => [path, inCopy(`${path}.ts`)])),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

function copyProduct(): void {
  const isTest = /\.test\.tsx?$|\/testdata$|\/testing$|^src\/headless$/;
  cpSync('src', join(COPY, 'src'), { recursive: true, filter: (path) => !isTest.test(path) });
  const config = {
    extends: '../../tsconfig.json',
    include: ['src'],
    exclude: ['src/sw.ts', 'src/guard/service-worker.ts', 'src/older-files.ts'],
  };
  writeFileSync(join(COPY, 'tsconfig.json'), JSON.stringify(config));
}

/** Text with something right behind what is quoted; an error when it is not there. */
function inserted(text: string, behind: string, what: string): string {
  const at = text.indexOf(behind);
  if (at < 0) throw new Error(`nowhere: ${behind}`);
  return text.slice(0, at + behind.length) + what + text.slice(at + behind.length);
}

function put({ files, lines }: Scaffold): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(inCopy(path)), { recursive: true });
    writeFileSync(inCopy(path), text);
  }
  for (const { path, behind, text } of lines) {
    writeFileSync(inCopy(path), inserted(readFileSync(inCopy(path), 'utf8'), behind, text));
  }
}

/** What the types say of the copy; empty: they are content. */
function typeErrors(): string {
  try {
    execFileSync('node_modules/.bin/tsc', ['--singleThreaded', '-p', join(COPY, 'tsconfig.json')], { stdio: 'pipe' });
    return '';
  } catch (error) {
    return String((error as { readonly stdout?: Buffer }).stdout ?? error);
  }
}

/** The rows of "Where does it go?": what one wants, and the paths it names, `<name>` being the file's. */
function rowsOf(readme: string): ReadonlyMap<string, readonly string[]> {
  const table = readme.slice(readme.indexOf('## Where does it go?'), readme.indexOf('## Packages'));
  const rows = [...table.matchAll(/^\| ((?:add|ask) [^|]*?) +\|([^\n]*)\|$/gm)];
  return new Map(
    rows.map(([, want = '', cells = '']) => [
      want,
      [...cells.matchAll(/`([\w./<>-]+\/[\w.<>-]+\.tsx?)`/g)].map(([, path = '']) => path),
    ]),
  );
}

/** A path of a row for something of a name: `<name>` as its files are called, `<Name>` as its components are. */
const named = (path: string, { name }: Scaffold): string =>
  path.replaceAll('<name>', name).replaceAll('<Name>', name.charAt(0).toUpperCase() + name.slice(1));

/** A language is put in behind the others, whose words it copies. */
const ALL: readonly Scaffold[] = [...SCAFFOLDS, THIRD_LANGUAGE];

const ROWS = rowsOf(readFileSync('src/README.md', 'utf8'));

beforeAll(async () => {
  copyProduct();
  for (const scaffold of SCAFFOLDS) put(scaffold);
  cpSync(inCopy('content/ko'), inCopy(`content/${THIRD_LANGUAGE.name}`), { recursive: true });
  put(THIRD_LANGUAGE);
  await buildCopy();
});

afterAll(() => [COPY, BUILT].forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('“Where does it go?” is true', () => {
  it('for every row that adds one of many', () => {
    // A kind of step is part of a closed set: the compiler names its switches.
    const open = [...ROWS.keys()].filter((want) => want !== 'add a kind of step');
    expect(ALL.map(({ row }) => row).toSorted()).toEqual(open.toSorted());
  });

  it.each(ALL.map((each) => [each.row, each] as const))('%s touches what its row names', (row, scaffold) => {
    const wanted = ROWS.get(row)?.map((path) => named(path, scaffold)) ?? [];
    const touched = [...Object.keys(scaffold.files), ...scaffold.lines.map(({ path }) => path)];
    expect(new Set(wanted)).toEqual(new Set(touched));
  });
});

type Core<T> = Record<string, (...args: never[]) => T>;

describe('what was added is there', () => {
  it('a match and a target are read and printed', async () => {
    const { IPTABLES_SAVE } =
      await load<typeof import('../src/core/formats/iptables-save')>('core/formats/iptables-save');
    const text = '*mangle\n:FORWARD ACCEPT [0:0]\n-A FORWARD -m l2tp --tid 7 -j DEMO\nCOMMIT\n';
    const read = IPTABLES_SAVE.parse(text);
    expect(read.ok && read.value.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(read.ok && IPTABLES_SAVE.print(read.value.value)).toContain('-A FORWARD -m l2tp --tid 7 -j DEMO');
  });

  it('a scheduler, a layout, an overlay, an example and a mode are found by name', async () => {
    const { findScheduler } = await load<Core<unknown>>('core/linux/ipvs/schedulers/index');
    const { podLayout } = await load<Core<{ readonly id: string }>>('core/kubernetes/network/layouts');
    const { exampleById } = await load<typeof import('../src/content/examples')>('content/examples/index');
    const { proxyMode } = await load<Core<{ readonly id: string }>>('core/kubernetes/proxy/index');
    const found = [findScheduler, podLayout, exampleById, proxyMode].map((find) => find?.('demo' as never));
    expect(found.every((each) => each !== undefined)).toBe(true);
    const { podOverlay } = await load<Core<{ readonly id: string }>>('core/kubernetes/network/overlays');
    expect(podOverlay?.('demo' as never)).toMatchObject({ id: 'demo' });
    expect(exampleById('demo')?.document().flows).toHaveLength(1);
    const { SCENES } = await load<typeof import('../src/content/scenes')>('content/scenes/index');
    expect(SCENES.some(({ id }) => id === 'demo')).toBe(true);
  });

  it('a third language is what examples and scenes are called in, too', async () => {
    const { exampleById } = await load<typeof import('../src/content/examples')>('content/examples/index');
    expect(exampleById('demo')?.title).toEqual({ en: 'A demo', ko: '데모', eo: '데모' });
  });

  it('a third language is one of Sheets: those of lessons are written in it, and read', async () => {
    const { LESSON_SHEETS } = await load<typeof import('../src/content/sheets/lessons')>('content/sheets/lessons');
    const { readSheet } = await load<typeof import('../src/core/sheet/read')>('core/sheet/read');
    const { inLanguage } = await load<typeof import('../src/core/sheet/languages')>('core/sheet/languages');
    const read = LESSON_SHEETS.map(({ text }) => readSheet(text));
    expect(read.filter(({ ok }) => !ok)).toEqual([]);
    const texts = read.flatMap((sheet) =>
      sheet.ok ? sheet.value.blocks.flatMap((block) => ('text' in block ? [block.text] : [])) : [],
    );
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) expect(text['eo']).toBe(text['ko']);
    expect(inLanguage({ en: 'web' }, 'eo')).toBe('web');
  });

  it('a release is the newest, and what it writes otherwise is said', async () => {
    const { NEWEST_RELEASE } = await load<typeof import('../src/core/kubernetes/release')>('core/kubernetes/release');
    expect(NEWEST_RELEASE).toBe('1.99');
    const { proxyMode } = await load<typeof import('../src/core/kubernetes/proxy')>('core/kubernetes/proxy/index');
    const { releaseChanges } = await load<typeof import('../src/core/kubernetes/proxy/release-changes')>(
      'core/kubernetes/proxy/release-changes',
    );
    const newest = releaseChanges(proxyMode('iptables')).at(-1);
    expect(newest).toMatchObject({ release: '1.99', changes: [{ id: 'kubernetes.changes.iptables.demo' }] });
  });

  it('a format is detected, a finding is found', async () => {
    const { readByFormat: readText } = await load<typeof import('../src/core/formats')>('core/formats/index');
    expect(readText('demo 1\ndemo 2\n')).toMatchObject({ ok: true, value: { format: 'demo', summary: { lines: 2 } } });
    const { lintPasted } = await load<typeof import('../src/core/questions/lint/lint')>('core/questions/lint/lint');
    const text = '*filter\n:FORWARD ACCEPT [0:0]\nCOMMIT\n';
    expect(lintPasted({ texts: [{ id: 'a', title: 'a', text }], facts: {} }).map(({ id }) => id)).toContain('demo');
  });

  it('a question is answered', async () => {
    const { Client } = await load<typeof import('../src/engine/client')>('engine/client');
    const { Desk } = await load<typeof import('../src/engine/desk')>('engine/desk');
    const { QUESTIONS } = await load<typeof import('../src/engine/questions')>('engine/questions');
    const client = new Client(({ hear }) => {
      const desk = new Desk({ slice: 8, post: hear, questions: QUESTIONS });
      return { post: (message) => desk.hear(message), end: () => undefined };
    });
    const ask = client.ask as unknown as (kind: string, args: object) => unknown;
    expect(await ask('demo', { to: 3 })).toBe('counted to 3');
  });

  it('and nothing of it is in the product', () => {
    for (const path of [...SCAFFOLDS, HALF].flatMap(({ files }) => Object.keys(files))) {
      expect(existsSync(join('src', path))).toBe(false);
    }
  });
});

// A compiler's whole run.
describe.runIf(THOROUGH)('the types', () => {
  // Last: what is half there does not run.
  it('take what is whole, and name every place where a half is missing', () => {
    put(HALF);
    const errors = typeErrors();
    const places = [...errors.matchAll(/src\/([\w./-]+)\(\d+,\d+\): error/g)].map(([, path]) => path);
    expect(places, errors).toEqual(PLACES_OF_HALF);
    expect(errors.match(/'half' is missing/g)).toHaveLength(7);
  });
});
