import { describe, expect, it } from 'vitest';
import { formatIp, ip } from '../net/ip';
import type { Packet, TcpFlags } from '../net/packet';
import { runPacket } from './simulate';
import { endings, takeFirstBranch } from './testing/bench';
import { ipvsBench, VIP } from './testing/ipvs-bench';
import type { SimState } from './world';
import { ONE_SERVICE, TWO, send, arrival, steps, endsOf } from './testing/ipvs-walk';

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
    node ? runPacket({ network, netns: node, state, decide: takeFirstBranch, packet, device: 'cni0' }) : [];

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
    expect(got?.l4.proto === 'icmp' && endsOf(got.l4.quoted)).toBe('10.244.2.5:53 > 10.244.1.6:40000');
  });

  it.each([
    [0, 56],
    [72, 128],
    [1400, 576],
  ])(
    'what the director refuses with %i bytes of data is answered by an error of %i bytes (__icmp_send)',
    (payload, length) => {
      const save = `*filter\n:OUTPUT ACCEPT\n-A OUTPUT -p icmp -m length --length ${length} -j DROP\nCOMMIT\n`;
      const around = ipvsBench({ services: ['UDP 10.96.0.1:53 rr :'], save });
      const netns = around.netns.get('node1')!;
      const packet = { ...request, payload };
      const legs = runPacket({
        network: around,
        netns,
        state: new Map(),
        decide: takeFirstBranch,
        packet,
        device: 'cni0',
      });
      expect(legs.map(({ disposition }) => disposition.kind)).toEqual(['REJECTED', 'DROPPED']);
      const other = runPacket({
        network: around,
        netns,
        state: new Map(),
        decide: takeFirstBranch,
        packet: { ...packet, payload: payload === 1400 ? 400 : payload + 1 },
        device: 'cni0',
      });
      expect(other.map(({ disposition }) => disposition.kind)).toEqual(['REJECTED', 'DELIVERED']);
    },
  );

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
          ? runPacket({ network: around, netns: host, state, decide: takeFirstBranch, packet, device: 'cni0' })
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
      ? runPacket({ network: around, netns: host, state: new Map(), decide: takeFirstBranch, packet, device: 'cni0' })
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
    const trace = send('client', { services: ONE_SERVICE, sysctls: { 'net.ipv4.vs.conntrack': 0 } });
    expect(arrival(trace)).toBe('c from 172.18.0.9');
    expect(trace.conntrack['node1']).toBeUndefined();
  });

  it('an ICMP error about a request comes back from the service (ip_vs_out_icmp, ip_vs_nat_icmp)', () => {
    const trace = send('b', { services: ['UDP 10.96.0.1:53 rr : 10.244.2.5:99'] }, { proto: 'udp', dport: 53 });
    expect(endings(trace)).toEqual(['request NO_SOCKET', 'error DELIVERED']);
    const answer = trace.legs[1]?.hops.at(-1)?.steps.at(-1)?.packet;
    expect(answer && formatIp(answer.src)).toBe('10.96.0.1');
    expect(answer?.l4.proto === 'icmp' && endsOf(answer.l4.quoted)).toBe('10.244.1.6:40000 > 10.96.0.1:53');
  });

  it('a server without a route: host unreachable (__ip_vs_get_out_rt)', () => {
    const trace = send('b', { services: ['TCP 10.96.0.1:80 rr : 9.9.9.9:80'] });
    expect(steps(trace, 'node1').at(-1)).toBe('stop ipvs.drop-no-route');
    expect(endings(trace)).toEqual(['request DROPPED', 'error DELIVERED']);
  });

  it('a hash depends on the order of the list, and it is said where nobody told it', () => {
    const trace = send('b', { services: ['TCP 10.96.0.1:80 sh unordered : 10.244.1.5:8080 10.244.2.5:8080'] });
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
    const dropped = (match: string) => arrival(send('a', { services: ONE_SERVICE, save: out(match) })) === 'DROPPED';
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
