import type { IpvsTimeouts, SyncInput } from '../mode';
import { kernelSince, ownNode } from '../shared/node';
import { featuresOf } from './features';

/**
 * `conn_reuse_mode` is left alone by kernels before 4.1, which do not have it, and, from release 1.22 on, by those from
 * 5.9 on, where reusing a port costs no second any more (NewProxier of pkg/proxy/ipvs/proxier.go).
 */
function leavesConnReuse(input: SyncInput): boolean {
  const node = ownNode(input.cluster, input.node);
  return !kernelSince(node, 4, 1) || (featuresOf(input).keepsConnReuse && kernelSince(node, 5, 9));
}

/** The sysctls kube-proxy sets when it starts, in its order. */
export function sysctlsOf(input: SyncInput): Record<string, number> {
  const { keepsLocalnet } = featuresOf(input);
  return {
    ...(keepsLocalnet ? {} : { 'net.ipv4.conf.all.route_localnet': 1 }),
    'net.ipv4.vs.conntrack': 1,
    ...(leavesConnReuse(input) ? {} : { 'net.ipv4.vs.conn_reuse_mode': 0 }),
    'net.ipv4.vs.expire_nodest_conn': 1,
    'net.ipv4.vs.expire_quiescent_template': 1,
    'net.ipv4.ip_forward': 1,
    ...(input.config.ipvs?.strictARP ? { 'net.ipv4.conf.all.arp_ignore': 1, 'net.ipv4.conf.all.arp_announce': 2 } : {}),
  };
}

/** `--ipvs-*-timeout` as `ipvsadm --set` would say them; undefined: the kernel's own stay. */
export function timeoutsOf({ config }: SyncInput): IpvsTimeouts | undefined {
  const { tcpTimeout, tcpFinTimeout, udpTimeout } = config.ipvs ?? {};
  const timeouts = { tcp: seconds(tcpTimeout), tcpFin: seconds(tcpFinTimeout), udp: seconds(udpTimeout) };
  return timeouts.tcp + timeouts.tcpFin + timeouts.udp > 0 ? timeouts : undefined;
}

const UNITS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };

/** The whole seconds of a Go duration (`1h2m3.5s`); 0 if it is none, or negative. */
function seconds(duration = ''): number {
  if (!/^(?:\d+(?:\.\d+)?(?:h|ms|us|µs|ns|m|s))+$/.test(duration)) return 0;
  let sum = 0;
  for (const [, count, unit = ''] of duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|us|µs|ns|m|s)/g)) {
    sum += Number(count) * (UNITS[unit] ?? 0);
  }
  return Math.floor(sum);
}
