import { describe, expect, it } from 'vitest';
import { ip } from '../../net/ip';
import { type TcpHeader, flagsOfLetters } from '../../net/packet';
import { ConntrackTable, type LiveEntry } from './table';
import { trackTcp } from './tcp';

/** `>S 1000 0`: from the original side, SYN, seq 1000, ack 0. */
function segment(text: string): { direction: 0 | 1; header: TcpHeader } {
  const [first = '', seq = '0', ack = '0'] = text.split(' ');
  const flags = flagsOfLetters(first.slice(1));
  const header: TcpHeader = { proto: 'tcp', sport: 1, dport: 2, flags, seq: Number(seq), ack: Number(ack) };
  return { direction: first.startsWith('>') ? 0 : 1, header };
}

function fresh(): { table: ConntrackTable; entry: LiveEntry } {
  const table = new ConntrackTable();
  const original = { protocol: 6, src: ip('10.0.0.1'), sport: 1, dst: ip('10.0.0.2'), dport: 2 };
  const reply = { protocol: 6, src: ip('10.0.0.2'), sport: 2, dst: ip('10.0.0.1'), dport: 1 };
  return { table, entry: table.create({ id: 0 }, original, reply) };
}

/** Verdict or state after each segment, as nf_conntrack does: an answer counts as seen once it was accepted. */
function play(segments: readonly string[], sysctls = { loose: true, liberal: false }): string[] {
  const { table, entry } = fresh();
  return segments.map((text) => {
    const { direction, header } = segment(text);
    const verdict = trackTcp(entry, direction, header, {
      ...sysctls,
      timer: { now: 0, seconds: (_name, usual) => usual },
    });
    if (verdict !== 'accept' && verdict !== 'uncounted') return verdict;
    if (!entry.status.has('CONFIRMED')) table.confirm(entry);
    if (direction === 1) entry.status.add('SEEN_REPLY');
    return `${entry.tcp?.state}${entry.status.has('ASSURED') ? ' assured' : ''}`;
  });
}

const HANDSHAKE = ['>S 1000', '<SA 5000 1001', '>A 1001 5001'];

describe('the TCP state table', () => {
  it.each([
    ['handshake', HANDSHAKE, ['SYN_SENT', 'SYN_RECV', 'ESTABLISHED assured']],
    [
      'both close',
      [...HANDSHAKE, '<FA 5001 1001', '>FA 1001 5002', '<A 5002 1002'],
      ['SYN_SENT', 'SYN_RECV', 'ESTABLISHED assured', 'FIN_WAIT assured', 'LAST_ACK assured', 'TIME_WAIT assured'],
    ],
    ['refused: the entry goes', ['>S 1000', '<RA 0 1001'], ['SYN_SENT', 'kill']],
    [
      'reset after the handshake',
      [...HANDSHAKE, '<R 5001'],
      ['SYN_SENT', 'SYN_RECV', 'ESTABLISHED assured', 'CLOSE assured'],
    ],
    ['SYN again', ['>S 1000', '>S 1000'], ['SYN_SENT', 'SYN_SENT']],
    [
      'a new SYN after TIME_WAIT reopens',
      [...HANDSHAKE, '<FA 5001 1001', '>FA 1001 5002', '<A 5002 1002', '>S 900000'],
      ['repeat'],
    ],
    ['a new SYN after a reset reopens', [...HANDSHAKE, '>R 1001', '>S 900000'], ['repeat']],
    ['an answer to what was never sent', ['>S 1000', '<SA 5000 99999'], ['SYN_SENT', 'invalid']],
    ['a SYN of the other side too', ['>S 1000', '<S 5000'], ['SYN_SENT', 'SYN_SENT2']],
    ['data far ahead of the window', [...HANDSHAKE, '>A 900000000 5001'], ['invalid']],
    ['old data again is let through without effect', [...HANDSHAKE, '>A 1001 5001'], ['ESTABLISHED assured']],
  ])('%s', (_what, segments, expected) => {
    expect(play(segments).slice(-expected.length)).toEqual(expected);
  });

  it.each(['SA', 'FA', 'F', 'R', 'RA', 'FPU', 'SF', 'SR', 'U', ''])('nothing begins with %s', (flags) => {
    expect(play([`>${flags} 1000 5`])).toEqual(['invalid']);
  });

  it.each([
    ['S', 'SYN_SENT'],
    ['SE', 'SYN_SENT'],
    ['SP', 'SYN_SENT'],
    ['A', 'ESTABLISHED'],
    ['PA', 'ESTABLISHED'],
    ['AU', 'ESTABLISHED'],
  ])('a connection may begin with %s', (flags, state) => {
    expect(play([`>${flags} 1000 5`])).toEqual([state]);
  });

  it('does not pick up connections with tcp_loose=0', () => {
    expect(play(['>A 1000 5'], { loose: false, liberal: false })).toEqual(['invalid']);
  });

  it('does not look at windows with tcp_be_liberal=1', () => {
    expect(play(['>S 1000', '<SA 5000 99999'], { loose: true, liberal: true })).toEqual(['SYN_SENT', 'SYN_RECV']);
  });
});
