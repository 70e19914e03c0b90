import { describe, expect, it } from 'vitest';
import { diffRulesets } from '../../../core/questions/diff/diff-rulesets';
import { IPTABLES_SAVE } from '../../../core/formats/iptables-save';
import {
  changedWords,
  getCounts,
  getGroupCounts,
  listRows,
  listSections,
  type Section,
  type Shown,
} from './ruleset-diff.model';

function sections(before: string, after: string): Section[] {
  const [a, b] = [before, after].map((text) => {
    const parsed = IPTABLES_SAVE.parse(text);
    return { xtables: parsed.ok ? parsed.value.value.rulesets : {} };
  });
  return a && b ? listSections(diffRulesets(a, b)) : [];
}

const filter = (...lines: readonly string[]): string =>
  `*filter\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n${lines.join('\n')}\nCOMMIT\n`;
const SSH = '-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT';
const WEB = '-A INPUT -s 10.1.0.0/16 -p tcp -m tcp --dport 80 -j ACCEPT';
const ALL: Shown = { query: '', hidden: new Set(), toggled: new Set() };

/** `1 filter`, `2 INPUT`, `3 +`, each row with its level. */
function shown(made: readonly Section[], how: Partial<Shown> = {}): string[] {
  return listRows(made, { ...ALL, ...how }).map((row) => {
    if (row.kind === 'section') return `1 ${row.section.table}`;
    if (row.kind === 'group') return `2 ${row.group.kind} ${row.group.name}`;
    if (row.kind === 'same') return `2 same ${row.count}`;
    return row.kind === 'name' ? `3 ${row.name}` : `3 ${row.change.kind}`;
  });
}

describe('rows', () => {
  it.each([
    ['nothing', filter(SSH), filter(SSH), ['1 filter', '2 same 3']],
    ['a rule more', filter(SSH), filter(SSH, WEB), ['1 filter', '2 changed INPUT', '3 added', '2 same 2']],
    ['a rule moved', filter(SSH, WEB), filter(WEB, SSH), ['1 filter', '2 changed INPUT', '3 moved', '2 same 2']],
    [
      'a rule changed',
      filter(SSH, WEB),
      filter(SSH, WEB.replace('80', '443')),
      ['1 filter', '2 changed INPUT', '3 changed', '2 same 2'],
    ],
    [
      'a policy',
      filter(),
      filter().replace('FORWARD ACCEPT', 'FORWARD DROP'),
      ['1 filter', '2 changed FORWARD', '3 changed', '2 same 2'],
    ],
    ['a chain', filter(), filter(':OWN - [0:0]', '-A OWN -j DROP'), ['1 filter', '2 added OWN', '3 added', '2 same 3']],
  ])('%s', (_, before, after, expected) => {
    expect(shown(sections(before, after))).toEqual(expected);
  });

  const made = sections(filter(SSH, ':OWN - [0:0]', '-A OWN -j DROP'), filter(SSH, WEB));

  it.each<[string, Partial<Shown>, string[]]>([
    ['an address', { query: '10.1.' }, ['1 filter', '2 changed INPUT', '3 added']],
    ['a chain', { query: 'own' }, ['1 filter', '2 removed OWN', '3 removed']],
    ['a chain that is the same', { query: 'forw' }, ['1 filter', '2 same 1']],
    ['no word of it', { query: 'nowhere' }, []],
    ['one kind', { hidden: new Set(['removed']) }, ['1 filter', '2 changed INPUT', '3 added', '2 same 2']],
    ['folded', { toggled: new Set(['ipv4 filter']) }, ['1 filter']],
    [
      'what is the same, unfolded',
      { toggled: new Set(['ipv4 filter same']), query: 'put' },
      ['1 filter', '2 changed INPUT', '3 added', '2 same 1', '3 OUTPUT'],
    ],
  ])('filtered by %s', (_, how, expected) => {
    expect(shown(made, how)).toEqual(expected);
  });

  it('counts lines and chains', () => {
    expect(getCounts(made)).toEqual({ added: 1, removed: 1, changed: 0, moved: 0 });
    expect(getGroupCounts(made)).toEqual({ added: 0, removed: 1, renamed: 0, changed: 1, same: 2 });
  });
});

describe('words', () => {
  it.each([
    [
      '-p tcp --dport 80 -j ACCEPT',
      '-p tcp --dport 443 -j ACCEPT',
      '-p tcp --dport [80] -j ACCEPT',
      '-p tcp --dport [443] -j ACCEPT',
    ],
    ['ACCEPT', 'DROP', '[ACCEPT]', '[DROP]'],
    ['a b', 'a b c', 'a b', 'a b [c]'],
  ])('%s becomes %s', (before, after, left, right) => {
    const made = changedWords(before, after);
    const text = (pieces: typeof made.before): string =>
      pieces.map((piece) => (piece.changed ? `[${piece.text.trimEnd()}] ` : piece.text)).join('');
    expect([text(made.before).trimEnd(), text(made.after).trimEnd()]).toEqual([left, right]);
  });

  it('lose nothing', () => {
    const made = changedWords('-s 10.0.0.1/32 -j A', '-d 10.0.0.1/32 -j B');
    expect(made.before.map(({ text }) => text).join('')).toBe('-s 10.0.0.1/32 -j A');
    expect(made.after.map(({ text }) => text).join('')).toBe('-d 10.0.0.1/32 -j B');
  });
});
