import { describe, expect, it } from 'vitest';
import { formatIp, ip } from '../net/ip';
import { endings } from './testing/bench';
import { ONE_SERVICE, LOCAL, send, arrival, steps, endsOf } from './testing/ipvs-walk';

describe('a request of another host', () => {
  it('is taken at INPUT behind the filter and begins OUTPUT translated (ip_vs_nat_xmit, ip_vs_nat_send_or_cont)', () => {
    const trace = send('a', { services: ONE_SERVICE });
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
    const trace = send('a', { services: ONE_SERVICE });
    expect(endings(trace)).toEqual(['request DELIVERED', 'reply DELIVERED']);
    expect(steps(trace, 'node1', 1)).toEqual([
      'PREROUTING in=eth0',
      'route forward cni0',
      'FORWARD in=eth0 out=cni0',
      'ipvs out TCP 10.96.0.1:80 -> 10.244.2.5:8080 by connection',
      'POSTROUTING in=eth0 out=cni0',
      'bridge forward veth-a',
    ]);
    expect(endsOf(trace.legs[1]?.hops.at(-1)?.steps.at(-1)?.packet)).toBe('10.96.0.1:80 > 10.244.1.5:40000');
  });

  it('is masqueraded when marked, and the connection tells conntrack (ip_vs_update_conntrack)', () => {
    const trace = send('client', { services: ONE_SERVICE });
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
    const trace = send('node1', { services: ONE_SERVICE });
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
    expect(arrival(send('a', { services: ['TCP 10.96.0.1:80 twos : 10.244.2.5:8080'] }))).toBe('UNKNOWN');
  });

  it('direct routing is not simulated, and said so', () => {
    const trace = send('a', { services: ['TCP 10.96.0.1:80 rr forward=route : 10.244.2.5:8080'] });
    expect(arrival(trace)).toBe('UNKNOWN');
    // The step that ends the walk is no refusal: nothing is known of the packet from there on.
    expect(trace.legs[0]?.hops.at(-1)?.steps.at(-1)).toMatchObject({ kind: 'stop', unknown: true });
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
    expect(arrival(send('a', { services: ONE_SERVICE }, { sport: 20 }))).toBe('NO_SOCKET');
  });
});
