import { since } from '../../release';
import type { KubeProxyConfig } from '../../types';
import { once } from '../../../lib/memo';
import { goSeconds } from './durations';

type Conntrack = NonNullable<KubeProxyConfig['conntrack']>;

/** The first minor that has a most, and the most, which then holds whatever `min` says (kubernetes #137002). */
const CAPPED_SINCE = 36;
const CAP = 1_048_576;

/** `maxPerCore` for each core of the node, at least `min`; 0: it is left alone (`getConntrackMax`). */
function conntrackMax({ maxPerCore = 32_768, min = 131_072 }: Conntrack, release: string, cores: number): number {
  if (maxPerCore <= 0) return 0;
  const scaled = maxPerCore * cores;
  return scaled > CAP && since(release, CAPPED_SINCE) ? CAP : Math.max(scaled, min);
}

/** The first minor whose kube-proxy sets the timers of UDP, and lets TCP be liberal. */
const UDP_SINCE = 29;
const NETFILTER = 'net.netfilter.nf_conntrack_';

/**
 * The sysctls of conntrack that kube-proxy sets when it starts, in every mode (cmd/kube-proxy/app/conntrack.go,
 * `setupConntrack` of server_linux.go): what is 0 stays as the kernel has it. `cores`: of the node.
 */
export const conntrackSysctls = once(
  ({ conntrack = {} }: KubeProxyConfig, _memo, release: string, cores: number): Readonly<Record<string, number>> => {
    const hasUdp = since(release, UDP_SINCE);
    const wanted: readonly (readonly [name: string, value: number])[] = [
      ['max', conntrackMax(conntrack, release, cores)],
      ['tcp_timeout_established', goSeconds(conntrack.tcpEstablishedTimeout ?? '24h')],
      ['tcp_timeout_close_wait', goSeconds(conntrack.tcpCloseWaitTimeout ?? '1h')],
      ['tcp_be_liberal', hasUdp && conntrack.tcpBeLiberal ? 1 : 0],
      ['udp_timeout', hasUdp ? goSeconds(conntrack.udpTimeout) : 0],
      ['udp_timeout_stream', hasUdp ? goSeconds(conntrack.udpStreamTimeout) : 0],
    ];
    return Object.fromEntries(
      wanted.flatMap(([name, value]) => (value > 0 ? [[`${NETFILTER}${name}`, value] as const] : [])),
    );
  },
);
