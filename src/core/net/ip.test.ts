import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addToIp,
  compareIp,
  formatIp,
  ip,
  ipv4,
  ipv6,
  isLoopback,
  isMulticast,
  isUnspecified,
  parseIp,
  printedIp,
} from './ip';

const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const anyIp = fc.oneof(
  u32.map((word) => ipv4(word)),
  fc.tuple(u32, u32, u32, u32).map((words) => ipv6(words)),
  fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 0xffff), fc.constantFrom(0, 1), u32).map((words) => ipv6(words)),
);

describe('parseIp and formatIp', () => {
  it('are inverses', () => {
    fc.assert(
      fc.property(anyIp, (address) => {
        expect(parseIp(formatIp(address))).toEqual({ ok: true, value: address });
      }),
    );
  });

  it.each([
    ['10.96.0.1', '10.96.0.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['FD00:10:244:1::5', 'fd00:10:244:1::5'],
    ['fd00:0:0:1:0:0:0:1', 'fd00:0:0:1::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
    ['::7f00:35', '::127.0.0.53'],
    ['::6', '::6'],
    ['1::', '1::'],
  ])('%s is %s', (text, canonical) => {
    expect(formatIp(ip(text))).toBe(canonical);
    expect(printedIp(text)).toBe(canonical);
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.0.1',
    '010.1.1.1',
    '0x7f.1.1.1',
    '256.1.1.1',
    '1.2.3.4 ',
    ':',
    ':::',
    '1::2::3',
    'g::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '1.2.3.4::',
  ])('refuses "%s"', (text) => {
    expect(parseIp(text).ok).toBe(false);
  });
});

describe('addToIp', () => {
  it.each([
    ['10.0.0.255', 1, '10.0.1.0'],
    ['10.0.1.0', -1, '10.0.0.255'],
    ['255.255.255.255', 1, '0.0.0.0'],
    ['fd00::ffff:ffff', 1, 'fd00::1:0:0'],
    ['fd00::1:0:0', -1, 'fd00::ffff:ffff'],
  ])('%s + %i = %s', (from, offset, to) => {
    expect(formatIp(addToIp(ip(from), offset))).toBe(to);
  });
});

describe('order and kinds', () => {
  it('orders IPv4 before IPv6 and numerically, not by text', () => {
    const sorted = ['fd00::1', '10.0.0.10', '10.0.0.9', '::1'].map((text) => ip(text)).toSorted(compareIp);
    expect(sorted.map((address) => formatIp(address))).toEqual(['10.0.0.9', '10.0.0.10', '::1', 'fd00::1']);
  });

  it.each([
    ['127.0.0.53', true, false, false],
    ['::1', true, false, false],
    ['224.0.0.1', false, true, false],
    ['ff02::1', false, true, false],
    ['0.0.0.0', false, false, true],
    ['128.0.0.1', false, false, false],
  ])('%s: loopback %s, multicast %s, unspecified %s', (text, loopback, multicast, unspecified) => {
    const address = ip(text);
    expect([isLoopback(address), isMulticast(address), isUnspecified(address)]).toEqual([
      loopback,
      multicast,
      unspecified,
    ]);
  });
});
