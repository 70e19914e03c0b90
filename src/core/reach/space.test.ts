import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareIp, getBits, ip, maskWords, type IpAddress, type IpFamily } from '../net/ip';
import { Space } from './space';

/** Addresses near each other, so that ranges of them are often networks and often nearly so. */
const near = (family: IpFamily): fc.Arbitrary<IpAddress> =>
  fc
    .record({ high: fc.nat(2), low: fc.oneof(fc.nat(9), fc.integer({ min: 0xfff0, max: 0xffff })) })
    .map(({ high, low }) =>
      family === 'ipv4'
        ? { family, words: [((10 << 24) | (high << 16) | low) >>> 0] }
        : { family, words: [0xfd000000, 0, high === 2 ? 0xffffffff : high, low < 10 ? low : 0xffff0000 + low] },
    );

describe('all packets of a family', () => {
  it.each(['ipv4', 'ipv6'] as const)('have an address in a range exactly if it is not outside, %s', (family) => {
    const space = new Space({ family, devices: [''] });
    const one = (address: IpAddress) => space.address('src', { address, mask: maskWords(family, getBits(family)) });
    fc.assert(
      fc.property(near(family), near(family), near(family), (a, b, address) => {
        const [min, max] = compareIp(a, b) <= 0 ? [a, b] : [b, a];
        const isInside = compareIp(address, min) >= 0 && compareIp(address, max) <= 0;
        expect(space.both(space.addressRange('src', min, max), one(address)) !== space.none).toBe(isInside);
      }),
      { numRuns: 2000 },
    );
  });

  it('are asked for one address of either side by themselves', () => {
    const space = new Space({ family: 'ipv4', devices: [''] });
    const [address, mask] = [ip('10.0.0.1'), maskWords('ipv4', 32)];
    const [src, dst] = [space.address('src', { address, mask }), space.address('dst', { address, mask })];
    expect(src).not.toBe(dst);
    expect([space.address('src', { address, mask }), space.address('dst', { address, mask })]).toEqual([src, dst]);
  });
});
