import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IPTABLES_SAVE } from '../../formats/iptables-save';
import { IPSET_SAVE } from '../../formats/ipset-save';
import { pasted, flowOf } from '../testing/paste';
import { chainEdits } from './chain-diff';
import { diffFlows } from './diff-flows';
import { diffRulesets, type DumpedRules } from './diff-rulesets';
import { editsBetween } from './lcs';

function rules(text: string): DumpedRules {
  const parsed = IPTABLES_SAVE.parse(text);
  return { xtables: parsed.ok ? parsed.value.value.rulesets : {} };
}

/** `changed filter INPUT: -1 …, +2 …` */
function shown(before: string, after: string): string[] {
  return diffRulesets(rules(before), rules(after)).chains.map(({ kind, table, chain, previous, edits }) => {
    const list = edits
      .map((edit) => `${edit.kind === 'added' ? '+' : '-'}${edit.index + 1}${edit.moved ? 'm' : ''}`)
      .join(' ');
    return [kind, table, chain, previous && `was ${previous}`, list].filter(Boolean).join(' ');
  });
}

const filter = (...lines: readonly string[]): string =>
  `*filter\n:INPUT ACCEPT [0:0]\n:FORWARD ACCEPT [0:0]\n:OUTPUT ACCEPT [0:0]\n${lines.join('\n')}\nCOMMIT\n`;
const SSH = '-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT';
const WEB = '-A INPUT -p tcp -m tcp --dport 80 -j ACCEPT';

describe('two dumps', () => {
  it.each([
    ['nothing', filter(SSH), filter(SSH), []],
    ['only counters', filter(`[3:180] ${SSH}`), filter(`[9:540] ${SSH}`), []],
    ['another spelling', filter('-A INPUT -p tcp --dport 22 -j ACCEPT'), filter(SSH), []],
    ['a rule more', filter(SSH), filter(SSH, WEB), ['changed filter INPUT +2']],
    ['a rule less', filter(SSH, WEB), filter(WEB), ['changed filter INPUT -1']],
    ['a rule moved', filter(SSH, WEB), filter(WEB, SSH), ['changed filter INPUT -1m +2m']],
    ['a policy', filter(SSH), filter(SSH).replace('INPUT ACCEPT', 'INPUT DROP'), ['changed filter INPUT']],
    ['a chain', filter(SSH), filter(SSH, ':OWN - [0:0]', '-A OWN -j DROP'), ['added filter OWN +1']],
  ])('%s', (_, before, after, expected) => {
    expect(shown(before, after)).toEqual(expected);
  });

  it('knows that the order of service ports means nothing', () => {
    const line = (name: string, port: number): string =>
      `-A KUBE-NODEPORTS -p tcp -m comment --comment "default/${name}" -m tcp --dport ${port} -j KUBE-EXT-A`;
    const nat = (...lines: readonly string[]): string => `*nat\n:KUBE-NODEPORTS - [0:0]\n${lines.join('\n')}\nCOMMIT\n`;
    expect(shown(nat(line('a', 1), line('b', 2)), nat(line('b', 2), line('a', 1)))).toEqual([]);
    expect(shown(nat(line('a', 1), line('a', 2)), nat(line('a', 2), line('a', 1)))).toHaveLength(1);
  });

  it('sees a chain under another hash', () => {
    const nat = (hash: string): string =>
      `*nat\n:KUBE-SVC-${hash} - [0:0]\n-A KUBE-SVC-${hash} -m comment --comment "a/${hash}" -j KUBE-SEP-IY5EMZGCCC7HUEGX\nCOMMIT\n`;
    const [from, to] = ['AAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBB'];
    expect(shown(nat(from), nat(to))[0]).toMatch(/^renamed nat KUBE-SVC-B+ was KUBE-SVC-A+ /);
  });

  it('compares the members of sets', () => {
    const sets = (text: string): DumpedRules => {
      const parsed = IPSET_SAVE.parse(`create S hash:ip family inet hashsize 1024 maxelem 65536\n${text}`);
      return { xtables: {}, ipsets: parsed.ok ? parsed.value.value.values() : [] };
    };
    const { sets: found } = diffRulesets(
      sets('add S 10.0.0.1\nadd S 10.0.0.2\n'),
      sets('add S 10.0.0.2\nadd S 10.0.0.3\n'),
    );
    expect(found).toMatchObject([{ set: 'S', kind: 'changed', added: ['10.0.0.3'], removed: ['10.0.0.1'] }]);
  });

  it('says which flows change, with exact odds', () => {
    const nat = (to: string): string =>
      `*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -d 10.96.0.10/32 -p tcp -m tcp --dport 80 -m statistic --mode random --probability 0.33333333349 -j DNAT --to-destination ${to}\n-A PREROUTING -d 10.96.0.10/32 -p tcp -m tcp --dport 80 -j DNAT --to-destination 10.244.1.5:8080\nCOMMIT\n`;
    const flow = flowOf('cni0 10.244.1.9 -> 10.96.0.10:80/tcp');
    const [same] = diffFlows(pasted(nat('10.244.1.4:8080')), pasted(nat('10.244.1.4:8080')), [flow]);
    const [other] = diffFlows(pasted(nat('10.244.1.4:8080')), pasted(nat('10.244.1.6:8080')), [flow]);
    expect(same?.changed).toBe(false);
    expect(other?.changed).toBe(true);
    expect(other?.after.map(({ probability }) => probability).toSorted()).toEqual(['1/3', '2/3']);
  });
});

const lists = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

describe('edits', () => {
  it('lead from one list to the other', () => {
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const edits = editsBetween(before, after);
        const left = edits.flatMap((edit) => (edit.kind === 'added' ? [] : [before[edit.before]]));
        const right = edits.flatMap((edit) => (edit.kind === 'removed' ? [] : [after[edit.after]]));
        expect([left, right]).toEqual([before, after]);
      }),
    );
  });

  it('are none between equal lists, and mirror each other', () => {
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        expect(chainEdits('X', before, before)).toEqual([]);
        const [there, back] = [chainEdits('X', before, after), chainEdits('X', after, before)];
        expect(there.length).toBe(back.length);
      }),
    );
  });
});
