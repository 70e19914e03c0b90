import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../core/formats/format';
import { phrase } from '../../core/lib/phrase';
import { indexChains } from '../rules/rules-view.model';
import { viewOf } from '../rules/testing/view-of';
import { nextRemark, remarksOf } from './remarks.model';

const SOURCE = `# Generated
*filter
:INPUT ACCEPT [1:2]
[7:420] -A INPUT -m strange --thing 1 -j ACCEPT
-A INPUT -j NFQUEUE --queue-num 3\r
-A OTHER -j DROP
COMMIT`;
const texts = [{ id: 'a', title: 'node.txt', text: SOURCE }];
const index = indexChains(
  viewOf(`*filter
:INPUT ACCEPT [1:2]
:OTHER - [0:0]
-A INPUT -m strange --thing 1 -j ACCEPT
-A INPUT -j NFQUEUE --queue-num 3
-A OTHER -j DROP --really
COMMIT
`),
);

function said(of: string, path = 'node.txt'): Diagnostic {
  const start = SOURCE.indexOf(of);
  const span = { start, end: start + of.length, line: 0, column: 0 };
  return { severity: 'warning', code: 'not-simulated', message: phrase('test.said'), span, path };
}

describe('remarksOf', () => {
  it.each([
    ['a part of a rule with counters', said('strange'), [3]],
    ['a rule with a carriage return', said('NFQUEUE'), [4]],
    ['a rule that is printed otherwise', said('OTHER -j'), []],
    ['a line that is no rule', said('*filter'), []],
    ['another text', said('strange', 'else.txt'), []],
    ['no place', { ...said('strange'), span: { start: 0, end: 0, line: 4, column: 1 } }, []],
  ])('%s', (_name, diagnostic, lines) => {
    expect([...remarksOf(index, [diagnostic], texts).keys()]).toEqual(lines);
  });

  it('keeps everything said of one rule', () => {
    expect(remarksOf(index, [said('strange'), said('--thing')], texts).get(3)).toHaveLength(2);
  });
});

it.each([
  [0, 3],
  [3, 4],
  [4, 3],
])('after line %i comes %i', (line, next) => {
  expect(nextRemark(remarksOf(index, [said('NFQUEUE'), said('strange')], texts), line)).toBe(next);
});

it('has no next where nothing was said', () => expect(nextRemark(new Map(), 5)).toBeUndefined());
