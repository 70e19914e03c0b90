import { describe, expect, it } from 'vitest';
import { IPTABLES_SAVE } from '../iptables-save';

/** The chains' rules, the lines that stand in no table, and what is said of them. */
function read(lines: readonly string[]) {
  const parsed = IPTABLES_SAVE.parse(lines.join('\n'));
  if (!parsed.ok) throw new Error('nothing read');
  const { value, diagnostics } = parsed.value;
  const said = diagnostics.map(({ message }) => message.id.replace('formats.iptables-save.', ''));
  return { rules: IPTABLES_SAVE.print(value).match(/^-A .*/gm), unused: value.unused, said };
}

describe('rules of one table in several places of a text', () => {
  it('a rule that two excerpts show stands once, and its second line is named', () => {
    const { rules, unused, said } = read([
      '# iptables -t nat -S | grep 80',
      '-A KUBE-SVC-A -j KUBE-SEP-B',
      '# iptables -t nat -S | grep SVC',
      '-A KUBE-SVC-A -s 10.0.0.1/32 -j KUBE-MARK-MASQ',
      '-A KUBE-SVC-A -j KUBE-SEP-B',
    ]);
    expect(rules).toEqual(['-A KUBE-SVC-A -s 10.0.0.1/32 -j KUBE-MARK-MASQ', '-A KUBE-SVC-A -j KUBE-SEP-B']);
    expect(unused).toEqual([5]);
    expect(said).toContain('repeated');
  });

  it('an excerpt of a whole table that says nothing new', () => {
    const { rules, unused } = read([
      '*nat',
      '-A POSTROUTING -j B',
      '-A POSTROUTING -j MASQUERADE',
      'COMMIT',
      'for example',
      '',
      '-A POSTROUTING -j MASQUERADE',
    ]);
    expect(rules).toEqual(['-A POSTROUTING -j B', '-A POSTROUTING -j MASQUERADE']);
    expect(unused).toEqual([7]);
  });

  it('the lines of a table that a later one replaces', () => {
    const { rules, unused } = read(['*nat', '-A A -j B', 'COMMIT', '*nat', '-A A -j C', 'COMMIT']);
    expect(rules).toEqual(['-A A -j C']);
    expect(unused).toEqual([2]);
  });

  it('a table that comes again with the same rules, written otherwise', () => {
    const { rules, unused, said } = read([
      '*filter',
      '-A INPUT ! -i lo -s 127.0.0.0/8 -j REJECT',
      'COMMIT',
      'and iptables -S prints',
      '-P INPUT ACCEPT',
      '-P FORWARD ACCEPT',
      '-A INPUT -s 127.0.0.0/8 ! -i lo -j REJECT --reject-with icmp-port-unreachable',
    ]);
    expect(rules).toEqual(['-A INPUT -s 127.0.0.0/8 ! -i lo -j REJECT --reject-with icmp-port-unreachable']);
    expect(unused).toEqual([7]);
    expect(said).toContain('same-again');
    expect(said).not.toContain('table-twice');
  });

  it('policies alone do not empty the table before them', () => {
    const { rules, said, unused } = read([
      '*filter',
      '-A INPUT -j B',
      'COMMIT',
      'should I put',
      '-P INPUT DROP',
      '-P FORWARD DROP',
    ]);
    expect(rules).toEqual(['-A INPUT -j B']);
    expect(said).toContain('left-aside');
    expect(unused).toEqual([5, 6]);
  });

  it.each<[string, before: string[], after: string[], said: string[], unused: number[]]>([
    ['of a command before the table', ['-P FORWARD DROP'], [':FORWARD ACCEPT [0:0]'], ['table-twice'], [1]],
    ['of a command that says the same', ['-P FORWARD DROP'], [':FORWARD DROP [0:0]'], [], [1]],
    [
      'of a table without rules',
      ['*filter', ':FORWARD DROP [0:0]', 'COMMIT'],
      [':FORWARD ACCEPT [0:0]'],
      ['table-twice'],
      [],
    ],
  ])('a policy %s: the later one is used, and that is said', (_name, before, after, expected, aside) => {
    const { said, unused } = read([...before, 'and', '*filter', ...after, '-A FORWARD -j DROP', 'COMMIT']);
    expect(said.filter((id) => id === 'table-twice')).toEqual(expected);
    expect(unused).toEqual(aside);
  });

  it('a rule that one listing has twice stays twice', () => {
    const { rules, unused } = read(['*nat', '-A A -j B', '-A A -j B', 'COMMIT']);
    expect(rules).toEqual(['-A A -j B', '-A A -j B']);
    expect(unused).toEqual([]);
  });
});

describe('commands that failed', () => {
  const KEPT = 'iptables -A INPUT -s 10.0.0.1/32 -j DROP';
  it.each([
    'iptables: No chain/target/match by that name.',
    'iptables v1.8.9 (nf_tables): Could not fetch rule set generation id: Permission denied (you must be root)',
    'Another app is currently holding the xtables lock. Perhaps you want to use the -w option?',
    'bash: iptables: command not found',
  ])('are no rules in force: %s', (refusal) => {
    const { rules } = read([KEPT, 'iptables -A INPUT -s 10.0.0.2/32 -j DROP', refusal]);
    expect(rules?.join(' ')).toContain('10.0.0.1');
    expect(rules?.join(' ')).not.toContain('10.0.0.2');
  });
});

it('a command that a sentence names is no rule in force', () => {
  const { rules } = read([
    'iptables -A INPUT -s 10.0.0.1/32 -j DROP',
    'Once I ran `iptables -P FORWARD ACCEPT` on the other node it worked.',
    'sudo iptables -A INPUT -s 10.0.0.2/32 -j DROP',
    'It is better to use iptables -A INPUT -s 10.0.0.3/32 -j DROP here.',
  ]);
  expect(rules?.map((rule) => /10\.0\.0\.\d/.exec(rule)?.[0])).toEqual(['10.0.0.1', '10.0.0.2']);
});
