import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'),
);

it('text leaves for the clipboard in one place, where it is known whether it may', () => {
  const writers = SOURCES.filter((file) =>
    /\.writeText\(|clipboard\.write\(/.test(readFileSync(`src/${file}`, 'utf8')),
  );
  expect(writers).toEqual(['ui/redact/redaction.ts']);
});
