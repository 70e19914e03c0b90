import type { EvidenceFinding } from './evidence-finding';

/** What one finding takes away, or says more narrowly than another, by the ids of both. */
const OVERRULED: Readonly<Record<string, readonly string[]>> = {
  // Cilium's map of the node has a backend for the Service that only those of the node count for.
  'pair-internal-local': ['cilium-front-served'],
  'known-internal-policy': ['cilium-front-served'],
  'known-hetzner-balancer': ['known-balancer-no-targets'],
  'pair-two-iptables': ['nft-module', 'known-module-missing', 'family-extension'],
  'log-name-denied': ['wildcard-name'],
  'pair-policy-service': ['policy-dns-all', 'known-egress-names'],
  'pair-mesh': ['log-cni-failed', 'log-rule-refused', 'known-host-prohibits'],
  'asked-localhost': ['cilium-l7-service'],
  'pair-node-port-addresses': ['cilium-l7-service'],
  'pair-tunnel-size': ['mtu-too-big'],
  'pair-nftables-mode': ['nft-module', 'limit-nftables-kernel'],
  // What works inside shows that the agent and its maps are there.
  'pair-cilium-whole': ['contrast-outside-alone', 'split-hosts'],
  'contrast-outside-alone': ['split-hosts'],
  'node-port-some-nodes': ['split-hosts'],
  'pair-local-balancer': ['shared-address'],
  'symptom-name-denied': ['coredns-slices', 'wildcard-name'],
  'symptom-across-nodes': ['kube-vip-security'],
  'symptom-balancer-outside': ['kube-vip-security'],
  // The name of an NLB is no address that rules of a node take; and there the client's address is kept.
  'symptom-balancer-inside': ['kube-vip-security', 'known-nlb-own-client'],
  'symptom-source-address': ['known-nlb-own-client', 'known-cilium-source'],
  'symptom-port-forward': ['unmatched-labels', 'none-listed'],
  'known-egress-names': ['policy-dns-all', 'cilium-egress-dns', 'policy-service-port'],
  'known-desktop-machine': ['log-docker-desktop', 'symptom-host-vm'],
  'known-cilium-bgp-selector': ['bgp-unselected', 'bgp-unlabelled'],
  'pair-cilium-bgp': ['bgp-unselected', 'bgp-unlabelled'],
  'pool-unannounced': ['pool-apart'],
  'forward-closed': ['policy-dropped-FORWARD'],
  'known-nft-crash': ['crash-syncs'],
  'known-module-missing': ['known-svclb-legacy', 'family-extension'],
  'log-restore-failed': ['family-extension'],
  'log-nft-unsupported': ['known-portmap-nft'],
  'log-no-vxlan': ['known-flannel-link'],
  'log-felix-not-ready': ['known-ipset-revision', 'known-foreign-nft-rules'],
  'log-incompatible-table': ['known-foreign-nft-rules'],
  'known-cilium-pool': ['known-cilium-gateway-status', 'known-cilium-old-pool'],
  'known-cilium-l2-lease': [
    'announced-devices',
    'known-arp-no-address',
    'known-metallb-no-device',
    'known-cilium-lease-unserved',
  ],
  'known-calico-ebpf-api': ['known-ambient-calico'],
  'known-size-of-packets': ['mtu-too-big', 'known-cilium-wireguard-size'],
  'known-proxy-header': ['known-balancer-bypassed'],
  'symptom-svclb-pending': ['known-svclb-forwarding', 'known-svclb-legacy', 'known-nft-unanswered'],
  'pair-service-lb': ['known-svclb-forwarding', 'known-svclb-legacy', 'known-nft-unanswered'],
  'log-forbidden': ['known-dns-rights'],
  'log-unknown-option': ['known-module-missing', 'family-extension'],
  'log-no-bridge-filter': ['known-bridge-of-the-host'],
  'log-dns-upstream': ['known-talos-host-dns'],
  'known-own-address-of-cache': ['known-cilium-link-local'],
  'pair-conntrack-idle': ['known-stale-udp'],
  'known-api-service-unserved': ['log-proxy-answered'],
  'known-webhook-unreached': [
    'log-proxy-answered',
    'known-webhook-certificate',
    'known-webhook-no-endpoint',
    'known-webhook-refused',
  ],
  'known-metallb-unadvertised': ['pool-unannounced'],
  'known-metallb-excluded': ['node-excluded', 'limit-metallb-excludes'],
  'known-strict-arp': ['arp-answers'],
  'known-ping-of-service': ['asked-ping'],
  'known-ufw-and-pods': ['log-ufw-routed', 'logged-ufw'],
};

/** What words suggest. */
const GUESSED = /^(?:pair|contrast)-/;
const isGuess = ({ id, severity }: EvidenceFinding): boolean =>
  GUESSED.test(id) || (id.startsWith('known-') && severity === 'warning');
/** Findings that name the field, rule or crash by which a Service of the texts is not served: what words suggest beside them is silent. */
const PROOFS: ReadonlySet<string> = new Set([
  'crash-syncs',
  'unnamed-endpoints',
  'unmatched-labels',
  'no-pod-selected',
  'single-family',
  'coredns-slices',
  'external-name-address',
  'family-extension',
  'stale-addresses',
  'cilium-egress-dns',
  'cilium-egress-api',
  'policy-service-port',
  'resolver-address',
  'overlapping-ranges',
  'bgp-unselected',
  'bgp-unlabelled',
  'pool-apart',
  'pool-unknown',
  'twin-endpoints',
]);

/** Causes that only fit and say that a Service has nobody behind it, or at another port. */
const OF_UNSERVED =
  /^(?:known-(?:other-target-port|ports-of-template|unready-names|ingress-no-endpoint|no-local-endpoint)|template-labels)$/;

/** Leaves out causes that only fit and say that nobody serves a Service which a walk shows to be served by nothing but what is told. */
export const withoutServed = (found: readonly EvidenceFinding[]): readonly EvidenceFinding[] =>
  found.some(({ shows }) => shows === 'served')
    ? found.filter(({ id, severity }) => severity !== 'warning' || !OF_UNSERVED.test(id))
    : found;

/** Leaves findings out that another one of the same texts overrules: what is shown counts before what words suggest. */
export function withoutOverruled(found: readonly EvidenceFinding[]): readonly EvidenceFinding[] {
  const ids = new Set(found.map(({ id }) => id));
  const isProven = found.some(({ id, severity }) => severity === 'error' && PROOFS.has(id));
  return found.filter((each) => !(isProven && isGuess(each)) && !(OVERRULED[each.id] ?? []).some((by) => ids.has(by)));
}
