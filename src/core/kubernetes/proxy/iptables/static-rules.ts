import type { TableName } from '../../../linux/hooks';
import { type RuleWhy, proxyRule } from './rule';
import type { GeneratedRule } from '../mode';
import {
  type ProxierContext,
  type Features,
  KUBE_EXTERNAL_SERVICES,
  KUBE_FIREWALL,
  KUBE_FORWARD,
  KUBE_NODEPORTS,
  KUBE_POSTROUTING,
  KUBE_PROXY_FIREWALL,
  KUBE_SERVICES,
} from './context';

/** A jump from a built-in chain, as iptablesJumpChains has it. */
export interface Jump {
  readonly table: TableName;
  readonly from: 'PREROUTING' | 'INPUT' | 'FORWARD' | 'OUTPUT' | 'POSTROUTING';
  readonly to: string;
  readonly comment?: string;
  /** Only packets that begin a connection. */
  readonly onlyNew?: boolean;
  /** The sentence that says why. */
  readonly why: RuleWhy;
  /** The release has it. Absent: all have. */
  readonly when?: (features: Features) => boolean;
}

const EXTERNAL = {
  to: KUBE_EXTERNAL_SERVICES,
  comment: 'kubernetes externally-visible service portals',
  onlyNew: true,
  why: 'jump-external',
} as const;
const REFUSED = {
  to: KUBE_SERVICES,
  comment: 'kubernetes service portals',
  onlyNew: true,
  why: 'jump-refused',
} as const;
const HEALTH = {
  to: KUBE_NODEPORTS,
  comment: 'kubernetes health check service ports',
  why: 'jump-health',
  when: (features: Features) => features.healthChecks,
} as const;
const FORWARD = { to: KUBE_FORWARD, comment: 'kubernetes forwarding rules', why: 'jump-forward' } as const;
const FIREWALL = {
  to: KUBE_PROXY_FIREWALL,
  comment: 'kubernetes load balancer firewall',
  onlyNew: true,
  why: 'jump-firewall',
  when: (features: Features) => features.dropsInFilter,
} as const;
const DISPATCH = { to: KUBE_SERVICES, comment: 'kubernetes service portals' };
const LOCALNET = {
  to: KUBE_FIREWALL,
  why: 'jump-localnet',
  when: (features: Features) => features.ownFirewall,
} as const;

/**
 * The jumps a full sync ensures, in the order it does (pkg/proxy/iptables/proxier.go
 * iptablesJumpChains, iptablesKubeletJumpChains). Each is prepended, so a built-in chain ends up
 * with the last one first.
 */
const JUMPS: readonly Jump[] = [
  { table: 'filter', from: 'INPUT', ...EXTERNAL },
  { table: 'filter', from: 'FORWARD', ...EXTERNAL, when: (features) => features.externalForward },
  { table: 'filter', from: 'INPUT', ...HEALTH },
  { table: 'filter', from: 'FORWARD', ...REFUSED },
  { table: 'filter', from: 'OUTPUT', ...REFUSED },
  { table: 'filter', from: 'INPUT', ...REFUSED, when: (features) => !features.externalForward },
  { table: 'filter', from: 'FORWARD', ...FORWARD },
  { table: 'filter', from: 'INPUT', ...FIREWALL },
  { table: 'filter', from: 'OUTPUT', ...FIREWALL },
  { table: 'filter', from: 'FORWARD', ...FIREWALL },
  { table: 'nat', from: 'OUTPUT', ...DISPATCH, why: 'jump-services-output' },
  { table: 'nat', from: 'PREROUTING', ...DISPATCH, why: 'jump-services-prerouting' },
  {
    table: 'nat',
    from: 'POSTROUTING',
    to: KUBE_POSTROUTING,
    comment: 'kubernetes postrouting rules',
    why: 'jump-postrouting',
  },
  { table: 'filter', from: 'INPUT', ...LOCALNET },
  { table: 'filter', from: 'OUTPUT', ...LOCALNET },
];

/** The jumps of a release, in the order they are ensured. */
export function jumpsOf(features: Features): readonly Jump[] {
  return JUMPS.filter((jump) => jump.when?.(features) ?? true);
}

/** The words of a jump as a rule. */
export function jumpText(jump: Jump): string {
  const state = jump.onlyNew ? '-m conntrack --ctstate NEW ' : '';
  const comment = jump.comment === undefined ? '' : `-m comment --comment "${jump.comment}" `;
  return `${state}${comment}-j ${jump.to}`;
}

/** The jumps of one built-in chain as they stand on a node that had none before. */
export function jumpsFrom(table: TableName, from: string, features: Features): GeneratedRule[] {
  return jumpsOf(features)
    .filter((jump) => jump.table === table && jump.from === from)
    .map((jump) => proxyRule('mode', jumpText(jump), jump.why))
    .reverse();
}

/** KUBE-FIREWALL: with route_localnet on, nobody outside may reach 127.0.0.0/8 (CVE-2020-8558). */
export function localnetRules(context: ProxierContext): readonly GeneratedRule[] {
  if (!context.localhostNodePorts || !context.features.ownFirewall) return [];
  const text =
    '-m comment --comment "block incoming localnet connections" -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP';
  return [proxyRule('iptables.localhostNodePorts', text, 'localnet')];
}

/** KUBE-FORWARD: forwarded Service traffic passes whatever the policy of FORWARD is. */
export function forwardRules(context: ProxierContext): readonly GeneratedRule[] {
  const rules: GeneratedRule[] = [];
  if (context.dropsInvalid) {
    const counter = context.features.nfacct ? '-m nfacct --nfacct-name ct_state_invalid_dropped_pkts ' : '';
    const text = `-m conntrack --ctstate INVALID ${counter}-j DROP`;
    rules.push(proxyRule('conntrack.tcpBeLiberal', text, 'drop-invalid'));
  }
  const marked = `-m comment --comment "kubernetes forwarding rules" -m mark --mark ${context.mark}/${context.mark} -j ACCEPT`;
  rules.push(proxyRule('iptables.masqueradeBit', marked, 'forward-marked'));
  if (!context.features.bareAddresses) return [...rules, ...podForwardRules(context)];
  const known =
    '-m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT';
  rules.push(proxyRule('mode', known, 'forward-established'));
  return rules;
}

/** Up to 1.22 two rules; up to 1.17 they name the cluster CIDR, and are missing without one. */
function podForwardRules({ detector, features }: ProxierContext): GeneratedRule[] {
  const state = '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT';
  const comment = (end: string): string => `-m comment --comment "kubernetes forwarding conntrack pod ${end} rule"`;
  const rule = (text: string): GeneratedRule => proxyRule('clusterCIDR', text, 'forward-established');
  if (features.forwardRulesWithoutCidr) {
    return [rule(`${comment('source')} ${state}`), rule(`${comment('destination')} ${state}`)];
  }
  if (detector?.kind !== 'cidr') return [];
  return [
    rule(`-s ${detector.cidr} ${comment('source')} ${state}`),
    rule(`${comment('destination')} -d ${detector.cidr} ${state}`),
  ];
}

/** KUBE-POSTROUTING: masquerades what was marked, and takes the mark off. */
export function postroutingRules(context: ProxierContext): readonly GeneratedRule[] {
  const field = 'iptables.masqueradeBit';
  if (!context.features.unmarking) return [oldMasquerade(context)];
  const masquerade = '-m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully';
  return [
    proxyRule(field, `-m mark ! --mark ${context.mark}/${context.mark} -j RETURN`, 'postrouting-unmarked'),
    proxyRule(field, `-j MARK --xor-mark ${context.mark}`, 'postrouting-unmark'),
    proxyRule(field, masquerade, 'postrouting-masquerade'),
  ];
}

function oldMasquerade({ mark }: ProxierContext): GeneratedRule {
  const comment = '-m comment --comment "kubernetes service traffic requiring SNAT"';
  const text = `${comment} -m mark --mark ${mark}/${mark} -j MASQUERADE --random-fully`;
  return proxyRule('iptables.masqueradeBit', text, 'postrouting-masquerade');
}

/** KUBE-MARK-MASQ. */
export function markMasqRules({ mark, features }: ProxierContext): readonly GeneratedRule[] {
  const text = features.unmarking ? `-j MARK --or-mark ${mark}` : `-j MARK --set-xmark ${mark}/${mark}`;
  return [proxyRule('iptables.masqueradeBit', text, 'mark-masq')];
}
