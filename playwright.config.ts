import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

const executablePath = findChromium();
const port = Number(process.env['E2E_PORT'] ?? 4173);
/** A page that is served already; without it the built one is served for the tests. */
const served = process.env['E2E_URL'];

const CHROMIUM_FLAGS = [
  // Letters as they are drawn in a window: without one they would be laid on whole pixels.
  '--font-render-hinting=slight',
  // There is none; without these words one is emulated, in a process of its own.
  '--disable-gpu',
  '--in-process-gpu',
  // A page of a test lives some seconds: optimizing its code takes a quarter more of a processor than it saves.
  '--js-flags=--max-optimized-bytecode-size=0',
];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  snapshotPathTemplate: 'docs/gallery/{arg}{ext}',
  fullyParallel: true,
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
