import type { LogCause } from './log-cause-ids';

/** Causes of lines that kube-proxy, other writers of rules and flows, and the kernel of a node write. */
export const NODE_CAUSES: readonly LogCause[] = [
  {
    id: 'docker-chain',
    severity: 'error',
    has: [['DOCKER', 'No chain/target/match by that name']],
    source: 'moby libnetwork/iptables: ProgramRule; its chains are made when dockerd starts',
  },
  {
    id: 'node-port-taken',
    severity: 'warning',
    has: [
      ["can't open port", 'skipping it'],
      ["can't open ", 'skipping this nodePort'],
    ],
    source: 'pkg/proxy/iptables/proxier.go of 1.5 to 1.23: OpenLocalPort; kubernetes#108496 (1.24), #107413',
  },
  {
    id: 'health-port-taken',
    severity: 'warning',
    has: [
      ['ailed to start node healthz', 'address already in use'],
      ['ailed to start healthz', 'address already in use'],
      ['starting metrics server failed', 'address already in use'],
      ['healthz server', 'address already in use'],
      ['ailed to start proxy healthz', 'address already in use'],
    ],
    source: 'pkg/proxy/healthcheck/proxy_health.go; cmd/kube-proxy/app/server.go: serveMetrics',
  },
  {
    id: 'hns-exists',
    severity: 'error',
    has: [
      ['hcnCreateLoadBalancer failed', 'already exists'],
      ['hcnCreateLoadBalancer failed', '0x803b0013'],
      ['hcnCreateLoadBalancer failed', '0xb7'],
    ],
    source: 'pkg/proxy/winkernel/hns.go: getLoadBalancer; hcsshim hcnerrors.go: HCN_E_PORT_ALREADY_EXISTS',
  },
  {
    id: 'hns-missing',
    severity: 'error',
    has: [['Unable to find HNS Network'], ['hcnCreateLoadBalancer failed', 'was not found'], ['Network Id  not found']],
    source: 'pkg/proxy/winkernel/proxier.go: syncProxyRules; hcsshim hcnerrors.go: HCN_E_PORT_NOT_FOUND',
  },
  {
    id: 'hns-refused',
    severity: 'error',
    has: [['olicy creation failed'], ['hcnCreateLoadBalancer failed'], ['HNS Endpoint creation failed']],
    source: 'pkg/proxy/winkernel/proxier.go: syncProxyRules',
  },
  {
    id: 'no-conntrack-tool',
    severity: 'warning',
    has: [
      ['conntrack', 'executable file not found'],
      ['error deleting conntrack entries', 'not found'],
    ],
    source: 'pkg/proxy/conntrack of up to 1.31: exec of conntrack(8)',
  },
  {
    id: 'chains-failed',
    severity: 'error',
    has: [['ailed to ensure chain'], ['ailed to ensure that'], ['rror checking rule: exit status']],
    source: 'pkg/proxy/iptables/proxier.go: syncProxyRules, EnsureChain, EnsureRule',
  },
  {
    id: 'no-cluster-cidr',
    severity: 'warning',
    has: [
      ['clusterCIDR not specified, unable to distinguish'],
      ['cluster CIDR not specified, unable to distinguish'],
      ['efaulting to no-op detect-local'],
    ],
    source: 'cmd/kube-proxy/app/server_linux.go: getLocalDetector; pkg/proxy/util/iptables: NewNoOpLocalDetector',
  },
  {
    id: 'no-api',
    severity: 'error',
    has: [
      ['ailed to list *v1.', 'connect: connection refused'],
      ['ailed to list *v1.', 'i/o timeout'],
      ['ailed to list *v1.', 'no route to host'],
      ['ailed to watch *v1.', 'i/o timeout'],
      ['ailed to watch *v1.', 'connect: connection refused'],
    ],
    source: 'k8s.io/client-go tools/cache/reflector.go',
  },
  {
    id: 'ipvs-empty',
    severity: 'error',
    has: [['IPVS: ', ' - no destination available']],
    source: 'net/netfilter/ipvs/ip_vs_sched.c: ip_vs_scheduler_err',
  },
  {
    id: 'rules-lockup',
    severity: 'error',
    has: [
      ['soft lockup', '[nft:'],
      ['soft lockup', '[iptables'],
      ['soft lockup', '[ip6tables'],
      ['soft lockup', '[kube-proxy'],
      ['soft lockup', '[xtables'],
    ],
    source: 'kernel/watchdog.c; net/netfilter/nf_tables_api.c: work of one transaction',
  },
  {
    id: 'syn-flood',
    severity: 'warning',
    has: [['ossible SYN flooding on port']],
    source: 'net/ipv4/tcp_input.c: tcp_syn_flood_action',
  },
  {
    id: 'ports-used-up',
    severity: 'error',
    has: [
      ['connect: cannot assign requested address'],
      ['annot assign requested address', 'connect()'],
      ['(99) Cannot assign requested address'],
      ['connect: Cannot assign requested address'],
    ],
    source: 'connect(2): EADDRNOTAVAIL; net/ipv4/inet_hashtables.c: __inet_hash_connect',
  },
  {
    id: 'no-such-address',
    severity: 'error',
    has: [['bind: cannot assign requested address']],
    source: 'bind(2): EADDRNOTAVAIL',
  },
  {
    id: 'ovs-refused',
    severity: 'error',
    has: [['OFPBAC_'], ['OFPBFC_'], ['OFPBMC_'], ['OFPFMFC_'], ['one message in bundle failed']],
    source: 'OpenFlow 1.3 7.4.4; antrea pkg/ovs/openflow: bundle',
  },
  {
    id: 'felix-rules',
    severity: 'error',
    has: [
      ['Failed to program iptables'],
      ['ptables-restore', 'command failed', 'felix'],
      ['command failed', 'ptables', '-save', 'felix'],
      ['ptables-legacy-restore failed'],
      ['ptables-nft-restore failed'],
    ],
    source: 'projectcalico felix/iptables/table.go: Apply, attemptToGetHashesAndRulesFromDataplane',
  },
  {
    id: 'bird-down',
    severity: 'warning',
    has: [
      ['bird.ctl', 'no such file'],
      ['bird.ctl', 'connection refused'],
      ['bird6.ctl', 'connection refused'],
    ],
    source: 'projectcalico node/pkg/health; calico: calicoNetwork.bgp',
  },
  {
    id: 'felix-not-ready',
    severity: 'error',
    has: [['felix is not ready'], ['felix is not live']],
    source: 'projectcalico node/pkg/health: checkFelixHealth; felix/dataplane/linux: health reports',
  },
  {
    id: 'ufw-routed',
    severity: 'warning',
    has: [
      ['Default: ', 'deny (routed)'],
      ['Default: ', 'reject (routed)'],
      ['DEFAULT_FORWARD_POLICY="DROP"'],
      ['DEFAULT_FORWARD_POLICY="REJECT"'],
    ],
    source: 'ufw(8): default, route; /etc/default/ufw',
  },
];
