import { describe, expect, it } from 'vitest';
import { add, formatFraction, multiply, parseFraction, shareText, ZERO } from '../../lib/fraction';
import { findLadder } from './ladder';
import { rulesetFromLines } from './ruleset-text';

function ladder(rules: readonly string[]) {
  const lines = { rules: rules.map((text) => ({ text })) };
  const { tables } = rulesetFromLines(new Map([['nat', new Map([['KUBE-SVC-X', lines]])]]), 'ipv4');
  return findLadder(tables.get('nat')!.chains.get('KUBE-SVC-X')!, 'ipv4');
}
const draw = (probability: string, to: string): string =>
  `-m comment --comment "default/web:http -> ${to}" -m statistic --mode random --probability ${probability} -j KUBE-SEP-${to}`;
const rest = (to: string): string => `-m comment --comment "default/web:http -> ${to}" -j KUBE-SEP-${to}`;

function printed(rules: readonly string[]): string[] | undefined {
  return ladder(rules)?.rungs.map(({ index, left, conditional, resulting }) => {
    expect(formatFraction(multiply(parseFraction(left), parseFraction(conditional)))).toBe(resulting);
    return `${index + 1} ${conditional} of ${left}: ${resulting}`;
  });
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
      ['2 1/3 of 1: 1/3', '3 1/2 of 2/3: 1/3', '4 1 of 1/3: 1/3'],
    ],
    [
      'uneven by hand',
      [draw('0.2', 'A'), draw('0.5', 'B'), rest('C')],
      ['1 1/5 of 1: 1/5', '2 1/2 of 4/5: 2/5', '3 1 of 2/5: 2/5'],
    ],
    ['no rule takes the rest', [draw('0.5', 'A')], ['1 1/2 of 1: 1/2']],
    ['the rest asks for something else', [draw('0.5', 'A'), '-s 10.0.0.1/32 -j KUBE-SEP-B'], ['1 1/2 of 1: 1/2']],
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
      rungs?.map(({ resulting, kernelConditional, kernel }) => [resulting, kernelConditional, kernel.toFixed(6)]),
    ).toEqual([
      ['1/3', '715820724/2^31', '0.333330'],
      ['1/3', undefined, '0.333335'],
      ['1/3', undefined, '0.333335'],
    ]);
  });

  it('does not call unequal shares equal', () => {
    expect(ladder([draw('0.2', 'A'), rest('B')])!.equal).toBeUndefined();
  });
});

describe('the odds of a rule', () => {
  const first = (option: string) => ladder([`-m statistic --mode random ${option} -j X`])?.rungs[0];

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
    ['often', undefined],
    ['1.5', undefined],
    ['-0.5', undefined],
    ['1e-1', '1/10'],
  ])('%s is %s', (written, odds) => expect(first(`--probability ${written}`)?.conditional).toBe(odds));

  it('knows every 1/n that kube-proxy writes and the kernel prints back', () => {
    for (let n = 1; n <= 3000; n++) {
      const written = (1 / n).toFixed(10);
      const kernel = Math.round(Number(written) * 2 ** 31);
      const printed = (kernel / 2 ** 31).toFixed(11);
      expect(first(`--probability ${printed}`)?.conditional).toBe(n === 1 ? '1' : `1/${n}`);
    }
  });

  it('turns a negated draw round', () => {
    expect(first('! --probability 0.25')?.conditional).toBe('3/4');
    expect(first('! --probability 0')?.conditional).toBe('1');
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
    expect(shareText(first(`--probability ${written}`)?.kernelConditional)).toBe(kernel);
  });
});
