import type { EvidenceFinding } from './evidence-finding';

/** What one finding takes away, or says more narrowly than another, by the ids of both. */
const OVERRULED: Readonly<Record<string, readonly string[]>> = {
  'pair-policy-service': ['policy-dns-all'],
  'asked-localhost': ['cilium-l7-service'],
  'pair-node-port-addresses': ['cilium-l7-service'],
  'pair-tunnel-size': ['mtu-too-big'],
  'pair-nftables-mode': ['nft-module', 'limit-nftables-kernel', 'crash-syncs'],
  // What works inside shows that the agent and its maps are there.
  'pair-cilium-whole': ['contrast-outside-alone', 'split-hosts'],
  'contrast-outside-alone': ['split-hosts'],
  'node-port-some-nodes': ['split-hosts'],
  'pair-local-balancer': ['shared-address'],
};

/** Leaves findings out that another one of the same texts overrules: what is shown counts before what words suggest. */
export function withoutOverruled(found: readonly EvidenceFinding[]): readonly EvidenceFinding[] {
  const ids = new Set(found.map(({ id }) => id));
  return found.filter(({ id }) => !(OVERRULED[id] ?? []).some((by) => ids.has(by)));
}
