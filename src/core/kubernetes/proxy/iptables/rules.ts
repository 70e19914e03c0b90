import { KUBE_FIREWALL, KUBE_FORWARD, KUBE_POSTROUTING, KUBE_PROXY_FIREWALL, KUBE_SERVICES } from '../shared/node';
import type { TableName } from '../../../linux/hooks';
import type { GeneratedRule } from '../mode';
import {
  type IptablesContext,
  type IptablesFeatures,
  KUBE_EXTERNAL_SERVICES,
  KUBE_NODEPORTS,
  type PortPlan,
  type PlannedEndpoint,
} from './context';
import { phrase, type Phrase, type PhraseIdBelow } from '../../../lib/phrase';
import {
  type Reason,
  type Sentences,
  type ReasonSubject,
  type Values,
  COMMON_REASONS,
  FIELD,
  REASON_VALUES,
  FromPort,
} from '../shared/reasons';

const { externalIP, externalPolicy, healthCheck, nodePort, range, ranges, slice } = FIELD;
const { ofService, atExternalIP, atBalancer, atNodePort, ofEndpoint, ofAffinity } = REASON_VALUES;

const odds = ({ plan, index, endpoint }: ReasonSubject<PortPlan>): Values => {
  const list = endpoint && plan.cluster[index] === endpoint ? plan.cluster : plan.local;
  return { endpoint: endpoint?.info.endpoint ?? '', count: list.length, left: list.length - index };
};

/** Why each rule of a service port is there: `kubernetes.iptables.<id>` is the sentence. */
const REASONS = {
  ...COMMON_REASONS,
  'not-in-source-ranges': { field: ranges, values: atBalancer },
  'node-port-counted': { field: nodePort, values: atNodePort },
  'health-check': {
    field: healthCheck,
    values: ({ plan: { port } }) => ({ service: port.name, nodePort: port.healthCheckNodePort }),
  },
  'source-range': {
    field: range,
    values: ({ plan: { port }, index }) => ({ service: port.name, source: port.sourceRanges[index] ?? '' }),
  },
  'source-range-node': { field: ranges, values: atBalancer },
  'source-range-rest': { field: ranges, values: ofService },
  'source-range-drop': { field: ranges, values: ofService },
  'no-local-endpoints': { field: externalPolicy, values: ofService },
  'load-balancer-masquerade': { field: externalPolicy, values: ofService },
  'node-port-masquerade': { field: nodePort, values: atNodePort },
  'node-port-masquerade-localhost': { field: nodePort, values: atNodePort },
  'external-ip-masquerade': { field: externalIP, values: atExternalIP },
  'external-ip-from-outside': { field: externalIP, values: atExternalIP },
  'external-ip-of-node': { field: externalIP, values: atExternalIP },
  affinity: { field: slice, values: ofAffinity },
  balance: { field: slice, values: odds },
  'balance-last': { field: slice, values: odds },
  'balance-only': { field: slice, values: odds },
  'dnat-affinity': { field: slice, values: ofEndpoint },
} as const satisfies Record<string, Reason<PortPlan>>;

export type IptablesReasonId = keyof typeof REASONS;

const SENTENCES: Sentences<IptablesReasonId, PortPlan> = { why: whyRule, reasons: REASONS };

/** The sentences of this mode. */
type RuleWhy = PhraseIdBelow<'kubernetes.iptables'>;

/** A sentence of this mode. */
function whyRule(id: RuleWhy, values?: Phrase['values']): Phrase {
  return phrase(`kubernetes.iptables.${id}`, values);
}

/** A rule with the chain it is appended to. */
export interface PlacedIptablesRule {
  readonly chain: string;
  readonly rule: GeneratedRule;
}

/** A rule of a service port. */
export class PortRule extends FromPort<IptablesReasonId, PortPlan> implements GeneratedRule {
  readonly text: string;

  constructor(text: string, reason: IptablesReasonId, plan: PortPlan, index = 0, endpoint?: PlannedEndpoint) {
    super(reason, plan, index, endpoint);
    this.text = text;
  }

  protected get sentences(): Sentences<IptablesReasonId, PortPlan> {
    return SENTENCES;
  }
}

/** A rule that is there whatever Services there are; `field` is the kube-proxy setting it depends on. */
export function makeIptablesRule(
  field: string,
  text: string,
  id: RuleWhy,
  values?: Record<string, string>,
): GeneratedRule {
  return { text, origin: { kind: 'KubeProxyConfig', field, why: whyRule(id, values) } };
}

/** A jump from a built-in chain, as iptablesJumpChains has it. */
interface Jump {
  readonly table: TableName;
  readonly from: 'PREROUTING' | 'INPUT' | 'FORWARD' | 'OUTPUT' | 'POSTROUTING';
  readonly to: string;
  readonly comment?: string;
  /** Only packets that begin a connection. */
  readonly onlyNew?: boolean;
  /** The sentence that says why. */
  readonly why: RuleWhy;
  /** The release has it. Absent: all have. */
  readonly when?: (features: IptablesFeatures) => boolean;
}

const EXTERNAL = {
  to: KUBE_EXTERNAL_SERVICES,
  comment: 'kubernetes externally-visible service portals',
  onlyNew: true,
  why: 'jump-external',
  when: (features: IptablesFeatures) => features.externalServices,
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
  when: (features: IptablesFeatures) => features.healthChecks,
} as const;
const FORWARD = {
  to: KUBE_FORWARD,
  comment: 'kubernetes forwarding rules',
  why: 'jump-forward',
  when: (features: IptablesFeatures) => features.forwardChain,
} as const;
const FIREWALL = {
  to: KUBE_PROXY_FIREWALL,
  comment: 'kubernetes load balancer firewall',
  onlyNew: true,
  why: 'jump-firewall',
  when: (features: IptablesFeatures) => features.dropsInFilter,
} as const;
const DISPATCH = { to: KUBE_SERVICES, comment: 'kubernetes service portals' };
const LOCALNET = {
  to: KUBE_FIREWALL,
  why: 'jump-localnet',
  when: (features: IptablesFeatures) => features.ownFirewall,
} as const;

/** From 1.7 until KUBE-EXTERNAL-SERVICES came, INPUT looked at the chain of all that is refused; it was ensured before OUTPUT. */
function refusesInFirstEra({ inputRefuses, externalServices }: IptablesFeatures): boolean {
  return inputRefuses && !externalServices;
}

/**
 * The jumps a full sync ensures, in the order it does (pkg/proxy/iptables/proxier.go
 * iptablesJumpChains, iptablesKubeletJumpChains). Each is prepended, so a built-in chain ends up
 * with the last one first.
 */
const JUMPS: readonly Jump[] = [
  { table: 'filter', from: 'INPUT', ...EXTERNAL },
  { table: 'filter', from: 'FORWARD', ...EXTERNAL, when: (features) => features.externalForward },
  { table: 'filter', from: 'INPUT', ...HEALTH },
  { table: 'filter', from: 'INPUT', ...REFUSED, when: refusesInFirstEra },
  { table: 'filter', from: 'FORWARD', ...REFUSED, when: (features) => features.refusesForwarded },
  { table: 'filter', from: 'OUTPUT', ...REFUSED },
  {
    table: 'filter',
    from: 'INPUT',
    ...REFUSED,
    when: (features) => features.refusesForwarded && !features.externalForward,
  },
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
export function listJumps(features: IptablesFeatures): readonly Jump[] {
  return JUMPS.filter((jump) => jump.when?.(features) ?? true);
}

/** The words of a jump as a rule. */
export function jumpText(jump: Jump, features: IptablesFeatures): string {
  const state = jump.onlyNew && features.onlyNew ? '-m conntrack --ctstate NEW ' : '';
  const comment = jump.comment === undefined ? '' : `-m comment --comment "${jump.comment}" `;
  return `${state}${comment}-j ${jump.to}`;
}

/** The jumps of one built-in chain as they stand on a node that had none before. */
export function jumpsFromBuiltIn(table: TableName, from: string, features: IptablesFeatures): GeneratedRule[] {
  return listJumps(features)
    .filter((jump) => jump.table === table && jump.from === from)
    .map((jump) => makeIptablesRule('mode', jumpText(jump, features), jump.why))
    .reverse();
}

/** KUBE-FIREWALL: with route_localnet on, nobody outside may reach 127.0.0.0/8 (CVE-2020-8558). */
export function localnetRules(context: IptablesContext): readonly GeneratedRule[] {
  if (!context.localhostNodePorts || !context.features.ownFirewall) return [];
  const text =
    '-m comment --comment "block incoming localnet connections" -d 127.0.0.0/8 ! -s 127.0.0.0/8 -m conntrack ! --ctstate RELATED,ESTABLISHED,DNAT -j DROP';
  return [makeIptablesRule('iptables.localhostNodePorts', text, 'localnet')];
}

/** KUBE-FORWARD: forwarded Service traffic passes whatever the policy of FORWARD is. */
export function forwardRules(context: IptablesContext): readonly GeneratedRule[] {
  if (!context.features.forwardChain) return [];
  const rules: GeneratedRule[] = [];
  if (context.dropsInvalid) {
    const counter = context.features.nfacct ? '-m nfacct --nfacct-name ct_state_invalid_dropped_pkts ' : '';
    const text = `-m conntrack --ctstate INVALID ${counter}-j DROP`;
    rules.push(makeIptablesRule('conntrack.tcpBeLiberal', text, 'drop-invalid'));
  }
  const marked = `-m comment --comment "kubernetes forwarding rules" -m mark --mark ${context.mark}/${context.mark} -j ACCEPT`;
  rules.push(makeIptablesRule('iptables.masqueradeBit', marked, 'forward-marked'));
  if (!context.features.bareAddresses) return [...rules, ...podForwardRules(context)];
  const known =
    '-m comment --comment "kubernetes forwarding conntrack rule" -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT';
  rules.push(makeIptablesRule('mode', known, 'forward-established'));
  return rules;
}

/** Up to 1.22 two rules; up to 1.17 they name the cluster CIDR, and are missing without one. */
function podForwardRules({ detector, features }: IptablesContext): GeneratedRule[] {
  const state = '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT';
  const comment = (end: string): string => `-m comment --comment "kubernetes forwarding conntrack pod ${end} rule"`;
  const rule = (text: string): GeneratedRule => makeIptablesRule('clusterCIDR', text, 'forward-established');
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
export function postroutingRules(context: IptablesContext): readonly GeneratedRule[] {
  const field = 'iptables.masqueradeBit';
  if (!context.features.unmarking) return [oldMasquerade(context)];
  const masquerade = '-m comment --comment "kubernetes service traffic requiring SNAT" -j MASQUERADE --random-fully';
  return [
    makeIptablesRule(field, `-m mark ! --mark ${context.mark}/${context.mark} -j RETURN`, 'postrouting-unmarked'),
    makeIptablesRule(field, `-j MARK --xor-mark ${context.mark}`, 'postrouting-unmark'),
    makeIptablesRule(field, masquerade, 'postrouting-masquerade'),
  ];
}

function oldMasquerade({ mark, features }: IptablesContext): GeneratedRule {
  const comment = '-m comment --comment "kubernetes service traffic requiring SNAT"';
  const ports = features.randomPorts ? ' --random-fully' : '';
  const text = `${comment} -m mark --mark ${mark}/${mark} -j MASQUERADE${ports}`;
  return makeIptablesRule('iptables.masqueradeBit', text, 'postrouting-masquerade');
}

/** KUBE-MARK-MASQ. */
export function markMasqRules({ mark, features }: IptablesContext): readonly GeneratedRule[] {
  const text = features.unmarking ? `-j MARK --or-mark ${mark}` : `-j MARK --set-xmark ${mark}/${mark}`;
  return [makeIptablesRule('iptables.masqueradeBit', text, 'mark-masq')];
}
