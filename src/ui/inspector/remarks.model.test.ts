import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../core/formats/format';
import { phrase } from '../../core/lib/phrase';
import { indexChains } from '../rule/rules-view.model';
import { viewOf } from '../rules/testing/view-of';
import { nextRemark, remarksOf } from './dump.model';

const SOURCE = `# Generated
*filter
:INPUT ACCEPT [1:2]
[7:420] -A INPUT -m strange --thing 1 -j ACCEPT
-A INPUT -j NFQUEUE --queue-num 3
COMMIT`;
const texts = [{ id: 'a', title: 'node.txt', text: SOURCE }];
const index = indexChains(
  viewOf(`*filter
:INPUT ACCEPT [1:2]
-A INPUT -m strange --thing 1 -j ACCEPT
-A INPUT -j NFQUEUE --queue-num 3
COMMIT
`),
);

function said(of: string, path = 'filter INPUT 1'): Diagnostic {
  const start = SOURCE.indexOf(of);
  const span = { start, end: start + of.length, line: 0, column: 0 };
  return { severity: 'warning', code: 'not-simulated', message: phrase('sim.routing.local'), span, path };
}

describe('remarksOf', () => {
  it.each([
    ['a part of a rule', said('-m strange --thing 1'), [2]],
    ['another rule', said('NFQUEUE', 'filter INPUT 2'), [3]],
    ['words that do not stand there: another family has a rule of that name', said('NFQUEUE'), []],
    ['a rule that is not in this dump', said('NFQUEUE', 'filter INPUT 3'), []],
    ['another table', said('NFQUEUE', 'nat INPUT 2'), []],
    ['a text', said('strange', 'node.txt'), []],
    ['no place', { ...said('strange'), span: { start: 0, end: 0, line: 4, column: 1 } }, [2]],
  ])('%s', (_name, diagnostic, lines) => {
    expect([...remarksOf(index, [diagnostic], texts).keys()]).toEqual(lines);
  });

  it('keeps everything said of one rule', () => {
    expect(remarksOf(index, [said('strange'), said('--thing')], texts).get(2)).toHaveLength(2);
  });
});

it.each([
  [0, 2],
  [2, 3],
  [3, 2],
])('after line %i comes %i', (line, next) => {
  expect(nextRemark(remarksOf(index, [said('NFQUEUE', 'filter INPUT 2'), said('strange')], texts), line)).toBe(next);
});

it('has no next where nothing was said', () => expect(nextRemark(new Map(), 5)).toBeUndefined());
