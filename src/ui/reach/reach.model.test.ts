import { describe, expect, it } from 'vitest';
import type { FlowFate, FateEnd } from '../../core/questions/reach/fate';
import type { DeadEntry } from '../../core/questions/reach/dead';
import type { Caller } from '../../core/questions/reach/callers';
import type { MatrixColumn, MatrixRow } from '../../core/questions/reach/matrix';
import { phrase, type Phrase } from '../../core/lib/phrase';
import {
  causesThatTell,
  countLost,
  END_MARKS,
  isAmongSenders,
  listDeadRows,
  openCell,
  type DeadRow,
} from './reach.model';

const fate = (end: FateEnd, odds = '1'): FlowFate => ({ ends: [{ end, odds }], to: [], sources: [] });

describe('ends', () => {
  it('are told apart by a sign', () => {
    const signs = Object.values(END_MARKS).map(({ sign }) => sign);
    expect(new Set(signs).size).toBe(signs.length);
  });
});

it.each([
  ['pod', 'pod/a', true],
  ['node', 'node1', false],
  ['node-port', 'pod/a', false],
] as const)('who is asked as %s at %s stands among the senders: %s', (kind, netns, isAmong) => {
  const rows = [{ destinations: [{ kind, netns }] } as unknown as MatrixRow];
  expect(isAmongSenders({ rows, columns: [{ callers: [{ kind: 'pod', netns: 'pod/a' } as Caller] }] })).toBe(isAmong);
});

it('cells whose answers are lost are counted one by one', () => {
  const row = (...ends: FateEnd[]): MatrixRow =>
    ({ fates: [...ends.map((end) => fate(end)), undefined] }) as unknown as MatrixRow;
  expect(countLost({ rows: [row('kept', 'dropped'), row('kept', 'lost'), row('lost', 'lost')] })).toBe(3);
  expect(countLost({ rows: [row('kept')] })).toBe(0);
});

describe('a cell that is opened', () => {
  const to = (kind: string, name: string, port = 25): object => ({
    kind,
    name,
    netns: '',
    asks: { role: 'port', port },
  });
  const made = (ends: readonly FateEnd[], ...destinations: readonly object[]): MatrixRow =>
    ({ destinations, fates: ends.map((end) => fate(end)), selves: [] }) as unknown as MatrixRow;
  const three = [
    { callers: [{ name: 'a' }, { name: 'b' }] },
    { callers: [{ name: 'c' }] },
  ] as unknown as MatrixColumn[];
  const shut = made(['dropped', 'dropped'], to('load-balancer', 'mail'), to('load-balancer', 'news'));
  const port = made(['rewritten', 'dropped'], to('node-port', 'mail'));
  const rows = [shut, port, made(['kept', 'kept'], to('node-port', 'news')), made(['kept', 'kept'], to('pod', 'mail'))];
  const table = { rows, columns: three };

  it('is an example of so many senders and receivers, and names other ways to the same Service', () => {
    const opened = openCell(table, shut, 0);
    expect(opened).toMatchObject({ caller: { name: 'a' }, destination: { name: 'mail' }, senders: 2, receivers: 2 });
    expect(opened?.otherWays).toEqual([port.destinations[0]]);
    expect(opened?.others.map(({ column }) => column)).toEqual([three[1]]);
  });

  it('that is answered names none', () => {
    expect(openCell(table, port, 0)).toMatchObject({ senders: 2, receivers: 1, otherWays: [] });
  });

  it('names all other senders, with how their packets end', () => {
    expect(openCell(table, port, 0)?.others.map(({ column, fate: other }) => [column, other.ends[0]?.end])).toEqual([
      [three[1], 'dropped'],
    ]);
  });

  it('is none where nobody can mean the row', () => {
    const row = { ...port, fates: [undefined, fate('kept')] };
    expect(openCell(table, row, 0)).toBeUndefined();
  });
});

describe('a list of dead rules', () => {
  const dead = (rule: string, why: DeadEntry['why'], otherwise = false, by: readonly string[] = []): DeadEntry => ({
    rule,
    why,
    otherwise,
    stops: false,
    by: by.map((each) => ({ rule: each })),
  });
  const tell = (row: DeadRow): string => {
    if (row.kind === 'rule' || row.kind === 'unsure') return row.entry.rule;
    if (row.kind === 'takers') return `${row.by.map(({ rule }) => rule).join(', ')}: ${row.count}`;
    return `${row.kind === 'group' ? row.why : row.chain}: ${row.count}`;
  };
  const entries = [
    dead('old 1', 'unreached'),
    dead('web 7', 'covered'),
    dead('old 2', 'unreached'),
    dead('lone 1', 'unreached'),
    dead('web 9', 'covered', true),
    dead('web 8', 'never'),
  ];
  const told = (...open: readonly string[]): readonly string[] =>
    listDeadRows({ dead: entries, unsure: [] }, new Set(open)).map(tell);

  it('begins with rules that say otherwise, and folds those of a chain that nobody leads to', () => {
    const others = ['never: 1', 'web 8', 'again: 1', 'web 7'];
    const first = ['otherwise: 1', 'web 9', 'unreached: 3', 'old: 2'];
    expect(told()).toEqual([...first, 'lone 1', ...others]);
    expect(told('old')).toEqual([...first, 'old 1', 'old 2', 'lone 1', ...others]);
  });

  it('ends with rules of which it cannot be told, apart from those that decide nothing', () => {
    const rows = listDeadRows({ dead: [], unsure: [{ rule: 'in 4', sets: ['guests'] }] }, new Set());
    expect(rows.map(tell)).toEqual(['unsure: 1', 'in 4']);
  });

  it('puts together what the same rules take, but a rule that would stop a packet never with one that would not', () => {
    const taken = [
      { ...dead('db 9', 'covered', true, ['db 2']), stops: true },
      dead('db 7', 'covered', true, ['db 2']),
      dead('web 4', 'covered', true, ['web 1', 'web 2']),
      dead('db 8', 'covered', true, ['db 2']),
    ];
    expect(listDeadRows({ dead: taken, unsure: [] }, new Set()).map(tell)).toEqual([
      'otherwise: 4',
      'db 9',
      'db 2: 2',
      'db 7',
      'db 8',
      'web 4',
    ]);
  });
});

describe('causes of a difference', () => {
  const [policy, nobody, marks] = ['policy', 'nobody', 'marks'].map((id) =>
    phrase('reach.statement.nobody', { name: id }),
  );
  const both = [
    [marks, policy],
    [policy, nobody],
  ] as unknown as readonly [Phrase[], Phrase[]];

  it.each([
    ['broken', undefined, [policy, nobody]],
    ['mended', [marks, policy], undefined],
    ['fails', [marks], [nobody]],
    ['looks', [marks], [nobody]],
  ] as const)('of packets in the group %s are those that tell why', (group, before, after) => {
    expect(causesThatTell(group, both)).toEqual([before, after]);
  });

  it('are none of a side that says nothing of its own, and unknown ones stay', () => {
    expect(causesThatTell('fails', [[policy], [policy, nobody]] as never)).toEqual([undefined, [nobody]]);
    expect(causesThatTell('fails', [[], [nobody]] as never)).toEqual([[], [nobody]]);
  });

  it('are all of them where both sides say the same', () => {
    expect(causesThatTell('fails', [both[1], both[1]])).toEqual([both[1], both[1]]);
  });
});
