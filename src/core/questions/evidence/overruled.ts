import type { EvidenceFinding } from './evidence-finding';

/** What one finding takes away, or says more narrowly than another, by the ids of both. */
const OVERRULED: Readonly<Record<string, readonly string[]>> = {
  'pair-policy-service': ['policy-dns-all'],
  'asked-localhost': ['cilium-l7-service'],
  'pair-node-port-addresses': ['cilium-l7-service'],
  'pair-tunnel-size': ['mtu-too-big'],
  'pair-nftables-mode': ['nft-module', 'limit-nftables-kernel'],
  // What works inside shows that the agent and its maps are there.
  'pair-cilium-whole': ['contrast-outside-alone', 'split-hosts'],
  'contrast-outside-alone': ['split-hosts'],
  'node-port-some-nodes': ['split-hosts'],
  'pair-local-balancer': ['shared-address'],
  'symptom-name-denied': ['coredns-slices'],
  'symptom-across-nodes': ['kube-vip-security'],
  'symptom-balancer-outside': ['kube-vip-security'],
  'symptom-balancer-inside': ['kube-vip-security'],
  'symptom-port-forward': ['unmatched-labels', 'none-listed'],
};

/** What words suggest. */
const GUESSED = /^(?:pair|contrast)-/;
/** Findings that name the field, rule or crash by which a Service of the texts is not served: what words suggest beside them is silent. */
const PROOFS: ReadonlySet<string> = new Set([
  'crash-syncs',
  'unnamed-endpoints',
  'unmatched-labels',
  'no-pod-selected',
  'single-family',
  'coredns-slices',
  'cilium-egress-dns',
  'cilium-egress-api',
]);

/** Leaves findings out that another one of the same texts overrules: what is shown counts before what words suggest. */
export function withoutOverruled(found: readonly EvidenceFinding[]): readonly EvidenceFinding[] {
  const ids = new Set(found.map(({ id }) => id));
  const isProven = found.some(({ id, severity }) => severity === 'error' && PROOFS.has(id));
  return found.filter(({ id }) => !(isProven && GUESSED.test(id)) && !(OVERRULED[id] ?? []).some((by) => ids.has(by)));
}
