import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sha1Hex, hash16, sha256Hex } from './sha';

describe('sha256', () => {
  test.each([
    '',
    'abc',
    'a'.repeat(55),
    'a'.repeat(56),
    'a'.repeat(63),
    'a'.repeat(64),
    'x'.repeat(1000),
    '서비스 é \u{1f600}',
  ])('equals the reference for %j', (text) => {
    expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex'));
    expect(sha1Hex(text)).toBe(createHash('sha1').update(text).digest('hex'));
  });

  test('a lone surrogate is hashed as the replacement character', () => {
    expect(sha256Hex('a\ud800b')).toBe(createHash('sha256').update('a\ufffdb').digest('hex'));
  });
});

describe('hash16', () => {
  test.each([
    ['default/kubernetes:httpstcp', 'NPX46M4PTMTKRN6Y'],
    ['kube-system/kube-dns:dnsudp', 'TCOU7JCQXEZGVUNU'],
    ['default/kuard:tcp', 'CUXC5A3HHHVSSN62'],
    ['kube-system/kube-dns:dns-tcptcp192.168.219.79:53', 'QAKNPRQLOCCFUZAB'],
  ])('%s -> %s', (input, name) => {
    expect(hash16(input)).toBe(name);
  });
});
