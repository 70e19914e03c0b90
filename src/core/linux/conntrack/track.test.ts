import { describe, expect, it } from 'vitest';
import type { Netns } from '../netns';
import type { Skb } from '../skb';
import { cloneState, createState, type NetnsState } from '../state';
import { EMPTY_NETNS, packetOf } from '../xtables/testing/walk-text';
import { conntrackConfirm, conntrackIn } from './track';

/** `@5 tcp 10.0.0.1:5>10.0.0.2:80 S`: what conntrack says of the packet at 5 s, once it has passed. */
function see(state: NetnsState, text: string, change: Partial<Skb> = {}, sysctls: Netns['sysctls'] = {}): string {
  const [, at, packet = text] = /^@([\d.]+) (.*)$/.exec(text) ?? [];
  if (at !== undefined) state.now = Number(at) * 1000;
  const skb: Skb = { packet: packetOf(packet), mark: 0, local: false, ...change };
  conntrackIn(skb, { ...EMPTY_NETNS, sysctls }, state);
  conntrackConfirm(skb, state);
  return [skb.ctState, ...(skb.ct ? [`${skb.ct.timeout}s`] : [])].join(' ');
}

function play(packets: readonly string[], sysctls: Netns['sysctls'] = {}): string[] {
  const state = createState();
  return packets.map((text) => see(state, text, {}, sysctls));
}

const ASK = 'udp 10.0.0.1:5>10.0.0.2:53';
const TELL = 'udp 10.0.0.2:53>10.0.0.1:5';
const SYN = 'tcp 10.0.0.1:5>10.0.0.2:80 S';

describe('how long a connection is kept (nf_ct_refresh_acct)', () => {
  it.each<[what: string, packets: string[], expected: string[]]>([
    ['UDP nobody answered: 30 s', [ASK, `@29.9 ${ASK}`], ['NEW 30s', 'NEW 30s']],
    ['a packet puts it off', [ASK, `@29 ${ASK}`, `@58 ${TELL}`], ['NEW 30s', 'NEW 30s', 'ESTABLISHED 30s']],
    ['past its time it is gone: what comes back begins anew', [ASK, `@30 ${TELL}`], ['NEW 30s', 'NEW 30s']],
    [
      'UDP both ways for two seconds is a stream',
      [ASK, TELL, `@2 ${ASK}`, `@2.1 ${ASK}`, `@122 ${TELL}`],
      ['NEW 30s', 'ESTABLISHED 30s', 'ESTABLISHED 30s', 'ESTABLISHED 120s', 'ESTABLISHED 120s'],
    ],
    ['a SYN sent again does not put it off', [SYN, `@100 ${SYN}`, `@120 ${SYN}`], ['NEW 120s', 'NEW 120s', 'NEW 120s']],
    [
      'ICMP echo',
      ['icmp 10.0.0.1>10.0.0.2 type=8 code=0', '@30 icmp 10.0.0.2>10.0.0.1 type=0 code=0'],
      ['NEW 30s', 'INVALID'],
    ],
    ['SCTP', ['sctp 10.0.0.1:1>10.0.0.2:2 INIT'], ['NEW 3s']],
    ['taken up in the middle, and not answered', ['tcp 10.0.0.1:5>10.0.0.2:80 A'], ['NEW 300s']],
    ['other protocols', ['47 10.0.0.1>10.0.0.2'], ['NEW 600s']],
  ])('%s', (_what, packets, expected) => {
    expect(play(packets)).toEqual(expected);
  });

  it('is what the namespace says', () => {
    const sysctls = {
      'net.netfilter.nf_conntrack_udp_timeout': 5,
      'net.netfilter.nf_conntrack_tcp_timeout_syn_sent': 7,
      'net.netfilter.nf_conntrack_generic_timeout': 9,
    };
    expect(play([ASK, `@5 ${TELL}`, SYN, '47 10.0.0.1>10.0.0.2'], sysctls)).toEqual([
      'NEW 5s',
      'NEW 5s',
      'NEW 7s',
      'NEW 9s',
    ]);
  });

  it('it leaves the table with the next packet, whichever that is', () => {
    const state = createState();
    see(state, SYN);
    expect(state.conntrack.entries()).toHaveLength(1);
    see(state, '@121 udp 10.9.9.9:1>10.0.0.2:2');
    expect(state.conntrack.entries().map(({ original }) => original.protocol)).toEqual([17]);
  });

  it('expires in a copy as in the first', () => {
    const state = createState();
    see(state, ASK);
    const copy = cloneState(state);
    expect([see(copy, `@10 ${TELL}`), see(cloneState(state), `@31 ${TELL}`)]).toEqual(['ESTABLISHED 30s', 'NEW 30s']);
  });
});

describe('zones (nf_ct_zone_id)', () => {
  it('keep equal connections apart', () => {
    const state = createState();
    expect([see(state, ASK), see(state, ASK, { zone: 7 }), see(state, TELL), see(state, TELL, { zone: 7 })]).toEqual([
      'NEW 30s',
      'NEW 30s',
      'ESTABLISHED 30s',
      'ESTABLISHED 30s',
    ]);
    expect(see(state, TELL, { zone: 8 })).toBe('NEW 30s');
  });

  it('--zone-orig: the answer is found without a zone', () => {
    const state = createState();
    const zoned: Partial<Skb> = { zone: 7, zoneDirection: 'original' };
    expect(see(state, ASK, zoned)).toBe('NEW 30s');
    // In zone 0 nobody asked this, so it would begin a connection of its own: whose answers are already taken.
    expect(see(state, ASK)).toBe('NEW 30s');
    expect(state.conntrack.entries()).toHaveLength(1);
    expect(see(state, TELL)).toBe('ESTABLISHED 30s');
    expect(see(state, ASK, zoned)).toBe('ESTABLISHED 30s');
  });

  it('--zone-reply: only the answer is looked for in the zone', () => {
    const state = createState();
    const zoned: Partial<Skb> = { zone: 7, zoneDirection: 'reply' };
    expect(see(state, ASK, zoned)).toBe('NEW 30s');
    expect(see(state, TELL, { zone: 7 })).toBe('ESTABLISHED 30s');
    expect(see(state, ASK)).toBe('ESTABLISHED 30s');
  });
});

it('counts packets of each direction (nf_ct_acct_add)', () => {
  const state = createState();
  for (const packet of [ASK, ASK, TELL]) see(state, packet);
  const [entry] = state.conntrack.entries();
  expect([entry?.carried.original.packets, entry?.carried.reply.packets]).toEqual([2, 1]);
  expect(entry?.carried.original.bytes).toEqual({ min: 56, max: 131_070 });
});

describe('what counts for a connection (nf_ct_refresh_acct, nf_ct_kill_acct)', () => {
  it.each<[what: string, packets: string[], original: number, reply: number]>([
    // nf_conntrack_tcp_packet() is done with it before nf_ct_refresh_acct().
    ['a SYN sent again does not', [SYN, SYN, SYN], 1, 0],
    ['what is let through as ignored does not', [SYN, 'tcp 10.0.0.2:80>10.0.0.1:5 A'], 1, 0],
    ['the answer does', [SYN, 'tcp 10.0.0.2:80>10.0.0.1:5 SA'], 1, 1],
    ['UDP always does', [ASK, ASK, TELL], 2, 1],
  ])('%s', (_what, packets, original, reply) => {
    const state = createState();
    for (const text of packets) see(state, text);
    expect(state.conntrack.entries().map(({ carried }) => [carried.original.packets, carried.reply.packets])).toEqual([
      [original, reply],
    ]);
  });
});

describe('connections past their time', () => {
  const other = (port: number): string => ASK.replace(':5>', `:${port}>`);

  it('go when their time is over, also within a second that was looked at, after a long silence or a short one', () => {
    const state = createState();
    see(state, `@0.5 ${ASK}`);
    see(state, `@0.9 ${other(6)}`);
    see(state, `@30.2 ${other(7)}`);
    expect(state.conntrack.size).toBe(3);
    see(state, `@30.6 ${other(7)}`);
    expect(state.conntrack.size).toBe(2);
    see(state, `@30.95 ${other(7)}`);
    expect(state.conntrack.size).toBe(1);
    see(state, `@9000 ${other(8)}`);
    expect(state.conntrack.size).toBe(1);
  });

  it('one whose end a packet brought forward is not found after it', () => {
    const state = createState();
    see(state, `@0 ${SYN}`);
    const [entry] = state.conntrack.entries();
    if (entry) entry.expires = 5000;
    state.now = 6000;
    expect(see(state, SYN)).toBe('NEW 120s');
    expect(state.conntrack.entries()).not.toContain(entry);
  });
});
