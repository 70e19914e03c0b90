import { isNetworkPolicy } from '../../kubernetes/policy/network-policy';
import { isFields, listExpressions, listFields, selectsLabels } from '../../kubernetes/policy/selector';
import { namespacedName, type ClusterObjects, type OtherObject } from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import type { EvidenceFinding } from './evidence-finding';
import { isOfNames } from './what-clears';

type Fields = Readonly<Record<string, unknown>>;

/** A rule of egress that lets questions of DNS through: to everybody, to Pods that CoreDNS is among or is not by its usual labels, to addresses. */
interface DnsRule {
  readonly to: 'all' | 'dns' | 'labels' | 'blocks';
  /** From 1, as people count rules. */
  readonly number: number;
  readonly labels: string;
  /** Port 53 is named: the rule is meant for names. */
  readonly isMeant: boolean;
}

/** A policy of egress, with what it and those that certainly take the same Pods let through to name servers. */
interface EgressPolicy {
  readonly name: string;
  readonly namespace: string;
  readonly selector: string;
  readonly rules: readonly DnsRule[];
  readonly isEmpty: boolean;
}

const DNS_PORT = 53;
/** As kubeadm, kind, k3s, RKE2, EKS, GKE and AKS label CoreDNS; the label of a namespace is set by the API server (1.22). */
const DNS_LABELS = { 'k8s-app': 'kube-dns' };
const DNS_NAMESPACE = { 'kubernetes.io/metadata.name': 'kube-system' };

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

const namesDnsPort = (rule: Fields): boolean => listFields(rule['ports']).some(({ port }) => port === DNS_PORT);

/** UDP to port 53: TCP alone answers no resolver that asks as usual. */
function hasDnsPort(rule: Fields): boolean {
  const ports = listFields(rule['ports']);
  if (ports.length === 0) return true;
  return ports.some(({ protocol = 'TCP', port, endPort }) => {
    if (protocol !== 'UDP') return false;
    if (typeof port !== 'number') return port === undefined;
    return typeof endPort === 'number' ? port <= DNS_PORT && DNS_PORT <= endPort : port === DNS_PORT;
  });
}

const writeSelector = (selector: Fields): string =>
  Object.entries(fieldsOf(selector['matchLabels']))
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',');

function readPeer(peer: Fields, namespace: string): Pick<DnsRule, 'to' | 'labels'> {
  const { ipBlock, podSelector, namespaceSelector } = peer;
  if (isFields(ipBlock)) return { to: 'blocks', labels: '' };
  const isThere = isFields(namespaceSelector)
    ? selectsLabels(namespaceSelector, DNS_NAMESPACE)
    : namespace === 'kube-system';
  const labels = writeSelector(fieldsOf(podSelector));
  return { to: isThere && selectsLabels(fieldsOf(podSelector), DNS_LABELS) ? 'dns' : 'labels', labels };
}

function readRule(rule: Fields, number: number, namespace: string): readonly DnsRule[] {
  if (!hasDnsPort(rule)) return [];
  const peers = listFields(rule['to']);
  const isMeant = namesDnsPort(rule);
  if (peers.length === 0) return [{ to: 'all', number, labels: '', isMeant }];
  return peers.map((peer) => ({ ...readPeer(peer, namespace), number, isMeant }));
}

function readPolicy(object: OtherObject): readonly EgressPolicy[] {
  const { name = '?', namespace = 'default' } = object.metadata ?? {};
  const spec = fieldsOf((object as unknown as Fields)['spec']);
  const types = listExpressions(spec['policyTypes']);
  const isEgress = types.length > 0 ? types.includes('Egress') : spec['egress'] !== undefined;
  if (!isEgress) return [];
  const egress = listFields(spec['egress']);
  const rules = egress.flatMap((rule, at) => readRule(rule, at + 1, namespace));
  const selector = JSON.stringify(spec['podSelector'] ?? {});
  return [
    {
      name: namespacedName({ metadata: { name, namespace } }),
      namespace,
      selector,
      rules,
      isEmpty: egress.length === 0,
    },
  ];
}

/** The rules of all policies that take the Pods of one: its own selector, or every Pod of the namespace. */
const listAdded = (
  policy: EgressPolicy,
  all: readonly EgressPolicy[],
): readonly (DnsRule & { readonly of: string })[] =>
  all
    .filter(
      ({ namespace, selector }) =>
        namespace === policy.namespace && (selector === policy.selector || selector === '{}'),
    )
    .flatMap(({ rules, name }) => rules.map((rule) => ({ ...rule, of: name })));

const RANK = ['all', 'dns', 'blocks', 'labels'] as const;

function sayMissingDns(policy: EgressPolicy, all: readonly EgressPolicy[], isAsked: boolean): readonly EvidenceFinding[] {
  const added = listAdded(policy, all);
  const widest = RANK.flatMap((to) => {
    const own = added.filter((rule) => rule.to === to);
    return own.find(({ isMeant }) => isMeant) ?? own[0] ?? [];
  }).at(0);
  const to = widest?.to ?? 'none';
  // What lets names through, or addresses of which none is told to be the name server's, is nobody's question but for names.
  if (to === 'blocks' || to === 'dns' || (to === 'all' && !isAsked)) return [];
  const values = {
    name: policy.name,
    to,
    rule: widest?.number ?? 0,
    of: widest === undefined || widest.of === policy.name ? 'own' : widest.of,
    labels: widest?.labels || 'none',
    empty: policy.isEmpty ? 'yes' : 'no',
    patch: writePatch(policy),
  };
  return [
    {
      id: `policy-dns-${to}`,
      severity: isAsked ? 'warning' : 'info',
      says: phrase('evidence.policy.dns', values),
      next: phrase('evidence.policy-next.dns', values),
      path: `NetworkPolicy ${policy.name}`,
    },
  ];
}

/** The command that lets Pods of a policy ask CoreDNS, in a rule of its own. */
function writePatch({ name, isEmpty }: EgressPolicy): string {
  const [namespace = 'default', own = ''] = name.split('/');
  const peer = { namespaceSelector: { matchLabels: DNS_NAMESPACE }, podSelector: { matchLabels: DNS_LABELS } };
  const ports = ['UDP', 'TCP'].map((protocol) => ({ protocol, port: DNS_PORT }));
  const rule = { to: [peer], ports };
  const step = isEmpty
    ? { op: 'add', path: '/spec/egress', value: [rule] }
    : { op: 'add', path: '/spec/egress/-', value: rule };
  return `kubectl -n ${namespace} patch networkpolicy ${own} --type=json -p '${JSON.stringify([step])}'`;
}

/** Longer lines are no sentences. */
const LONGEST = 2000;
/** So many policies are told. */
const MOST_TOLD = 3;

/**
 * Says of NetworkPolicies of egress whether their rules, which add up (k8s.io/api/networking/v1), let questions of DNS through: to everybody
 * though names fail, to Pods by labels that CoreDNS seldom has, or to nobody. Who enforces them is another question.
 */
export function findPolicyDns(
  { others = [] }: Pick<ClusterObjects, 'others'>,
  texts: readonly { readonly text: string }[],
): readonly EvidenceFinding[] {
  const policies = others.filter(isNetworkPolicy).flatMap(readPolicy);
  if (policies.length === 0) return [];
  const isAsked = texts.some(({ text }) => text.split('\n').some((line) => line.length <= LONGEST && isOfNames(line)));
  const found = policies.flatMap((policy) => sayMissingDns(policy, policies, isAsked));
  // What a policy has by another's rule stands with that one.
  return found.filter(({ says }) => says.values?.['of'] === 'own').slice(0, MOST_TOLD);
}
