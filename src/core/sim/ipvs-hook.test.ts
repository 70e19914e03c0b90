import { describe, expect, it } from 'vitest';
import { formatIp, ip } from '../net/ip';
import type { Packet, TcpFlags } from '../net/packet';
import { formatEndpoint } from '../net/tuple';
import { explore } from './explore';
import { runPacket, simulate, type SimFlow } from './simulate';
import { endings, firstBranch, printLeg } from './testing/bench';
import { ipvsBench, VIP, type IpvsBench } from './testing/ipvs-bench';
import type { Trace } from './trace';
import type { SimState } from './world';

const ONE = ['TCP 10.96.0.1:80 rr : 10.244.2.5:8080'];
const LOCAL = ['TCP 10.96.0.1:80 rr : 10.244.1.5:8080'];
const TWO = ['TCP 10.96.0.1:80 rr : 10.244.1.5:8080 10.244.2.5:8080'];

interface Sent extends Partial<SimFlow> {
  readonly state?: SimState;
}

function send(from: string, bench: IpvsBench, { state, ...more }: Sent = {}): Trace {
  const flow: SimFlow = { netns: from, dst: VIP, proto: 'tcp', sport: 40_000, dport: 80, ...more };
  return simulate({ network: ipvsBench(bench), flow, decide: firstBranch, ...(state ? { state } : {}) });
}

/** Who got the request, and from whom it seemed to come. */
function arrival(trace: Trace): string {
  const [request] = trace.legs;
  const packet = request?.hops.at(-1)?.steps.at(-1)?.packet;
  const ended = request?.disposition;
  if (ended?.kind !== 'DELIVERED' || !packet) return ended?.kind ?? '';
  return `${ended.to} from ${formatIp(packet.src)}`;
}

const steps = (trace: Trace, netns: string, leg = 0): string[] =>
  (trace.legs[leg] ? printLeg(trace.legs[leg]) : [])
    .filter((line) => line.startsWith(`${netns}: `))
    .map((line) => line.slice(netns.length + 2));

const ends = (packet: Packet | undefined): string =>
  packet && 'sport' in packet.l4
    ? `${formatEndpoint(packet.src, packet.l4.sport)} > ${formatEndpoint(packet.dst, packet.l4.dport)}`
    : '';

describe('a request of another host', () => {
  it('is taken at INPUT behind the filter and begins OUTPUT translated (ip_vs_nat_xmit, ip_vs_nat_send_or_cont)', () => {
    const trace = send('a', { services: ONE });
    expect(steps(trace, 'node1')).toEqual([
      'PREROUTING in=cni0',
      'nat PREROUTING 1 JUMP',
      'bridge up',
      'route local',
      'INPUT in=cni0',
      'ipvs in TCP 10.96.0.1:80 -> 10.244.2.5:8080 by scheduler',
      'route output eth0',
      'OUTPUT out=eth0',
      'route output eth0',
      'POSTROUTING in=cni0 out=eth0',
      'nat POSTROUTING 1 JUMP',
      'nat KUBE-POSTROUTING 2 RETURN',
    ]);
    expect(arrival(trace)).toBe('c from 10.244.1.5');
    const [request] = trace.legs;
    expect(request?.hops.find(({ netns }) => netns === 'node2')?.steps[0]?.packet.ttl).toBe(63);
  });

  it('has its answer translated back in FORWARD (ip_vs_out_hook)', () => {
    const trace = send('a', { services: ONE });
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
    expect(steps(trace, 'node1', 1)).toEqual([
      'PREROUTING in=eth0',
      'route forward cni0',
      'FORWARD in=eth0 out=cni0',
      'ipvs out TCP 10.96.0.1:80 -> 10.244.2.5:8080 by connection',
      'POSTROUTING in=eth0 out=cni0',
      'bridge forward veth-a',
    ]);
    expect(ends(trace.legs[1]?.hops.at(-1)?.steps.at(-1)?.packet)).toBe('10.96.0.1:80 > 10.244.1.5:40000');
  });

  it('is masqueraded when marked, and the connection tells conntrack (ip_vs_update_conntrack)', () => {
    const trace = send('client', { services: ONE });
    expect(arrival(trace)).toBe('c from 172.18.0.2');
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
    const [entry] = trace.conntrack['node1'] ?? [];
    expect(entry && [formatIp(entry.original.dst), formatIp(entry.reply.src), formatIp(entry.reply.dst)]).toEqual([
      '10.96.0.1',
      '10.244.2.5',
      '172.18.0.2',
    ]);
    expect(entry?.status.filter((each) => each.endsWith('_NAT'))).toEqual(['SRC_NAT']);
  });

  it('goes to a Pod on the same bridge, whose answer is translated while it crosses the bridge', () => {
    const trace = send('b', { services: LOCAL });
    expect(arrival(trace)).toBe('a from 10.244.1.6');
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
    expect(steps(trace, 'node1', 1)).toContain('ipvs out TCP 10.96.0.1:80 -> 10.244.1.5:8080 by connection');
  });

  it.each([
    [true, 'reply DELIVERED'],
    [false, 'reply DROPPED'],
  ])(
    'comes back to who sent it from the bridge (KUBE-LOOP-BACK); only its answer needs hairpin mode: %s',
    (hairpin, ended) => {
      const trace = send('a', { services: LOCAL, hairpin });
      expect(arrival(trace)).toBe('a from 10.244.1.1');
      expect(endings(trace)).toEqual(['request DELIVERED', ended]);
    },
  );

  it('stays here for a server of this host (ip_vs_nat_xmit, local)', () => {
    const trace = send('a', { services: ['TCP 10.96.0.1:80 rr : 172.18.0.2:6443'] });
    expect(arrival(trace)).toBe('kube-apiserver from 10.244.1.5');
    expect(steps(trace, 'node1')).not.toContain('OUTPUT out=eth0');
    expect(steps(trace, 'node1', 1)).toContain('ipvs out TCP 10.96.0.1:80 -> 172.18.0.2:6443 by connection');
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
  });
});

describe('a request of this host', () => {
  it('has the service address as source and passes OUTPUT twice (ip_vs_in_hook at LOCAL_OUT)', () => {
    const trace = send('node1', { services: ONE });
    expect(steps(trace, 'node1')).toEqual([
      'route output lo',
      'OUTPUT out=lo',
      'nat OUTPUT 1 JUMP',
      'nat KUBE-SERVICES 1 JUMP',
      'nat KUBE-MARK-MASQ 1 CONTINUE',
      'ipvs in TCP 10.96.0.1:80 -> 10.244.2.5:8080 by scheduler',
      'route output eth0',
      'OUTPUT out=eth0',
      'route output eth0',
      'POSTROUTING out=eth0',
      'nat POSTROUTING 1 JUMP',
      'nat KUBE-POSTROUTING 3 CONTINUE',
      'nat KUBE-POSTROUTING 4 ACCEPT',
      'nat SRC by rule',
    ]);
    expect(arrival(trace)).toBe('c from 172.18.0.2');
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
    expect(steps(trace, 'node1', 1)).toContain('ipvs out TCP 10.96.0.1:80 -> 10.244.2.5:8080 by connection');
  });

  it('reaches a server of this host, and its answer comes back (Do not schedule replies from local real server)', () => {
    const trace = send('node1', { services: ['TCP 10.96.0.1:80 rr : 172.18.0.2:6443'] });
    expect(arrival(trace)).toBe('kube-apiserver from 172.18.0.2');
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
  });

  it('from 127.0.0.1 may not go elsewhere (crosses_local_route_boundary)', () => {
    const trace = send('node1', { services: ['TCP 127.0.0.1:80 rr : 10.244.2.5:8080'] }, { dst: ip('127.0.0.1') });
    expect(steps(trace, 'node1').at(-1)).toBe('stop ipvs.drop-loopback-source');
  });
});

describe('nobody to take it', () => {
  it.each([
    ['no server', 'TCP 10.96.0.1:80 rr : ', 'a'],
    ['weight 0 only', 'TCP 10.96.0.1:80 wlc : 10.244.1.5:8080*0', 'a'],
    ['from this host', 'TCP 10.96.0.1:80 rr : ', 'node1'],
    ['a service for all ports without persistence', 'TCP 10.96.0.1:0 rr : 10.244.1.5:0', 'b'],
  ])('%s: ICMP port unreachable from the service, also to TCP (ip_vs_leave)', (_what, line, from) => {
    const trace = send(from, { services: [line] });
    expect(endings(trace)).toEqual(['request REJECTED', 'error DELIVERED']);
    const answer = trace.legs[1]?.hops.at(-1)?.steps.at(-1)?.packet;
    expect(
      answer && `${formatIp(answer.src)} ${answer.l4.proto === 'icmp' ? `${answer.l4.type}/${answer.l4.code}` : ''}`,
    ).toBe('10.96.0.1 3/3');
  });

  it('a service of another protocol is not asked', () => {
    const trace = send('b', { services: ['UDP 10.96.0.1:80 rr : 10.244.1.5:53'] });
    expect(arrival(trace)).toBe('NO_SOCKET');
  });

  it('a scheduler that is not known ends in doubt', () => {
    expect(arrival(send('a', { services: ['TCP 10.96.0.1:80 fo : 10.244.2.5:8080'] }))).toBe('UNKNOWN');
  });

  it('direct routing is not simulated, and said so', () => {
    expect(arrival(send('a', { services: ['TCP 10.96.0.1:80 rr forward=route : 10.244.2.5:8080'] }))).toBe('UNKNOWN');
  });
});

describe('the service of a packet (ip_vs_service_find)', () => {
  const MARK = `*mangle
:PREROUTING ACCEPT
-A PREROUTING -s 10.244.1.6/32 -j MARK --set-xmark 0x7/0xffffffff
COMMIT
*nat
:PREROUTING ACCEPT
:INPUT ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
COMMIT`;
  it('by mark before address', () => {
    const services = ['FWM 7 rr : 10.244.2.5:8080', ...LOCAL];
    expect(arrival(send('b', { services, save: MARK }))).toBe('c from 10.244.1.6');
    expect(arrival(send('client', { services, save: MARK }))).toBe('a from 172.18.0.9');
  });
  it('for all ports, with persistence only, at the port the client named', () => {
    const services = ['TCP 10.96.0.1:0 rr persistent=60 : 10.244.1.5:0', 'TCP 10.96.0.1:81 rr : 10.244.2.5:8080'];
    expect(arrival(send('b', { services }, { dport: 8080 }))).toBe('a from 10.244.1.6');
    expect(arrival(send('b', { services }, { dport: 81 }))).toBe('c from 10.244.1.6');
  });
  it('not the data connection of FTP (FTPDATA)', () => {
    expect(arrival(send('a', { services: ONE }, { sport: 20 }))).toBe('NO_SOCKET');
  });
});

describe('odds and memory', () => {
  const flow = (sport: number): SimFlow => ({ netns: 'b', dst: VIP, proto: 'tcp', sport, dport: 80 });

  it('round robin begins anywhere', () => {
    const { outcomes } = explore({ network: ipvsBench({ services: TWO }), flow: flow(1000) });
    expect(
      outcomes.map(({ probability, disposition }) => [probability, 'to' in disposition && disposition.to]),
    ).toEqual([
      ['1/2', 'a'],
      ['1/2', 'c'],
    ]);
  });

  it('and then goes on in turn (ip_vs_rr_schedule)', () => {
    const state: SimState = new Map();
    const to = (sport: number) => arrival(send('b', { services: TWO }, { state, sport })).slice(0, 1);
    expect([1, 2, 3, 4].map(to).join('')).toBe('acac');
    expect(to(1)).toBe('a');
  });

  it('counts what servers have to do: SYN_RECV is active (tcp_state_active_table), UDP is not', () => {
    const state: SimState = new Map();
    const services = ['TCP 10.96.0.1:80 lc : 10.244.1.5:8080 10.244.2.5:8080', 'UDP 10.96.0.1:53 lc : 10.244.1.5:53'];
    const counts = (trace: Trace) => {
      const step = trace.legs[0]?.hops.flatMap((hop) => hop.steps).find((each) => each.kind === 'ipvs');
      return step?.kind === 'ipvs'
        ? step.candidates.map((each) => `${each.activeConnections}/${each.inactiveConnections}`)
        : [];
    };
    expect(counts(send('b', { services }, { state, sport: 1 }))).toEqual(['0/0', '0/0']);
    expect(counts(send('b', { services }, { state, sport: 2 }))).toEqual(['1/0', '0/0']);
    expect(counts(send('b', { services }, { state, sport: 3 }))).toEqual(['1/0', '1/0']);
    send('b', { services }, { state, sport: 4, proto: 'udp', dport: 53 });
    expect(counts(send('b', { services }, { state, sport: 5, proto: 'udp', dport: 53 }))).toEqual(['0/1']);
  });

  it('persistence keeps a network with its server for its time (ip_vs_sched_persist)', () => {
    const state: SimState = new Map();
    const services = ['TCP 10.96.0.1:80 rr persistent=60 mask=16 : 10.244.1.5:8080 10.244.2.5:8080'];
    const to = (from: string, sport: number) => arrival(send(from, { services }, { state, sport })).slice(0, 1);
    expect([to('b', 1), to('b', 2), to('a', 3), to('client', 4)].join('')).toBe('aaac');
    const later = state.get('node1');
    if (later) later.now = 3_600_000;
    expect([to('b', 5), to('b', 6)].join('')).toBe('aa');
    if (later) later.now = 7_200_000;
    expect(to('client', 7)).toBe('c');
  });

  it('a template of a quiet server holds unless expire_quiescent_template (ip_vs_check_template)', () => {
    const before = ['TCP 10.96.0.1:80 rr persistent=60 : 10.244.1.5:8080 10.244.2.5:8080'];
    const after = ['TCP 10.96.0.1:80 rr persistent=60 : 10.244.1.5:8080*0 10.244.2.5:8080'];
    const second = (value: number) => {
      const state: SimState = new Map();
      const sysctls = { 'net.ipv4.vs.expire_quiescent_template': value };
      send('b', { services: before, sysctls }, { state, sport: 1 });
      return arrival(send('b', { services: after, sysctls }, { state, sport: 2 })).slice(0, 1);
    };
    expect([second(0), second(1)].join('')).toBe('ac');
  });
});

describe('a connection whose server changed (ip_vs_in_hook)', () => {
  const gone = ['TCP 10.96.0.1:80 rr : 10.244.2.5:8080'];
  const quiet = ['TCP 10.96.0.1:80 rr : 10.244.1.5:8080*0 10.244.2.5:8080'];
  const again = (services: readonly string[], expire: number) => {
    const state: SimState = new Map();
    const sysctls = { 'net.ipv4.vs.expire_nodest_conn': expire };
    send('b', { services: LOCAL, sysctls }, { state });
    const results = [1, 2].map(() => send('b', { services, sysctls }, { state }).legs[0]);
    return results.map((leg) =>
      `${leg?.disposition.kind} ${leg?.hops.flatMap((hop) => hop.steps).find((each) => each.kind === 'stop')?.reason.id ?? ''}`.trim(),
    );
  };
  it.each([
    ['gone, expire_nodest_conn', gone, 1, ['DROPPED ipvs.drop-server-gone-expired', 'DELIVERED']],
    ['gone, without', gone, 0, ['DROPPED ipvs.drop-server-gone', 'DROPPED ipvs.drop-server-gone']],
    ['weight 0, expire_nodest_conn', quiet, 1, ['DROPPED ipvs.drop-quiet', 'DELIVERED']],
    ['weight 0, without: it goes on', quiet, 0, ['DELIVERED', 'DELIVERED']],
  ])('%s', (_what, services, expire, expected) => {
    expect(again(services, expire)).toEqual(expected);
  });
});

describe('single packets', () => {
  const network = ipvsBench({ services: ['UDP 10.96.0.1:53 rr : 10.244.2.5:53'] });
  const node = network.netns.get('node1');
  const request: Packet = {
    family: 'ipv4',
    src: ip('10.244.1.6'),
    dst: VIP,
    ttl: 64,
    l4: { proto: 'udp', sport: 40_000, dport: 53 },
  };
  const arrive = (packet: Packet, state: SimState) =>
    node ? runPacket({ network, netns: node, state, decide: firstBranch, packet, device: 'cni0' }) : [];

  it('passing a packet on costs a hop, also of what is sent on at once (decrement_ttl)', () => {
    const legs = arrive({ ...request, ttl: 1 }, new Map());
    expect(legs.map(({ disposition }) => disposition.kind)).toEqual(['TTL_EXCEEDED', 'DELIVERED']);
    const answer = legs[1]?.hops[0]?.steps[0]?.packet;
    expect(answer?.l4.proto === 'icmp' && [formatIp(answer.src), answer.l4.type]).toEqual(['10.96.0.1', 11]);
  });

  it('an ICMP error of a client about an answer goes on to the server (ip_vs_in_icmp)', () => {
    const state: SimState = new Map();
    arrive(request, state);
    const quoted: Packet = { ...request, src: VIP, dst: request.src, l4: { proto: 'udp', sport: 53, dport: 40_000 } };
    const error: Packet = { ...request, l4: { proto: 'icmp', type: 3, code: 3, quoted } };
    const [leg] = arrive(error, state);
    const got = leg?.hops.at(-1)?.steps.at(-1)?.packet;
    expect(got && [formatIp(got.src), formatIp(got.dst)]).toEqual(['10.244.1.6', '10.244.2.5']);
    expect(got?.l4.proto === 'icmp' && ends(got.l4.quoted)).toBe('10.244.2.5:53 > 10.244.1.6:40000');
  });

  it.each([
    [1, 'a then c: the old connection makes way', ['10.244.1.5:8080', '10.244.2.5:8080']],
    [0, 'a again: its ports still belong to it', ['10.244.1.5:8080', '10.244.1.5:8080']],
  ])(
    'ports used again after a reset of the server, conn_reuse_mode %i: %s (is_new_conn_expected)',
    (mode, _what, expected) => {
      const around = ipvsBench({ services: TWO, sysctls: { 'net.ipv4.vs.conn_reuse_mode': mode } });
      const host = around.netns.get('node1');
      const state: SimState = new Map();
      const segment = (flags: TcpFlags, seq: number): Packet => ({
        ...request,
        l4: { proto: 'tcp', sport: 40_000, dport: 80, flags, seq, ack: 0 },
      });
      const reset: Packet = {
        ...request,
        src: ip('10.244.1.5'),
        dst: request.src,
        l4: { proto: 'tcp', sport: 8080, dport: 40_000, flags: { rst: true, ack: true }, seq: 0, ack: 2 },
      };
      const chosen = [segment({ syn: true }, 1), reset, segment({ syn: true }, 900_000)].map((packet) => {
        const legs = host
          ? runPacket({ network: around, netns: host, state, decide: firstBranch, packet, device: 'cni0' })
          : [];
        const step = legs[0]?.hops[0]?.steps.find((each) => each.kind === 'ipvs');
        return step?.kind === 'ipvs' ? step.chosen : undefined;
      });
      expect([chosen[0], chosen[2]]).toEqual(expected);
    },
  );

  it('a segment of no connection is left to the host (tcp_conn_schedule)', () => {
    const l4 = { proto: 'tcp', sport: 40_000, dport: 80, flags: { ack: true }, seq: 5, ack: 5 } as const;
    const around = ipvsBench({ services: TWO });
    const host = around.netns.get('node1');
    const packet = { ...request, l4 };
    const legs = host
      ? runPacket({ network: around, netns: host, state: new Map(), decide: firstBranch, packet, device: 'cni0' })
      : [];
    expect(legs[0]?.hops[0]?.steps.some(({ kind }) => kind === 'ipvs')).toBe(false);
    expect(legs[0]?.disposition).toMatchObject({ kind: 'DELIVERED', netns: 'node1' });
  });

  it('an ICMP echo to a service is none of its business (ip_vs_in_icmp, related 0)', () => {
    const [leg] = arrive({ ...request, l4: { proto: 'icmp', type: 8, code: 0, id: 1 } }, new Map());
    expect(leg?.disposition).toMatchObject({ kind: 'DELIVERED', netns: 'node1' });
  });
});

describe('errors and odd settings', () => {
  it('without net.ipv4.vs.conntrack nothing is tracked behind the director, so nothing is masqueraded (ip_vs_notrack)', () => {
    const trace = send('client', { services: ONE, sysctls: { 'net.ipv4.vs.conntrack': 0 } });
    expect(arrival(trace)).toBe('c from 172.18.0.9');
    expect(trace.conntrack['node1']).toBeUndefined();
  });

  it('an ICMP error about a request comes back from the service (ip_vs_out_icmp, ip_vs_nat_icmp)', () => {
    const trace = send('b', { services: ['UDP 10.96.0.1:53 rr : 10.244.2.5:99'] }, { proto: 'udp', dport: 53 });
    expect(endings(trace)).toEqual(['request NO_SOCKET', 'error DELIVERED']);
    const answer = trace.legs[1]?.hops.at(-1)?.steps.at(-1)?.packet;
    expect(answer && formatIp(answer.src)).toBe('10.96.0.1');
    expect(answer?.l4.proto === 'icmp' && ends(answer.l4.quoted)).toBe('10.244.1.6:40000 > 10.96.0.1:53');
  });

  it('a server without a route: host unreachable (__ip_vs_get_out_rt)', () => {
    const trace = send('b', { services: ['TCP 10.96.0.1:80 rr : 9.9.9.9:80'] });
    expect(steps(trace, 'node1').at(-1)).toBe('stop ipvs.drop-no-route');
    expect(endings(trace)).toEqual(['request DROPPED', 'error DELIVERED']);
  });

  it('a hash depends on the order of the list, which is said', () => {
    const trace = send('b', { services: ['TCP 10.96.0.1:80 sh : 10.244.1.5:8080 10.244.2.5:8080'] });
    expect(trace.assumptions.map(({ id }) => id)).toEqual(['ipvs.list-order']);
  });

  it('-m ipvs sees what the director sent on (ipvs_mt)', () => {
    const out = (match: string) => `*filter
:OUTPUT ACCEPT
-A OUTPUT ${match} -j DROP
COMMIT
*nat
:PREROUTING ACCEPT
:OUTPUT ACCEPT
:POSTROUTING ACCEPT
COMMIT`;
    const dropped = (match: string) => arrival(send('a', { services: ONE, save: out(match) })) === 'DROPPED';
    expect([
      dropped('-m ipvs --ipvs'),
      dropped('-m ipvs ! --ipvs'),
      dropped('-m ipvs --vaddr 10.96.0.1 --vproto 6 --vport 80'),
      dropped('-m ipvs --vaddr 10.96.0.1 --vport 81'),
      dropped('-m ipvs --vdir ORIGINAL'),
      dropped('-m ipvs --vmethod MASQ'),
      dropped('-m ipvs ! --vmethod MASQ'),
    ]).toEqual([true, false, true, false, true, true, false]);
  });
});
