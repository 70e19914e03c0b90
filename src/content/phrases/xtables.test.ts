import { describe, expect, it } from 'vitest';
import { MATCHES } from '../../core/linux/xtables/matches';
import { TARGETS } from '../../core/linux/xtables/targets';
import { allPhrases } from './index';

describe('hover help', () => {
  it.each([...MATCHES.map(({ name }) => `match.${name}`), ...TARGETS.map(({ name }) => `target.${name}`)])(
    '%s has a sentence in both languages',
    (id) =>
      expect(allPhrases()[id]).toMatchObject({ en: expect.stringMatching(/\.$/), ko: expect.stringMatching(/\.$/) }),
  );

  it('describes only what exists', () => {
    const known = new Set([
      ...MATCHES.map(({ name }) => `match.${name}`),
      ...TARGETS.map(({ name }) => `target.${name}`),
    ]);
    const described = Object.keys(allPhrases()).filter((id) => /^(match|target)\./.test(id));
    expect(described.filter((id) => !known.has(id))).toEqual([]);
    expect(described.length).toBe(known.size);
  });
});
