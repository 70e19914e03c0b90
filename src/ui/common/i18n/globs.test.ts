import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../content/languages';

const UI = fileURLToPath(new URL('../..', import.meta.url));

/** Files of words that a module asks for in each language's folder: `import.meta.glob` finds none where the path is wrong. */
function wordsAskedFor(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const globs = text.matchAll(/'((?:\.\.\/)+content\/\*\/[^']+)'/g);
  return [...globs].flatMap(([, glob = '']) => {
    const names = /\{([^}]+)\}/.exec(glob)?.[1]?.split(',') ?? [''];
    return LOCALES.flatMap((locale) =>
      names.map((name) => join(dirname(path), glob.replace('*', locale).replace(/\{[^}]+\}/, name))),
    );
  });
}

const ASKED = readdirSync(UI, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .flatMap((path) => wordsAskedFor(join(UI, path)));

describe('words that are loaded by the folder of their language', () => {
  it('are asked for', () => expect(ASKED.length).toBeGreaterThan(3 * LOCALES.length));

  it('are there', () => expect(ASKED.filter((path) => !existsSync(path))).toEqual([]));
});
