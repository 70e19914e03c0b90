import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GLOSSARY } from '../../content/glossary';
import { OWN_TERMS } from '../../content/ko/glossary';
import { findSpellings, splitDrawn, splitTerms } from './terms.model';

const SPELLINGS = findSpellings(OWN_TERMS);

const termsOf = (sentence: string): readonly string[] =>
  splitTerms(sentence, SPELLINGS).flatMap(({ text, term }) => (term === undefined ? [] : [`${text}=${term}`]));

describe('words of the glossary in a sentence', () => {
  it('are found as they are written, in the plural, at the beginning and before a Korean particle', () => {
    expect(termsOf('Rules of kube-proxy lead to a Pod; the next rule is not asked.')).toEqual([
      'Rules=rule',
      'kube-proxy=kube-proxy',
      'Pod=pod',
    ]);
    expect(termsOf('Service가 가리키는 Pod는 규칙이 정합니다.')).toEqual(['Service=service', 'Pod=pod', '규칙=rule']);
    expect(termsOf('conntrack entry')).toEqual(['conntrack entry=conntrack-entry']);
  });

  it('are no parts of names, options, addresses or verdicts in other letters', () => {
    expect(termsOf('KUBE-MARK-MASQ --mark 0x4000 web-pod.default 10.0.0.1/24 POLICY kube-proxy-abc node1')).toEqual([]);
  });

  it('leave every sentence as it was', () => {
    const words = fc.constantFrom(...Object.values(GLOSSARY), ' ', '-', '.', '가', 'x', ' the ');
    fc.assert(
      fc.property(fc.array(words), (all) => {
        const sentence = all.join('');
        const parts = splitTerms(sentence, SPELLINGS);
        expect(parts.map(({ text }) => text).join('')).toBe(sentence);
        const terms = parts.flatMap(({ term }) => term ?? []);
        expect(new Set(terms).size).toBe(terms.length);
      }),
    );
  });
});

describe('names of a drawing', () => {
  const termsOf = (names: string) => splitDrawn(names).flatMap(({ term }) => term ?? []);
  it.each([
    ['PREROUTING', ['prerouting']],
    ['POSTROUTING', ['postrouting']],
    ['eth0', ['network-device']],
    ['veth1a2b · cni0 · eth0', ['veth', 'bridge', 'network-device']],
    ['kube-ipvs0', ['kube-ipvs0']],
    ['cali1234', []],
  ])('%s', (names, terms) => {
    expect(termsOf(names)).toEqual(terms);
    expect(
      splitDrawn(names)
        .map(({ text }) => text)
        .join(''),
    ).toBe(names);
  });
});
