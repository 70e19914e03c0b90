/** One entry a cause; its words stand in `log-causes.ts` of the phrases. */
export type LogCauseId =
  | 'cni-failed'
  | 'rule-refused'
  | 'proxy-answered'
  | 'module-absent'
  | 'table-full'
  | 'no-conntrack'
  | 'no-sysctl'
  | 'lock-held'
  | 'restore-failed'
  | 'unknown-option'
  | 'no-such-chain'
  | 'no-such-rule'
  | 'incompatible-table'
  | 'table-missing'
  | 'nft-sync'
  | 'nft-busy'
  | 'nft-missing'
  | 'nft-cleanup'
  | 'no-iptables'
  | 'nft-unsupported'
  | 'nft-exists'
  | 'nft-too-old'
  | 'no-bridge-filter'
  | 'no-forwarding'
  | 'no-ipvs'
  | 'node-unknown'
  | 'forbidden'
  | 'dns-loop'
  | 'dns-upstream'
  | 'dns-waits'
  | 'subnet-env'
  | 'no-pod-cidr'
  | 'no-plugin'
  | 'no-cni'
  | 'bridge-address'
  | 'no-vxlan'
  | 'bgp-down'
  | 'probe-failed'
  | 'pool-empty'
  | 'certificate'
  | 'martian'
  | 'neighbours-full'
  | 'docker-chain'
  | 'node-port-taken'
  | 'health-port-taken'
  | 'hns-exists'
  | 'hns-missing'
  | 'hns-refused'
  | 'no-conntrack-tool'
  | 'chains-failed'
  | 'no-cluster-cidr'
  | 'no-api'
  | 'ipvs-empty'
  | 'rules-lockup'
  | 'syn-flood'
  | 'ports-used-up'
  | 'no-such-address'
  | 'ovs-refused'
  | 'felix-rules'
  | 'ufw-routed'
  | 'bird-down'
  | 'felix-not-ready'
  | 'refused'
  | 'timed-out'
  | 'unreachable'
  | 'forward-policy'
  | 'firewall-off'
  | 'checksum'
  | 'firewall-reload'
  | 'rules-flushed'
  | 'entries-deleted'
  | 'docker-desktop';

/** A line that a program or the kernel writes, and what is known of its cause. */
export interface LogCause {
  readonly id: LogCauseId;
  readonly severity: 'error' | 'warning' | 'info';
  /** The line has all words of one of these. */
  readonly has: readonly (readonly string[])[];
  /** The line is of something else where it has one of these. */
  readonly but?: readonly string[];
  /** The text has one of these, too, in any line; absent: the line is enough. */
  readonly beside?: readonly string[];
  /** Where the cause is written down. */
  readonly source: string;
}
