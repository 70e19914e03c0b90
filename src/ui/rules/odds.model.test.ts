import { describe, expect, it } from 'vitest';
import { formatFraction, formatShare } from '../../core/lib/fraction';
import { shareText } from '../../core/lib/fraction';
import { oddsOf } from './ladder.model';

function oddsText(probability: string): string {
  const odds = oddsOf(probability);
  return odds ? formatFraction(odds.meant) : probability;
}

describe('oddsOf', () => {
  it.each([
    ['0.33333333349', '1/3'],
    ['0.50000000000', '1/2'],
    ['0.10000000009', '1/10'],
    ['0.14285714272', '1/7'],
    ['0.00476190494', '1/210'],
    ['0.5', '1/2'],
    ['0.25', '1/4'],
    ['0.33333', '1/3'],
    ['0.75', '3/4'],
    ['1', '1'],
    ['1.00000000000', '1'],
    ['0', '0'],
    ['0.00000000000', '0'],
    ['often', 'often'],
    ['1.5', '1.5'],
    ['-0.5', '-0.5'],
    ['1e-1', '1/10'],
  ])('%s is %s', (written, odds) => expect(oddsText(written)).toBe(odds));

  it('knows every 1/n that kube-proxy writes and the kernel prints back', () => {
    for (let n = 1; n <= 3000; n++) {
      const written = (1 / n).toFixed(10);
      const kernel = Math.round(Number(written) * 2 ** 31);
      const printed = (kernel / 2 ** 31).toFixed(11);
      expect(oddsText(printed)).toBe(n === 1 ? '1' : `1/${n}`);
    }
  });

  it('turns a negated draw round', () => {
    expect(formatFraction(oddsOf('0.25', true)!.meant)).toBe('3/4');
    expect(formatFraction(oddsOf('0', true)!.meant)).toBe('1');
  });

  it.each([
    ['0.33333', '715820724/2^31 = 0.33333'],
    ['0.33332999982', '715820724/2^31 = 0.33333'],
    ['0.33333333349', '715827883/2^31 = 0.3333333335'],
    ['0.5', 'none'],
    ['0.75', 'none'],
    ['0.7', 'none'],
    ['1', 'none'],
    ['0', 'none'],
  ])('says what the kernel keeps of %s where that is not what is meant: %s', (written, kernel) => {
    const odds = oddsOf(written)?.kernel;
    expect(shareText(odds && formatShare(odds))).toBe(kernel);
  });

  it('is undefined for what is not a probability', () => {
    expect(oddsOf('2')).toBeUndefined();
    expect(oddsOf('')).toBeUndefined();
  });
});
