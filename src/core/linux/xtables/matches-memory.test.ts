import { describe, expect, it } from 'vitest';
import type { Netns } from '../netns';
import type { Skb } from '../skb';
import { conntrackConfirm, conntrackIn } from '../conntrack/track';
import { ip } from '../../net/ip';
import { createState } from '../state';
import { testMatch } from './matches';
import { parseRule } from './rule-text';
import { EMPTY_NETNS, visitOf } from './testing/walk-text';

const TCP = 'FORWARD in=eth0 out=cni0 tcp 192.168.0.9:1000>10.244.1.5:80 S';
const LETTERS = { true: 'x', false: '.', unknown: '?' } as const;

interface Bench {
  readonly netns?: Netns;
  readonly change?: (skb: Skb) => void;
  /** conntrack looks at each packet first, and keeps its connection. */
  readonly tracked?: boolean;
}

/** `@1.5 VISIT` at 1.5 s: `x` where the match held, `?` where that was not known. */
function play(rule: string, visits: readonly string[], { netns = EMPTY_NETNS, change, tracked }: Bench = {}): string {
  const state = createState();
  return visits
    .map((line) => {
      const [, at, text = line] = /^@([\d.]+) (.*)$/.exec(line) ?? [];
      if (at !== undefined) state.now = Number(at) * 1000;
      const { hook, skb } = visitOf(text);
      const { family } = skb.packet;
      const parsed = parseRule(rule, family);
      expect(parsed.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
      const match = parsed.rule.matches.find(({ match: name }) => name !== 'tcp' && name !== 'udp');
      if (!match) throw new Error(`no match in ${rule}`);
      change?.(skb);
      if (tracked) conntrackIn(skb, netns, state);
      const ref = { table: 'filter', chain: hook, index: 0 } as const;
      const answer = testMatch(match, { family, hook, table: 'filter', skb, netns, state, decide: () => 0, ref });
      if (tracked) conntrackConfirm(skb, state);
      return LETTERS[`${answer}`];
    })
    .join('');
}

const times = (count: number, at: string, visit = TCP): string[] =>
  Array.from({ length: count }, () => `@${at} ${visit}`);
const from = (source: string): string => TCP.replace('192.168.0.9:1000', source);

describe('limit (limit_mt)', () => {
  it.each<[rule: string, visits: string[], pattern: string]>([
    [
      '--limit 6/minute --limit-burst 3',
      [...times(4, '0'), ...times(1, '9.9'), ...times(1, '10'), ...times(1, '19')],
      'xxx..x.',
    ],
    ['--limit 6/minute --limit-burst 3', [...times(3, '0'), ...times(4, '3600')], 'xxxxxx.'],
    ['--limit 10/sec --limit-burst 1', [...times(1, '0'), ...times(1, '0.099'), ...times(1, '0.1')], 'x.x'],
    ['', [...times(6, '0'), ...times(1, '1199'), ...times(1, '1200')], 'xxxxx..x'],
  ])('%s', (options, visits, pattern) => expect(play(`-m limit ${options}`, visits)).toBe(pattern));
});

describe('hashlimit (hashlimit_mt_common)', () => {
  it.each<[what: string, options: string, visits: string[], pattern: string]>([
    [
      'a bucket an address',
      '--hashlimit-upto 1/min --hashlimit-burst 2 --hashlimit-mode srcip',
      [...times(3, '0'), ...times(2, '0', from('192.168.0.10:1'))],
      'xx.xx',
    ],
    [
      'all of a network share one',
      '--hashlimit-upto 1/min --hashlimit-burst 2 --hashlimit-mode srcip --hashlimit-srcmask 24',
      [...times(1, '0'), ...times(2, '0', from('192.168.0.10:1'))],
      'xx.',
    ],
    [
      'ports count only where asked',
      '--hashlimit-upto 1/min --hashlimit-burst 1 --hashlimit-mode srcip,srcport',
      [...times(2, '0'), ...times(1, '0', from('192.168.0.9:1001'))],
      'x.x',
    ],
    [
      'without a mode there is one for all',
      '--hashlimit-upto 1/min --hashlimit-burst 1',
      [...times(1, '0'), ...times(1, '0', from('1.1.1.1:1'))],
      'x.',
    ],
    [
      'above: what goes over',
      '--hashlimit-above 1/sec --hashlimit-burst 2 --hashlimit-mode dstip --hashlimit-htable-expire 10000',
      [...times(3, '0'), ...times(1, '1'), ...times(1, '1')],
      '..x.x',
    ],
    [
      'a bucket past its time is gone and begins full, when the collector comes round',
      '--hashlimit-upto 1/hour --hashlimit-burst 2 --hashlimit-mode srcip --hashlimit-htable-expire 1500',
      [...times(3, '0'), ...times(1, '1.9')],
      'xx..',
    ],
    [
      'and after that',
      '--hashlimit-upto 1/hour --hashlimit-burst 2 --hashlimit-mode srcip --hashlimit-htable-expire 1500',
      [...times(3, '0'), ...times(3, '2')],
      'xx.xx.',
    ],
    [
      'bytes: a packet is at most 65,535 long',
      '--hashlimit-upto 1mb/s --hashlimit-mode srcip',
      times(17, '0'),
      'xxxxxxxxxxxxxxxx?',
    ],
    ['bytes: one packet fits any full bucket', '--hashlimit-above 512b/s --hashlimit-mode srcip', times(2, '0'), '.?'],
    ['windows are not simulated', '--hashlimit-upto 5/sec --hashlimit-rate-match', times(1, '0'), '?'],
  ])('%s', (_what, options, visits, pattern) =>
    expect(play(`-m hashlimit --hashlimit-name h ${options}`, visits)).toBe(pattern),
  );
});

describe('what is counted', () => {
  it.each<[rule: string, visits: string[], pattern: string]>([
    // quota_mt: each packet is between 40 and 65,535 bytes long.
    ['-m quota --quota 0', times(1, '0'), '.'],
    ['-m quota --quota 39', times(1, '0'), '.'],
    ['-m quota --quota 100', times(2, '0'), '??'],
    ['-m quota --quota 200000', times(4, '0'), 'xxx?'],
    ['-m quota ! --quota 0', times(1, '0'), 'x'],
    ['-m length --length 0:65535', times(1, '0'), 'x'],
    ['-m length --length 0:39', times(1, '0'), '.'],
    ['-m length ! --length 0:39', times(1, '0'), 'x'],
    ['-m length --length 40:60', times(1, '0'), '?'],
  ])('%s', (rule, visits, pattern) => expect(play(rule, visits)).toBe(pattern));

  const REPLY = 'FORWARD in=cni0 out=eth0 udp 10.244.1.5:53>192.168.0.9:1000';
  const UDP = 'FORWARD in=eth0 out=cni0 udp 192.168.0.9:1000>10.244.1.5:53';
  it.each<[options: string, pattern: string]>([
    ['--connbytes 2: --connbytes-dir original --connbytes-mode packets', '.xxx'],
    ['--connbytes 1 --connbytes-dir reply --connbytes-mode packets', '..xx'],
    ['--connbytes 0:2 --connbytes-dir both --connbytes-mode packets', 'xx..'],
    ['! --connbytes 2:3 --connbytes-dir both --connbytes-mode packets', 'x..x'],
    // Negated ends are swapped, and equal ones lose the `!` by it (connbytes_parse()).
    ['! --connbytes 3:3 --connbytes-dir both --connbytes-mode packets', '..x.'],
    ['--connbytes 0:27 --connbytes-dir original --connbytes-mode bytes', '....'],
    ['--connbytes 100: --connbytes-dir original --connbytes-mode bytes', '????'],
    ['--connbytes 20: --connbytes-dir both --connbytes-mode avgpkt', 'xxxx'],
  ])('connbytes %s: %s', (options, pattern) => {
    // The second question, the answer, and once more: 1 0, 2 0, 2 1, 3 1 packets each way.
    expect(play(`-m connbytes ${options}`, [UDP, UDP, REPLY, UDP], { tracked: true })).toBe(pattern);
  });

  it('connlimit: connections that are open, an address each (connlimit_mt)', () => {
    const ports = [1, 2, 3].map((port) => from(`192.168.0.9:${port}`));
    const above = '-p tcp -m connlimit --connlimit-above 2';
    expect(play(above, [...ports, ...ports], { tracked: true })).toBe('..xxxx');
    expect(play(above, [...ports, from('192.168.0.10:1')], { tracked: true })).toBe('..x.');
    expect(play(`${above} --connlimit-mask 24`, [...ports, from('192.168.0.10:1')], { tracked: true })).toBe('..xx');
    expect(play(`${above} --connlimit-daddr`, [...ports, from('192.168.0.10:1')], { tracked: true })).toBe('..xx');
    expect(play('-p tcp -m connlimit --connlimit-upto 2', ports, { tracked: true })).toBe('xx.');
    // What is reset, or past its time, counts no more.
    const reset = 'FORWARD in=cni0 out=eth0 tcp 10.244.1.5:80>192.168.0.9:2 RA';
    expect(play(above, [...ports.slice(0, 2), reset, ...ports.slice(2)], { tracked: true })).toBe('....');
    expect(play(above, [...ports.slice(0, 2), `@500 ${ports[2]}`], { tracked: true })).toBe('...');
  });
});

describe('conntrack --ctexpire (nf_ct_expires)', () => {
  const ASK = 'FORWARD in=eth0 out=cni0 udp 192.168.0.9:1000>10.244.1.5:53';
  it.each([
    // The first packet's connection is not in the table yet, and has no time of its own.
    ['--ctexpire 0', 'x..'],
    ['--ctexpire 30', '.xx'],
    ['--ctexpire 1:29', '...'],
    ['! --ctexpire 30', 'x..'],
  ])('%s: %s', (options, pattern) => {
    expect(play(`-m conntrack ${options}`, [ASK, `@10 ${ASK}`, `@20.5 ${ASK}`], { tracked: true })).toBe(pattern);
  });
});

describe('recent --rttl (recent_mt)', () => {
  it('knows an address by its TTL too', () => {
    const ttls = [60, 60, 61, 60];
    const rules = ['--set', '--rcheck --rttl', '--rcheck --rttl', '--update --rttl'];
    const state = createState();
    const seen = rules.map((options, i) => {
      const { hook, skb } = visitOf(TCP);
      skb.packet = { ...skb.packet, ttl: ttls[i] ?? 0 };
      const [match] = parseRule(`-m recent ${options}`, 'ipv4').rule.matches;
      const ref = { table: 'filter', chain: hook, index: i } as const;
      if (!match) throw new Error(options);
      return testMatch(match, {
        family: 'ipv4',
        hook,
        table: 'filter',
        skb,
        netns: EMPTY_NETNS,
        state,
        decide: () => 0,
        ref,
      });
    });
    expect(seen).toEqual([true, true, false, true]);
  });
});

describe('what the packet carries', () => {
  const withTos = (tos: number) => (skb: Skb) => {
    skb.packet = { ...skb.packet, tos };
  };
  it.each<[rule: string, tos: number, matched: string]>([
    ['-m dscp --dscp 0x2e', 0xb8, 'x'],
    ['-m dscp --dscp-class EF', 0xb9, 'x'],
    ['-m dscp ! --dscp 0x2e', 0, 'x'],
    ['-m tos --tos 0x10/0x3f', 0x10, 'x'],
    ['-m tos --tos Minimize-Delay', 0xd0, 'x'],
    ['-m tos ! --tos 0x10/0xff', 0x10, '.'],
    ['-m ecn --ecn-ip-ect 2', 0xba, 'x'],
    ['-p tcp -m ecn --ecn-tcp-ece', 0, '.'],
    ['-p tcp -m ecn ! --ecn-tcp-cwr', 0, 'x'],
  ])('%s of 0x%s', (rule, tos, matched) => expect(play(rule, [TCP], { change: withTos(tos) })).toBe(matched));

  it.each<[rule: string, visit: string, matched: string]>([
    // The examples of iptables-extensions(8) and relatives; lengths, sums and sequence numbers are not known.
    ['0x6&0xff=0x6', TCP, 'x'],
    ['0x6&0xff=0x11', TCP, '.'],
    ['0x9&0xff000000>>24=0x6', TCP, 'x'],
    ['0xc=0xc0a80009', TCP, 'x'],
    ['0x0>>22&0x3c@0x0&0xffff=0x50', TCP, 'x'],
    ['0x0>>22&0x3c@0x0>>16=0x0:0x3ff', TCP, 'x'],
    ['0x0>>22&0x3c@0x0>>16=0x0:0x3e7', TCP, '.'],
    ['0x0>>22&0x3c@0xc&0x20000=0x20000', TCP, 'x'],
    ['0x0>>22&0x3c@0xc&0x100000=0x0', TCP, 'x'],
    ['0x0&0xffff=0x100:0xffff', TCP, '?'],
    ['0x0&0xffff=0x0:0xffff', TCP, 'x'],
    ['0x4&0x1fff=0x0', TCP, 'x'],
    ['0x4&0x4000=0x4000', TCP, '?'],
    ['0x6&0xff=0x6&&0x0&0xffff=0x64', TCP, '?'],
    ['0x6&0xff=0x11&&0x0&0xffff=0x64', TCP, '.'],
    ['0x0>>22&0x3c@0xc>>26&0x3c@0x0=0x47455420', TCP, '?'],
    ['0xfff0&0x0=0x0', TCP, '?'],
    ['0x10000&0x0=0x0', TCP, '.'],
    ['0x14>>24=0x8', 'FORWARD icmp 10.0.0.1>10.0.0.2 type=8 code=0', 'x'],
    ['0x4&0xff=0x40', 'FORWARD icmpv6 fd00::1>fd00::2 type=128 code=0', 'x'],
    ['0x28&0xffff0000=0x80000000', 'FORWARD icmpv6 fd00::1>fd00::2 type=128 code=0', 'x'],
  ])('u32 %s', (program, visit, matched) => {
    expect(play(`-m u32 --u32 "${program}"`, [visit])).toBe(matched);
    const turned = { x: '.', '.': 'x', '?': '?' }[matched];
    expect(play(`-m u32 ! --u32 "${program}"`, [visit])).toBe(turned);
  });

  it.each<[rule: string, visit: string, source: string | undefined, matched: string]>([
    ['--mac-source 02:00:00:00:00:01', TCP, undefined, '?'],
    ['--mac-source 02:00:00:00:00:01', TCP, '02:00:00:00:00:01', 'x'],
    ['! --mac-source 02:00:00:00:00:01', TCP, '02:00:00:00:00:01', '.'],
    ['--mac-source 02:00:00:00:00:01', TCP, '02:00:00:00:00:02', '.'],
    ['--mac-source 02:00:00:00:00:01', TCP.replace('in=eth0', 'in=lo'), undefined, '.'],
    ['! --mac-source 02:00:00:00:00:01', TCP.replace('in=eth0', 'in=lo'), undefined, '.'],
  ])('mac %s of %s from %s', (rule, visit, source, matched) => {
    const change = (skb: Skb): void => {
      if (source !== undefined) skb.frameSource = source;
    };
    expect(play(`-m mac ${rule}`, [visit], { change })).toBe(matched);
  });
});

describe('socket (xt_socket_lookup_slow_v4)', () => {
  const netns: Netns = {
    ...EMPTY_NETNS,
    devices: [{ name: 'eth0', kind: 'physical', up: true, addresses: [{ address: ip('10.0.0.1'), prefix: 24 }] }],
    sockets: [
      { proto: 'tcp', ip: ip('10.0.0.1'), port: 80, owner: 'web', reply: 'echo' },
      { proto: 'tcp', port: 22, owner: 'sshd', reply: 'echo' },
    ],
  };
  const to = (end: string, flags = 'S'): string => `PREROUTING in=eth0 tcp 10.0.0.9:5>${end} ${flags}`;
  it.each<[options: string, visit: string, matched: string]>([
    ['', to('10.0.0.1:80'), 'x'],
    ['', to('10.0.0.2:80'), '.'],
    ['', to('10.0.0.1:22'), '.'],
    ['--nowildcard', to('10.0.0.1:22'), 'x'],
    ['', to('10.0.0.1:22', 'A'), '?'],
    ['', to('10.0.0.1:9999'), '.'],
    ['', to('10.0.0.1:9999', 'SA'), '?'],
    ['', to('10.9.9.9:9999', 'SA'), '.'],
    ['--transparent', to('10.0.0.1:80'), '?'],
    ['--transparent', to('10.0.0.1:81'), '.'],
    ['', 'PREROUTING in=eth0 icmp 10.0.0.9>10.0.0.1 type=8 code=0', '.'],
  ])('%s %s', (options, visit, matched) => expect(play(`-m socket ${options}`, [visit], { netns })).toBe(matched));
});
