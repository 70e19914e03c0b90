import { describe, expect, it } from 'vitest';
import { createState } from '../state';
import { visitOf, walkVisit } from './testing/walk-text';
import { VISIT, tableOf, play } from './testing/play-table';

describe('chance', () => {
  const three = tableOf([
    'FORWARD -m statistic --mode random --probability 0.33333333349 -j A',
    'FORWARD -m statistic --mode random --probability 0.50000000000 -j A',
    'FORWARD -j A',
    'A -j DROP',
  ]);

  it.each<[answers: number[], events: string[]]>([
    [[0], ['FORWARD 1 JUMP A 1/3', 'A 1 DROP']],
    [
      [1, 0],
      ['skip FORWARD 1-1 2/3', 'FORWARD 2 JUMP A 1/2', 'A 1 DROP'],
    ],
    [
      [1, 1],
      ['skip FORWARD 1-2 1/2', 'FORWARD 3 JUMP A', 'A 1 DROP'],
    ],
  ])('%j', (answers, events) => {
    const asked = answers.map((_answer, index) => `random filter FORWARD ${index + 1}`);
    expect(play(three, answers)).toEqual({ verdict: 'DROP', events, asked });
  });

  it('is not asked when an earlier test fails', () => {
    const table = tableOf(['FORWARD -p udp -m statistic --mode random --probability 0.5 -j DROP']);
    expect(play(table).asked).toEqual([]);
  });
});

describe('what is not known', () => {
  const match = '? xtables.match-unknown';
  it.each<[name: string, line: string, answer: number, verdict: string, events: string[], asks: number]>([
    ['asked, and it matches', '-m frob -j DROP', 0, 'DROP', [`FORWARD 1 DROP ${match}`], 1],
    [
      'asked, and it does not',
      '-m frob -j DROP',
      1,
      'ACCEPT',
      [`skip FORWARD 1-1 ${match}`, 'policy FORWARD ACCEPT'],
      1,
    ],
    [
      'not asked when another test fails',
      '-m frob -p udp -j DROP',
      0,
      'ACCEPT',
      ['skip FORWARD 1-1', 'policy FORWARD ACCEPT'],
      0,
    ],
    ['not asked without an effect', '-m frob -j LOG', 0, 'ACCEPT', ['skip FORWARD 1-1', 'policy FORWARD ACCEPT'], 0],
    ['not asked without a target', '-m frob', 0, 'ACCEPT', ['skip FORWARD 1-1', 'policy FORWARD ACCEPT'], 0],
    ['asked once for two', '-m frob -m nicate -j DROP', 0, 'DROP', [`FORWARD 1 DROP ${match}`], 1],
    ['asked for a jump', '-m frob -j A', 1, 'ACCEPT', [`skip FORWARD 1-1 ${match}`, 'policy FORWARD ACCEPT'], 1],
    ['a bad value is not known either', '-p tcp -m tcp --dport x -j DROP', 0, 'DROP', [`FORWARD 1 DROP ${match}`], 1],
    ['a target takes the packet', '-j FANCY --x', 0, 'STOLEN', ['FORWARD 1 STOLEN ? xtables.target-unknown'], 1],
    [
      'a target lets it go on',
      '-j FANCY --x',
      1,
      'ACCEPT',
      ['FORWARD 1 CONTINUE ? xtables.target-unknown', 'policy FORWARD ACCEPT'],
      1,
    ],
    ['a chain that is not there', '-j NOWHERE', 0, 'STOLEN', ['FORWARD 1 STOLEN ? xtables.target-missing'], 1],
    [
      'which is missed only if the rule matches',
      '-p udp -j NOWHERE',
      0,
      'ACCEPT',
      ['skip FORWARD 1-1', 'policy FORWARD ACCEPT'],
      0,
    ],
  ])('%s: %s', (_name, line, answer, verdict, events, asks) => {
    const played = play(tableOf([`FORWARD ${line}`, 'A -j DROP'].slice(0, line.endsWith('-j A') ? 2 : 1)), [answer]);
    expect(played).toMatchObject({ verdict, events });
    expect(played.asked).toHaveLength(asks);
  });

  it('is asked before a test that remembers', () => {
    const table = tableOf(['FORWARD -m frob -m recent --set --name x']);
    for (const [answer, remembered] of [
      [0, true],
      [1, false],
    ] as const) {
      const state = createState();
      walkVisit(table, visitOf(VISIT), { state, decide: () => answer });
      expect(state.recent.get('x')?.has('10.0.0.1') ?? false).toBe(remembered);
    }
  });
});
