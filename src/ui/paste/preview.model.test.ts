import { describe, expect, it } from 'vitest';
import { lineStarts } from '../../core/lib/scan';
import { makePreview as previewOfLines, sizeText } from './open-node.model';

const previewOf = (text: string, others: Parameters<typeof previewOfLines>[2]) =>
  previewOfLines(text, lineStarts(text), others);

describe('the lines of a pasted text', () => {
  const preview = previewOf('one\r\ntwo\nthree\nfour\nfive', [
    { from: 1, to: 1 },
    { from: 3, to: 4 },
  ]);

  it('are cut on demand', () => {
    expect(preview.count).toBe(5);
    expect(Array.from({ length: 5 }, (_, i) => preview.line(i))).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(preview.line(9)).toBe('');
  });

  it('know whether they were used', () => {
    expect(Array.from({ length: 5 }, (_, i) => preview.isNoise(i))).toEqual([true, false, true, true, false]);
  });

  it('are not longer than a screen', () => {
    expect(previewOf('x'.repeat(100_000), []).line(0)).toHaveLength(400);
  });
});

describe('the size of a text', () => {
  it.each([
    [93, '93 B'],
    [418_400, '418 kB'],
    [52_000_000, '52.0 MB'],
  ])('%d: %s', (length, text) => expect(sizeText(length)).toBe(text));
});
