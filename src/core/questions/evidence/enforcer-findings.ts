import { nodeSettings } from '../../kubernetes/network/node-settings';
import { isNetworkPolicy } from '../../kubernetes/policy/network-policy';
import { namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

/** Networks by the words that name them, and whether they carry out NetworkPolicies by themselves (their own documentation). */
const NETWORKS = [
  { network: 'Calico', enforces: 'yes', of: /\bcalico\b|\bcanal\b/i },
  { network: 'Cilium', enforces: 'yes', of: /\bcilium\b/i },
  { network: 'Antrea', enforces: 'yes', of: /\bantrea\b/i },
  { network: 'kube-router', enforces: 'yes', of: /\bkube-router\b|\bk3s\b|\brke2\b|\bk0s\b/i },
  { network: 'OVN-Kubernetes', enforces: 'yes', of: /\bovn-?k(?:ubernetes)?\b|\bopenshift\b/i },
  { network: 'flannel', enforces: 'no', of: /\bflannel\b/i },
] as const;

/**
 * Says of NetworkPolicies beside which no object tells who carries them out that this is not known: a policy is an object, and the network
 * of the Pods acts by it or does not. Words of the texts may name that network.
 */
export function findEnforcer(
  { nodes, others = [] }: ClusterObjects,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const policies = others.filter(isNetworkPolicy);
  const [first] = policies;
  if (!first || nodes.some((node) => nodeSettings(node).writers !== undefined)) return [];
  const { network, enforces } = NETWORKS.find(({ of }) => texts.some(({ text }) => of.test(text))) ?? UNTOLD;
  const names = policies.slice(0, 5).map((each) => namespacedName({ metadata: { name: '?', ...each.metadata } }));
  const says = phrase('evidence.enforcer-untold', { names: quoteWords(names), network, enforces });
  return [{ id: 'enforcer-untold', severity: 'info', says, next: phrase('evidence.next.enforcer-untold') }];
}

const UNTOLD = { network: 'none', enforces: 'untold' } as const;
