import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageOf, sbomOf } from './sbom.mjs';

const LOCK = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, never> };
const SOME = ['node_modules/react', 'node_modules/@xyflow/react', 'node_modules/@xyflow/react/node_modules/zustand'];
const HASH = Buffer.from('a hash').toString('base64');
const small = (own: object): never =>
  ({
    packages: {
      '': { name: 'page', version: '1.0.0', license: 'Apache-2.0', dependencies: { one: '1.0.0' } },
      'node_modules/one': {
        version: '1.0.0',
        license: 'MIT',
        integrity: `sha512-${HASH}`,
        dependencies: { two: '2.0.0' },
        ...own,
      },
      'node_modules/two': { version: '1.0.0', license: 'MIT OR ISC', integrity: `sha512-${HASH}` },
      'node_modules/one/node_modules/two': { version: '2.0.0', license: 'ISC', integrity: `sha512-${HASH}` },
    },
  }) as never;

describe('the list of packages', () => {
  it('says what package-lock.json says, and the same each time, in whichever order they came', () => {
    const list = sbomOf(LOCK, SOME);
    expect(list).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(list.components.map(({ purl }: { purl: string }) => purl)).toEqual([
      expect.stringMatching(/^pkg:npm\/%40xyflow\/react@/),
      'pkg:npm/zustand@4.5.7',
      expect.stringMatching(/^pkg:npm\/react@/),
    ]);
    expect(JSON.stringify(sbomOf(LOCK, [...SOME, ...SOME].toReversed()))).toBe(JSON.stringify(list));
    expect(JSON.stringify(list)).not.toMatch(/timestamp|serialNumber/);
  });

  it('has each with its licence and hash, and knows what needs what', () => {
    const list = sbomOf(small({}), ['node_modules/one', 'node_modules/one/node_modules/two', 'node_modules/two']);
    expect(list.components).toContainEqual(
      expect.objectContaining({
        purl: 'pkg:npm/two@2.0.0',
        licenses: [{ license: { id: 'ISC' } }],
        hashes: [{ alg: 'SHA-512', content: Buffer.from('a hash').toString('hex') }],
      }),
    );
    expect(list.components).toContainEqual(
      expect.objectContaining({ purl: 'pkg:npm/two@1.0.0', licenses: [{ expression: 'MIT OR ISC' }] }),
    );
    expect(list.dependencies).toEqual([
      { ref: 'page@1.0.0', dependsOn: ['pkg:npm/one@1.0.0'] },
      { ref: 'pkg:npm/one@1.0.0', dependsOn: ['pkg:npm/two@2.0.0'] },
      { ref: 'pkg:npm/two@2.0.0', dependsOn: [] },
      { ref: 'pkg:npm/two@1.0.0', dependsOn: [] },
    ]);
  });

  it.each([{ integrity: undefined }, { license: undefined }, { version: undefined }])(
    'is not written where the lockfile lacks something: %j',
    (own) => {
      expect(() => sbomOf(small(own), ['node_modules/one'])).toThrow(/node_modules\/one is built in/);
      expect(() => sbomOf(small({}), ['node_modules/unknown'])).toThrow(/node_modules\/unknown/);
    },
  );

  it('knows a package by its files', () => {
    expect(packageOf('/some/where/node_modules/react/index.js')).toBe('node_modules/react');
    expect(packageOf(String.raw`C:\a\node_modules\@xyflow\react\node_modules\zustand\index.js`)).toBe(
      'node_modules/@xyflow/react/node_modules/zustand',
    );
    expect(packageOf('node_modules/@fontsource-variable/inter/files/a.woff2')).toBe(
      'node_modules/@fontsource-variable/inter',
    );
    expect(packageOf('\0vite/preload-helper.js')).toBe('node_modules/vite');
    expect(packageOf('/some/where/src/main.tsx')).toBeUndefined();
  });
});
