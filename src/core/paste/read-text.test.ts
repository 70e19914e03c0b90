import { Memo } from '../lib/memo';
import { describe, expect, it } from 'vitest';
import { SOAKING } from '../lib/testing/soaking';
import { networkOfPasted } from './pasted';
import { readText, readTextInSteps } from './read-text';
import { pasted } from './testing/paste';

const ROWS = 'target     prot opt source               destination';

function read(text: string) {
  return readText({ id: 'text-1', title: 'notes', text });
}

describe('a text among prose', () => {
  const text = [
    'My notes',
    '```',
    'root@worker-3:~# iptables -t nat -L',
    'Chain PREROUTING (policy ACCEPT)',
    ROWS,
    '',
    'Chain KUBE-SERVICES (2 references)',
    ROWS,
    'KUBE-SVC-A  tcp  --  anywhere             10.96.0.7            /* default/web: cluster IP */ tcp dpt:http',
    '```',
    'and later:',
    '$ iptables-save | grep FORWARD',
    ':FORWARD DROP [0:0]',
    '-A FORWARD -j ACCEPT',
  ].join('\r\n');

  it('gives up its listings and its rules', () => {
    const { layers } = read(text);
    expect(layers.map(({ format, table, chains }) => [format, table, [...chains.keys()].length > 0])).toEqual([
      ['iptables-save', 'filter', true],
      ['iptables-list', 'nat', true],
    ]);
  });

  it('and every other line is accounted for', () => {
    const { others, lines } = read(text);
    expect(lines).toBe(14);
    expect(others.map(({ from, to }) => `${from}-${to}`)).toEqual(['1-2', '10-11']);
  });

  it('the prompt names the host', () => {
    expect(read(text).hostname).toBe('worker-3');
  });

  it('the same object is read once', () => {
    const one = { id: 'text-1', title: 'notes', text };
    const memo = new Memo();
    expect(readText(one, memo)).toBe(readText(one, memo));
  });
});

describe('rules in the syntax of another tool', () => {
  it.each([
    ['Status: active\n\nTo                         Action      From\n22/tcp    ALLOW IN    Anywhere\n', 'ufw'],
    ['sudo ufw allow 22/tcp\n', 'ufw'],
    ['public (active)\n  target: default\n  services: ssh\n  icmp-block-inversion: no\n', 'firewall-cmd'],
    ['pass in quick on em0 proto tcp from any to any port 22\nblock all\n', 'pfctl -sr'],
    ['00100 allow ip from any to any via lo0\n65535 deny ip from any to any\n', 'ipfw list'],
    ['qdisc htb 1: root refcnt 2 r2q 10 default 12\n', 'tc'],
    ["config rule\n\toption name 'Allow-Ping'\n\toption target 'ACCEPT'\n", 'uci show firewall'],
    ['/ip firewall filter\nadd action=drop chain=input\n', '/ip firewall'],
    ['access-list 101 permit tcp any host 10.0.0.1 eq 80\n', 'show access-lists'],
    ['Bridge table: filter\n\nBridge chain: INPUT, entries: 0, policy: ACCEPT\n', 'ebtables -L'],
  ])('%j is said to be so', (text, command) => {
    const foreign = read(text).diagnostics.filter(({ message }) => message.id.startsWith('analysis.text.foreign-'));
    expect(foreign.map(({ message, span }) => [message.values?.['command'], span?.line])).toEqual([[command, 1]]);
    expect(read(text).diagnostics.map(({ message }) => message.id)).not.toContain('analysis.text.nothing');
  });

  it('beside rules that are read too', () => {
    const { diagnostics, layers } = read('*filter\n-A INPUT -j ACCEPT\nCOMMIT\n\nblock all\npass in on em0 all\n');
    expect(layers).toHaveLength(1);
    expect(diagnostics.map(({ message }) => message.id)).toContain('analysis.text.foreign-elsewhere');
  });

  it.each([
    'The block in question was not on all of them.',
    'config is fine; rules: none',
    'ip6tables -A INPUT -j DROP',
  ])('prose and rules are none: %s', (text) => {
    expect(read(text).diagnostics.filter(({ message }) => message.id.startsWith('analysis.text.foreign-'))).toEqual([]);
  });
});

describe('a text without rules', () => {
  it.each([
    [
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n  - port: 80\n',
      'analysis.text.kubernetes',
    ],
    ['dear diary', 'analysis.text.nothing'],
    ['', 'analysis.text.empty'],
  ])('%j says what to paste instead', (text, id) => {
    expect(read(text).diagnostics.map(({ message }) => message.id)).toContain(id);
  });
});

describe('any text at all', () => {
  const line = (text: string, times: number): string => text.repeat(times);
  it.each([
    ['5 MB without a line end', 'x'.repeat(5_000_000)],
    [SOAKING ? '5 MB in one rule' : '1 MB in one rule', `-A ${line('y ', SOAKING ? 2_500_000 : 500_000)}`],
    ['a quote that never ends', line('-A X -m comment --comment "', 20_000)],
    ['5 MB in one row', `Chain X (1 references)\n${ROWS}\n${line('ACCEPT all -- anywhere anywhere ', 160_000)}`],
    ['only line ends', line('\n', 1_000_000)],
    ['NUL', line('\0', 1_000_000)],
    ['bytes', Array.from({ length: 500_000 }, (_, i) => String.fromCharCode((i * 7919) & 0xff)).join('')],
    ['prompts', line('root@host:~$ iptables -S\n', 20_000)],
    ['a chain that jumps to itself', '*nat\n-A PREROUTING -j A\n-A A -j A\nCOMMIT\n'],
    ['rules with nonsense', line('-A INPUT -s 999.1.1.1/77 -p nope --dport x,y -m nothing --at all -j\n', 2000)],
    [
      'rows with nonsense',
      `Chain A (1 references)\n${ROWS}\n${line('ACCEPT all -- anywhere anywhere frob the knob\n', 5000)}`,
    ],
    ['half a table', '*nat\n:PREROUTING ACC'],
    ['lone surrogates', line('\ud800\udfff', 100_000)],
    ['negative prefixes', '-A POSTROUTING -s 10.0.0.0/-3 ! -o docker0 -j MASQUERADE\n'],
    ['a probability from nowhere', '-A KUBE-SVC-A -m statistic --mode random --probability 7 -j KUBE-SEP-B\n'],
  ])('%s: no exception', (_title, text) => {
    const { texts, network } = networkOfPasted(pasted(text));
    expect(texts).toHaveLength(1);
    expect(network.netns.has('node')).toBe(true);
  });

  it.each([
    ['default via 10.0.0.1 dev eth0\n10.0.0.0/24 dev eth0 proto kernel scope link\n', 'ip-route 2'],
    ['1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536\n    inet 127.0.0.1/8 scope host lo\n', 'ip-address 1'],
    ['create KUBE-CLUSTER-IP hash:ip,port family inet\n', 'ipset-save 1'],
    ['table ip nat {\n\tchain prerouting {\n\t}\n}\n', 'nft-ruleset 1'],
  ])('%j is understood', (text, piece) => {
    const { pieces, others, diagnostics } = read(text);
    expect(pieces.map(({ format, count }) => `${format} ${count}`)).toEqual([piece]);
    expect([others, diagnostics]).toEqual([[], []]);
  });
});

describe('a text that is read in slices', () => {
  const MEMO = new Memo();
  const text = (title: string) => ({
    id: 'a',
    title,
    text: `*filter\n:FORWARD DROP [0:0]\n${'-A FORWARD -j ACCEPT\n'.repeat(9000)}COMMIT\n`,
  });
  const slicesOf = (steps: Iterator<number>): number => {
    let count = 0;
    while (!steps.next().done) count++;
    return count;
  };

  it('is read once by two who ask meanwhile', () => {
    const alone = slicesOf(readTextInSteps(text('alone'), MEMO));
    const both = text('both');
    const [a, b] = [readTextInSteps(both, MEMO), readTextInSteps(both, MEMO)];
    let slices = 0;
    let [endA, endB] = [a.next(), b.next()];
    for (; !endA.done || !endB.done; slices++) {
      if (!endA.done) endA = a.next();
      if (!endB.done) endB = b.next();
    }
    expect(endA.value).toBe(endB.value);
    expect(alone).toBeGreaterThan(4);
    expect(slices).toBeLessThan(alone * 0.75);
  });

  it('is read on where one stopped', () => {
    const all = slicesOf(readTextInSteps(text('all'), MEMO));
    const left = text('left');
    const first = readTextInSteps(left, MEMO);
    first.next();
    first.next();
    first.return(undefined as never);
    expect(slicesOf(readTextInSteps(left, MEMO))).toBe(all - 2);
    expect(readText(left, MEMO).lines).toBeGreaterThan(9000);
  });
});
