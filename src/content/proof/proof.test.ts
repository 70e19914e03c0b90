import { describe, expect, it } from 'vitest';
import { extensions, type Proof } from './proof';
import written from './proof.json';

const proof = written as Proof;

describe('what the help page says is proven', () => {
  it('lists the extensions as the registries do: `npm run proof` writes it anew', () => {
    expect(proof.extensions).toEqual(extensions());
    expect(Object.values(proof.extensions).map((list) => Object.keys(list).length)).not.toContain(0);
  });

  it('counts no recording twice, and none that never was', () => {
    for (const { compared } of proof.runs) {
      const names = compared.map(({ suite, mode, what }) => `${suite} ${mode ?? ''} ${what}`);
      expect(new Set(names).size).toBe(names.length);
      expect(compared.filter(({ passed, total, skips }) => passed > total || (total === 0 && !skips))).toEqual([]);
    }
  });
});
