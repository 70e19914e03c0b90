import { describe, expect, it } from 'vitest';
import { createState } from '../state';
import { readRuleset } from './text/read-ruleset';
import { SYN, walkNft, withRules } from './testing/walk-nft';

/** Limits and quotas of a table: its rules share one bucket, one count. */

const OBJECTS = `
  limit two { rate 1/hour burst 2 packets; }
  limit beyond { comment "over rate 5/second"; rate over 1/hour burst 2 packets
  }
  limit big { rate 100 kbytes/second burst 1 mbytes }
  quota little { over 1 mbytes; }
  quota left { 1 mbytes used 12 kbytes; comment "used 0 bytes" }
  quota used { over 5 mbytes used 6 mbytes }
  quota odd { over many bytes }
  map limits { type inet_service : limit; elements = { 80 : "two", 81 : "beyond", 82 : "none" } }
  map quotas { type inet_service : quota; elements = { 80 : "used" } }`;
const syn = (port: number): string => SYN.replace(':80', `:${port}`);
/** The verdicts of as many packets as are sent, one after the other; a choice that is not known is said. */
function verdicts(rules: readonly string[], packets: readonly string[], more = OBJECTS): readonly string[] {
  const state = createState();
  const table = withRules(rules, more, 'inet');
  return packets.map((packet) => {
    let isKnown = true;
    const decide = (): number => {
      isKnown = false;
      return 0;
    };
    const { verdict } = walkNft(table, packet, { state, decide });
    return isKnown ? verdict : 'unknown';
  });
}

describe('a limit of the table', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['limit name "two" drop'], ['DROP', 'DROP', 'ACCEPT']],
    [['limit name two drop'], ['DROP', 'DROP', 'ACCEPT']],
    [['limit name "beyond" drop'], ['ACCEPT', 'ACCEPT', 'DROP']],
    [['limit name "big" drop'], ['DROP', 'DROP', 'DROP']],
    [['limit name tcp dport map @limits drop'], ['DROP', 'DROP', 'ACCEPT']],
    [['limit name tcp dport map { 80 : "two", 443 : "big" } drop'], ['DROP', 'DROP', 'ACCEPT']],
    // Both rules take from one bucket; a rule of its own rate from its own.
    [
      ['limit name "two" counter', 'limit name "two" drop'],
      ['DROP', 'ACCEPT', 'ACCEPT'],
    ],
    [
      ['limit rate 1/hour burst 2 packets counter', 'limit name "two" drop'],
      ['DROP', 'DROP', 'ACCEPT'],
    ],
    [['limit name "none" drop'], ['unknown', 'unknown', 'unknown']],
    [['limit name "little" drop'], ['unknown', 'unknown', 'unknown']],
  ])('%s -> %s', (rules, expected) => {
    expect(verdicts(rules, [SYN, SYN, SYN])).toEqual(expected);
  });

  it('is the one that the map names; an element that names nothing is not known, no element ends the rule', () => {
    const rules = ['limit name tcp dport map @limits drop'];
    expect(verdicts(rules, [syn(80), syn(80), syn(80), syn(81), syn(82), syn(83)])).toEqual([
      'DROP',
      'DROP',
      'ACCEPT',
      'ACCEPT',
      'unknown',
      'ACCEPT',
    ]);
  });
});

describe('a quota of the table', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['quota name "little" drop'], ['ACCEPT', 'ACCEPT', 'ACCEPT']],
    [['quota name "used" drop'], ['DROP', 'DROP', 'DROP']],
    [['quota name "left" drop'], ['DROP', 'DROP', 'DROP']],
    [['quota name tcp dport map @quotas drop'], ['DROP', 'DROP', 'DROP']],
    [['quota name "odd" drop'], ['unknown', 'unknown', 'unknown']],
    [['quota name "two" drop'], ['unknown', 'unknown', 'unknown']],
  ])('%s -> %s', (rules, expected) => {
    expect(verdicts(rules, [SYN, SYN, SYN])).toEqual(expected);
  });

  it('is used up by all its rules together', () => {
    // A packet is of 65,535 bytes at most.
    const quotas = 'quota a { over 100000 bytes; }\nquota b { over 100000 bytes; }';
    expect(verdicts(['quota name "a" counter', 'quota name "b" drop'], [SYN], quotas)).toEqual(['ACCEPT']);
    expect(verdicts(['quota name "a" counter', 'quota name "a" drop'], [SYN], quotas)).toEqual(['unknown']);
  });
});

it('a table of the same names has objects of its own', () => {
  const state = createState();
  const text = (name: string): string =>
    `table ip ${name} { limit l { rate 1/hour burst 1 packets }
       chain base { type filter hook forward priority 0; limit name "l" drop; } }`;
  const tables = readRuleset(`${text('a')}\n${text('b')}`).ruleset.tables.values();
  const outcomes = [...tables].map((table) => walkNft(table, SYN, { state }).verdict);
  expect(outcomes).toEqual(['DROP', 'DROP']);
});
