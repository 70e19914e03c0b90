import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineStarts, quoteWord, scanWords } from './scan';

const values = (text: string): string[] => scanWords(text).map((word) => word.value);

describe('scanWords', () => {
  it.each<[text: string, words: string[]]>([
    ['', []],
    ['   ', []],
    ['a b', ['a', 'b']],
    ['\ta  b\r', ['a', 'b']],
    ['--comment "a b" -j X', ['--comment', 'a b', '-j', 'X']],
    ['"a \\"b\\" \\\\ c"', ['a "b" \\ c']],
    ['pre"fix ed"post', ['prefix edpost']],
    ['""', ['']],
    ['"open to the end', ['open to the end']],
    ["'a b' c", ['a b', 'c']],
    ["don't stop", ["don't", 'stop']],
    ["'open", ["'open"]],
    ['a\u3000b\u00a0c', ['a', 'b', 'c']],
    ['"a # b" # c', ['a # b', '#', 'c']],
  ])('%j -> %j', (text, words) => expect(values(text)).toEqual(words));

  it('says where each word stands, quotes included', () => {
    const text = 'x --log-prefix "a b" y';
    const word = scanWords(text, 2, 20)[1];
    expect(word).toEqual({ value: 'a b', raw: '"a b"', start: 15, end: 20 });
    expect(scanWords(text, 2, 20)).toHaveLength(2);
  });

  it('reads back what quoteWord wrote', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => !/[\n\r\0]/.test(each));
    fc.assert(
      fc.property(text, (word) => {
        expect(values(`a ${quoteWord(word)} b`)).toEqual(['a', word, 'b']);
      }),
    );
  });
});

describe('quoteWord', () => {
  it.each([
    ['kube-dns_1', 'kube-dns_1'],
    ['ns/svc:p80', '"ns/svc:p80"'],
    ['', '""'],
    ['say "hi"', String.raw`"say \"hi\""`],
    ["it's", String.raw`"it\'s"`],
    ['back\\slash', String.raw`"back\\slash"`],
  ])('%j -> %j', (value, quoted) => expect(quoteWord(value)).toBe(quoted));
});

describe('lineStarts', () => {
  it.each<[text: string, starts: number[]]>([
    ['', []],
    ['a', [0]],
    ['a\n', [0]],
    ['a\nb', [0, 2]],
    ['\n\nx\r\ny\n', [0, 1, 2, 5]],
  ])('%j -> %j', (text, starts) => expect([...lineStarts(text)]).toEqual(starts));
});
