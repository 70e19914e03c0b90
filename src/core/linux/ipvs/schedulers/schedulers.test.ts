import { describe, expect, it } from 'vitest';
import { formatFraction, type Fraction } from '../../../lib/fraction';
import { ip } from '../../../net/ip';
import type { Packet } from '../../../net/packet';
import { hash32, hsiphash, type SchedulableServer, type ScheduleInput } from '../scheduler';
import { newMemory, type SchedulerMemory } from '../service';
import { findScheduler } from './index';

/** `a*2 b` are servers with weights; `a*2+3/1` has 3 active and 1 inactive connections, `a*0(5)` had weight 5. */
function servers(text: string): SchedulableServer[] {
  return text.split(' ').map((word) => {
    const found = /^(\w)(?:\*(\d+))?(?:\((\d+)\))?(?:\+(\d+)\/(\d+))?$/.exec(word);
    const [, key = '', weight = '1', last, active = '0', inactive = '0'] = found ?? [];
    const now = Number(weight);
    return { key, weight: now, lastWeight: Number(last ?? now), active: Number(active), inactive: Number(inactive) };
  });
}

interface Run {
  readonly scheduler: string;
  readonly servers: string;
  readonly memory?: SchedulerMemory;
  readonly flags?: readonly string[];
  readonly src?: string;
  readonly dst?: string;
  readonly sport?: number;
  readonly now?: number;
  /** Nobody told the order of the list; nothing was scheduled yet. */
  readonly unordered?: boolean;
  readonly fresh?: boolean;
  readonly drawn?: string[];
  /** Which branch is drawn, after those that are taken one after the other. */
  readonly branch?: number;
  readonly branches?: number[];
}

function packetOf({ src = '10.0.0.9', dst = '10.96.0.1', sport = 40_000 }: Run): Packet {
  const l4 = { proto: 'tcp', sport, dport: 80, flags: { syn: true }, seq: 0, ack: 0 } as const;
  return { family: ip(src).family, src: ip(src), dst: ip(dst), ttl: 64, l4 };
}

function schedule(run: Run): string {
  const list = servers(run.servers);
  const address = (i: number) => ip(`10.244.0.${i + 1}`);
  const input: ScheduleInput = {
    service: {
      scheduler: run.scheduler,
      flags: run.flags ?? [],
      ...(run.unordered ? { unordered: true } : {}),
      ...(run.fresh ? { fresh: true } : {}),
      servers: list.map(({ weight }, i) => ({ address: address(i), port: 8080, weight, forward: 'masq' })),
    },
    servers: list,
    packet: packetOf(run),
    memory: run.memory ?? newMemory(),
    now: run.now ?? 0,
    expiration: 1000,
    draw: (odds: readonly Fraction[]) => {
      run.drawn?.push(odds.map(formatFraction).join(' '));
      return run.branches?.shift() ?? run.branch ?? 0;
    },
    oneOf: () => run.branch ?? 0,
  };
  return findScheduler(run.scheduler)?.schedule(input)?.key ?? 'none';
}

/** One after the other with one memory. */
function sequence(run: Run, count: number): string {
  const memory: SchedulerMemory = newMemory();
  return Array.from({ length: count }, () => schedule({ ...run, memory })).join('');
}

describe('a scheduler', () => {
  it.each([
    ['rr', 'a b c', 'abcabc', 'ip_vs_rr_schedule'],
    ['rr', 'a b*0 c', 'acacac', 'ip_vs_rr_schedule: weight 0 is passed over'],
    ['rr', 'a*0 b*0', 'nonenone', 'ip_vs_rr_schedule: no destination available'],
    ['rr', 'a', 'aaa', 'ip_vs_rr_schedule'],
    ['wrr', 'a*1 b*1 c*1', 'abcabc', 'ip_vs_wrr_schedule'],
    ['wrr', 'a*0 b*0', 'nonenone', 'ip_vs_wrr_schedule: mw is 0'],
    ['wlc', 'a+3/0 b*2+5/0 c+2/9', 'ccc', 'ip_vs_wlc_schedule: (active * 256 + inactive) / weight'],
    ['wlc', 'a*0 b+9/9', 'bb', 'ip_vs_wlc_schedule: weight 0 takes nothing'],
    ['lc', 'a*9+3/0 b+2/9', 'bb', 'ip_vs_lc_schedule: weights do not count'],
    ['lc', 'a+1/0 b+0/255 c+0/256', 'bb', 'ip_vs_dest_conn_overhead'],
    ['sed', 'a+0/0 b*3+1/0', 'bb', 'ip_vs_sed_schedule: (active + 1) / weight'],
    ['sed', 'a*0 b*0', 'nonenone', 'ip_vs_sed_schedule'],
    ['nq', 'a*9+1/0 b+0/7', 'bb', 'ip_vs_nq_schedule: an idle server first'],
    ['nq', 'a*9+1/0 b+1/0', 'aa', 'ip_vs_nq_schedule: else as sed'],
  ])('%s of %s: %s (%s)', (scheduler, list, expected) => {
    expect(sequence({ scheduler, servers: list }, expected.startsWith('none') ? 2 : expected.length)).toBe(expected);
  });

  it.each([
    ['rr', 'a b c', '1/3 1/3 1/3'],
    ['rr', 'a b*0 c', '1/2 1/2'],
    ['wlc', 'a b+1/0 c', ''],
    ['lc', 'a+1/0 b', ''],
    ['sh', 'a b c', ''],
    ['rr', 'a', ''],
  ])('%s of %s with an unknown past draws with %s, and once only', (scheduler, list, odds) => {
    const drawn: string[] = [];
    const memory: SchedulerMemory = newMemory();
    const run = { scheduler, servers: list, drawn, memory, branch: 1 };
    schedule(run);
    schedule(run);
    expect(drawn).toEqual(odds === '' ? [] : [odds]);
  });

  it.each([
    ['a*4 b*3 c*2', [0, 0], 'aababcabcaab'],
    ['a*4 b*3 c*2', [0, 3], 'abcaababcabc'],
    ['a*4 b*3 c*2', [1, 1], 'bcabcaababca'],
    ['a*4 b*3 c*2', [2, 0], 'cabcaababcab'],
    ['a*2 b*4', [0, 0], 'abbabb'],
  ])('wrr of %s draws its place in the cycle (%j): %s (ip_vs_wrr_schedule)', (list, branches, expected) => {
    expect(sequence({ scheduler: 'wrr', servers: list, branches: [...branches] }, expected.length)).toBe(expected);
  });

  it('wrr draws a place over all places of a weight', () => {
    const drawn: string[] = [];
    schedule({ scheduler: 'wrr', servers: 'a*1 b*3', drawn, branches: [1, 0] });
    expect(drawn).toEqual(['1/4 3/4', '1/3 1/3 1/3']);
  });

  it('rr goes on from where it was drawn', () => {
    expect(sequence({ scheduler: 'rr', servers: 'a b c', branch: 2 }, 6)).toBe('cabcab');
  });
});

describe('a fresh table', () => {
  it.each([
    ['rr', 'a b c', 'abcabc'],
    ['rr', 'a*0 b c', 'bcbc'],
    // Servers were added from the last of the list to the first: the weight asked for stays where the first one put it.
    ['wrr', 'a*2 b*1 c*3', 'abccaca'],
    ['wrr', 'a*4 b*4', 'abab'],
  ])('of %s with %s begins with %s and draws nothing', (scheduler, list, expected) => {
    const drawn: string[] = [];
    expect(sequence({ scheduler, servers: list, fresh: true, drawn }, expected.length)).toBe(expected);
    expect(drawn).toEqual([]);
  });
});

describe('a list of unknown order', () => {
  const unordered = true;
  it.each([
    ['rr', 'a b c', ['1/3 1/3 1/3', '1/2 1/2']],
    ['lc', 'a b c', ['1/3 1/3 1/3']],
    ['sh', 'a b c', ['1/3 1/3 1/3']],
    ['dh', 'a b c', ['1/3 1/3 1/3']],
  ])('%s of %s draws each step once: %j', (scheduler, list, odds) => {
    const drawn: string[] = [];
    sequence({ scheduler, servers: list, unordered, fresh: true, drawn }, 7);
    expect(drawn).toEqual(odds);
  });

  it('rr gives each its turn, then goes on in the order that was drawn', () => {
    expect(sequence({ scheduler: 'rr', servers: 'a b c', unordered, branches: [1, 1] }, 7)).toBe('bcabcab');
  });

  it('wrr of equal weights draws each of the first pass', () => {
    const drawn: string[] = [];
    const run = { scheduler: 'wrr', servers: 'a b c', unordered, fresh: true, drawn, branches: [2, 0] };
    expect(sequence(run, 6)).toBe('cabcab');
    expect(drawn).toEqual(['1/3 1/3 1/3', '1/2 1/2']);
  });

  it('remembers who came first among equals, through others', () => {
    const drawn: string[] = [];
    const memory = newMemory();
    const at = (servers: string, branch: number) =>
      schedule({ scheduler: 'lc', servers, unordered, memory, drawn, branch });
    expect([at('a b c+1/0', 1), at('a+1/0 b c', 1), at('a b c', 1), at('a b+1/0 c', 0)].join('')).toBe('bccc');
    // b before a: of the three orders that are left, two begin with b.
    expect(drawn).toEqual(['1/2 1/2', '2/3 1/3']);
  });

  it('sh and mh send a client to one server, and another client of its place too', () => {
    for (const scheduler of ['sh', 'mh']) {
      const memory = newMemory();
      const drawn: string[] = [];
      const to = (sport: number) =>
        schedule({ scheduler, servers: 'a b c', unordered, memory, drawn, sport, branch: 1 });
      expect(new Set([1, 2, 3, 4].map(to)).size).toBe(1);
      expect(drawn.length).toBeLessThan(2);
    }
  });
});

describe('hashing', () => {
  it('hash_32 takes the high bits of the product with the golden ratio (include/linux/hash.h)', () => {
    expect([hash32(1, 8), hash32(2, 8), hash32(0x0a000009, 8)]).toEqual([0x61, 0xc3, hash32(0x0a000009, 8)]);
    expect(hash32(0xffffffff, 32)).toBe(0x9e3779b9 >>> 0);
  });

  it('hsiphash_1u32 as the self test of lib/siphash.c has it', () => {
    expect(hsiphash(0x03020100, [0x0706050403020100n, 0x0f0e0d0c0b0a0908n])).toBe(0x88d38328);
  });

  it.each(['sh', 'mh'])('%s keeps a client with its server whatever the port', (scheduler) => {
    const to = (sport: number) => schedule({ scheduler, servers: 'a b c d', sport });
    expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map(to)).size).toBe(1);
  });

  it.each([
    ['sh', 'sh-port'],
    ['mh', 'mh-port'],
  ])('%s with %s tells ports apart (ip_vs_%s_get_port)', (scheduler, flag) => {
    const to = (sport: number) => schedule({ scheduler, servers: 'a b c d', sport, flags: [flag] });
    expect(new Set(Array.from({ length: 64 }, (_, i) => to(1024 + i * 37))).size).toBe(4);
  });

  it.each([
    ['sh', 'sh-fallback'],
    ['mh', 'mh-fallback'],
  ])('%s leaves clients of a quiet server without one, unless %s', (scheduler, flag) => {
    const clients = Array.from({ length: 100 }, (_, i) => `10.1.${i}.7`);
    const to = (src: string, flags: readonly string[]) => schedule({ scheduler, servers: 'a*0(1) b', src, flags });
    const without = clients.map((src) => to(src, []));
    expect(new Set(without)).toEqual(new Set(['none', 'b']));
    expect(new Set(clients.map((src) => to(src, [flag])))).toEqual(new Set(['b']));
  });

  it('sh gives each server as many places as its weight (ip_vs_sh_reassign)', () => {
    const count = (list: string) => {
      const all = Array.from({ length: 4096 }, (_, i) =>
        schedule({ scheduler: 'sh', servers: list, sport: i, flags: ['sh-port'] }),
      );
      return all.filter((key) => key === 'b').length / all.length;
    };
    expect(count('a b*3')).toBeGreaterThan(0.7);
    expect(count('a b')).toBeLessThan(0.6);
  });

  it('mh shares its 4093 places nearly evenly, and keeps most when a server goes (ip_vs_mh_populate)', () => {
    const clients = Array.from({ length: 2000 }, (_, i) => `10.${i >> 8}.${i & 255}.1`);
    const before = clients.map((src) => schedule({ scheduler: 'mh', servers: 'a b c', src }));
    for (const key of 'abc') expect(before.filter((each) => each === key).length).toBeGreaterThan(550);
    const after = clients.map((src) => schedule({ scheduler: 'mh', servers: 'a b', src }));
    const moved = before.filter((key, i) => key !== 'c' && key !== after[i]).length;
    expect(moved).toBeLessThan(200);
  });

  it('dh looks at the destination only (ip_vs_dh_hashkey)', () => {
    const to = (dst: string, src: string) => schedule({ scheduler: 'dh', servers: 'a b c', dst, src });
    expect(new Set(['10.0.0.1', '10.9.9.9', '1.2.3.4'].map((src) => to('10.96.0.1', src))).size).toBe(1);
    expect(new Set(Array.from({ length: 30 }, (_, i) => to(`10.96.0.${i}`, '10.0.0.1'))).size).toBe(3);
  });
});

describe('locality', () => {
  const overloaded = 'a+3/0 b+9/9';
  it('lblc stays with a server until it is overloaded and another is idle (ip_vs_lblc_schedule, is_overloaded)', () => {
    const memory: SchedulerMemory = newMemory();
    const at = (list: string) => schedule({ scheduler: 'lblc', servers: list, memory });
    expect([at('a b+1/0'), at('a+1/0 b'), at('a+2/0 b+1/0'), at('a+2/0 b'), at('a b+1/0')].join('')).toBe('aaabb');
    expect(schedule({ scheduler: 'lblc', servers: overloaded })).toBe('a');
  });

  it('lblcr adds servers to the set of an address, and takes the busiest out after a quiet time (ip_vs_lblcr_schedule)', () => {
    const memory: SchedulerMemory = newMemory();
    const at = (list: string, now: number) => schedule({ scheduler: 'lblcr', servers: list, memory, now });
    expect([at('a b+1/0', 0), at('a+2/0 b', 1)].join('')).toBe('ab');
    expect(memory.destinations.get('10.96.0.1')?.servers).toEqual(['b', 'a']);
    expect(at('a+5/0 b', 5000)).toBe('b');
    expect(memory.destinations.get('10.96.0.1')?.servers).toEqual(['b']);
  });
});
