import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cidr, makeCidr, contains, formatCidr, parseCidr, ip, ipv4, ipv6 } from './ip';

const u32 = fc.integer({ min: 0, max: 0xffff_ffff });

describe('Cidr', () => {
  it.each([
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['10.1.2.3', '10.1.2.3/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['fd00:10:244:1::5/64', 'fd00:10:244:1::/64'],
    ['fd00::1', 'fd00::1/128'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ])('%s is %s', (text, canonical) => {
    expect(formatCidr(cidr(text))).toBe(canonical);
  });

  it.each(['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', 'fd00::/129', '/8', '10.0.0.0/1e1'])(
    'refuses "%s"',
    (text) => {
      expect(parseCidr(text).ok).toBe(false);
    },
  );

  it.each([
    ['10.244.0.0/16', '10.244.255.255', true],
    ['10.244.0.0/16', '10.245.0.0', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::', false],
    ['fd00::/65', 'fd00:0:0:0:7fff::', true],
    ['fd00::/65', 'fd00:0:0:0:8000::', false],
  ])('%s holds %s: %s', (range, address, expected) => {
    expect(contains(cidr(range), ip(address))).toBe(expected);
  });

  it('holds every address it was made from', () => {
    fc.assert(
      fc.property(fc.tuple(u32, u32, u32, u32), fc.integer({ min: 0, max: 128 }), (words, prefix) => {
        const four = ipv4(words[0]);
        const six = ipv6(words);
        return contains(makeCidr(six, prefix), six) && contains(makeCidr(four, Math.min(prefix, 32)), four);
      }),
    );
  });
});
