import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { REST_TITLES } from './scripts/rest.mjs';

const executablePath = findChromium();
const port = Number(process.env['E2E_PORT'] ?? 4173);
/** A page that is served already; without it the built one is served for the tests. */
const served = process.env['E2E_URL'];

/** Which part of the tests: what `npm test` runs, what it leaves to `npm run test:rest`; without it all. */
const PARTS = { first: { grepInvert: REST_TITLES }, rest: { grep: REST_TITLES } };
const part = PARTS[process.env['E2E_PART'] as keyof typeof PARTS];

const CHROMIUM_FLAGS = [
  // Letters as they are drawn in a window: without one they would be laid on whole pixels.
  '--font-render-hinting=slight',
  // There is none; without these words one is emulated, in a process of its own.
  '--disable-gpu',
  '--in-process-gpu',
  // A page of a test lives some seconds: optimizing its code takes a quarter more of a processor than it saves.
  // Nor is it worth a processor's time to forget what was compiled, or to collect with several threads.
  '--js-flags=--max-optimized-bytecode-size=0 --no-flush-bytecode --min-semi-space-size=16 --max-semi-space-size=32 --single-threaded-gc',
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: 'docs/gallery/{arg}{ext}',
  fullyParallel: true,
  ...part,
  forbidOnly: Boolean(process.env['CI']),
  // A machine of a build service stands still now and then. What passes only the second time is named at the end.
  retries: process.env['CI'] ? 1 : 0,
  workers: 2,
  // A hang is seen all the same; a busy machine is no fault of a test.
  timeout: 180_000,
  expect: { timeout: 90_000 },
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? '.cache/e2e.json' }]],
  use: {
    baseURL: served ?? `http://localhost:${port}`,
    viewport: { width: 1280, height: 720 },
    trace: 'off',
    serviceWorkers: 'block',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) },
  },
  ...(served
    ? {}
    : {
        webServer: {
          command: `node scripts/serve.mjs --port ${port}`,
          url: `http://localhost:${port}`,
          reuseExistingServer: false,
          timeout: 60_000,
        },
      }),
});
