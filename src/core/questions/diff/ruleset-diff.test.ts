import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IPTABLES_SAVE } from '../../formats/iptables-save';
import { IPSET_SAVE } from '../../formats/ipset-save';
import { pasted, flowOf } from '../../paste/testing/paste';
import { NFT_RULESET } from '../../formats/nft-ruleset';
import { chainEdits, editsBetween } from './chain-diff';
import type { PastedNode } from '../../paste/pasted-types';
import { compareDumps, dumpedRules, type DumpComparison, type DumpPair, diffFlows } from './compare-dumps';
import { diffRulesets, type DumpedRules, type RuleEdit } from './diff-rulesets';
import { pairEdits } from './chains-diff';

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
    expect(other?.after.ends.map(({ probability }) => probability).toSorted()).toEqual(['1/3', '2/3']);
  });
});

/** `changed ip t set s +a -b` */
function nftShown(before: string, after: string): string[] {
  const [a, b] = [before, after].map((text) => {
    const parsed = NFT_RULESET.parse(text);
    return { xtables: {}, nftables: parsed.ok ? parsed.value.value : undefined };
  });
  if (!a || !b) return [];
  const { chains, sets } = diffRulesets(a, b);
  return [
    ...chains.map(({ kind, table, chain, previous, policy, base, edits }) =>
      [
        kind,
        table,
        chain,
        previous && `was ${previous}`,
        policy && `policy ${policy.after}`,
        base && base.after,
        ...edits.map((edit) => `${edit.kind === 'added' ? '+' : '-'}${edit.index + 1}${edit.moved ? 'm' : ''}`),
      ]
        .filter(Boolean)
        .join(' '),
    ),
    ...sets.map(({ kind, table, set, added, removed }) =>
      [kind, table, set, ...removed.map((each) => `-${each}`), ...added.map((each) => `+${each}`)].join(' '),
    ),
  ];
}

const nft = (...lines: readonly string[]): string =>
  `table ip t {\n\tset s {\n\t\ttype ipv4_addr\n\t\telements = { 10.0.0.1, 10.0.0.2 }\n\t}\n\tmap m {\n\t\ttype ipv4_addr . inet_proto . inet_service : verdict\n\t\telements = { 10.96.0.10 . tcp . 80 : goto c }\n\t}\n\tchain c {\n\t\ttype filter hook input priority filter; policy accept;\n${lines.map((line) => `\t\t${line}\n`).join('')}\t}\n}\n`;

describe('two nftables rulesets', () => {
  const rule = 'tcp dport 22 counter packets 1 bytes 60 accept';
  it.each([
    ['nothing but counters', nft(rule), nft(rule.replace('packets 1 bytes 60', 'packets 9 bytes 540')), []],
    ['another spelling', nft(), nft().replace('priority filter', 'priority 0'), []],
    ['the order of elements', nft(), nft().replace('10.0.0.1, 10.0.0.2', '10.0.0.2, 10.0.0.1'), []],
    ['a rule more', nft(), nft(rule), ['changed ip t c +1']],
    ['a rule moved', nft('drop', rule), nft(rule, 'drop'), ['changed ip t c -1m +2m']],
    ['a policy', nft(), nft().replace('policy accept', 'policy drop'), ['changed ip t c policy DROP']],
    [
      'another hook',
      nft(),
      nft().replace('hook input', 'hook forward'),
      ['changed ip t c type filter hook forward priority filter'],
    ],
    ['an element', nft(), nft().replace('10.0.0.2', '10.0.0.3'), ['changed ip t s -10.0.0.2 +10.0.0.3']],
    [
      'a verdict of a map',
      nft(),
      nft().replace('goto c', 'drop'),
      ['changed ip t m -10.96.0.10 . tcp . 80 : goto c +10.96.0.10 . tcp . 80 : drop'],
    ],
    [
      'a table',
      nft(),
      nft() + nft().replace('ip t', 'ip u'),
      ['added ip u c', 'added ip u m +10.96.0.10 . tcp . 80 : goto c', 'added ip u s +10.0.0.1 +10.0.0.2'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(nftShown(before, after)).toEqual(expected);
  });

  it('knows a chain under another hash', () => {
    const chain = (hash: string, name: string): string =>
      `table ip kube-proxy {\n\tchain service-${hash}-${name} {\n\t\tip daddr 10.96.0.9 tcp dport 80 drop\n\t}\n}\n`;
    expect(nftShown(chain('AAAAAAAA', 'a/b/tcp/'), chain('BBBBBBBB', 'a/c/tcp/'))).toEqual([
      'renamed ip kube-proxy service-BBBBBBBB-a/c/tcp/ was service-AAAAAAAA-a/b/tcp/',
    ]);
  });
});

describe('two lists of virtual servers', () => {
  const ipvs = (...servers: readonly string[]): string =>
    ['-A -t 10.96.0.10:53 -s rr', ...servers.map((each) => `-a -t 10.96.0.10:53 -r ${each} -m`)].join('\n');
  it.each([
    ['the order of servers', ipvs('10.0.0.1:53', '10.0.0.2:53'), ipvs('10.0.0.2:53', '10.0.0.1:53'), []],
    [
      'a weight',
      ipvs('10.0.0.1:53 -w 1'),
      ipvs('10.0.0.1:53 -w 0'),
      ['changed TCP 10.96.0.10:53 -10.0.0.1:53 masq weight 1 +10.0.0.1:53 masq weight 0'],
    ],
    ['a scheduler', ipvs('10.0.0.1:53'), ipvs('10.0.0.1:53').replace('rr', 'lc'), ['changed TCP 10.96.0.10:53 rr→lc']],
    [
      'a service',
      ipvs('10.0.0.1:53'),
      `${ipvs('10.0.0.1:53')}\n-A -u 10.96.0.10:53 -s rr`,
      ['added UDP 10.96.0.10:53'],
    ],
  ])('%s', (_, before, after, expected) => {
    const { servers } = diffRulesets(dumpedRules(pasted(before)), dumpedRules(pasted(after)));
    const shown = servers.map(({ kind, server, added, removed, made }) =>
      [
        kind,
        server,
        ...(made ? [`${made.before}→${made.after}`] : []),
        ...removed.map((each) => `-${each}`),
        ...added.map((each) => `+${each}`),
      ].join(' '),
    );
    expect(shown).toEqual(expected);
  });
});

/** Runs a comparison to its end. */
function compared(pair: DumpPair): DumpComparison {
  const steps = compareDumps(pair);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

describe('two whole dumps', () => {
  const node = (endpoint: string): string =>
    [
      '*nat',
      ':PREROUTING ACCEPT [0:0]',
      ':OUTPUT ACCEPT [0:0]',
      ':POSTROUTING ACCEPT [0:0]',
      ':KUBE-SERVICES - [0:0]',
      ':KUBE-SVC-CUXC5A3HHHVSSN62 - [0:0]',
      ':KUBE-SEP-IY5EMZGCCC7HUEGX - [0:0]',
      '-A PREROUTING -j KUBE-SERVICES',
      '-A OUTPUT -j KUBE-SERVICES',
      '-A POSTROUTING -s 10.244.0.0/16 ! -d 10.244.0.0/16 -j MASQUERADE',
      '-A KUBE-SERVICES -d 10.96.0.10/32 -p tcp -m comment --comment "default/kuard: cluster IP" -m tcp --dport 80 -j KUBE-SVC-CUXC5A3HHHVSSN62',
      '-A KUBE-SVC-CUXC5A3HHHVSSN62 -j KUBE-SEP-IY5EMZGCCC7HUEGX',
      `-A KUBE-SEP-IY5EMZGCCC7HUEGX -p tcp -m tcp -j DNAT --to-destination ${endpoint}`,
      'COMMIT',
      '',
    ].join('\n');
  const own = flowOf('cni0 10.244.1.9 -> 10.96.0.10:80/tcp');
  const pair = (before: string, after: string): DumpPair => ({
    before: pasted(before),
    after: pasted(after),
    nodes: false,
    flows: [own],
  });

  it('that are the same change nothing', () => {
    const { diff, flows, empty } = compared(pair(node('10.244.1.5:8080'), node('10.244.1.5:8080')));
    expect([diff.chains, diff.sets, diff.servers, empty]).toEqual([[], [], [], []]);
    expect(flows.length).toBeGreaterThan(0);
    expect(flows.filter(({ changed }) => changed)).toEqual([]);
  });

  it('say which flow goes elsewhere, and by which rule', () => {
    const { flows } = compared(pair(node('10.244.1.5:8080'), node('10.244.2.6:8080')));
    const [first] = flows;
    expect(first?.changed).toBe(true);
    const told = [first?.before, first?.after].map((side) =>
      side?.ends.map(({ backend, source, deciding }) => [backend, source, deciding.map(({ text }) => text)]),
    );
    const rule = '-A KUBE-SEP-IY5EMZGCCC7HUEGX -p tcp -m tcp -j DNAT --to-destination';
    expect(told).toEqual([
      [['10.244.1.5:8080', '10.244.1.9', [`${rule} 10.244.1.5:8080`]]],
      [['10.244.2.6:8080', '10.244.1.9', [`${rule} 10.244.2.6:8080`]]],
    ]);
  });

  it('name the rule that refuses', () => {
    const refusing = node('10.244.1.5:8080').replace(
      'COMMIT',
      'COMMIT\n*filter\n:FORWARD ACCEPT [0:0]\n-A FORWARD -p tcp -j REJECT --reject-with icmp-port-unreachable\nCOMMIT',
    );
    const { flows } = compared(pair(node('10.244.1.5:8080'), refusing));
    const [end] = flows[0]?.after.ends ?? [];
    expect(end?.disposition?.kind).toBe('REJECTED');
    expect(end?.deciding.at(-1)).toMatchObject({
      what: 'refused',
      text: '-A FORWARD -p tcp -j REJECT --reject-with icmp-port-unreachable',
    });
  });

  it('of two nodes send each from its own Pods', () => {
    const on = (subnet: string): PastedNode =>
      pasted(node('10.244.1.5:8080'), `eth0 UP 192.168.1.1/24\ncni0 UP 10.244.${subnet}.1/24\n`);
    const both = { before: on('1'), after: on('2'), nodes: true, flows: [] };
    const { flows } = compared(both);
    const toService = flows.find(({ flow }) => flow.to.address === '10.96.0.10' && flow.from.device);
    expect(toService?.flow.from.address).toMatch(/^10\.244\.1\./);
    expect(toService?.flowAfter.from.address).toMatch(/^10\.244\.2\./);
    expect(toService?.changed).toBe(false);
  });

  it('say when a text holds no rules', () => {
    expect(compared(pair(node('10.244.1.5:8080'), 'nothing here')).empty).toEqual(['after']);
  });
});

describe('changes', () => {
  const edit = (kind: 'added' | 'removed', index: number, text: string, moved = false): RuleEdit => ({
    kind,
    index,
    text,
    ...(moved ? { moved } : {}),
  });
  it.each<[string, RuleEdit[], string[]]>([
    [
      'a rule that changed',
      [edit('removed', 0, '-p tcp --dport 80 -j A'), edit('added', 0, '-p tcp --dport 81 -j A')],
      ['changed 0 0'],
    ],
    [
      'rules that have nothing in common',
      [edit('removed', 0, '-j A'), edit('added', 0, '-p udp -j B')],
      ['removed 0', 'added 0'],
    ],
    ['a rule that moved', [edit('removed', 0, '-j A', true), edit('added', 3, '-j A', true)], ['moved 0 3']],
    [
      'the likest of several',
      [
        edit('removed', 0, '-s 10.0.0.1/32 -p tcp -j A'),
        edit('added', 0, '-s 10.0.0.2/32 -p udp -j B'),
        edit('added', 1, '-s 10.0.0.2/32 -p tcp -j A'),
      ],
      ['added 0', 'changed 0 1'],
    ],
  ])('%s', (_, edits, expected) => {
    const shown = pairEdits(edits).map((change) => {
      const places = change.kind === 'added' || change.kind === 'removed' ? [change.index] : [change.from, change.to];
      return [change.kind, ...places].join(' ');
    });
    expect(shown).toEqual(expected);
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
