import { describe, expect, it } from 'vitest';
import { sha256Hex, utf8 } from '../../lib/sha';
import { addToIp, ip } from '../../net/ip';
import type { LbBackend } from './lb-maps';
import { maglevTable, murmur3 } from './maglev';
import { MAGLEV_SEED, readMaglevSeed } from './maglev-seed';

const backend = (id: number, address: string, port: number): LbBackend => ({
  id,
  address: ip(address),
  port,
  protocol: 'TCP',
  state: 'active',
});

const read = readMaglevSeed(MAGLEV_SEED);
const SEED = read.ok ? read.value : { murmur: 0, jhash4: 0, jhash6: 0 };

function countsOf(table: Uint32Array): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const id of table) counts[id] = (counts[id] ?? 0) + 1;
  return counts;
}

describe('MurmurHash3', () => {
  // The check values of the algorithm's own test program.
  it.each([
    ['', 0, '00000000000000000000000000000000'],
    ['hello', 0, 'cbd8a7b341bd9b025b1e906a48ae1d19'],
    ['The quick brown fox jumps over the lazy dog', 0, 'e34bbc7bbc071b6c7a433ca9c49a9347'],
  ])('of %j', (text, seed, expected) => {
    const hex = murmur3(utf8(text), seed)
      .map((word) => word.toString(16).padStart(16, '0'))
      .join('');
    expect(hex).toBe(expected);
  });
});

describe('the Maglev table', () => {
  it('reads the seed as three words', () => {
    expect(SEED).toEqual({ murmur: 0x24b7ef82, jhash4: 0x71dcda46, jhash6: 0x92505688 });
    expect(readMaglevSeed('short').ok).toBe(false);
  });

  it('is the one four backends of 10.244.1 have, in 1021 places', () => {
    const four = [1, 2, 3, 4].map((n) => ({ backend: backend(n, `10.244.1.${n}`, 80), weight: 100 }));
    const table = maglevTable(four, 1021, SEED);
    expect(countsOf(table)).toEqual({ 1: 256, 2: 255, 3: 255, 4: 255 });
    expect(Array.from(table.subarray(0, 16))).toEqual([4, 1, 2, 4, 2, 1, 2, 1, 1, 1, 4, 1, 1, 1, 1, 2]);
  });

  it('does not depend on the order of the backends', () => {
    const four = [1, 2, 3, 4].map((n) => ({ backend: backend(n, `10.244.1.${n}`, 80), weight: 1 }));
    expect(maglevTable(four.toReversed(), 1021, SEED)).toEqual(maglevTable(four, 1021, SEED));
  });

  it('gives turns by weight: every place of 251 as upstream publishes it', () => {
    const weighed = (
      [
        [1, 2, 0],
        [3, 13, 1],
        [4, 111, 2],
        [5, 10, 3],
      ] as const
    ).map(([n, weight, id]) => ({
      backend: { ...backend(id, '0.0.0.0', n), address: addToIp(ip('0.0.0.0'), n) },
      weight,
    }));
    const table = maglevTable(weighed, 251, SEED);
    expect(sha256Hex([...table].join(','))).toBe('de32754e4708ff063fa98115953c7f535af25d69e0706f71eb2d3a340abc7deb');
  });

  it('moves little when one of three goes', () => {
    const three = [1, 2, 3].map((n) => ({ backend: backend(n, `10.0.0.${n}`, 80), weight: 1 }));
    const before = maglevTable(three, 1021, SEED);
    const after = maglevTable(three.slice(0, 2), 1021, SEED);
    const moved = before.filter((id, at) => id !== 3 && after[at] !== id).length;
    expect(moved / before.length).toBeLessThan(0.01);
  });

  it('has no place where there is no backend', () => {
    expect(maglevTable([], 251, SEED)).toHaveLength(0);
  });
});
