import { describe, expect, test } from 'vitest';
import { addressAt, listPools, allocateClusterIP, clusterIPBands, kubernetesIP } from './address-pool';
import { allocateNodePort, nodePortBands } from './services';

const pool = (cidr: string) => {
  const [found] = listPools([cidr]);
  if (!found) throw new Error(cidr);
  return found;
};

describe('clusterIP bands', () => {
  // The table of KEP-3070.
  test.each([
    ['10.96.0.0/24', '10.96.0.1', '10.96.0.16', '10.96.0.17', '10.96.0.254'],
    ['10.96.0.0/22', '10.96.0.1', '10.96.0.64', '10.96.0.65', '10.96.3.254'],
    ['10.96.0.0/20', '10.96.0.1', '10.96.1.0', '10.96.1.1', '10.96.15.254'],
    ['10.96.0.0/16', '10.96.0.1', '10.96.1.0', '10.96.1.1', '10.96.255.254'],
    ['10.96.0.0/26', '10.96.0.1', '10.96.0.16', '10.96.0.17', '10.96.0.62'],
    ['fd00:96::/112', 'fd00:96::1', 'fd00:96::100', 'fd00:96::101', 'fd00:96::ffff'],
  ])('%s: static %s to %s, dynamic %s to %s', (cidr, first, staticEnd, dynamic, last) => {
    const range = pool(cidr);
    const bands = clusterIPBands(range);
    expect(
      [bands.first, bands.dynamic - 1, bands.dynamic, bands.end - 1].map((offset) => addressAt(range, offset)),
    ).toEqual([first, staticEnd, dynamic, last]);
  });

  test.each(['10.96.0.0/28', '10.96.0.0/29'])('%s has no static band', (cidr) => {
    const bands = clusterIPBands(pool(cidr));
    expect(bands.dynamic).toBe(bands.first);
  });
});

describe('clusterIPs', () => {
  test('the API server has the first address, kube-dns the tenth', () => {
    const range = pool('10.96.0.0/12');
    expect(kubernetesIP(range)).toBe('10.96.0.1');
    expect(allocateClusterIP(range, new Set(), 'kube-system/kube-dns', 1)).toBe('10.96.0.10');
  });

  test('the dynamic band is used up before the static one, then there are none', () => {
    const range = pool('10.96.0.0/27');
    const used = new Set<string>();
    const given: string[] = [];
    for (let i = 0; i < 31; i++) {
      const address = allocateClusterIP(range, used, `default/s${i}`, 7);
      if (address === undefined) break;
      used.add(address);
      given.push(address);
    }
    const last = (address: string): number => Number(address.split('.')[3]);
    expect(new Set(given.slice(0, 14).map(last))).toEqual(new Set(Array.from({ length: 14 }, (_, i) => 17 + i)));
    expect(new Set(given.slice(14).map(last))).toEqual(new Set(Array.from({ length: 16 }, (_, i) => 1 + i)));
  });

  test('the same Service gets the same address with the same seed', () => {
    const range = pool('10.96.0.0/12');
    const draw = (seed: number) => allocateClusterIP(range, new Set(), 'default/web', seed);
    expect(draw(3)).toBe(draw(3));
    expect(draw(3)).not.toBe(draw(4));
  });
});

describe('nodePort bands', () => {
  test.each([
    [30_000, 32_767, 30_086],
    [30_000, 30_015, 30_000],
    [30_000, 30_099, 30_016],
    [1024, 65_535, 1152],
  ])('%i-%i: dynamic from %i', (from, to, dynamic) => {
    expect(nodePortBands([from, to])).toEqual({ first: from, dynamic, end: to + 1 });
  });

  test('a full range gives nothing', () => {
    expect(allocateNodePort([30_000, 30_001], new Set([30_000, 30_001]), 'default/web 80', 1)).toBeUndefined();
    expect(allocateNodePort([30_000, 30_001], new Set([30_000]), 'default/web 80', 1)).toBe(30_001);
  });
});
