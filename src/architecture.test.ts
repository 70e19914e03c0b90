import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));
/** The product, and what proves it. */
const ROOTS = [SRC, join(SRC, '../conformance')];

/** The core up to the document. */
const ROOMS_TO_DOCUMENT = [
  'core/lib',
  'core/net',
  'core/windows',
  'core/linux',
  'core/kubernetes',
  'core/formats',
  'core/sim',
  'core/paste',
  'core/document',
];

/** The dependency rule: a room and what it may import besides itself. The longest matching room counts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'core/lib': [],
  'core/net': ['core/lib'],
  'core/windows': ['core/lib', 'core/net'],
  'core/linux': ['core/lib', 'core/net', 'core/windows'],
  'core/kubernetes': ['core/lib', 'core/net', 'core/windows', 'core/linux'],
  'core/formats': ['core/lib', 'core/net', 'core/linux', 'core/kubernetes'],
  'core/sim': ['core/lib', 'core/net', 'core/windows', 'core/linux'],
  'core/reach': ['core/lib', 'core/net', 'core/linux', 'core/sim'],
  'core/paste': ['core/lib', 'core/net', 'core/linux', 'core/kubernetes', 'core/formats', 'core/sim'],
  'core/document': ROOMS_TO_DOCUMENT.filter((room) => room !== 'core/document'),
  'core/story': ROOMS_TO_DOCUMENT,
  'core/sheet': [...ROOMS_TO_DOCUMENT, 'core/story', 'core/timeline'],
  'core/timeline': ROOMS_TO_DOCUMENT,
  'core/questions': ['core'],
  'core/public': ['core'],
  'core/index.ts': ['core'],
  content: ['core'],
  headless: ['core', 'content', 'conformance'],
  conformance: ['core', 'content', 'headless'],
  engine: ['core', 'guard'],
  store: ['core', 'engine', 'content'],
  ui: ['core', 'engine', 'content', 'store'],
  guard: [],
  'sw.ts': ['guard', 'older-files'],
  'older-files.ts': [],
  'main.tsx': ['core', 'engine', 'content', 'store', 'ui'],
  'sheet-file.tsx': ['store', 'ui'],
  'first-frame.tsx': ['core', 'engine', 'content', 'store', 'ui'],
  'sheet-outlines.ts': ['core', 'content', 'ui'],
  'early.ts': ['core', 'content', 'store', 'ui'],
};

/**
 * Folders of ui, lowest first: one may import from those before it. A folder within another has a place of its own; the
 * longest that fits counts; of `windows/*` each folder that is not named by itself, and none of them knows another. `App`, `main` and `first-frame` stand above all.
 */
const UI_RANKS = [
  'common/theme',
  'common',
  'common/i18n',
  'rules/rule',
  'time',
  'windows/help/proof',
  'rules/parts',
  'rules/ruleset-diff',
  'share/redact',
  'rules',
  'windows/help/licences',
  'paste/kept',
  'shell/bench',
  'windows/rebuild',
  'lessons',
  'paste/findings',
  'editors',
  'stage/topology',
  'stage/packet',
  'stage/many',
  'reach',
  'stage',
  'inspector/tables',
  'inspector',
  'paste',
  'windows/help',
  'shell',
  'story/cast',
  'story/layout',
  'story/drawing',
  'story/lenses',
  'story/page',
  'story/paper',
  'sheet',
  'share/embed',
  'share',
  'shell/start',
  'compare',
  'windows/*',
  'windows',
] as const;

/** Parts of linux that run rules; kube-proxy writes rules and never runs them. */
const EVALUATORS =
  /^core\/linux\/(xtables\/(walk|matches|targets)|nftables\/walk|ipvs\/director|routing\/fib|conntrack\/(table|nat|tcp))/;

/** Files in these folders are islands: they know the registry's contract, never each other. */
const ISLANDS = [
  'core/linux/xtables/matches',
  'core/linux/xtables/targets',
  'core/linux/nftables/expressions',
  'core/linux/nftables/statements',
  'core/linux/ipset/kinds',
  'core/linux/ipvs/schedulers',
] as const;

const CORE_PACKAGES = new Set(['yaml', 'valibot', 'immer']);

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly bare: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testdata' || entry.name === 'testing' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** A path as the table names it: below `src/`, or below the project where the proof is. */
function placeOf(path: string): string {
  return path.replace(/^(?:\.\.\/|src\/)/, '');
}

function edgesOf(from: string, text: string): Edge[] {
  const statements = /(?:^|\n)\s*(import|export)\s+(type\s)?(?:[^'";]*?from\s*)?['"]([^'"]+)['"]/g;
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g;
  const found = [...text.matchAll(statements)].map((m) => ({ target: m[3] ?? '', typeOnly: m[2] !== undefined }));
  found.push(...[...text.matchAll(dynamic)].map((m) => ({ target: m[1] ?? '', typeOnly: false })));
  return found.map(({ target, typeOnly }) => {
    const bare = !target.startsWith('.');
    return { from, to: bare ? target : placeOf(normalize(join(dirname(from), target))), typeOnly, bare };
  });
}

function roomOf(path: string): string {
  const rooms = Object.keys(MAY_IMPORT).filter((room) => path === room || path.startsWith(`${room}/`));
  return rooms.toSorted((a, b) => b.length - a.length)[0] ?? path;
}

/** The entry of the table a module of ui belongs to; undefined: it stands above all. */
function ownFolder(path: string): (typeof UI_RANKS)[number] | undefined {
  const folders = UI_RANKS.filter((folder) => path.startsWith(`${folder}/`) || path === folder);
  const own = folders.toSorted((a, b) => b.length - a.length)[0];
  return own === 'windows' && /^windows\/[\w-]+\//.test(path) ? 'windows/*' : own;
}

/** The folder of a window over the page: `windows/cost`. */
const windowOf = (path: string): string | undefined => /^ui\/(windows\/[\w-]+)\//.exec(path)?.[1];

/** Whether an import goes from a folder of ui to one above it. */
function isUpward({ from, to }: Edge): boolean {
  const rank = (path: string): number => {
    if (!path.startsWith('ui/')) return -1;
    const own = ownFolder(path.slice('ui/'.length));
    return own === undefined ? UI_RANKS.length : UI_RANKS.indexOf(own);
  };
  return rank(to) > rank(from) && from.startsWith('ui/');
}

/** Every broken rule, one sentence each. Exported shape so that planted violations can be tested too. */
function violations(edges: readonly Edge[]): string[] {
  return edges.flatMap((edge) => {
    const say = (rule: string): string[] => [`${edge.from} imports ${edge.to}: ${rule}`];
    const room = roomOf(edge.from);
    const inCore = edge.from.startsWith('core/');
    if (edge.bare) {
      if (inCore && !CORE_PACKAGES.has(edge.to)) return say('core imports only yaml, valibot, immer');
      if (edge.from.endsWith('.model.ts') && /^react(-dom)?($|\/)/.test(edge.to)) return say('a model knows no React');
      return [];
    }
    const target = roomOf(edge.to);
    const allowed = [room, ...(MAY_IMPORT[room] ?? [])];
    if (!allowed.some((a) => target === a || target.startsWith(`${a}/`))) return say(`${room} may not know ${target}`);
    if (room === 'core/kubernetes' && !edge.typeOnly && EVALUATORS.test(edge.to)) return say('kube-proxy writes rules');
    if (isUpward(edge)) return say('a folder of ui knows those below it');
    const [window, other] = [windowOf(edge.from), windowOf(edge.to)];
    if (window && other && window !== other) return say('a window knows no other');
    const island = ISLANDS.find((folder) => dirname(edge.from) === folder);
    if (island && !edge.from.endsWith('/index.ts') && dirname(edge.to) === island && !edge.to.includes('/lib')) {
      return say('islands do not import each other');
    }
    return [];
  });
}

function scan(): Edge[] {
  return ROOTS.flatMap((root) => sources(root)).flatMap((path) =>
    edgesOf(placeOf(relative(SRC, path)), readFileSync(path, 'utf8')),
  );
}

describe('the dependency rule', () => {
  it('holds for every import', () => {
    expect(violations(scan())).toEqual([]);
  });

  it('saw the imports', () => {
    expect(scan().length).toBeGreaterThan(100);
  });

  it('knows every folder of ui', () => {
    const modules = sources(join(SRC, 'ui')).map((path) => dirname(relative(join(SRC, 'ui'), path)));
    const folders = new Set(modules.filter((folder) => folder !== '.'));
    expect(new Set([...folders].map((folder) => ownFolder(`${folder}/index`)))).toEqual(new Set(UI_RANKS));
  });

  it('knows every room', () => {
    const strangers = ROOTS.flatMap((root) => sources(root))
      .map((path) => placeOf(relative(SRC, path)))
      .filter((path) => !(roomOf(path) in MAY_IMPORT) && !path.endsWith('.d.ts'));
    expect(strangers).toEqual([]);
  });

  it.each([
    ['core/linux/a.ts', "import { x } from '../kubernetes/b';"],
    ['core/sim/a.ts', "import { x } from '../../store/store';"],
    ['core/sim/a.ts', "import { x } from 'react';"],
    ['core/kubernetes/a.ts', "import { walkTable } from '../linux/xtables/walk';"],
    ['core/linux/xtables/matches/a.ts', "import { b } from './b';"],
    ['core/formats/a.ts', "export { x } from '../document/document';"],
    ['ui/rules/a.model.ts', "import { useMemo } from 'react';"],
    ['core/net/a.ts', "const x = await import('../linux/hooks');"],
    ['ui/common/a.ts', "import { useWorkspace } from '../bench/use-shortcuts';"],
    ['ui/shell/a.ts', "import { App } from '../App';"],
    ['ui/rules/parts/a.ts', "import { x } from '../rules.model';"],
    ['ui/windows/cost/a.ts', "import { WINDOWS } from '../index';"],
    ['ui/windows/cost/a.ts', "import { NamesDialog } from '../names/NamesDialog';"],
  ])('would notice in %s: %s', (from, text) => {
    expect(violations(edgesOf(from, text))).toHaveLength(1);
  });
});

/** Code that keeps state several components follow: only the store may. */
const MAKES_A_STORE = /\buseSyncExternalStore\(|from 'zustand(?:\/vanilla)?'/;
/** Why a module may follow something else. */
const FOLLOWS: Readonly<Record<string, string>> = {
  'store/store.ts': 'is the store',
  'store/access.ts': 'says what slices are given of it',
  'store/hooks.ts': 'reads it',
  'ui/common/theme/media.ts': "what it follows is the browser's media queries",
};

describe('one store', () => {
  it('holds what more than one component knows', () => {
    const makers = sources(SRC)
      .filter((path) => MAKES_A_STORE.test(readFileSync(path, 'utf8')))
      .map((path) => relative(SRC, path));
    expect(makers.toSorted()).toEqual(Object.keys(FOLLOWS).toSorted());
  });

  it.each(["import { create } from 'zustand';", 'return useSyncExternalStore(subscribe, () => state);'])(
    'would notice: %s',
    (text) => {
      expect(MAKES_A_STORE.test(text)).toBe(true);
    },
  );
});
