import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allPhrases } from './index';

const CORE = join(dirname(fileURLToPath(import.meta.url)), '../../core');

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testdata' ? [] : sources(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

const used = new Set(
  sources(CORE).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bphrase\(\s*'([^']+)'/g)].map((match) => match[1] ?? ''),
  ),
);

describe('phrases', () => {
  it('core uses some', () => {
    expect(used.size).toBeGreaterThan(20);
  });

  it('every id core says is written down', () => {
    expect([...used].filter((id) => !(id in allPhrases()))).toEqual([]);
  });

  it('both languages say something and fill the same places', () => {
    const places = (text: string): string => [...new Set(text.match(/\{\w+\}/g))].toSorted().join(' ');
    const odd = Object.entries(allPhrases()).filter(
      ([, { en, ko }]) => !en || !ko || places(en) !== places(ko) || (en === ko && en.includes(' ')),
    );
    expect(odd.map(([id]) => id)).toEqual([]);
  });
});
