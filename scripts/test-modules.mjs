// What the tests import as modules of Node's own, built once (`node scripts/test-modules.mjs`, then vitest with TEST_MODULES=1):
// by itself vitest transforms every source anew for each of its workers, and reaches each name of another module by a lookup.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { INLINE_ENGINES, noWorkers } from './no-workers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, '.cache/modules');

/** Sources that a test may import: all but tests and what only a browser starts. */
function sources() {
  return ['src', 'conformance']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test\.tsx?|d\.ts|worker\.ts)$|^src.(sw|main)\.tsx?$/.test(name));
}

/** The place of a source stays what it was: recordings are read beside it. */
const ownPlace = {
  name: 'own-place',
  enforce: 'pre',
  transform: {
    filter: { code: /import\.meta\.(url|dirname)/ },
    handler: (code, id) => ({
      code: code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
      map: null,
    }),
  },
};

/** A vitest plugin: a source is what was built of it; tests themselves are transformed as ever. */
export function builtModules() {
  return {
    name: 'built-modules',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.') || source.includes('?')) return null;
      const name = relative(root, join(dirname(importer.split('?')[0]), source)).replace(/\.tsx?$/, '');
      const id = join(out, `${name}.js`);
      return existsSync(id) ? { id, external: true } : null;
    },
  };
}

async function build() {
  const [{ build: make }, { default: react }, { notices }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
    import('./notices.mjs'),
  ]);
  await make({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: [INLINE_ENGINES] },
    plugins: [noWorkers(), react(), notices(), ownPlace],
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: out,
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(sources().map((name) => [name.replace(/\.tsx?$/, ''), join(root, name)])),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          // Not the page's: many of its modules want a document as soon as they are read.
          codeSplitting: {
            groups: [{ name: 'pure', test: /[\\/](src[\\/](core|engine|content|store)|conformance)[\\/]/ }],
          },
        },
      },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
