import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { serwist } from '@serwist/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { firstFrame } from './scripts/first-frame.mjs';
import { INLINE_ENGINES } from './scripts/no-workers.mjs';
import { notices } from './scripts/notices.mjs';
import { pagePolicy } from './scripts/page-policy.mjs';
import { precompressed } from './scripts/precompressed.mjs';
import { remembersPackages, sbom } from './scripts/sbom.mjs';
import { sheetOutlines } from './scripts/sheet-outlines.mjs';
import { REST_UNIT } from './scripts/rest.mjs';
import { builtModules } from './scripts/test-modules.mjs';

/** Classes by their file, as they are met. */
const classes = new Map<string, string[]>();

/** A class by its file and its place among that file's: a fifth of all styles would be names. */
function shortName(name: string, file: string): string {
  const known = classes.get(file) ?? [];
  classes.set(file, known);
  if (!known.includes(name)) known.push(name);
  const path = relative(import.meta.dirname, file).replaceAll('\\', '/');
  return `${createHash('sha256').update(path).digest('hex').replace(/^\d+/, '').slice(0, 5)}${known.indexOf(name).toString(36)}`;
}

/** `npm test` leaves them to `npm run test:rest`. */
const LEFT_OVER = process.env['TEST_PART'] === 'first' ? REST_UNIT : [];

/** Tests that put other globals in place of the browser's: each has modules and globals of its own. */
const REPLACING_GLOBALS = ['src/store/link.test.ts', 'src/store/autosave.test.ts'];

export default defineConfig({
  base: './',
  plugins: [
    ...(process.env['TEST_MODULES'] ? [builtModules()] : []),
    react(),
    sheetOutlines(),
    firstFrame(),
    // Behind what writes scripts into the page.
    pagePolicy(),
    notices(),
    serwist({
      swSrc: 'src/sw.ts',
      swDest: 'sw.js',
      globDirectory: 'dist',
      globPatterns: ['**/*.{js,css,html,svg,webmanifest,txt,woff2}'],
      injectionPoint: 'self.__SW_MANIFEST',
      rollupFormat: 'iife',
      plugins: [remembersPackages()],
    }),
    sbom(),
    precompressed(),
  ],
  css: { modules: { generateScopedName: shortName } },
  worker: {
    format: 'es',
    plugins: () => [notices(), remembersPackages()],
    // As for the page: what the engine needs before it answers, in one file.
    rolldownOptions: {
      output: {
        comments: { annotation: false },
        codeSplitting: { groups: [{ name: 'engine', tags: ['$initial'] }] },
      },
    },
  },
  build: {
    target: 'es2023',
    // For browsers without it files are not asked for ahead: its `fetch` is refused (src/guard/first-act.ts).
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // They tell bundlers what may be left out, and nobody bundles this again.
        comments: { annotation: false },
        // The first load names every file that is loaded later, and letters of a hash cannot be compressed: 42 bits tell builds apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'flow', test: /node_modules[\\/](@xyflow|d3-[a-z]+)[\\/]/ },
            { name: 'yaml', test: /node_modules[\\/]yaml[\\/]/ },
            { name: 'codemirror', test: /node_modules[\\/](@codemirror|@lezer|style-mod|w3c-keyname|crelt)[\\/]/ },
            // What is dressed only when it is opened: styles of one kind are small beside each other, and large apart.
            {
              name: 'opened',
              test: /src[\\/]ui[\\/](?:compare|editors|inspector(?:[\\/]tables)?|lessons|paste(?:[\\/]\w+)?|reach|rules(?:[\\/]ruleset-diff)?|share(?:[\\/]redact)?|sheet(?:[\\/]edit)?|shell[\\/]start|stage[\\/]many|time|windows(?:[\\/][\w-]+)*)[\\/][\w-]+\.module\.css$/,
            },
            // What a story's chance and its end are dressed in, beside each other.
            { name: 'ending', test: /src[\\/]ui[\\/]story[\\/]page[\\/](?:draws|ending)\.module\.css$/ },
            // All the entry needs before it runs, in one file instead of eighty of some hundred bytes each.
            { name: 'page', tags: ['$initial'], priority: -1 },
            // What only parts opened later have: each icon and each piece of a menu would be a file of its own, and fifty files
            // asked for at once are felt on a phone.
            { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, priority: -2 },
            {
              name: 'radix',
              test: /node_modules[\\/](@radix-ui|radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce)[\\/]/,
              priority: -2,
            },
            // What Sheets and the bench both have stands by itself: a Sheet is read without the bench, words without either.
            { name: 'core', test: /src[\\/]core[\\/](linux[\\/]hooks|lib[\\/](groups|random))\.ts$/, priority: -2 },
            {
              name: 'benches',
              test: /src[\\/](content[\\/](scenes[\\/](bench|time-bench|time-pods)|examples[\\/]web-two-nodes|sheets[\\/]real-node)|core[\\/](document[\\/]script|timeline[\\/]delays))\.ts$/,
              priority: -2,
            },
            // What is shown by hovering and pressing; then the panes of the bench. Each with all it needs: a part by itself
            // shares a module here and one there, and the bench was a hundred files.
            {
              name: 'late',
              test: /src[\\/]ui[\\/](common[\\/]\w+Parts|shell[\\/]ExampleMenu|paste[\\/]DropZone)\.tsx$/,
              priority: -3,
            },
            {
              name: 'bench',
              test: /src[\\/]ui[\\/](shell[\\/](Workspace|TransportBar)|rules[\\/]Datapath|editors[\\/]ClusterPanel|inspector[\\/]Inspector)\.tsx$/,
              priority: -4,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'node',
    alias: [INLINE_ENGINES],
    setupFiles: ['scripts/vitest-seed.ts'],
    // A hang is seen all the same; a busy machine is no fault of a test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    server: { deps: { external: [/\.cache[\\/]modules/] } },
    // Files share their modules, so that a process of its own would keep nothing apart: a thread takes a tenth less of a processor.
    pool: 'threads',
    // One of two processors is not left idle.
    maxWorkers: '100%',
    projects: [
      // Importing the core anew for each file would take longer than its tests: files of a thread share their modules.
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['src/**/*.test.ts', 'conformance/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...REPLACING_GLOBALS, ...LEFT_OVER],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['src/**/*.test.tsx'],
          exclude: LEFT_OVER,
          setupFiles: ['scripts/vitest-seed.ts', 'src/ui/common/i18n/testing/loaded-words.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replacing globals', include: REPLACING_GLOBALS } },
    ],
  },
});
