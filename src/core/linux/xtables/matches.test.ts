import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraction, formatFraction } from '../../lib/fraction';
import { ip } from '../../net/ip';
import type { Choice, RandomChoice } from '../chain-walk';
import type { ConntrackTable, CtStatus } from '../conntrack/table';
import type { Device } from '../namespace';
import type { Netns } from '../netns';
import type { Skb } from '../skb';
import { createState } from '../state';
import type { HookContext } from './extension';
import { MATCHES, testMatch } from './matches';
import { meantProbability } from './matches/statistic';
import { parseRule } from './rule-text';
import { EMPTY_NETNS, visitOf } from './testing/walk-text';

const device = (name: string, addresses: string[], kind: Device['kind'] = 'physical'): Device => ({
  name,
  kind,
  up: true,
  addresses: addresses.map((text) => {
    const [address = '', prefix] = text.split('/');
    return { address: ip(address), prefix: Number(prefix) };
  }),
});

const NETNS: Netns = {
  ...EMPTY_NETNS,
  devices: [
    device('lo', ['127.0.0.1/8', '::1/128'], 'loopback'),
    device('eth0', ['192.168.0.2/24', 'fd00::2/64']),
    device('cni0', ['10.244.1.1/24'], 'bridge'),
  ],
};

function contextOf(visit: string, more: Partial<HookContext> = {}): HookContext {
  const { hook, skb } = visitOf(visit);
  const ref = { table: 'filter', chain: hook, index: 0 } as const;
  const state = createState();
  return { family: skb.packet.family, hook, table: 'filter', skb, netns: NETNS, state, decide: () => 0, ref, ...more };
}

/** The first match of a rule (behind the `-p` it may need) against a packet. */
function test(rule: string, visit: string, more: Partial<HookContext> = {}, change?: (skb: Skb) => void): unknown {
  const ctx = contextOf(visit, more);
  change?.(ctx.skb);
  const parsed = parseRule(rule, ctx.family);
  expect(parsed.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [match] = parsed.rule.matches;
  if (!match) throw new Error(`no match in ${rule}`);
  return testMatch(match, ctx);
}

const TCP = 'FORWARD in=eth0 out=cni0 tcp 192.168.0.9:1000>10.244.1.5:80 S';
const UDP = 'FORWARD in=eth0 out=cni0 udp 192.168.0.9:1000>10.244.1.5:53';
const ECHO = 'FORWARD in=eth0 out=cni0 icmp 192.168.0.9>10.244.1.5 type=8 code=0';
const ECHO6 = 'FORWARD icmpv6 fd00::1>fd00::2 type=128 code=0';
const AH = 'FORWARD 51 192.168.0.9>10.244.1.5';
const SELF = 'PREROUTING in=eth0 tcp 192.168.0.9:1000>192.168.0.2:80 S';

describe('matches', () => {
  it.each<[rule: string, visit: string, matched: boolean | 'unknown']>([
    ['-m comment --comment x', TCP, true],
    ['-p tcp -m tcp --dport 80', TCP, true],
    ['-p tcp -m tcp ! --dport 80', TCP, false],
    ['-p tcp -m tcp --dport 81:', TCP, false],
    ['-p tcp -m tcp --sport 999:1000 --dport :80', TCP, true],
    ['-p tcp -m tcp ! --dport 443', UDP, false],
    ['-p tcp -m tcp --syn', TCP, true],
    ['-p tcp -m tcp ! --syn', TCP, false],
    ['-p tcp -m tcp --syn', TCP.replace(' S', ' SA'), false],
    ['-p tcp -m tcp --tcp-flags SYN,ACK SYN,ACK', TCP.replace(' S', ' SA'), true],
    ['-p tcp -m tcp --tcp-flags SYN SYN,ACK', TCP.replace(' S', ' SA'), false],
    ['-p tcp -m tcp --tcp-flags ALL NONE', TCP.replace(' S', ' none'), true],
    ['-p tcp -m tcp --tcp-option 2', TCP, 'unknown'],
    ['-p tcp -m tcp --dport 1 --tcp-option 2', TCP, false],
    ['-p udp -m udp --dport domain', UDP, true],
    ['-p udp -m udp --dport 53', TCP, false],
    ['-p sctp -m sctp --dport 80', 'FORWARD sctp 10.0.0.1:9>10.0.0.2:80', true],
    ['-p sctp -m sctp --chunk-types any INIT,DATA', 'FORWARD sctp 10.0.0.1:9>10.0.0.2:80 INIT', true],
    ['-p sctp -m sctp --chunk-types all INIT,DATA', 'FORWARD sctp 10.0.0.1:9>10.0.0.2:80 INIT', false],
    ['-p sctp -m sctp --chunk-types only INIT,DATA', 'FORWARD sctp 10.0.0.1:9>10.0.0.2:80 INIT', true],
    ['-p sctp -m sctp ! --chunk-types any DATA', 'FORWARD sctp 10.0.0.1:9>10.0.0.2:80 INIT', true],
    ['-p icmp -m icmp --icmp-type 8', ECHO, true],
    ['-p icmp -m icmp --icmp-type 8/1', ECHO, false],
    ['-p icmp -m icmp ! --icmp-type echo-reply', ECHO, true],
    ['-p icmp -m icmp --icmp-type any', ECHO, true],
    ['-p ipv6-icmp -m icmp6 --icmpv6-type 128', 'FORWARD icmpv6 fd00::1>fd00::2 type=128 code=0', true],
    ['-p tcp -m multiport --dports 22,80,8000:9000', TCP, true],
    ['-p tcp -m multiport --sports 22,80', TCP, false],
    ['-p tcp -m multiport --ports 1000', TCP, true],
    ['-p tcp -m multiport ! --dports 80', TCP, false],
    ['-p tcp -m multiport ! --dports 443', UDP, true],
    ['-m iprange --src-range 192.168.0.1-192.168.0.9', TCP, true],
    ['-m iprange ! --src-range 192.168.0.1-192.168.0.8', TCP, true],
    ['-m iprange --src-range 192.168.0.9-192.168.0.9 --dst-range 10.0.0.0-10.0.0.9', TCP, false],
    ['-m mark --mark 0x4000/0x4000', 'FORWARD mark=49152 tcp 10.0.0.1:1>10.0.0.2:2 S', true],
    ['-m mark ! --mark 0x4000/0x4000', 'FORWARD mark=32768 tcp 10.0.0.1:1>10.0.0.2:2 S', true],
    ['-m mark --mark 0x80000000/0x80000000', 'FORWARD mark=2147483648 tcp 10.0.0.1:1>10.0.0.2:2 S', true],
    ['-m connmark --mark 0', TCP, false],
    ['-m connmark ! --mark 0', TCP, false],
    ['-m addrtype --dst-type LOCAL', SELF, true],
    ['-m addrtype --dst-type LOCAL', TCP, false],
    ['-m addrtype --dst-type LOCAL', 'OUTPUT tcp 10.0.0.1:1>127.8.8.8:2 S', true],
    ['-m addrtype --dst-type UNICAST', TCP, true],
    ['-m addrtype --dst-type BROADCAST', 'PREROUTING in=eth0 udp 192.168.0.9:1>192.168.0.255:2', true],
    ['-m addrtype --dst-type MULTICAST', 'PREROUTING in=eth0 udp 192.168.0.9:1>224.0.0.1:2', true],
    ['-m addrtype ! --dst-type LOCAL', SELF, false],
    ['-m addrtype --src-type LOCAL --dst-type LOCAL', SELF, false],
    ['-m addrtype --dst-type LOCAL --limit-iface-in', SELF, true],
    ['-m addrtype --dst-type LOCAL --limit-iface-in', SELF.replace('192.168.0.2', '10.244.1.1'), false],
    ['-m addrtype --dst-type LOCAL', 'PREROUTING in=eth0 tcp [fd00::9]:1>[fd00::2]:2 S', true],
    ['-m addrtype --dst-type UNICAST', 'PREROUTING in=eth0 tcp [fd00::9]:1>[fd00::2]:2 S', true],
    ['-m addrtype --dst-type MULTICAST', 'PREROUTING in=eth0 udp [fd00::9]:1>[ff02::1]:2', true],
    ['-m conntrack --ctstate INVALID', TCP, true],
    ['-m conntrack ! --ctstate INVALID', TCP, false],
    ['-m conntrack --ctorigdst 10.0.0.1', TCP, false],
    ['-m conntrack --ctstate INVALID --ctorigdst 10.0.0.1', TCP, true],
    ['-m state --state INVALID,NEW', TCP, true],
    ['-m physdev --physdev-in veth1', TCP, false],
    ['-m physdev ! --physdev-in veth1', TCP, true],
    ['-m physdev --physdev-is-bridged', TCP, false],
    ['-m physdev --physdev-in veth+', `FORWARD in=cni0 out=cni0 physin=veth1 physout=veth2 ${TCP.slice(26)}`, true],
    ['-m physdev --physdev-out veth1', `FORWARD in=cni0 out=cni0 physin=veth1 physout=veth2 ${TCP.slice(26)}`, false],
    ['-m physdev --physdev-is-bridged', `FORWARD in=cni0 out=cni0 physin=veth1 physout=veth2 ${TCP.slice(26)}`, true],
    ['-m physdev --physdev-out veth2', `PREROUTING in=cni0 physin=veth1 ${TCP.slice(26)}`, false],
    ['-m pkttype --pkt-type unicast', TCP, true],
    ['-m pkttype --pkt-type broadcast', 'PREROUTING in=eth0 udp 192.168.0.9:1>192.168.0.255:2', true],
    ['-m owner --uid-owner 0', TCP, false],
    ['-m owner ! --uid-owner 0', TCP, true],
    ['-m owner --uid-owner 0', 'OUTPUT out=eth0 tcp 192.168.0.2:1>192.168.0.9:2 S', 'unknown'],
    ['-m ttl --ttl-eq 64', TCP, true],
    ['-m ttl --ttl-lt 64', TCP, false],
    ['-m hl --hl-gt 1', 'FORWARD icmpv6 fd00::1>fd00::2 type=128 code=0', true],
    ['-m policy --dir in --pol none', TCP, true],
    ['-m policy --dir in --pol ipsec', TCP, false],
    ['-m rpfilter', 'PREROUTING in=eth0 tcp 192.168.0.9:1>192.168.0.2:80 S', true],
    ['-m rpfilter --invert', 'PREROUTING in=eth0 tcp 10.244.1.5:1>192.168.0.2:80 S', true],
    ['-m rpfilter --loose', 'PREROUTING in=eth0 tcp 10.244.1.5:1>192.168.0.2:80 S', true],
    ['-m nfacct --nfacct-name x', TCP, true],
    ['-m frag --fragfirst', 'FORWARD icmpv6 fd00::1>fd00::2 type=128 code=0', false],
    ['-m length --length 0:100', TCP, 'unknown'],
    ['-m string --algo bm --string x', TCP, 'unknown'],
    ['-m mac --mac-source 00:00:00:00:00:01', TCP, 'unknown'],
    ['-m set --match-set NOT-HERE src', TCP, 'unknown'],
    ['-m frobnicate', TCP, 'unknown'],
    ['-p ah -m ah --ahspi 7', AH, 'unknown'],
    ['-p esp -m esp --espspi 7', TCP, false],
    ['-p ipcomp -m ipcomp --ipcompspi 7', TCP, false],
    ['-m dst --dst-len 8', ECHO6, false],
    ['-m hbh ! --hbh-len 8', ECHO6, false],
    ['-m rt --rt-type 0', ECHO6, false],
    ['-m srh --srh-next-hdr 6', ECHO6, false],
    ['-p ipv6-mh -m mh --mh-type 1', ECHO6, false],
    ['-m connlabel --label 5', TCP, false],
    ['-m connlabel ! --label 5', TCP, true],
    ['-m helper --helper ftp', TCP, false],
    ['-m ipvs --ipvs', TCP, false],
    ['-m ipvs ! --ipvs', TCP, true],
  ])('%s | %s -> %s', (rule, visit, matched) => expect(test(rule, visit)).toBe(matched));
});

describe('conntrack with a connection', () => {
  const entry = (table: ConntrackTable, status: readonly CtStatus[]): NonNullable<Skb['ct']> => {
    const tuple = (src: string, sport: number, dst: string, dport: number) =>
      ({ protocol: 6, src: ip(src), sport, dst: ip(dst), dport }) as const;
    const made = table.create(
      { id: 0 },
      tuple('192.168.0.9', 1000, '10.96.0.1', 443),
      tuple('10.244.1.5', 6443, '192.168.0.9', 1000),
    );
    for (const bit of status) made.status.add(bit);
    made.mark = 0x10;
    return made;
  };

  it.each<[rule: string, matched: boolean]>([
    ['--ctstate NEW', true],
    ['--ctstate ESTABLISHED,RELATED', false],
    ['--ctstate DNAT', true],
    ['--ctstate SNAT', false],
    ['! --ctstate RELATED,ESTABLISHED,DNAT', false],
    ['--ctproto tcp', true],
    ['! --ctproto tcp', false],
    ['--ctorigsrc 192.168.0.0/24', true],
    ['--ctorigdst 10.96.0.1', true],
    ['! --ctorigdst 10.96.0.1', false],
    ['--ctreplsrc 10.244.1.5', true],
    ['--ctrepldst 10.96.0.1', false],
    ['--ctorigdstport 443', true],
    ['--ctreplsrcport 443', false],
    ['--ctreplsrcport 6000:7000', true],
    ['--ctstatus SEEN_REPLY', false],
    ['--ctstatus CONFIRMED,ASSURED', true],
    ['--ctstatus NONE', false],
    ['--ctdir ORIGINAL', true],
    ['--ctdir REPLY', false],
  ])('%s -> %s', (rule, matched) => {
    const change = (skb: Skb): void => {
      const table = createState().conntrack;
      Object.assign(skb, { ct: entry(table, ['DST_NAT', 'CONFIRMED']), ctState: 'NEW', ctDirection: 'original' });
    };
    expect(test(`-m conntrack ${rule}`, TCP, {}, change)).toBe(matched);
    expect(test('-m connmark --mark 0x10/0xf0', TCP, {}, change)).toBe(true);
    expect(test('-m connmark ! --mark 0x10', TCP, {}, change)).toBe(false);
  });
});

describe('statistic', () => {
  it('takes what kube-proxy writes for 1/k as meant to be 1/k, in both its eras', () => {
    for (const decimals of [10, 5]) {
      for (let k = 1; k <= (decimals === 10 ? 5000 : 300); k++) {
        const stored = Math.round(Number((1 / k).toFixed(decimals)) * 2 ** 31);
        expect(formatFraction(meantProbability(stored))).toBe(k === 1 ? '1' : `1/${k}`);
      }
    }
  });

  it.each<[stored: number, meant: string]>([
    [0, '0'],
    [2 ** 31, '1'],
    [2 ** 30, '1/2'],
    [Math.round(0.7 * 2 ** 31), formatFraction(fraction(Math.round(0.7 * 2 ** 31), 2 ** 31))],
    [Math.round(2 ** 31 / 3), '1/3'],
  ])('%d -> %s', (stored, meant) => expect(formatFraction(meantProbability(stored))).toBe(meant));

  const asked = (rule: string, branch: number): { choice: string; matched: unknown } => {
    let choice = '';
    const decide = (given: Choice): number => {
      choice = given.kind === 'random' ? given.probabilities.map(formatFraction).join(' ') : given.kind;
      return branch;
    };
    return { matched: test(rule, TCP, { decide }), choice };
  };

  it('asks with the odds as meant, first the branch that matches', () => {
    const rule = '-m statistic --mode random --probability 0.33333333349';
    expect(asked(rule, 0)).toEqual({ choice: '1/3 2/3', matched: true });
    expect(asked(rule, 1)).toEqual({ choice: '1/3 2/3', matched: false });
    const negated = '-m statistic --mode random ! --probability 0.33333333349';
    expect(asked(negated, 0)).toEqual({ choice: '2/3 1/3', matched: true });
  });

  it('says what the kernel really compares with, unless that is what is meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.boolean(), (stored, negated) => {
        const choices: RandomChoice[] = [];
        const decide = (choice: Choice): number => {
          if (choice.kind === 'random') choices.push(choice);
          return 0;
        };
        const text = `${negated ? '! ' : ''}--probability ${(stored / 2 ** 31).toFixed(11)}`;
        test(`-m statistic --mode random ${text}`, TCP, { decide });
        const { probabilities, kernel } = choices[0]!;
        const hits = negated ? [2 ** 31 - stored, stored] : [stored, 2 ** 31 - stored];
        const exact = hits.map((each) => fraction(each, 2 ** 31));
        if (kernel) expect(kernel).toEqual(hits.map((each) => ({ hits: each, bits: 31 })));
        else expect(probabilities).toEqual(exact);
        expect(kernel === undefined).toBe(formatFraction(exact[0]!) === formatFraction(probabilities[0]!));
      }),
      {
        numRuns: 500,
        examples: [
          [715_820_724, false],
          [715_827_883, true],
          [2 ** 30, false],
        ],
      },
    );
  });

  it('does not ask what is certain', () => {
    expect(asked('-m statistic --mode random --probability 1', 1)).toEqual({ choice: '', matched: true });
    expect(asked('-m statistic --mode random --probability 0', 0)).toEqual({ choice: '', matched: false });
  });

  it.each<[rule: string, pattern: string]>([
    ['--every 3 --packet 0', 'x..x..x'],
    ['--every 3 --packet 2', '..x..x.'],
    ['! --every 2 --packet 1', 'x.x.x.x'],
    ['--every 1 --packet 0', 'xxxxxxx'],
  ])('nth %s: %s', (rule, pattern) => {
    const state = createState();
    const hits = Array.from(pattern, () => test(`-m statistic --mode nth ${rule}`, TCP, { state }));
    expect(hits.map((hit) => (hit ? 'x' : '.')).join('')).toBe(pattern);
  });
});

describe('recent', () => {
  /** `rule @seconds` one after the other over one list; `x` where it matched. */
  const play = (...steps: readonly string[]): string => {
    const state = createState();
    return steps
      .map((step) => {
        const [rule = '', at] = step.split(' @');
        state.now = Number(at ?? 0) * 1000;
        return test(`-m recent ${rule}`, TCP, { state }) ? 'x' : '.';
      })
      .join('');
  };

  it.each<[steps: string[], pattern: string]>([
    [['--rcheck', '--set', '--rcheck'], '.xx'],
    [['--set', '--remove', '--rcheck'], 'xx.'],
    [['--remove'], '.'],
    [['! --rcheck', '! --set', '! --rcheck'], 'x..'],
    [['--set', '--rcheck --seconds 10 @5', '--rcheck --seconds 10 @11'], 'xx.'],
    [['--set', '--update --seconds 10 @8', '--rcheck --seconds 10 @15'], 'xxx'],
    [['--set', '--rcheck --seconds 10 --reap @11', '--rcheck @12'], 'x..'],
    [['--set', '--rcheck --hitcount 2', '--set', '--rcheck --hitcount 2'], 'x.xx'],
    [['--set --name A', '--rcheck --name B', '--rcheck --name A'], 'x.x'],
    [['--set --rsource', '--rcheck --rdest'], 'x.'],
    [['--set --mask 255.255.255.0', '--rcheck --mask 255.255.255.0'], 'xx'],
  ])('%j: %s', (steps, pattern) => expect(play(...steps)).toBe(pattern));

  it.each<[rule: string, stamps: number, matched: boolean | 'unknown']>([
    ['--rcheck', 1, true],
    ['--rcheck --seconds 10', 1, 'unknown'],
    ['! --rcheck --seconds 10', 1, 'unknown'],
    ['--update --seconds 10 --hitcount 3', 2, false],
    ['--rcheck --hitcount 2', 2, true],
    ['--remove', 1, true],
  ])('%s, of a client of whom nothing tells when its %i packets came: %s', (rule, stamps, matched) => {
    const state = createState();
    state.recent.set('DEFAULT', new Map([['192.168.0.9', Array.from({ length: stamps }, () => NaN)]]));
    expect(test(`-m recent ${rule}`, TCP, { state })).toBe(matched);
  });

  it('keeps a hundred addresses, the least recently used goes', () => {
    const state = createState();
    const from = (n: number): string => TCP.replace('192.168.0.9', `10.1.${n >> 8}.${n & 255}`);
    for (let n = 0; n < 101; n++) test('-m recent --set', from(n), { state });
    expect(test('-m recent --rcheck', from(0), { state })).toBe(false);
    expect(test('-m recent --rcheck', from(1), { state })).toBe(true);
  });
});

describe('limit', () => {
  it('lets a burst through, then one packet a period', () => {
    const state = createState();
    const at = (seconds: number): unknown => {
      state.now = seconds * 1000;
      return test('-m limit --limit 6/minute --limit-burst 3', TCP, { state });
    };
    expect([at(0), at(0), at(0), at(0), at(9), at(10), at(11), at(120), at(120), at(120), at(120)]).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('the registry', () => {
  it('lists each match once, named as its file', () => {
    const names = MATCHES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(60);
  });

  it.each(MATCHES.filter(({ name }) => name !== 'unrecognised').map(({ name, reference }) => [name, reference]))(
    '%s names the kernel file it imitates',
    (_name, reference) => expect(reference).toMatch(/^(?:net\/.*|xtables-addons: extensions\/xt_\w+)\.c$/),
  );

  it('has a row above for each match that is simulated, wholly or in part', () => {
    const rows = ['matches.test.ts', 'matches-memory.test.ts']
      .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
      .join('\n');
    const simulated = MATCHES.filter((each) => each.simulated === 'full' || each.simulated === 'partly');
    expect(simulated.map(({ name }) => name).filter((name) => !rows.includes(`-m ${name} `))).toEqual([]);
  });

  it('has no option twice in one match', () => {
    for (const { name, options } of MATCHES) {
      const names = options.flatMap((option) => [option.name, ...(option.aliases ?? [])]);
      expect([name, new Set(names).size]).toEqual([name, names.length]);
    }
  });
});
