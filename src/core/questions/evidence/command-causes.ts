import type { LogCause } from './log-cause-ids';

/** What commands and settings that people name do to rules, connections and the way to a machine. */
export const COMMAND_CAUSES: readonly LogCause[] = [
  {
    id: 'forward-policy',
    severity: 'warning',
    has: [['iptables -P FORWARD ACCEPT'], ['iptables --policy FORWARD ACCEPT']],
    source: 'docker.com: Docker sets the policy of FORWARD to DROP; pkg/proxy/iptables/proxier.go: KUBE-FORWARD',
  },
  {
    id: 'firewall-off',
    severity: 'warning',
    has: [
      ['systemctl stop firewalld'],
      ['systemctl disable --now firewalld'],
      ['systemctl disable firewalld'],
      ['ufw disable'],
    ],
    source: 'docs.k3s.io: Requirements, Networking; firewalld.org',
  },
  {
    id: 'checksum',
    severity: 'warning',
    has: [['tx-checksum-ip-generic off'], ['ethtool -K', 'tx off'], ['ethtool --offload', 'tx off']],
    source: 'flannel Documentation/troubleshooting.md: NAT; Calico: ChecksumOffloadBroken',
  },
];
