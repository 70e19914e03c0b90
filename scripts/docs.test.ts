import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Nothing of ours is in them. */
const OTHERS = new Set(['node_modules', 'test-results', 'playwright-report', 'coverage', '.git', '.cache']);

interface Page {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

/** Every page of words in the project: Markdown, and what GitHub asks a reporter. */
function pagesBelow(folder: string): Page[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const isOther = OTHERS.has(entry.name) || /^dist(-|$)/.test(entry.name);
    if (entry.isDirectory()) return isOther ? [] : pagesBelow(path);
    const isPage = entry.name.endsWith('.md') || relative(ROOT, path).startsWith('.github');
    return isPage ? [{ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }] : [];
  });
}

/** Text outside of fenced blocks: what stands in them is an example. */
const prose = (text: string): string => text.replaceAll(/^```.*?^```/gms, '');

/** Where a page points: `[words](target)`, `![picture](target)`, `href="target"`. */
function targetsOf(text: string): string[] {
  const found = prose(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|(?:href|src)="([^"]+)"/g);
  return [...found].map((each) => each[1] ?? each[2] ?? '').filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchor GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

function anchorsOf(text: string): string[] {
  return [...prose(text).matchAll(/^#{1,6} (.+)$/gm)].map((each) => anchorOf(each[1] ?? ''));
}

/** Links of a page that lead nowhere. */
function brokenLinks({ path, text }: Page): string[] {
  return targetsOf(text).filter((target) => {
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), decodeURIComponent(file));
    if (!existsSync(to)) return true;
    return anchor !== undefined && to.endsWith('.md') && !anchorsOf(readFileSync(to, 'utf8')).includes(anchor);
  });
}

/** `npm run NAME`s of a page that package.json has not. */
function missingCommands({ text }: Page, known: ReadonlySet<string>): string[] {
  const named = [...text.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g)].map((each) => each[1] ?? '');
  return named.filter((name) => !known.has(name));
}

/** Files a page names from the root of the project that are not there: `src/README.md`, `scripts/e2e.mjs`. */
function missingFiles({ text }: Page): string[] {
  const named = [...text.matchAll(/`((?:src|scripts|e2e|docs|public)\/[\w./-]+)`/g)].map((each) => each[1] ?? '');
  return named.filter((path) => !existsSync(join(ROOT, path)));
}

/** Does a file or folder of that name exist? `many-*.ts`: at least one. */
function isThere(path: string): boolean {
  if (!path.includes('*')) return existsSync(path);
  const parts = relative(dirname(path), path).split('*');
  const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
  return names.some((name) => name.startsWith(parts[0] ?? '') && name.endsWith(parts.at(-1) ?? ''));
}

/** Files and folders in the first column of a room's table that the room has not: `chain-index.ts`, `matches/`. */
function missingParts({ path, text }: Page): string[] {
  const cells = [...prose(text).matchAll(/^\| ([^|]*?) *\|/gm)].map((each) => each[1] ?? '');
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w.*/-]+(?:\.tsx?|\/))`/g)].map((each) => each[1] ?? ''));
  return named.filter((name) => !isThere(join(ROOT, dirname(path), name)));
}

/** What the tables of a room's page name in their first column, a `*` or `<name>` being any. */
function namedParts(text: string): RegExp[] {
  const cells = [...prose(text).matchAll(/^\| ([^|]*?) *\|/gm)].map((each) => each[1] ?? '');
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w.*/<>-]+)`/g)].map((each) => each[1] ?? ''));
  return named.map((name) => {
    const pattern = name.replaceAll('.', '\\.').replaceAll(/\*|<\w+>/g, '[^/]*');
    return new RegExp(name.endsWith('/') ? `^${pattern}` : `^${pattern}$`);
  });
}

/** The modules below a folder, those of rooms with a page of their own left out. */
function modulesBelow(folder: string, room = folder): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const isOther = existsSync(join(path, 'README.md')) || entry.name === 'testdata' || entry.name === 'testing';
      return isOther ? [] : modulesBelow(path, room);
    }
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [relative(room, path)] : [];
  });
}

/** Modules of a room that its page says nothing of. */
function unnamedModules({ path, text }: Page): string[] {
  const named = namedParts(text);
  return modulesBelow(join(ROOT, dirname(path))).filter((module) => !named.some((name) => name.test(module)));
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
const COMMANDS = new Set(Object.keys(scripts));
const PAGES = pagesBelow(ROOT);

describe('the words beside the code', () => {
  it('saw the pages', () => {
    const paths = PAGES.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'src/README.md']));
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each(PAGES.map((page) => [page.path, page] as const))('%s points at what is there', (_path, page) => {
    expect({
      links: brokenLinks(page),
      commands: missingCommands(page, COMMANDS),
      files: [...missingFiles(page), ...missingParts(page)],
    }).toEqual({ links: [], commands: [], files: [] });
  });

  const rooms = PAGES.filter(({ path }) => /^(?:src|conformance)\/.*README\.md$/.test(path));
  it.each(rooms.map((page) => [page.path, page] as const))('%s says what each module of its room is', (_path, page) => {
    expect(unnamedModules(page)).toEqual([]);
  });

  it('would notice a module that no table names', () => {
    const text = '| file | what |\n| --- | --- |\n| `docs.*`, `testing/` | these |\n';
    expect(unnamedModules({ path: 'scripts/README.md', text })).toEqual(['vitest-seed.ts']);
  });

  it('would notice', () => {
    const text = [
      '[a](src/nowhere.md) [b](README.md#no-such-heading) [c](README.md#run-it) [d](https://example.com)',
      'Run `npm run nothing`, or `npm run -s headless -- parse`. See `src/nowhere/else.ts` and `src/main.tsx`.',
      '| `src/*.tsx`, `src/nobody.ts` | a table names what it has |',
    ].join('\n');
    const page = { path: 'PAGE.md', text };
    expect(brokenLinks(page)).toEqual(['src/nowhere.md', 'README.md#no-such-heading']);
    expect(missingCommands(page, COMMANDS)).toEqual(['nothing']);
    expect(missingFiles(page)).toEqual(['src/nowhere/else.ts', 'src/nobody.ts']);
    expect(missingParts(page)).toEqual(['src/nobody.ts']);
  });
});

describe('CHANGELOG.md', () => {
  const lines = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split('\n');

  it('goes by version, and a change is one short line', () => {
    const versions = lines.filter((line) => line.startsWith('## ')).map((line) => line.slice(3));
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    expect(versions.every((name) => name === 'Unreleased' || /^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/.test(name))).toBe(
      true,
    );
    expect(versions.some((name) => name.startsWith(`${version} `))).toBe(true);
    const changes = lines.filter((line) => line.startsWith('- '));
    expect(changes.length).toBeGreaterThan(50);
    expect(changes.filter((line) => line.length > 150)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('  '))).toEqual([]);
  });
});
