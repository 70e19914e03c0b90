import { describe, expect, test } from 'vitest';
import { buildCluster, endpoints, node, service } from '../../build';
import { withDefaults } from '../../defaults';
import type { KubeProxyConfig, KubernetesObject, ServiceObject } from '../../types';
import type { SyncInput } from '../mode';
import { retryTermination, runIpvsSync, startedOn, type IpvsProxierState } from './run-sync';
import { syncIpvsRules } from './sync-proxy-rules';

const NODE = node('node1', { addresses: ['172.18.0.2', 'fc00::2'] });
const WEB = service('web', { clusterIP: '10.96.0.11', ports: [80] });
const [ONE, TWO] = ['10.244.1.5', '10.244.2.6'];

function inputOf(objects: readonly KubernetesObject[], config: KubeProxyConfig = {}): SyncInput {
  const objectsSeen = withDefaults(buildCluster(NODE, ...objects));
  return { cluster: objectsSeen, node: 'node1', family: 'ipv4', config, release: '1.30' };
}

const web = (...addresses: string[]): SyncInput => inputOf([WEB, endpoints('web', 8080, addresses)]);

/** Calls on IPVS and the interface, without what every sync does. */
function changes(calls: readonly string[]): string[] {
  return calls.filter((call) => /^(ipvs|netlink: ip addr)/.test(call));
}

/** `10.244.1.5:8080=1 …` of the only virtual server. */
function weights({ kernel }: IpvsProxierState): string {
  const [server] = kernel.virtualServers;
  return (server?.servers ?? []).map(({ address, port, weight }) => `${address}:${port}=${weight}`).join(' ');
}

const busy = (): number => 3;
const VIP = '10.96.0.11:80/TCP';

describe('a real server that is no endpoint any more', () => {
  const before = runIpvsSync(undefined, web(ONE, TWO)).state;

  test('goes at once if nobody is connected', () => {
    const step = runIpvsSync(before, web(ONE));
    expect(changes(step.calls)).toEqual([`ipvs: del dest ${VIP} -> ${TWO}:8080`]);
    expect(weights(step.state)).toBe(`${ONE}:8080=1`);
  });

  test('gets weight 0 while it has connections, and goes at the first look after the last', () => {
    const step = runIpvsSync(before, web(ONE), busy);
    expect(changes(step.calls)).toEqual([`ipvs: update dest ${VIP} -> ${TWO}:8080 weight=0`]);
    expect(weights(step.state)).toBe(`${ONE}:8080=1 ${TWO}:8080=0`);
    const again = runIpvsSync(step.state, web(ONE), busy);
    expect(changes(again.calls)).toEqual([]);
    expect(retryTermination(again.state, () => 0, 59_999).calls).toEqual([]);
    const stays = retryTermination(again.state, busy, 60_000);
    expect(weights(stays.state)).toBe(`${ONE}:8080=1 ${TWO}:8080=0`);
    expect(retryTermination(stays.state, () => 0, 119_999).calls).toEqual([]);
    const gone = retryTermination(stays.state, () => 0, 120_000);
    expect(gone.calls).toEqual([`ipvs: del dest ${VIP} -> ${TWO}:8080`]);
    expect([weights(gone.state), gone.state.queue]).toEqual([`${ONE}:8080=1`, []]);
  });

  test('says why it is still there', () => {
    const [server] = runIpvsSync(before, web(ONE), busy).state.kernel.virtualServers;
    const [, leaving] = server?.servers ?? [];
    expect(leaving?.origin).toMatchObject({ kind: 'EndpointSlice', why: { values: { endpoint: `${TWO}:8080` } } });
    expect(leaving?.origin.why.id).toBe('kubernetes.ipvs.real-server-terminating');
  });

  test('that comes back is deleted and added anew', () => {
    const { state } = runIpvsSync(before, web(ONE), busy);
    const step = runIpvsSync(state, web(ONE, TWO), busy);
    expect(changes(step.calls)).toEqual([
      `ipvs: del dest ${VIP} -> ${TWO}:8080`,
      `ipvs: add dest ${VIP} -> ${TWO}:8080 weight=1`,
    ]);
    expect(step.state.queue).toEqual([]);
  });

  test('of UDP and SCTP goes at once, connected or not', () => {
    const dns = (protocol: 'UDP' | 'SCTP', ...addresses: string[]): SyncInput =>
      inputOf([
        service('dns', { clusterIP: '10.96.0.10', ports: [{ port: 53, protocol }] }),
        { ...endpoints('dns', [{ name: '', port: 53, protocol }], addresses) },
      ]);
    for (const protocol of ['UDP', 'SCTP'] as const) {
      const { state } = runIpvsSync(undefined, dns(protocol, ONE, TWO));
      const step = runIpvsSync(state, dns(protocol, TWO), busy);
      expect(changes(step.calls)).toEqual([`ipvs: del dest 10.96.0.10:53/${protocol} -> ${ONE}:53`]);
    }
  });

  test('whose virtual server is gone is forgotten at the next look', () => {
    const { state } = runIpvsSync(before, web(ONE), busy);
    const step = runIpvsSync(state, inputOf([]), busy);
    expect(step.cleanup).toEqual(['netlink: ip addr del 10.96.0.11 dev kube-ipvs0', `ipvs: del service ${VIP}`]);
    expect(step.state.queue).toHaveLength(1);
    expect(retryTermination(step.state, busy, 60_000).state.queue).toEqual([]);
  });
});

describe('a kube-proxy that starts anew', () => {
  test('forgets what was terminating, and gives back its weight to who is wanted', () => {
    const { state } = runIpvsSync(runIpvsSync(undefined, web(ONE, TWO)).state, web(ONE), busy);
    const step = runIpvsSync(startedOn(state.kernel), web(ONE, TWO));
    expect(changes(step.calls)).toEqual([
      `ipvs: update dest ${VIP} -> ${ONE}:8080 weight=1`,
      `ipvs: update dest ${VIP} -> ${TWO}:8080 weight=1`,
    ]);
    expect(weights(step.state)).toBe(`${ONE}:8080=1 ${TWO}:8080=1`);
  });

  test('takes away virtual servers of others, unless their addresses are excluded', () => {
    const { kernel } = runIpvsSync(undefined, web(ONE)).state;
    const other = service('other', { clusterIP: '10.96.9.9', ports: [80] });
    expect(runIpvsSync(startedOn(kernel), inputOf([other])).cleanup).toContain(`ipvs: del service ${VIP}`);
    const excluding = { ipvs: { excludeCIDRs: ['10.96.0.0/24'] } };
    const kept = runIpvsSync(startedOn(kernel), inputOf([other], excluding));
    expect(kept.cleanup).toEqual(['netlink: ip addr del 10.96.0.11 dev kube-ipvs0']);
    expect(kept.state.kernel.virtualServers.map(({ address }) => address)).toEqual(['10.96.0.11', '10.96.9.9']);
  });
});

describe('an edit', () => {
  test('of the affinity changes the virtual server in place', () => {
    const { state } = runIpvsSync(undefined, web(ONE));
    const sticky: ServiceObject = { ...WEB, spec: { ...WEB.spec, sessionAffinity: 'ClientIP' } };
    const step = runIpvsSync(state, inputOf([sticky, endpoints('web', 8080, [ONE])]));
    expect(changes(step.calls)).toEqual([`ipvs: update service ${VIP} scheduler=rr flags=0x1 timeout=10800`]);
  });

  test('leaves a range of one address to be deleted and added by every sync', () => {
    const balancer = service('lb', {
      clusterIP: '10.96.0.12',
      type: 'LoadBalancer',
      ports: [80],
      ingress: ['203.0.113.5'],
      loadBalancerSourceRanges: ['192.0.2.7/32', '10.0.0.0/8'],
    });
    const set = 'KUBE-LOAD-BALANCER-SOURCE-CIDR 203.0.113.5,tcp:80,192.0.2.7';
    const step = runIpvsSync(runIpvsSync(undefined, inputOf([balancer])).state, inputOf([balancer]));
    expect(step.calls.filter((call) => call.startsWith('ipset'))).toEqual([
      `ipset del ${set}`,
      `ipset add ${set}/32 -exist`,
    ]);
  });
});

describe('settings', () => {
  test.each([
    ['15m', '0s', '', { tcp: 900, tcpFin: 0, udp: 0 }],
    ['1h2m3.5s', '90s', '5m0s', { tcp: 3723, tcpFin: 90, udp: 300 }],
    ['0s', '0s', '0s', undefined],
    ['-1s', 'soon', undefined, undefined],
  ])('timeouts %s, %s, %s', (tcpTimeout, tcpFinTimeout, udpTimeout, timeouts) => {
    const ipvs = { tcpTimeout, tcpFinTimeout, ...(udpTimeout === undefined ? {} : { udpTimeout }) };
    const input = inputOf([], { ipvs });
    expect(syncIpvsRules(input).ipvs?.timeouts).toEqual(timeouts);
    const said = runIpvsSync(undefined, input).calls.filter((call) => call.startsWith('ipvs: set'));
    expect(said).toHaveLength(timeouts ? 1 : 0);
  });

  test('strictARP makes nodes answer ARP only for addresses of the interface that was asked', () => {
    const { sysctls } = syncIpvsRules(inputOf([], { ipvs: { strictARP: true } }));
    expect(sysctls).toMatchObject({ 'net.ipv4.conf.all.arp_ignore': 1, 'net.ipv4.conf.all.arp_announce': 2 });
  });
});
