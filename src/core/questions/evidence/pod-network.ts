import { withoutDenied } from '../../paste/denied-names';

/** Pod networks by the words that name them, their tunnels' ports among these. */
const NETWORKS = [
  { by: 'flannel', named: /\bflannel\b|\bk3s\b|\b8472\b/i },
  { by: 'cilium', named: /\bcilium\b/i },
  { by: 'calico', named: /\bcalico\b|\bcanal\b/i },
  { by: 'weave', named: /\bweave\b/i },
] as const;

/** The program whose network carries packets between nodes, as a text names it; `other`: it names none. */
export function findPodNetwork(text: string): (typeof NETWORKS)[number]['by'] | 'other' {
  const told = withoutDenied(text);
  return NETWORKS.find(({ named }) => named.test(told))?.by ?? 'other';
}
