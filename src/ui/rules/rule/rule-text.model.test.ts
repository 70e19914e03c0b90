import { describe, expect, it } from 'vitest';
import { cutRule } from '../../../core/linux/xtables/rule-text';
import { bareAddress, listTokens, tokensOfPart } from './rule-text.model';

describe('tokensOf', () => {
  it.each([
    ['--to-destination 10.244.1.5:8080', ['10.244.1.5:8080']],
    ['-s 10.0.0.0/255.255.0.255', ['10.0.0.0/255.255.0.255']],
    ['-d fd00:10:96::a/128', ['fd00:10:96::a/128']],
    ['--to-destination [fd00::5]:8080', ['[fd00::5]:8080']],
    ['--tcp-flags FIN,SYN,RST,ACK SYN', []],
    ['--ctstate RELATED,ESTABLISHED', []],
    ['--mac-source 00:11:22:33:44:55:66', []],
    ['--dst-range 10.0.0.1-10.0.0.9', ['10.0.0.1', '10.0.0.9']],
  ])('%s', (text, addresses) => {
    const found = listTokens(text).filter((token) => token.kind === 'address');
    expect(found.map((token) => token.text)).toEqual(addresses);
  });
});

describe('tokensOfPart', () => {
  it('joins back to the part, its target apart', () => {
    const rule = '! -s 10.0.0.0/8 -m comment --comment "to 10.0.0.1" -p tcp -j DNAT --to-destination 10.244.1.5:8080';
    const tokens = cutRule(rule, 'ipv4').flatMap(tokensOfPart);
    expect(tokens.map(({ text }) => text).join('')).toBe(rule);
    expect(tokens.flatMap(({ kind, text }) => (kind === 'text' ? [] : [`${kind} ${text}`]))).toEqual([
      'address 10.0.0.0/8',
      'target DNAT',
      'address 10.244.1.5:8080',
    ]);
  });
});

describe('bareAddress', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1/32', '10.0.0.1'],
    ['10.0.0.1:80', '10.0.0.1'],
    ['[fd00::5]:8080', 'fd00::5'],
    ['fd00::a/128', 'fd00::a'],
  ])('%s', (text, bare) => expect(bareAddress(text)).toBe(bare));
});
