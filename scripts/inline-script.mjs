// A source as one plain script that stands in the page itself.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { remembersPackages } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} input a source below the project, with all it imports @returns {Promise<string>} the script's text */
export async function inlineScript(input) {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [remembersPackages()],
    build: {
      target: 'es2023',
      write: false,
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } },
    },
  });
  const [{ output }] = [built].flat();
  return output[0].code.trim();
}
