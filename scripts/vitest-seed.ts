import fc from 'fast-check';

/**
 * Properties are tried with the same inputs each time, so that a change is judged by what it changed.
 * `npm run soak` tries others: it sets PROPERTY_SEED.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
