import type { TableName } from '../../../linux/hooks';
import type { GeneratedRule } from '../mode';
import type { ProxierContext } from './context';
import {
  KUBE_EXTERNAL_SERVICES,
  KUBE_FIREWALL,
  KUBE_FORWARD,
  KUBE_NODEPORTS,
  KUBE_POSTROUTING,
  KUBE_PROXY_FIREWALL,
  KUBE_SERVICES,
} from './names';
import { proxyRule } from './rule';

/** A jump from a built-in chain, as iptablesJumpChains has it. */
export interface Jump {
  readonly table: TableName;
  readonly from: 'PREROUTING' | 'INPUT' | 'FORWARD' | 'OUTPUT' | 'POSTROUTING';
  readonly to: string;
  readonly comment?: string;
  /** Only packets that begin a connection. */
  readonly onlyNew?: boolean;
  /** The sentence that says why. */
  readonly why: string;
}

const EXTERNAL = {
  to: KUBE_EXTERNAL_SERVICES,
  comment: 'kubernetes externally-visible service portals',
  onlyNew: true,
};
const HEALTH = { to: KUBE_NODEPORTS, comment: 'kubernetes health check service ports' };
const REFUSED = { to: KUBE_SERVICES, comment: 'kubernetes service portals', onlyNew: true };
const FORWARD = { to: KUBE_FORWARD, comment: 'kubernetes forwarding rules' };
const FIREWALL = { to: KUBE_PROXY_FIREWALL, comment: 'kubernetes load balancer firewall', onlyNew: true };
const DISPATCH = { to: KUBE_SERVICES, comment: 'kubernetes service portals' };
const POSTROUTING = { to: KUBE_POSTROUTING, comment: 'kubernetes postrouting rules' };

/**
 * The jumps a full sync ensures, in the order it does (pkg/proxy/iptables/proxier.go
 * iptablesJumpChains, iptablesKubeletJumpChains). Each is prepended, so a built-in chain ends up
 * with the last one first.
 */
export const JUMPS: readonly Jump[] = [
  { table: 'filter', from: 'INPUT', ...EXTERNAL, why: 'jump-external' },
  { table: 'filter', from: 'FORWARD', ...EXTERNAL, why: 'jump-external' },
  { table: 'filter', from: 'INPUT', ...HEALTH, why: 'jump-health' },
  { table: 'filter', from: 'FORWARD', ...REFUSED, why: 'jump-refused' },
  { table: 'filter', from: 'OUTPUT', ...REFUSED, why: 'jump-refused' },
  { table: 'filter', from: 'FORWARD', ...FORWARD, why: 'jump-forward' },
  { table: 'filter', from: 'INPUT', ...FIREWALL, why: 'jump-firewall' },
  { table: 'filter', from: 'OUTPUT', ...FIREWALL, why: 'jump-firewall' },
  { table: 'filter', from: 'FORWARD', ...FIREWALL, why: 'jump-firewall' },
  { table: 'nat', from: 'OUTPUT', ...DISPATCH, why: 'jump-services-output' },
  { table: 'nat', from: 'PREROUTING', ...DISPATCH, why: 'jump-services-prerouting' },
  { table: 'nat', from: 'POSTROUTING', ...POSTROUTING, why: 'jump-postrouting' },
  { table: 'filter', from: 'INPUT', to: KUBE_FIREWALL, why: 'jump-localnet' },
  { table: 'filter', from: 'OUTPUT', to: KUBE_FIREWALL, why: 'jump-localnet' },
];

/** The words of a jump as a rule. */
export function jumpText(jump: Jump): string {
  const state = jump.onlyNew ? '-m conntrack --ctstate NEW ' : '';
  const comment = jump.comment === undefined ? '' : `-m comment --comment "${jump.comment}" `;
  return `${state}${comment}-j ${jump.to}`;
}

/** The jumps of one built-in chain as they stand on a node that had none before. */
export function jumpsFrom(table: TableName, from: string): GeneratedRule[] {
  return JUMPS.filter((jump) => jump.table === table && jump.from === from)
    .map((jump) => proxyRule('mode', jumpText(jump), jump.why))
    .reverse();
}

/** KUBE-FIREWALL: with route_localnet on, nobody outside may reach 127.0.0.0/8 (CVE-2020-8558). */
export function localnetRules(context: ProxierContext): readonly GeneratedRule[] {
  if (!context.localhostNodePorts) return [];
  const text =
    '-m comment --comment "block incoming localnet connections" -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP';
  return [proxyRule('iptables.localhostNodePorts', text, 'localnet')];
}

/** KUBE-FORWARD: forwarded Service traffic passes whatever the policy of FORWARD is. */
export function forwardRules(context: ProxierContext): readonly GeneratedRule[] {
  const rules: GeneratedRule[] = [];
  if (context.dropsInvalid) {
    const counter = context.nfacct ? '-m nfacct --nfacct-name ct_state_invalid_dropped_pkts ' : '';
    const text = `-m conntrack --ctstate INVALID ${counter}-j DROP`;
    rules.push(proxyRule('conntrack.tcpBeLiberal', text, 'drop-invalid'));
  }
  const marked = `-m comment --comment "kubernetes forwarding rules" -m mark --mark ${context.mark}/${context.mark} -j ACCEPT`;
  const known =
    '-m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT';
  rules.push(proxyRule('iptables.masqueradeBit', marked, 'forward-marked'));
  rules.push(proxyRule('mode', known, 'forward-established'));
  return rules;
}

/** KUBE-POSTROUTING: masquerades what was marked, and takes the mark off. */
export function postroutingRules(context: ProxierContext): readonly GeneratedRule[] {
  const field = 'iptables.masqueradeBit';
  const masquerade = '-m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully';
  return [
    proxyRule(field, `-m mark ! --mark ${context.mark}/${context.mark} -j RETURN`, 'postrouting-unmarked'),
    proxyRule(field, `-j MARK --xor-mark ${context.mark}`, 'postrouting-unmark'),
    proxyRule(field, masquerade, 'postrouting-masquerade'),
  ];
}

/** KUBE-MARK-MASQ. */
export function markMasqRules(context: ProxierContext): readonly GeneratedRule[] {
  return [proxyRule('iptables.masqueradeBit', `-j MARK --or-mark ${context.mark}`, 'mark-masq')];
}
