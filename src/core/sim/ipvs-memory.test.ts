import { describe, expect, it } from 'vitest';
import { explore } from './explore';
import type { SimFlow } from './simulate';
import { ipvsBench, VIP } from './testing/ipvs-bench';
import type { Trace } from './trace';
import type { SimState } from './world';
import { listIpvsConnections } from '../linux/ipvs/connection-list';
import { LOCAL, TWO, send, arrival } from './testing/ipvs-walk';

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

  const listed = (state: SimState) => {
    const { ipvs, now } = state.get('node1')!;
    return listIpvsConnections(ipvs, now).map((each) => Object.values(each).join(' '));
  };

  it.each([
    ['TCP 10.96.0.1:80 rr persistent=60', 'TCP 10.244.1.6:0 10.96.0.1:80 10.244.1.5:8080 NONE 60'],
    ['TCP 10.96.0.1:0 rr persistent=60 mask=24', 'TCP 10.244.1.0:0 10.96.0.1:0 10.244.1.5:0 NONE 60'],
    ['FWM 7 rr persistent=60', 'IP 10.244.1.6:0 0.0.0.7:0 10.244.1.5:0 NONE 60'],
  ])('%s: its template stands in the list of connections (ip_vs_conn_seq_show)', (service, line) => {
    const state: SimState = new Map();
    const rules = '*mangle\n:PREROUTING ACCEPT\n-A PREROUTING -j MARK --set-mark 7\nCOMMIT\n';
    const marks = service.startsWith('FWM') ? { save: rules } : {};
    send('b', { services: [`${service} : 10.244.1.5:8080`], ...marks }, { state });
    expect(listed(state)).toContain(line);
  });

  it('a template is assured once a connection of it is established, or a datagram answered (ip_vs_control_assure_ct)', () => {
    const services = [
      'TCP 10.96.0.1:80 rr persistent=60 : 10.244.1.5:8080',
      'UDP 10.96.0.1:80 rr persistent=60 : 10.244.1.5:53',
    ];
    const templates = (state: SimState) => listed(state).filter((line) => line.includes(':0 '));
    const state: SimState = new Map();
    send('b', { services }, { state, sport: 1 });
    expect(templates(state)).toEqual(['TCP 10.244.1.6:0 10.96.0.1:80 10.244.1.5:8080 NONE 60']);
    send('b', { services }, { state, sport: 1, ongoing: true });
    expect(templates(state)).toEqual(['TCP 10.244.1.6:0 10.96.0.1:80 10.244.1.5:8080 ASSURED 60']);
    send('b', { services }, { state, sport: 2, proto: 'udp' });
    expect(templates(state)[1]).toBe('UDP 10.244.1.6:0 10.96.0.1:80 10.244.1.5:53 ASSURED 60');
  });

  it('a template that connections had to hold is kept by the minute from then on (ip_vs_conn_expire)', () => {
    const state: SimState = new Map();
    const template = () => listed(state).find((line) => line.includes(':0 '));
    const at = (seconds: number) => (state.get('node1')!.now = seconds * 1000);
    const services = ['TCP 10.96.0.1:80 rr persistent=10 : 10.244.1.5:8080'];
    send('b', { services }, { state, sport: 1 });
    at(12);
    expect(template()).toMatch(/ 58$/);
    send('b', { services }, { state, sport: 2 });
    expect(template()).toMatch(/ 60$/);
    at(75);
    expect(template()).toBeUndefined();
  });

  it('a template whose server takes no more finds nobody, and stays for its time (ip_vs_check_template)', () => {
    const state: SimState = new Map();
    const service = (servers: string) => [`TCP 10.96.0.1:80 rr persistent=60 : ${servers}`];
    send('b', { services: service('10.244.1.5:8080') }, { state, sport: 1 });
    send('b', { services: service('10.244.2.5:8080') }, { state, sport: 2 });
    expect(listed(state).filter((line) => line.includes(':0 '))).toEqual([
      'TCP 10.244.1.6:0 10.96.0.1:65535 10.244.1.5:65535 NONE 60',
      'TCP 10.244.1.6:0 10.96.0.1:80 10.244.2.5:8080 NONE 60',
    ]);
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
