import { describe, expect, it } from 'vitest';
import { processorTime } from '../../lib/testing/processor-time';
import type { Choice } from '../chain-walk';
import { cloneState, createState } from '../state';
import { PING, SYN, walkNft, withRules } from './testing/walk-nft';

describe('a lookup', () => {
  const table = withRules(
    ['ip daddr . meta l4proto . th dport vmap @m'],
    `map m { type ipv4_addr . inet_proto . inet_service : verdict
       elements = { 10.0.0.2 . tcp . 80 comment "x" : drop, 10.0.0.3 . tcp . 80 : accept } }`,
  );
  it('says what was asked and found', () => {
    const [event] = walkNft(table, SYN).events;
    expect(event?.kind === 'rule' && event.lookup).toEqual({
      set: '@m',
      key: '10.0.0.2 . tcp . 80',
      element: '10.0.0.2 . tcp . 80 comment "x" : drop',
      size: 2,
    });
  });
  it('of what is not known is settled by the rest', () => {
    const asked: Choice[] = [];
    const decide = (choice: Choice): number => asked.push(choice) - 1;
    walkNft(withRules(['ip daddr . th dport { 10.0.0.9 . 80 } drop']), PING, { decide });
    expect(asked).toEqual([]);
    walkNft(withRules(['ip daddr . th dport { 10.0.0.2 . 80 } drop']), PING, { decide });
    expect(asked.map(({ kind }) => kind)).toEqual(['unknown']);
  });
  it('reads no more than it needs of 10,000 elements', () => {
    const withMap = (length: number): ReturnType<typeof withRules> => {
      const elements = Array.from({ length }, (_, i) => `10.1.${i >> 8}.${i & 255} . ${i} : accept`);
      return withRules(
        ['ip saddr . tcp dport vmap @m', 'drop'],
        `map m { type ipv4_addr . inet_service : verdict\n elements = { ${elements.join(', ')} } }`,
      );
    };
    const thousandWalks = (table: ReturnType<typeof withRules>): number =>
      processorTime(() => {
        for (let i = 0; i < 1000; i++) walkNft(table, 'FORWARD tcp 10.1.3.5:1>10.0.0.2:773 S');
      });
    const large = withMap(10_000);
    walkNft(large, SYN);
    // A scan of a thousand times the elements would take hundreds of times as long.
    expect(thousandWalks(large)).toBeLessThan(20 * thousandWalks(withMap(10)));
    expect(walkNft(large, 'FORWARD tcp 10.1.3.5:1>10.0.0.2:773 S').verdict).toBe('ACCEPT');
    expect(walkNft(large, 'FORWARD tcp 10.1.3.5:1>10.0.0.2:774 S').verdict).toBe('DROP');
  });
});

describe('sets that rules write', () => {
  const SET = 'set seen { type ipv4_addr; size 2; flags dynamic,timeout; timeout 1m; }';
  const from = (address: string): string => `FORWARD tcp ${address}:1>10.0.0.2:80 S`;
  const walkAll = (rules: string[], steps: (string | number)[]): string[] => {
    const table = withRules(rules, SET);
    const state = createState();
    return steps.flatMap((step) => {
      if (typeof step === 'string') return [walkNft(table, from(step), { state }).verdict];
      state.now += step;
      return [];
    });
  };
  it('hold an address for their timeout, renewed by update only', () => {
    const known = 'ip saddr @seen drop';
    expect(walkAll([known, 'update @seen { ip saddr }'], ['1.1.1.1', '1.1.1.1', 61_000, '1.1.1.1'])).toEqual([
      'ACCEPT',
      'DROP',
      'ACCEPT',
    ]);
    const rules = (verb: string): string[] => [`tcp dport 80 ${verb} @seen { ip saddr }`, known];
    expect(walkAll(rules('update'), ['1.1.1.1', 40_000, '1.1.1.1', 40_000, '1.1.1.1'])).toEqual([
      'DROP',
      'DROP',
      'DROP',
    ]);
  });
  it('end the rule when they are full', () => {
    expect(walkAll(['add @seen { ip saddr } drop'], ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.1'])).toEqual([
      'DROP',
      'DROP',
      'ACCEPT',
      'DROP',
    ]);
  });
  it('lose what is deleted', () => {
    const rules = ['ip saddr @seen delete @seen { ip saddr } drop', 'add @seen { ip saddr }'];
    expect(walkAll(rules, ['1.1.1.1', '1.1.1.1', '1.1.1.1'])).toEqual(['ACCEPT', 'DROP', 'ACCEPT']);
  });
  it('go on where what is deleted was not there, as the kernel does', () => {
    expect(walkAll(['delete @seen { ip saddr } drop'], ['1.1.1.1', '1.1.1.1'])).toEqual(['DROP', 'DROP']);
  });
  it('limit each element by itself', () => {
    const rules = ['add @seen { ip saddr limit rate over 1/hour burst 2 packets } drop'];
    expect(walkAll(rules, ['1.1.1.1', '1.1.1.1', '1.1.1.1', '1.1.1.2'])).toEqual([
      'ACCEPT',
      'ACCEPT',
      'DROP',
      'ACCEPT',
    ]);
  });
  it('are copied with the state', () => {
    const table = withRules(['ip saddr @seen drop', 'add @seen { ip saddr }'], SET);
    const state = createState();
    const copy = cloneState(state);
    walkNft(table, from('1.1.1.1'), { state });
    expect(walkNft(table, from('1.1.1.1'), { state: cloneState(state) }).verdict).toBe('DROP');
    expect(walkNft(table, from('1.1.1.1'), { state: copy }).verdict).toBe('ACCEPT');
  });
});
