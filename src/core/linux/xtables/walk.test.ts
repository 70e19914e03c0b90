import { describe, expect, it } from 'vitest';
import { createRng } from '../../lib/random';
import { NF_DROP, type TableName } from '../hooks';
import { createState } from '../state';
import type { WalkEvent, XtTable } from './types';
import type { HandedEdit } from './extension';
import { EMPTY_NETNS, rulesetOf, visitOf, walkVisit } from './testing/walk-text';
import { walkTable } from './walk';
import { VISIT, tableOf, short, play } from './testing/play-table';

describe('order', () => {
  it.each<[name: string, lines: string[], policy: string, verdict: string, events: string[]]>([
    ['an empty chain', [], 'DROP', 'DROP', ['policy FORWARD DROP']],
    ['the first match decides', ['FORWARD -j DROP', 'FORWARD -j ACCEPT'], 'ACCEPT', 'DROP', ['FORWARD 1 DROP']],
    [
      'what does not match is one event',
      ['FORWARD -p udp -j DROP', 'FORWARD -p icmp -j DROP', 'FORWARD', 'FORWARD -p udp', 'FORWARD -j ACCEPT'],
      'DROP',
      'ACCEPT',
      ['skip FORWARD 1-2', 'FORWARD 3 CONTINUE', 'skip FORWARD 4-4', 'FORWARD 5 ACCEPT'],
    ],
    [
      'a jump comes back',
      ['FORWARD -j A', 'FORWARD -j DROP', 'A -p udp'],
      'ACCEPT',
      'DROP',
      ['FORWARD 1 JUMP A', 'skip A 1-1', 'return A', 'FORWARD 2 DROP'],
    ],
    [
      'RETURN comes back',
      ['FORWARD -j A', 'FORWARD -j DROP', 'A -j RETURN', 'A -j ACCEPT'],
      'ACCEPT',
      'DROP',
      ['FORWARD 1 JUMP A', 'A 1 RETURN', 'FORWARD 2 DROP'],
    ],
    [
      'a goto returns to the caller of the caller',
      ['FORWARD -j A', 'FORWARD -j DROP', 'A -g B', 'A -j ACCEPT', 'B'],
      'ACCEPT',
      'DROP',
      ['FORWARD 1 JUMP A', 'A 1 GOTO B', 'B 1 CONTINUE', 'return B', 'FORWARD 2 DROP'],
    ],
    [
      'RETURN in a built-in chain is the policy',
      ['FORWARD -j RETURN', 'FORWARD -j ACCEPT'],
      'DROP',
      'DROP',
      ['FORWARD 1 RETURN', 'policy FORWARD DROP'],
    ],
    [
      'a goto out of a built-in chain ends in the policy',
      ['FORWARD -g A', 'FORWARD -j ACCEPT', 'A'],
      'DROP',
      'DROP',
      ['FORWARD 1 GOTO A', 'A 1 CONTINUE', 'return A', 'policy FORWARD DROP'],
    ],
    ['REJECT ends the walk', ['FORWARD -j REJECT', 'FORWARD -j ACCEPT'], 'ACCEPT', 'REJECT', ['FORWARD 1 REJECT']],
    [
      'LOG does not',
      ['FORWARD -j LOG', 'FORWARD -j ACCEPT'],
      'DROP',
      'ACCEPT',
      ['FORWARD 1 CONTINUE', 'FORWARD 2 ACCEPT'],
    ],
    [
      'the same chain twice in a row is no loop',
      ['FORWARD -j A', 'FORWARD -j A', 'A -p udp'],
      'ACCEPT',
      'ACCEPT',
      [
        'FORWARD 1 JUMP A',
        'skip A 1-1',
        'return A',
        'FORWARD 2 JUMP A',
        'skip A 1-1',
        'return A',
        'policy FORWARD ACCEPT',
      ],
    ],
    [
      'a loop ends',
      ['FORWARD -j A', 'A -j B', 'B -g A'],
      'ACCEPT',
      'STOLEN',
      ['FORWARD 1 JUMP A', 'A 1 JUMP B', 'B 1 GOTO A'],
    ],
  ])('%s', (_name, lines, policy, verdict, events) => {
    expect(play(tableOf(lines, policy))).toEqual({ verdict, events, asked: [] });
  });

  it('accepts where the table has no such chain', () => {
    expect(play(tableOf(['FORWARD -j DROP']), [], VISIT.replace('FORWARD', 'INPUT'))).toEqual({
      verdict: 'ACCEPT',
      events: [],
      asked: [],
    });
  });
});

describe('what a rule leaves behind', () => {
  it('remembers even when a later test fails, and not when an earlier one does', () => {
    const state = createState();
    const lines = [
      'FORWARD -p tcp -m recent --set --name a -m mark --mark 1',
      'FORWARD -m mark --mark 1 -m recent --set --name b',
    ];
    walkVisit(tableOf(lines), visitOf(VISIT), { state });
    expect([...state.recent.keys()]).toEqual(['a']);
  });

  it('marks the packet, and later rules see it', () => {
    const table = tableOf([
      'FORWARD -j MARK --set-xmark 0x4000/0x4000',
      'FORWARD -m mark --mark 0x4000/0x4000 -j MARK --set-xmark 0x1/0xf',
      'FORWARD -j MARK --set-xmark 0x0/0x0',
    ]);
    const visit = visitOf(VISIT);
    const { events } = walkVisit(table, visit);
    expect(visit.skb.mark).toBe(0x4001);
    expect(events.map((event) => (event.kind === 'rule' ? event.markBefore : undefined))).toEqual([
      0,
      0x4000,
      undefined,
      undefined,
    ]);
  });

  it('changes the TTL', () => {
    const visit = visitOf(VISIT);
    walkVisit(tableOf(['FORWARD -j TTL --ttl-dec 60', 'FORWARD -m ttl --ttl-eq 4 -j TTL --ttl-inc 1']), visit);
    expect(visit.skb.packet.ttl).toBe(5);
  });
});

describe('what is told of a rule', () => {
  it.each([
    ['-j MARK --set-mark 5', ['skip 0', 'rule 5', 'skip 5', 'policy 5']],
    ['-j CONNMARK --restore-mark', ['skip 0', 'rule 0', 'skip 0', 'policy 0']],
    ['-p udp -j MARK --set-mark 5', ['skip 0', 'policy 0']],
  ])('is told of the packet as it was: %s', (rule, wanted) => {
    const { hook, skb } = visitOf(VISIT);
    const seen: string[] = [];
    walkTable({
      table: tableOf(['FORWARD -p udp -j DROP', 'FORWARD -p sctp -j DROP', `FORWARD ${rule}`, 'FORWARD -p icmp']),
      chain: 'FORWARD',
      ctx: { family: 'ipv4', hook, skb, netns: EMPTY_NETNS, state: createState(), decide: () => 0 },
      apply: () => undefined,
      record: ({ kind }) => seen.push(`${kind} ${skb.mark}`),
    });
    expect(seen).toEqual(wanted);
  });
});

describe('what is handed back', () => {
  const handed = (rule: string, verdict?: typeof NF_DROP, chain = 'PREROUTING', table: TableName = 'nat') => {
    const ruleset = rulesetOf(`*${table}\n:${chain} ACCEPT\n-A ${chain} ${rule}\n-A ${chain} -m comment --comment x`);
    const edits: HandedEdit[] = [];
    const { hook, skb } = visitOf(VISIT.replace('FORWARD', chain));
    const events: WalkEvent[] = [];
    const end = walkTable({
      table: ruleset.tables.get(table) as XtTable,
      chain,
      ctx: { family: 'ipv4', hook, skb, netns: EMPTY_NETNS, state: createState(), decide: () => 0 },
      apply: (edit) => {
        edits.push(edit);
        return verdict;
      },
      record: (event) => events.push(event),
    });
    return { end: end.kind, edits: edits.map((edit) => edit.kind), events: events.map(short) };
  };

  it.each<[rule: string, chain: string, edits: string[], end: string]>([
    ['-p tcp -j DNAT --to-destination 10.0.0.9:80', 'PREROUTING', ['nat'], 'ACCEPT'],
    ['-j NETMAP --to 10.9.0.0/16', 'PREROUTING', ['nat'], 'ACCEPT'],
    ['-j SNAT --to-source 10.0.0.9', 'POSTROUTING', ['nat'], 'ACCEPT'],
    ['-j REDIRECT', 'PREROUTING', [], 'DROP'],
    ['-j MASQUERADE', 'POSTROUTING', [], 'DROP'],
    ['-j CT --notrack', 'PREROUTING', ['notrack'], 'ACCEPT'],
    ['-j NOTRACK', 'PREROUTING', ['notrack'], 'ACCEPT'],
    ['-j CT --zone 5', 'PREROUTING', ['zone'], 'ACCEPT'],
  ])('%s', (rule, chain, edits, end) => {
    expect(handed(rule, undefined, chain)).toMatchObject({ edits, end });
  });

  it('may end the walk, after the rule was recorded', () => {
    const rule = '-p tcp -j DNAT --to-destination 10.0.0.9:80';
    expect(handed(rule, NF_DROP)).toEqual({ end: 'DROP', edits: ['nat'], events: ['PREROUTING 1 ACCEPT'] });
  });
});

describe('the end of a walk', () => {
  it('comes whatever the rules do', () => {
    const chains = ['FORWARD', 'A', 'B', 'C', 'D'];
    const ends = new Map<string, number>();
    for (let seed = 0; seed < 3000; seed++) {
      const rng = createRng(seed);
      const verbs = ['-j A', '-g B', '-j C', '-g D', '-j B', '-j RETURN', '-j ACCEPT', '-j MARK --set-mark 1', ''];
      const lines = chains.flatMap((chain) =>
        Array.from({ length: 1 + rng.below(4) }, () => `${chain} ${verbs[rng.below(verbs.length)] ?? ''}`.trim()),
      );
      const { verdict, events } = walkVisit(tableOf(lines), visitOf(VISIT));
      ends.set(verdict, (ends.get(verdict) ?? 0) + 1);
      expect(events.length).toBeLessThan(5000);
    }
    // Some of them loop, which the kernel refuses to load.
    expect([...ends.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(['ACCEPT', 'STOLEN']);
    expect(ends.get('STOLEN')).toBeGreaterThan(100);
  });

  it('comes soon where chains jump twice to the next, forty times over', () => {
    const name = (i: number): string => (i === 0 ? 'FORWARD' : `C${i}`);
    const lines = Array.from({ length: 40 }, (_, i) => [
      `${name(i)} -j ${name(i + 1)}`,
      `${name(i)} -j ${name(i + 1)}`,
    ]);
    const table = tableOf([...lines.flat(), `${name(40)} -m comment --comment end`]);
    expect(walkVisit(table, visitOf(VISIT)).verdict).toBe('STOLEN');
  });

  it('is as deep as there are chains: the kernel makes its stack fit', () => {
    const lines = Array.from({ length: 500 }, (_, i) => `${i === 0 ? 'FORWARD' : `C${i}`} -j C${i + 1}`);
    expect(walkVisit(tableOf([...lines, 'C500 -j DROP']), visitOf(VISIT)).verdict).toBe('DROP');
  });
});
