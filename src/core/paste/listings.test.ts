import { describe, expect, it } from 'vitest';
import { printRule } from '../linux/xtables/rule-text';
import { readText } from './read-text';

const PLAIN = 'target     prot opt source               destination';
const VERBOSE = ' pkts bytes target     prot opt in     out     source               destination';
const ROW = 'ACCEPT     tcp  --  10.1.0.0/16          0.0.0.0/0            tcp dpt:80';
const OTHER = 'DROP       tcp  --  0.0.0.0/0            0.0.0.0/0            tcp dpt:81';
const WIDE = '    3   180 ACCEPT     tcp  --  eth0   *       10.1.0.0/16          0.0.0.0/0            tcp dpt:80';

function read(...lines: readonly string[]) {
  const { layers, diagnostics, others } = readText({ id: 't', title: '', text: lines.join('\n') });
  const rules = layers.flatMap(({ table, family, chains }) =>
    [...chains.values()].flatMap((chain) =>
      Array.from({ length: chain.length }, (_, index) => {
        const rule = chain.rule(index);
        const matches = rule.matches.filter(({ match }) => match !== 'unrecognised');
        return `${table} ${chain.name} ${printRule({ ...rule, matches }, family)}`;
      }),
    ),
  );
  return { rules, others, said: diagnostics.map(({ message, span }) => `${message.id} ${span?.line ?? ''}`) };
}

const READ = [
  'filter A -s 10.1.0.0/16 -p tcp -m tcp --dport 80 -j ACCEPT',
  'filter A -p tcp -m tcp --dport 81 -j DROP',
];

describe('what people write into a listing', () => {
  it.each([
    ['a remark behind the chain', ['Chain A (1 references)   # the first', PLAIN, ROW, OTHER]],
    ['a remark in another language', ['Chain A (1 references) 첫 번째', PLAIN, ROW, OTHER]],
    ['an arrow behind the chain', ['Chain A (1 references) ← 1', PLAIN, ROW, OTHER]],
    ['a remark behind the columns', ['Chain A (1 references)', `${PLAIN}  # columns`, ROW, OTHER]],
    ['a remark between the rows', ['Chain A (1 references)', PLAIN, ROW, '# and the next', OTHER]],
    ['remarks behind rows', ['Chain A (1 references)', PLAIN, `${ROW} # web`, `${OTHER}   ← the end`]],
    ['dots where rows were', ['Chain A (1 references)', PLAIN, '    ...', ROW, '[…]', OTHER, '...']],
  ])('%s takes no row away', (_, lines) => {
    expect(read(...lines).rules).toEqual(READ);
  });

  it('says nothing of a remark', () => {
    expect(read('Chain A (1 references)', VERBOSE, `${WIDE} # web`).said).toEqual([]);
  });

  it('says where rows were left out', () => {
    const { said } = read('Chain A (1 references)', PLAIN, ROW, '...', OTHER, '');
    expect(said).toContain('formats.iptables-list.rows-elided 4');
  });

  it('a sentence that begins as a chain does is none', () => {
    expect(read('Chain A (1 references) takes what comes', PLAIN, ROW).rules).toEqual([]);
  });

  it('a command after a root prompt begins another table', () => {
    const { rules } = read(
      '# iptables -L A -n',
      'Chain A (1 references)',
      PLAIN,
      ROW,
      '# iptables -t nat -L B -n',
      'Chain B (1 references)',
      PLAIN,
      ROW,
    );
    expect(rules).toEqual([READ[0], `nat B ${READ[0]?.slice('filter A '.length)}`]);
  });
});

describe('the table of a listing without a command', () => {
  it.each([
    ['ISTIO_INBOUND', 'nat'],
    ['cali-fw-cali0123456789a', 'filter'],
    ['KUBE-POD-FW-AAAAAAAAAAAAAAAA', 'filter'],
    ['cali-nat-outgoing', 'nat'],
  ])('is told by %s', (chain, table) => {
    expect(read(`Chain ${chain} (1 references)`, VERBOSE, WIDE).rules).toEqual([expect.stringMatching(`^${table} `)]);
  });

  it('is that of each chain, where rules of two tables stand together', () => {
    const lines = [
      '-A KUBE-SVC-AAAAAAAAAAAAAAAA -j KUBE-SEP-A',
      '-A KUBE-POD-FW-AAAAAAAAAAAAAAAA -s 10.1.0.1 -j ACCEPT',
    ];
    expect(read(...lines).rules.map((rule) => rule.split(' ')[0])).toEqual(['nat', 'filter']);
  });
});

describe('rules that a page or a script broke into lines', () => {
  const whole = 'filter A -s 10.1.0.0/16 -p tcp -m comment --comment "a b" -m tcp --dport 80 -j ACCEPT';
  it.each([
    [
      'options further in',
      ['-A A -s 10.1.0.0/16 -p tcp -m comment', '  --comment "a b" -m tcp', '  --dport 80 -j ACCEPT'],
    ],
    ['a backslash', ['-A A -s 10.1.0.0/16 -p tcp -m comment --comment "a b" \\', '   -m tcp --dport 80 -j ACCEPT']],
    [
      'a backslash in a command',
      [
        'iptables -A A -s 10.1.0.0/16 -p tcp \\ ',
        '  -m comment --comment "a b" \\',
        '  -m tcp --dport 80 \\',
        '  -j ACCEPT',
      ],
    ],
  ])('%s', (_, lines) => {
    const { rules, others } = read(...lines);
    expect(rules).toEqual([whole]);
    expect(others).toEqual([]);
  });

  it('a negation further in', () => {
    expect(read('-A A', '    ! -s 10.1.0.0/16 -j DROP').rules).toEqual(['filter A ! -s 10.1.0.0/16 -j DROP']);
  });

  it('options that stand as far out as the rule are of none', () => {
    expect(read('-A A -s 10.1.0.0/16 -j DROP', '-p tcp').rules).toEqual(['filter A -s 10.1.0.0/16 -j DROP']);
  });

  it('a target that stands behind a rule without one is its own', () => {
    expect(read('-A A -s 10.1.0.0/16', '-j DROP').rules).toEqual(['filter A -s 10.1.0.0/16 -j DROP']);
  });
});

describe('rows that grep left', () => {
  it.each([
    ['# iptables -t nat -L A -n | grep 80', ROW],
    ['$ sudo iptables -t nat -nL A | grep 80', ROW],
    ['$ sudo iptables -v --numeric --table nat --list A | grep 80', WIDE],
    ['# iptables -t nat -L A -n -v --line-numbers | grep 80', `1   ${WIDE}`],
  ])('are of the chain the command lists: %s', (command, row) => {
    const wanted = row === ROW ? '' : ' -i eth0';
    expect(read(command, row).rules).toEqual([`nat A -s 10.1.0.0/16${wanted} -p tcp -m tcp --dport 80 -j ACCEPT`]);
  });

  it.each([ROW, WIDE])('are named where nothing tells their chain: %s', (row) => {
    const { rules, said, others } = read('$ iptables -t nat -L -n | grep 80', row);
    expect(rules).toEqual([]);
    expect(said).toEqual([expect.stringContaining('analysis.text.rows-without-chain')]);
    expect(others.map(({ looksLike }) => looksLike)).toContain('rows');
  });
});

describe('a chain that was listed twice', () => {
  const plain = ['Chain A (1 references)', PLAIN, ROW, ''];
  const wide = ['Chain A (1 references)', VERBOSE, WIDE];
  it('is read as -v lists it, whichever came first', () => {
    const rule = 'filter A -s 10.1.0.0/16 -i eth0 -p tcp -m tcp --dport 80 -j ACCEPT';
    expect(read(...plain, '$ iptables -L A -v', ...wide).rules).toEqual([rule]);
    expect(read(...plain, '$ iptables -L A -v', ...wide).said).not.toContain('analysis.text.listed-twice 7');
  });

  it('and with other rules as it was listed first', () => {
    const other = ['Chain A (1 references)', VERBOSE, WIDE.replace('dpt:80', 'dpt:81')];
    expect(read(...plain, '$ iptables -L A -v', ...other).said).toContain('analysis.text.listed-twice 8');
  });
});

describe('what kubectl describe prints of a kind that is not read from it', () => {
  const HEAD = 'Name:         web\nNamespace:    demo\nLabels:       <none>\n';
  it.each([
    ['a NetworkPolicy', `${HEAD}Spec:\n  PodSelector:     app=web\n  Policy Types: Ingress\n`],
    ['an Ingress', `${HEAD}Address:      10.1.0.3\nIngress Class:    traefik\nRules:\n  Host  Path  Backends\n`],
    ['a Deployment', `${HEAD}Selector:     app=web\nReplicas:     2 desired\nStrategyType: RollingUpdate\n`],
    ['a DaemonSet', `${HEAD}Selector:     app=web\nDesired Number of Nodes Scheduled: 3\n`],
  ])('%s is named, and how to paste it', (_, text) => {
    expect(read(text).said).toEqual([expect.stringContaining('analysis.text.described')]);
  });

  it('a Service is read', () => {
    const text = `${HEAD}Selector:     app=web\nType:         ClusterIP\nIP:           10.1.7.7\nPort:         http  80/TCP\nTargetPort:   8080/TCP\nEndpoints:    10.1.1.9:8080\n`;
    expect(read(text).said.join()).not.toContain('analysis.text.described');
  });
});
