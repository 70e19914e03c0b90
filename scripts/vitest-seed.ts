import fc from 'fast-check';
import { afterAll, vi } from 'vitest';

/**
 * Properties are tried with the same inputs each time, so that a change is judged by what it changed.
 * `npm run soak` tries others: it sets PROPERTY_SEED.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 1) });

/** What is loaded late and nobody waits for is waited for: vitest keeps an import that a file's end cut off as failed for all files after it. */
afterAll(() => vi.dynamicImportSettled());
