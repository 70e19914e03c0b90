import { COMMAND_CAUSES } from './command-causes';
import type { LogCause } from './log-cause-ids';
import { NODE_CAUSES } from './node-causes';

/** Reason phrases with which a proxy refuses CONNECT. */
const PROXY_ANSWERS = [
  'Forbidden',
  'Proxy Authentication Required',
  'Bad Gateway',
  'Service Unavailable',
  'Gateway Timeout',
];

/**
 * Causes of log lines and of commands that failed. Only causes that hold wherever the words stand; of a line that has
 * several, the sentence says how they are told apart. The first that fits a line counts.
 */
export const LOG_CAUSES: readonly LogCause[] = [
  {
    id: 'proxy-answered',
    severity: 'error',
    has: PROXY_ANSWERS.flatMap((answer) => [
      [' https://', `: ${answer}`],
      [' "https://', `: ${answer}`],
    ]),
    but: [': 403 ', ': 502 ', ': 503 ', ': 504 ', '(Forbidden)', 'status'],
    source: 'net/http/transport.go: dialConn returns the reason phrase of a refused CONNECT as the error',
  },
  {
    id: 'table-full',
    severity: 'error',
    has: [['nf_conntrack: table full']],
    source: 'net/netfilter/nf_conntrack_core.c: __nf_conntrack_alloc',
  },
  {
    id: 'no-conntrack',
    severity: 'error',
    has: [
      ['/proc/sys/net/netfilter/nf_conntrack', 'o such file'],
      ['sysctl', 'net.netfilter.nf_conntrack', 'o such file'],
      ['sysctl', '"net.netfilter.nf_conntrack', 'unknown key'],
      ['/proc/net/nf_conntrack', 'o such file'],
    ],
    source: 'net/netfilter/nf_conntrack_standalone.c: nf_conntrack_standalone_init_sysctl; pkg/proxy: conntrack.go',
  },
  {
    id: 'lock-held',
    severity: 'warning',
    has: [['currently holding the xtables lock']],
    source: 'iptables(8): -w, --wait',
  },
  {
    id: 'unknown-option',
    severity: 'error',
    has: [
      ['tables', 'unknown option "--'],
      ['tables', "Couldn't load match `"],
      ['tables', "Couldn't load target `"],
      ['tables', "Couldn't find match `"],
      ['tables', "Couldn't find target `"],
    ],
    source: 'libxtables/xtables.c: xtables_find_match, xtables_find_target',
  },
  ...NODE_CAUSES,
  {
    id: 'no-such-chain',
    severity: 'error',
    has: [['No chain/target/match by that name']],
    source: 'libiptc/libiptc.c: iptc_strerror, ENOENT',
  },
  {
    id: 'no-such-rule',
    severity: 'warning',
    has: [['does a matching rule exist in that chain?']],
    source: 'iptables/iptables-standalone.c, libiptc: E2BIG, ENOENT of TC_DELETE_ENTRY and TC_CHECK_ENTRY',
  },
  {
    id: 'incompatible-table',
    severity: 'warning',
    has: [["is incompatible, use 'nft' tool"]],
    source: 'iptables/nft.c: nft_is_table_compatible',
  },
  {
    id: 'table-missing',
    severity: 'error',
    has: [['do you need to insmod?']],
    source: 'libiptc/libiptc.c: TC_INIT, ENOENT',
  },
  {
    id: 'restore-failed',
    severity: 'error',
    has: [['Failed to execute iptables-restore']],
    source: 'pkg/proxy/iptables/proxier.go: syncProxyRules',
  },
  {
    id: 'nft-sync',
    severity: 'error',
    has: [['nftables sync failed'], ['Failed to sync nftables']],
    source: 'pkg/proxy/nftables/proxier.go: syncProxyRules',
  },
  {
    id: 'nft-busy',
    severity: 'error',
    has: [['Could not process rule: Device or resource busy']],
    source: 'net/netfilter/nf_tables_api.c: EBUSY of what is in use',
  },
  {
    id: 'nft-missing',
    severity: 'error',
    has: [['Could not process rule: No such file or directory']],
    source: 'net/netfilter/nf_tables_api.c: ENOENT of a name, of an expression without its module',
  },
  {
    id: 'nft-cleanup',
    severity: 'info',
    has: [['leaning up nftables rules']],
    source: 'pkg/proxy/nftables/proxier.go: CleanupLeftovers',
  },
  {
    id: 'no-iptables',
    severity: 'error',
    has: [['iptables is not available on this host']],
    source: 'cmd/kube-proxy/app/server_linux.go: platformCheckSupported',
  },
  {
    id: 'nft-unsupported',
    severity: 'error',
    has: [['Could not process rule: Operation not supported']],
    source: 'net/netfilter/nf_tables_api.c: nft_chain_validate_hooks, nft_select_expr_ops; EOPNOTSUPP',
  },
  {
    id: 'nft-exists',
    severity: 'error',
    has: [['Could not process rule: File exists']],
    source: 'net/netfilter/nf_tables_api.c: EEXIST of NLM_F_EXCL and of an element with other data',
  },
  {
    id: 'nft-too-old',
    severity: 'error',
    has: [['nftables', 'requires kernel'], ['nft version must be v']],
    source: 'pkg/proxy/nftables/proxier.go: getNFTablesInterface',
  },
  {
    id: 'no-bridge-filter',
    severity: 'error',
    has: [
      ['bridge-nf-call-iptables', 'No such file'],
      ['bridge-nf-call-iptables', 'no such file'],
      ['bridge-nf-call-iptables', 'does not exist'],
    ],
    source: 'net/bridge/br_netfilter_hooks.c: brnf_sysctl',
  },
  {
    id: 'no-sysctl',
    severity: 'error',
    has: [['/proc/sys/net/', 'o such file']],
    source: 'net/core/sysctl_net_core.c; proc(5): a key is there while what has it is loaded',
  },
  {
    id: 'no-forwarding',
    severity: 'error',
    has: [['ip_forward contents are not set to 1']],
    source: 'cmd/kubeadm/app/preflight: FileContentCheck',
  },
  {
    id: 'no-ipvs',
    severity: 'error',
    has: [["Can't use the IPVS proxier"], ["can't use ipvs proxier"], ["Can't use ipvs proxier"]],
    source: 'pkg/proxy/ipvs/proxier.go: CanUseIPVSProxier',
  },
  {
    id: 'node-unknown',
    severity: 'error',
    has: [
      ["an't determine this node's IP"],
      ["an't determine this node’s IP"],
      ['ailed to retrieve node info', 'not found'],
    ],
    source: 'cmd/kube-proxy/app/server.go: detectNodeIPs',
  },
  {
    id: 'forbidden',
    severity: 'error',
    has: [['is forbidden: User "', 'cannot ']],
    source: 'staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go',
  },
  {
    id: 'dns-loop',
    severity: 'error',
    has: [['plugin/loop: Loop (']],
    source: 'coredns plugin/loop: Troubleshooting Loops',
  },
  {
    id: 'dns-upstream',
    severity: 'warning',
    has: [['plugin/errors: ', 'read udp ', 'i/o timeout']],
    source: 'coredns plugin/errors, plugin/forward',
  },
  {
    id: 'dns-waits',
    severity: 'warning',
    has: [
      ['waiting for Kubernetes API before starting server'],
      ['plugin/ready: ', 'aiting on: "kubernetes"'],
      ['plugin/ready: Plugins not ready: "kubernetes"'],
    ],
    source: 'coredns plugin/kubernetes: waitForAPI; plugin/ready',
  },
  {
    id: 'subnet-env',
    severity: 'error',
    has: [['/run/flannel/subnet.env', 'no such file']],
    source: 'flannel: Documentation/running.md',
  },
  {
    id: 'no-pod-cidr',
    severity: 'error',
    has: [['pod cidr not assigned']],
    source: 'flannel: Documentation/troubleshooting.md, Kubernetes Specific',
  },
  {
    id: 'no-plugin',
    severity: 'error',
    has: [['failed to find plugin "']],
    source: 'containernetworking/cni pkg/invoke/find.go',
  },
  {
    id: 'no-cni',
    severity: 'error',
    has: [
      ['cni plugin not initialized'],
      ['cni config uninitialized'],
      ['No networks found in /etc/cni/net.d'],
      ['No CNI configuration file in /etc/cni/net.d'],
    ],
    source: 'containerd internal/cri/server/status.go; containerd/go-cni',
  },
  {
    id: 'bridge-address',
    severity: 'error',
    has: [['already has an IP address different from']],
    source: 'containernetworking/plugins plugins/main/bridge: ensureAddr',
  },
  {
    id: 'no-vxlan',
    severity: 'error',
    has: [['vxlan', 'operation not supported']],
    source: 'net/core/rtnetlink.c: EOPNOTSUPP of an unknown kind of link',
  },
  {
    id: 'bgp-down',
    severity: 'error',
    has: [['BGP not established with']],
    source: 'calico node/pkg/health: checkBIRDReady',
  },
  {
    id: 'probe-failed',
    severity: 'warning',
    has: [['Readiness probe failed']],
    source: 'pkg/kubelet/prober; pkg/controller/endpointslice',
  },
  {
    id: 'pool-empty',
    severity: 'error',
    has: [['ailed to allocate IP for "', 'no available IPs']],
    source: 'metallb internal/allocator: Allocate',
  },
  {
    id: 'certificate',
    severity: 'warning',
    has: [['x509: certificate is valid for', ', not ']],
    source: 'crypto/x509 of Go: HostnameError',
  },
  {
    id: 'martian',
    severity: 'warning',
    has: [['martian source ']],
    source: 'net/ipv4/route.c: ip_handle_martian_source',
  },
  {
    id: 'neighbours-full',
    severity: 'error',
    has: [['neighbor table overflow'], ['neighbour: ', 'table overflow']],
    source: 'net/core/neighbour.c: neigh_alloc',
  },
  {
    id: 'module-absent',
    severity: 'error',
    has: [['FATAL: Module ', ' not found'], ["Could not find module '"], ['modprobe: module ', ' not found in']],
    source: 'kmod tools/modprobe.c: insmod_do; busybox modutils/modprobe.c',
  },
  {
    id: 'rule-refused',
    severity: 'error',
    has: [
      ['RULE_APPEND failed'],
      ['RULE_INSERT failed'],
      ['RULE_REPLACE failed'],
      ['CHAIN_ADD failed'],
      ['CHAIN_USER_ADD failed'],
    ],
    source: 'iptables/nft.c: mnl_err, obj types in nft_errors of nft_action',
  },
  ...COMMAND_CAUSES,
  {
    id: 'cni-failed',
    severity: 'error',
    has: [['plugin type="', 'failed (add)']],
    source: 'containernetworking/cni libcni/api.go: AddNetworkList; containerd: FailedCreatePodSandBox',
  },
];
