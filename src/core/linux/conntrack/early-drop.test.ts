import { describe, expect, test } from 'vitest';
import { ip } from '../../net/ip';
import { dropEarly, earlyDropEvery } from './early-drop';
import { ConntrackTable, type LiveEntry, type TcpCtState } from './table';
import { invertTuple } from './tuple';

/** A table with a connection for each state; `SYN_SENT` is not assured, all others are. */
function tableOf(states: readonly TcpCtState[]): ConntrackTable {
  const table = new ConntrackTable();
  states.forEach((state, nth) => {
    const original = { protocol: 6, src: ip('10.0.0.1'), sport: 1024 + nth, dst: ip('10.0.0.2'), dport: 80 };
    const entry: LiveEntry = table.create({ id: 0 }, original, invertTuple(original)!);
    Object.assign(entry, { tcp: { state, seen: [{}, {}] } });
    if (state !== 'SYN_SENT') entry.status.add('ASSURED');
    table.confirm(entry);
  });
  return table;
}

const all = (count: number, state: TcpCtState): readonly TcpCtState[] => Array.from({ length: count }, () => state);

describe('a table that is full', () => {
  test.each([
    [100, all(100, 'TIME_WAIT'), 94],
    [100, [...all(98, 'ESTABLISHED'), ...all(2, 'CLOSE')], 98],
    [100, [...all(90, 'ESTABLISHED'), ...all(10, 'SYN_SENT')], 94],
    [299, all(299, 'FIN_WAIT'), 189],
    [99, all(99, 'TIME_WAIT'), 99],
    [100, all(94, 'TIME_WAIT'), 94],
    [100, all(100, 'ESTABLISHED'), 100],
  ] as const)('of %i keeps what is open, and of what closes so much that 95 %% are left', (most, states, left) => {
    const table = tableOf(states);
    const dropped = dropEarly({ table, most });
    expect([table.size, dropped]).toEqual([left, states.length - left]);
    expect(table.entries().filter(({ tcp }) => tcp?.state === 'ESTABLISHED')).toHaveLength(
      states.filter((state) => state === 'ESTABLISHED').length,
    );
  });
});

test.each([
  ['4.11.0', undefined],
  ['4.12.0', 16_000],
  ['5.14.21', 16_000],
  ['5.15.0-91', 120_000],
  ['5.18.0', 60_000],
  ['6.1', 60_000],
  [undefined, 60_000],
] as const)('Linux %s looks after %s ms', (kernel, every) => expect(earlyDropEvery(kernel)).toBe(every));
