import { describe, expect, it } from 'vitest';
import { printNftRule, printNftRuleset } from './text/print-ruleset';
import { readRuleset } from './text/read-ruleset';
import { withRules } from './testing/walk-nft';

const listed = (text: string, family?: string): string => {
  const chain = withRules([text], '', family).chains.get('base');
  return chain ? printNftRule(chain.rule(0)) : '';
};
const kinds = (text: string): string[] =>
  withRules([text])
    .chains.get('base')
    ?.rule(0)
    .statements.map(({ statement }) => statement) ?? [];

describe('a rule is listed as it is written', () => {
  it.each([
    'ip saddr 10.0.0.0/8 ip daddr != 192.168.0.1-192.168.0.9 tcp dport { 80, 443, 8000-8100 } accept',
    'iifname "veth*" oif "eth0" meta l4proto { tcp, udp } th dport 53 drop',
    'ct state established,related accept',
    'ct state != established | related drop',
    'ct state vmap { invalid : drop, established : accept }',
    'ct original ip daddr 10.0.0.1 ct direction reply ct status dnat ct mark 0x00000001 return',
    'tcp flags & syn == syn counter packets 3 bytes 180 accept',
    'tcp flags syn,ack / fin,syn,rst,ack accept',
    'meta mark & 0x00004000 == 0x00004000 meta mark set meta mark ^ 0x00004000',
    'ct mark set meta mark | 0x00000001 notrack',
    'ip daddr . meta l4proto . th dport @services jump c',
    'ip saddr . ip daddr vmap { 10.0.0.1 . 10.0.0.2 : goto c, 10.0.0.3 . 10.0.0.4 : accept }',
    'numgen random mod 2 offset 5 vmap { 5 : jump a, 6 : jump b }',
    'jhash ip saddr . tcp sport mod 2 seed 0xdeadbeef vmap { 0 : drop, 1 : accept }',
    'dnat to 10.0.0.1-10.0.0.3:80-90 random,persistent',
    'dnat ip to numgen inc mod 2 map { 0 : 10.0.0.1 . 80, 1 : 10.0.0.2 . 8080 }',
    'dnat to numgen inc mod 2 map { 0 : 10.0.0.1, 1 : 10.0.0.2 }',
    'ip saddr 10.0.0.1 dnat to tcp dport map { 80 : 10.0.0.7, 443 : 10.0.0.8 }',
    'masquerade to :1024-65535 fully-random',
    'redirect to :8080',
    'reject with tcp reset',
    'reject with icmp admin-prohibited',
    'fib saddr . iif oif missing drop',
    'fib daddr type { local, broadcast } drop',
    'limit rate over 10/minute burst 3 packets drop',
    'quota over 5 mbytes drop',
    'add @seen { ip saddr timeout 1m30s limit rate 5/second } accept',
    'update @seen { ip saddr . tcp dport }',
    'log prefix "in: " group 2 level debug',
    'meta mark { 0x00000000/31, 0x00000005-0x00000006, 0x00004000/30 } accept',
    'meta mark 0x00000010-0x0000001f ip saddr 10.0.0.0-10.0.0.255 accept',
    'fib saddr . iif oif 0 drop',
    'fib saddr . iif oif != 0 drop',
    'iif 0 meta priority set 1:a0',
    'meta priority set none',
    'iifname { "lo", "eth0", "veth12" } accept',
    'iifname { "a", "eth*", "lo" } accept',
    'meta mark set meta mark & 0xffffbfff | 0x00000001',
    'ip ttl 255-255 accept',
    'ip dscp { 0x07, cs1 } accept',
    'ip saddr . tcp dport { 9.9.9.9 . 53, 1.2.3.4 . 80, 1.1.1.1 . 336, 4.3.2.1 . 443 } accept',
    'icmp type { echo-reply, echo-request } icmp code net-unreachable accept',
    'tcp dport 80 comment "the web"',
    'queue flags bypass to 3',
    'ip dscp set cs1',
    'meta random < 5 osf name "Linux" accept',
    '@th,16,16 0x50 accept',
  ])('%s', (text) => {
    expect(listed(text)).toBe(text);
  });
});

describe('a rule is listed as nft lists it', () => {
  it.each([
    ['mark set mark or 0x4000', 'meta mark set meta mark | 0x00004000'],
    ['mark and 0x4000 == 0 return', 'meta mark & 0x00004000 == 0x00000000 return'],
    ['ip saddr { 10.0.0.1 } drop', 'ip saddr 10.0.0.1 drop'],
    ['ip saddr != { 10.1.0.0/16, 10.0.0.0/16, 9.9.9.9 } drop', 'ip saddr != { 9.9.9.9, 10.0.0.0/15 } drop'],
    ['tcp dport{443,80}accept', 'tcp dport { 80, 443 } accept'],
    ['iif eth0 accept', 'iif "eth0" accept'],
    ['tcp dport { 80, 80 } accept', 'tcp dport { 80 } accept'],
    ['iifname { eth0, lo } accept', 'iifname { "lo", "eth0" } accept'],
    ['ip saddr . tcp dport { 4.3.2.1 . 443, 1.1.1.1 . 336 }', 'ip saddr . tcp dport { 1.1.1.1 . 336, 4.3.2.1 . 443 }'],
    ['tcp flags & (fin | syn | rst | ack) == syn accept', 'tcp flags syn / fin,syn,rst,ack accept'],
    ['tcp flags & (syn | rst) != syn accept', 'tcp flags != syn / syn,rst accept'],
    ['tcp flags & (syn | rst) == 0 accept', 'tcp flags ! syn,rst accept'],
    ['log level warn prefix "a"', 'log prefix "a"'],
    ['counter accept', 'counter packets 0 bytes 0 accept'],
    ['meta mark set (meta mark | 0x1) & 0x7', 'meta mark set (meta mark | 0x00000001) & 0x00000007'],
    ['dnat ip to 10.0.0.1:80', 'dnat to 10.0.0.1:80'],
    ['dnat ip to 10.0.0.1 . 80', 'dnat to 10.0.0.1:80'],
    ['dnat ip addr . port to 10.0.0.1 . http', 'dnat to 10.0.0.1:80'],
    ['snat to 10.0.0.1-10.0.0.3 . 80-90', 'snat to 10.0.0.1-10.0.0.3:80-90'],
    ['meta l4proto 6 accept', 'meta l4proto tcp accept'],
    ['tcp dport 80 \\\n accept', 'tcp dport 80 accept'],
    ['reject with icmp type port-unreachable', 'reject'],
  ])('%s', (text, expected) => {
    expect(listed(text)).toBe(expected);
  });

  it('reads ICMP and addresses of IPv6 in its own family', () => {
    const text = 'ip6 saddr fd00::/64 icmpv6 type nd-neighbor-solicit dnat to [fd00::1]:80';
    expect(listed(text, 'ip6')).toBe(text);
  });
});

describe('every word is known of', () => {
  it.each([
    ['ether daddr 01:00:5e:00:00:05/25 drop', 'ether daddr 01:00:5e:00:00:00/25 drop'],
    [
      'ether saddr { 00:11:33:00:00:00/24, 00:11:22:00:00:00/24 }',
      'ether saddr { 00:11:22:00:00:00/24, 00:11:33:00:00:00/24 }',
    ],
    ['socket cgroupv2 level 1 "user.slice" accept', 'socket cgroupv2 level 1 "user.slice" accept'],
    ['meta priority set "1:a"', 'meta priority set 1:a'],
    ['meta priority "root" accept', 'meta priority root accept'],
  ])('%s', (text, expected) => {
    expect(kinds(text)).not.toContain('unrecognised');
    expect(listed(text)).toBe(expected);
  });

  it.each(['ether daddr 01:00:5e:00:00:00/49', 'ether daddr 01:00:5e:00:00:00/', 'meta priority set "one"'])(
    'but not of %s',
    (text) => expect(kinds(text)).toContain('unrecognised'),
  );
});

describe('what is not known', () => {
  it.each([
    ['is kept up to what is', 'frobnicate 7 tcp dport 80 accept', ['unrecognised', 'match', 'verdict']],
    ['is kept to the end', 'accept-ish frobnicate {', ['unrecognised']],
    ['does not hide what came before', 'tcp dport 80 frobnicate', ['match', 'unrecognised']],
    ['keeps a statement that is not simulated apart', 'queue num 0 bypass accept', ['not simulated', 'verdict']],
  ])('%s', (_title, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});

const INPUT = `#!/usr/sbin/nft -f
define WEB = { 80, 443 }
add table ip t { comment "mine" ; }
add chain ip t base { type filter hook input priority 0 ; policy drop ; }
add chain ip t web
add chain ip t web2
add rule ip t web2 drop
add set ip t hosts { type ipv4_addr ; flags interval ; comment "who" ; }
add map ip t ports { type inet_service : verdict ; }
add element ip t hosts { 10.0.0.0/8, 9.9.9.9 }
add element ip t ports { 80 : goto web, 81 : drop }
delete element ip t ports { 81 }
add rule ip t base tcp dport $WEB jump web comment "a; b # c"
insert rule ip t base ct state established accept # first
add rule ip t web ip saddr @hosts \\
  accept
flush chain ip t web2
`;

describe('commands of nft -f', () => {
  const { ruleset, problems } = readRuleset(INPUT);
  it('leave what the kernel lists', () => {
    expect(printNftRuleset(ruleset)).toBe(`table ip t {
\tcomment "mine"
\tset hosts {
\t\ttype ipv4_addr
\t\tflags interval
\t\tcomment "who"
\t\telements = { 9.9.9.9, 10.0.0.0/8 }
\t}

\tmap ports {
\t\ttype inet_service : verdict
\t\telements = { 80 : goto web }
\t}

\tchain base {
\t\ttype filter hook input priority filter; policy drop;
\t\tct state established accept
\t\ttcp dport { 80, 443 } jump web comment "a; b # c"
\t}

\tchain web {
\t\tip saddr @hosts accept
\t}

\tchain web2 {
\t}
}
`);
  });
  it('know their lines', () => {
    const base = ruleset.tables.get('ip t')?.chains.get('base');
    expect([base?.line(0), base?.line(1)]).toEqual([14, 13]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['include "more.nft"', 'nftables.include'],
    ['add rule ip nowhere c accept', 'nftables.no-table'],
    ['table ip t { }\nadd rule ip t c accept', 'nftables.no-chain'],
    ['table ip t { }\nflush chain ip t c', 'nftables.no-chain'],
    ['table ip t { chain c { } }\ndelete rule ip t c handle 4', 'nftables.handle'],
    ['table ip t { }\nadd element ip t s { 1 }', 'nftables.no-set'],
    ['hello there', 'nftables.unreadable'],
  ])('refuse %s', (text, id) => {
    expect(readRuleset(text).problems.map(({ message }) => message.id)).toEqual([id]);
  });

  it.each([
    '',
    '{',
    'table ip t {',
    'table ip t { chain c { tcp dport { 80',
    'table ip t { set s { type',
    '"',
    '}}}}',
    '\\',
  ])('never throw: %j', (text) => {
    const { ruleset } = readRuleset(text);
    expect(printNftRuleset(ruleset)).toBeTypeOf('string');
  });
});

describe('priorities', () => {
  it.each([
    ['prerouting', 'dstnat - 10', -110, 'dstnat - 10'],
    ['output', '-110', -110, '-110'],
    ['output', 'filter+5', 5, 'filter + 5'],
    ['postrouting', 'srcnat', 100, 'srcnat'],
    ['forward', '-155', -155, 'mangle - 5'],
  ])('%s %s', (hook, text, value, shown) => {
    const { ruleset } = readRuleset(`table inet t { chain c { type filter hook ${hook} priority ${text}; } }`);
    expect(ruleset.tables.get('inet t')?.chains.get('c')?.base?.priority).toBe(value);
    expect(printNftRuleset(ruleset)).toContain(`hook ${hook} priority ${shown}; policy accept;`);
  });
});
