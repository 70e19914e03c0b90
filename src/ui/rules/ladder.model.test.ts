import { describe, expect, it } from 'vitest';
import { add, formatFraction, parseFraction, ZERO } from '../../core/lib/fraction';
import { ladderOf, rungSum, shareOf } from './ladder.model';

function ladder(rules: readonly string[]) {
  return ladderOf(rules.length, (index) => `-A KUBE-SVC-X ${rules[index]}`);
}
const draw = (probability: string, to: string): string =>
  `-m comment --comment "default/web:http -> ${to}" -m statistic --mode random --probability ${probability} -j KUBE-SEP-${to}`;
const rest = (to: string): string => `-m comment --comment "default/web:http -> ${to}" -j KUBE-SEP-${to}`;

function printed(rules: readonly string[]): string[] | undefined {
  return ladder(rules)?.rungs.map((rung) => `${rung.index + 1} ${rung.conditional}: ${rungSum(rung)}`);
}

describe('ladderOf', () => {
  it.each([
    [
      'three endpoints below a mark rule',
      [
        '! -s 10.244.0.0/16 -d 10.96.0.9/32 -p tcp -m tcp --dport 80 -j KUBE-MARK-MASQ',
        draw('0.33333333349', 'A'),
        draw('0.50000000000', 'B'),
        rest('C'),
      ],
      ['2 1/3: 1/3', '3 1/2: 2/3 · 1/2 = 1/3', '4 1: 1/3'],
    ],
    [
      'uneven by hand',
      [draw('0.2', 'A'), draw('0.5', 'B'), rest('C')],
      ['1 1/5: 1/5', '2 1/2: 4/5 · 1/2 = 2/5', '3 1: 2/5'],
    ],
    ['no rule takes the rest', [draw('0.5', 'A')], ['1 1/2: 1/2']],
    ['the rest asks for something else', [draw('0.5', 'A'), '-s 10.0.0.1/32 -j KUBE-SEP-B'], ['1 1/2: 1/2']],
    ['one endpoint does not draw', [rest('A')], undefined],
    ['nth is not random', ['-m statistic --mode nth --every 2 --packet 0 -j A', '-j B'], undefined],
    [
      'draws about different packets are no ladder',
      [`-p tcp ${draw('0.5', 'A')}`, `-p udp ${draw('0.5', 'B')}`],
      undefined,
    ],
    ['nothing', [], undefined],
  ])('%s', (_name, rules, rungs) => expect(printed(rules)).toEqual(rungs));

  it.each([2, 3, 7, 10, 210])('%i endpoints come out equal and sum to one', (n) => {
    const rules = Array.from({ length: n }, (_, i) =>
      i < n - 1 ? draw((1 / (n - i)).toFixed(10), `E${i}`) : rest('Z'),
    );
    const { rungs, equal } = ladder(rules)!;
    expect(equal).toBe(`1/${n}`);
    const sum = rungs.map((rung) => parseFraction(rung.resulting)).reduce(add, ZERO);
    expect(formatFraction(sum)).toBe('1');
  });

  it('says what five decimals really give, rung by rung', () => {
    const rungs = ladder([draw('0.33332999982', 'A'), draw('0.50000000000', 'B'), rest('C')])?.rungs;
    expect(
      rungs?.map(({ resulting, kernelConditional, kernelResulting }) => [
        resulting,
        kernelConditional,
        kernelResulting,
      ]),
    ).toEqual([
      ['1/3', '715820724/2^31', '0.33333'],
      ['1/3', undefined, '0.333335'],
      ['1/3', undefined, '0.333335'],
    ]);
  });

  it('does not call unequal shares equal', () => {
    expect(ladder([draw('0.2', 'A'), rest('B')])!.equal).toBeUndefined();
  });

  it('survives missing lines', () => {
    expect(ladderOf(3, () => undefined)).toBeUndefined();
  });
});

it('gives the width of a bar', () => expect(shareOf('1/4')).toBe(0.25));
