import { nodeSettings } from '../../kubernetes/network/node-settings';
import { isNetworkPolicy } from '../../kubernetes/policy/network-policy';
import { withoutDenied } from '../../paste/denied-names';
import { namespacedName, type ClusterObjects } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';
import { findLine } from './ruled-out';

/** Networks by the words that name them, and whether they carry out NetworkPolicies by themselves (their own documentation). */
const NETWORKS = [
  { network: 'Calico', enforces: 'yes', of: /\bcalico\b|\bcanal\b/i },
  { network: 'Cilium', enforces: 'yes', of: /\bcilium\b/i },
  { network: 'Antrea', enforces: 'yes', of: /\bantrea\b/i },
  { network: 'kube-router', enforces: 'yes', of: /\bkube-router\b|\bk3s\b|\brke2\b|\bk0s\b/i },
  { network: 'OVN-Kubernetes', enforces: 'yes', of: /\bovn-?k(?:ubernetes)?\b|\bopenshift\b/i },
  {
    network: 'Amazon VPC CNI',
    enforces: 'set',
    of: /\bvpc[- ]cni\b|\baws-node\b|\bamazon-vpc|\beks\b|\.compute\.internal\b/i,
  },
  { network: 'flannel', enforces: 'no', of: /\bflannel\b/i },
] as const;

/** What a policy forbids is said to pass. */
const PASSES =
  /\b(?:polic(?:y|ies)|egress|ingress|netpols?)\b.{0,60}(?:\b(?:not|never)|n['’]t) (?:being |get(?:ting)? |taking |have |having )?(?:applied|enforced|respected|honou?red|effect|effective|blocking)|\b(?:polic(?:y|ies)|egress|ingress|netpols?)\b.{0,40}\bignored\b|\bfreely (?:access|reach|connect)|\b(?:pods?|traffic|they|we|it)\b.{0,30}\bstill (?:can |able to |be able to )?(?:access|reach|connect|ping|curl|get through|pass)/i;

/** A policy does stop something: who carries it out is known, and what is said to be ignored is what it should let in. */
const STOPS =
  /\b(?:allowed|permitted|legitimate|wanted) (?:\w{1,12} )?(?:traffic|connections?|packets?|requests?)\b.{0,40}\b(?:blocked|dropped|denied|rejected|refused)\b|\bpolicy denied\b|\bpolicy[- ]?verdict\b.{0,80}\bden|\bverdict:? (?:deny|dropped)\b|\bPOLICY_DENIED\b/i;

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
  if (texts.some(({ text }) => findLine(text, [STOPS]) !== undefined)) return [];
  if (!first || nodes.some((node) => nodeSettings(node).writers !== undefined)) return [];
  const { network, enforces } =
    NETWORKS.find(({ of }) => texts.some(({ text }) => of.test(withoutDenied(text)))) ?? UNTOLD;
  const names = policies.slice(0, 5).map((each) => namespacedName({ metadata: { name: '?', ...each.metadata } }));
  const passes = texts.flatMap(({ text }) => findLine(text, [PASSES]) ?? []).at(0);
  const values = { names: quoteWords(names), network, enforces, passes: String(passes?.number ?? 'none') };
  return [
    {
      id: 'enforcer-untold',
      severity: passes ? 'warning' : 'info',
      says: phrase('evidence.enforcer-untold', values),
      next: phrase('evidence.next.enforcer-untold', values),
      ...(passes ? { words: [passes.line.trim()] } : {}),
    },
  ];
}

const UNTOLD = { network: 'none', enforces: 'untold' } as const;
