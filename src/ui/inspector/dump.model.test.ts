import { describe, expect, it } from 'vitest';
import { phrase } from '../../core/lib/phrase';
import { Memo } from '../../core/lib/memo';
import { indexChains } from '../rules/rule/rules-view.model';
import { stepsOf } from '../rules/testing/steps-of';
import { viewOf } from '../rules/testing/view-of';
import {
  chainsLike,
  hitLines,
  lineKind,
  lineOfChain,
  lineReached,
  nextMatch,
  nextRemark,
  remarksByLine,
  ruleName,
  stepMatch,
  makeWindow,
} from './dump.model';

const TEXT = `*filter
:INPUT ACCEPT [0:0]
:EMPTY - [0:0]
-A INPUT -p tcp -m tcp --dport 80 -j ACCEPT
COMMIT
*nat
:PREROUTING ACCEPT [0:0]
:EMPTY - [0:0]
:KUBE-SERVICES - [0:0]
-A PREROUTING -j KUBE-SERVICES
-A KUBE-SERVICES -d 10.96.0.10/32 -j ACCEPT
-A KUBE-SERVICES -j RETURN
COMMIT
`;
const view = viewOf(TEXT);
const index = indexChains(view, new Memo());

const FOUND = Uint32Array.from([8, 9, 10, 11]);

it.each([
  [0, 0],
  [9, 1],
  [10, 2],
  [12, 0],
])('goes on from line %i', (line, at) => expect(nextMatch(FOUND, line)).toBe(at));

it.each([
  [4, 3, 1, 0],
  [4, 0, -1, 3],
  [4, -1, 1, 0],
  [0, -1, 1, -1],
] as const)('%i matches, from %i by %i', (count, at, direction, to) =>
  expect(stepMatch(count, at, direction)).toBe(to),
);

it('marks the rules that matched here, and how often', () => {
  const steps = [
    ...stepsOf('hook PREROUTING\n rule nat PREROUTING 1 JUMP KUBE-SERVICES\n rule nat KUBE-SERVICES 2 RETURN'),
    ...stepsOf('rule nat PREROUTING 1 JUMP KUBE-SERVICES\n rule nat GONE 1 ACCEPT', { hop: 1, index: 3 }),
    ...stepsOf('rule filter INPUT 1 ACCEPT', { netns: 'node2', index: 5 }),
  ];
  expect([...hitLines(index, steps)].map(([line, { step, times }]) => `${line}: ${step.index} x${times}`)).toEqual([
    '9: 1 x2',
    '11: 2 x1',
  ]);
  expect([0, 1, 2, 3, 5].map((at) => lineReached(index, steps, at))).toEqual([undefined, 9, 11, 9, 9]);
});

it.each([
  ['nat', 'KUBE-SERVICES', '-A KUBE-SERVICES -d 10.96.0.10/32 -j ACCEPT'],
  ['nat', 'EMPTY', ':EMPTY - [0:0]'],
] as const)('finds the line of %s %s', (table, name, text) => {
  const line = lineOfChain(view.chains.find((chain) => chain.table === table && chain.name === name)!);
  expect(view.rows[line]?.text).toBe(text);
  expect(line).toBeGreaterThan(5);
});

it.each([
  ['kube', 5, ['KUBE-SERVICES']],
  ['e', 5, ['EMPTY', 'EMPTY', 'PREROUTING', 'KUBE-SERVICES']],
  ['e', 1, ['EMPTY']],
  ['', 2, ['INPUT', 'EMPTY']],
])('chains like "%s"', (typed, most, names) => {
  expect(chainsLike(view, typed, most).map(({ name }) => name)).toEqual(names);
});

it('finds chains by their Service', () => {
  const named = { ...view, chains: [{ ...view.chains[0]!, service: 'default/web:http' }] };
  expect(chainsLike(named, 'web', 5)).toHaveLength(1);
});

it.each([
  [0, 'table'],
  [3, 'rule'],
  [4, 'other'],
])('line %i is a %s', (line, kind) => expect(lineKind(view.rows[line]!)).toBe(kind));

it('draws what declares a chain', () => {
  expect(lineKind({ text: ':A - [0:0]', at: [{ kind: 'chain', table: 'nat', chain: 'A' }] })).toBe('chain');
});

describe('remarks', () => {
  const diagnostic = { severity: 'warning', code: 'not-simulated', message: phrase('sim.routing.local') } as const;
  const remarks = remarksByLine([3, 2, 2].map((line) => ({ line, diagnostic })));

  it('are kept by line', () =>
    expect([...remarks].map(([line, all]) => [line, all.length])).toEqual([
      [3, 1],
      [2, 2],
    ]));

  it.each([
    [0, 2],
    [2, 3],
    [3, 2],
  ])('after line %i comes %i', (line, next) => expect(nextRemark(remarks, line)).toBe(next));

  it('have no next where nothing was said', () => expect(nextRemark(new Map(), 5)).toBeUndefined());
});

it.each([
  [{ top: 0, height: 100 }, 20, 1000, 2, { first: 0, last: 7 }],
  [{ top: 1000, height: 100 }, 20, 1000, 2, { first: 48, last: 57 }],
  [{ top: 19_950, height: 100 }, 20, 1000, 2, { first: 995, last: 1000 }],
  [{ top: 0, height: 100 }, 20, 0, 2, { first: 0, last: 0 }],
  [{ top: 900, height: 100 }, 20, 10, 2, { first: 10, last: 10 }],
])('shows the rows in sight %#', (scroll, height, count, more, shown) => {
  expect(makeWindow(scroll, height, count, more)).toEqual(shown);
});

it('names a rule as people count', () => expect(ruleName({ table: 'nat', chain: 'X', index: 6 })).toBe('nat X 7'));
