import { describe, expect, it } from 'vitest';
import {
  findChain,
  indexChains,
  lineCount,
  lineOfRule,
  lineText,
  longestLine,
  ruleAtLine,
  ruleLine,
} from './rules-view.model';
import { viewOf } from '../rules/testing/view-of';

const TEXT = `*filter
:INPUT ACCEPT [0:0]
:EMPTY - [0:0]
-A INPUT -p tcp -j ACCEPT
COMMIT
*nat
:PREROUTING ACCEPT [0:0]
:KUBE-SERVICES - [0:0]
:KUBE-SVC-A - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.0.1/32 -j KUBE-SVC-A
-A KUBE-SERVICES -j RETURN
-A KUBE-SVC-A -j ACCEPT
COMMIT
`;
const index = indexChains(viewOf(TEXT));

describe('lines', () => {
  it('gives back every line of the text', () => {
    const lines = Array.from({ length: lineCount(index.view) }, (_, line) => lineText(index.view, line));
    expect(`${lines.join('\n')}\n`).toBe(TEXT);
  });

  it('survives carriage returns, a missing end, and the end', () => {
    const view = viewOf('*nat\r\nCOMMIT');
    expect([lineText(view, 0), lineText(view, 1), lineText(view, 2), lineCount(view)]).toEqual([
      '*nat',
      'COMMIT',
      '',
      2,
    ]);
  });

  it('knows the longest', () => {
    expect(longestLine(index.view)).toBe('-A KUBE-SERVICES -d 10.96.0.1/32 -j KUBE-SVC-A'.length);
  });

  it('is calm about nothing', () => {
    const view = { ...viewOf(''), offsets: new Uint32Array() };
    expect([lineCount(view), longestLine(view), lineText(view, 0)]).toEqual([0, 0, '']);
    expect(ruleAtLine(indexChains(view), 0)).toBeUndefined();
  });
});

describe('rules', () => {
  it.each([
    ['nat KUBE-SERVICES 0', 10, '-A KUBE-SERVICES -d 10.96.0.1/32 -j KUBE-SVC-A'],
    ['nat KUBE-SERVICES 1', 11, '-A KUBE-SERVICES -j RETURN'],
    ['filter INPUT 0', 3, '-A INPUT -p tcp -j ACCEPT'],
    ['nat KUBE-SERVICES 2', undefined, undefined],
    ['filter KUBE-SERVICES 0', undefined, undefined],
    ['filter EMPTY 0', undefined, undefined],
  ])('%s stands on line %s', (name, line, text) => {
    const [table, chain, at] = name.split(' ') as ['nat' | 'filter', string, string];
    const ref = { table, chain, index: Number(at) };
    expect(lineOfRule(index, ref)).toBe(line);
    expect(ruleLine(index, ref)).toBe(text);
    if (line !== undefined) expect(ruleAtLine(index, line)).toEqual(ref);
  });

  it('finds no rule on other lines', () => {
    const others = [0, 1, 2, 4, 5, 6, 7, 8, 13, 14, 99].map((line) => ruleAtLine(index, line));
    expect(others.filter(Boolean)).toEqual([]);
  });

  it('knows chains without rules', () => {
    expect(findChain(index, 'filter', 'EMPTY')).toMatchObject({ length: 0 });
    expect(findChain(index, 'nat', 'EMPTY')).toBeUndefined();
  });
});
