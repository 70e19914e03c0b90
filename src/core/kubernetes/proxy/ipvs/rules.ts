import type { GeneratedRule } from '../mode';
import type { LocalTrafficDetector } from '../shared/local-traffic';
import type { IpvsContext, IpvsFeatures } from './context';
import { whySentence, type IpvsRuleWhy } from './explain';
import { setComment, setName, type SetId } from './ipsets';
import * as names from './context';
import {
  KUBE_MARK_DROP,
  KUBE_SERVICES,
  KUBE_POSTROUTING,
  KUBE_MARK_MASQ,
  KUBE_FORWARD,
  KUBE_PROXY_FIREWALL,
  KUBE_FIREWALL,
} from '../shared/node';

/** A rule with the chain it is appended to. */
export interface PlacedIpvsRule {
  readonly chain: string;
  readonly rule: GeneratedRule;
}

/** Input of a sync's rules besides the context. */
export interface RuleInput {
  readonly context: IpvsContext;
  /** Does kube-proxy want anything in the set? */
  readonly isFilled: (set: SetId) => boolean;
  readonly outFilter: readonly GeneratedRule[];
}

/** A rule that is there whatever Services there are; `field` is the kube-proxy setting it depends on. */
export function makeIpvsRule(field: string, text: string, id: IpvsRuleWhy): GeneratedRule {
  return { text, origin: { kind: 'KubeProxyConfig', field, why: whySentence(id) } };
}

/** A rule that is written when its set has entries. */
interface SetRule {
  readonly set: SetId;
  readonly chain: string;
  /** The `--match-set` directions: `src,dst,dst`. */
  readonly match: string;
  readonly target: string;
  readonly proto?: 'tcp' | 'udp' | 'sctp';
  readonly why: IpvsRuleWhy;
  readonly when?: (features: IpvsFeatures) => boolean;
}

const inNat = (features: IpvsFeatures): boolean => !features.dropsInFilter;

function nodePortRules(
  proto: 'tcp' | 'udp' | 'sctp',
  match: string,
  sets: readonly [local: SetId, all: SetId],
): SetRule[] {
  const chain = names.KUBE_NODE_PORT;
  return [
    { set: sets[0], chain, match, target: 'RETURN', proto, why: 'node-port-local' },
    { set: sets[1], chain, match, target: KUBE_MARK_MASQ, proto, why: 'node-port-masquerade' },
  ];
}

const SCTP = nodePortRules('sctp', 'dst,dst', ['nodePortLocalSCTP', 'nodePortSCTP']);

/** pkg/proxy/ipvs/proxier.go ipsetWithIptablesChain: the rules of nat, in the order they are written. */
const NAT_SET_RULES: readonly SetRule[] = [
  { set: 'loopBack', chain: KUBE_POSTROUTING, match: 'dst,dst,src', target: 'MASQUERADE', why: 'hairpin' },
  {
    set: 'loadBalancer',
    chain: KUBE_SERVICES,
    match: 'dst,dst',
    target: names.KUBE_LOAD_BALANCER,
    why: 'to-load-balancer',
  },
  {
    set: 'loadBalancerFW',
    chain: names.KUBE_LOAD_BALANCER,
    match: 'dst,dst',
    target: KUBE_FIREWALL,
    why: 'to-source-ranges',
    when: inNat,
  },
  {
    set: 'sourceCIDR',
    chain: KUBE_FIREWALL,
    match: 'dst,dst,src',
    target: 'RETURN',
    why: 'in-range',
    when: inNat,
  },
  {
    set: 'sourceIP',
    chain: KUBE_FIREWALL,
    match: 'dst,dst,src',
    target: 'RETURN',
    why: 'from-node',
    when: inNat,
  },
  {
    set: 'loadBalancerLocal',
    chain: names.KUBE_LOAD_BALANCER,
    match: 'dst,dst',
    target: 'RETURN',
    why: 'load-balancer-local',
  },
  ...nodePortRules('tcp', 'dst', ['nodePortLocalTCP', 'nodePortTCP']),
  ...nodePortRules('udp', 'dst', ['nodePortLocalUDP', 'nodePortUDP']),
  ...SCTP.map((rule) => ({ ...rule, when: ({ sctpLocalFirst }: IpvsFeatures) => sctpLocalFirst })),
  // Up to 1.22 the mark comes first, so that the source is lost all the same.
  ...SCTP.toReversed().map((rule) => ({ ...rule, when: ({ sctpLocalFirst }: IpvsFeatures) => !sctpLocalFirst })),
];

/** Set rules of the filter table: sources that may use a load balancer's address. */
const FILTER_SET_RULES: readonly SetRule[] = [
  {
    set: 'loadBalancerFW',
    chain: KUBE_PROXY_FIREWALL,
    match: 'dst,dst',
    target: names.KUBE_SOURCE_RANGES_FIREWALL,
    why: 'to-source-ranges',
  },
  {
    set: 'sourceCIDR',
    chain: names.KUBE_SOURCE_RANGES_FIREWALL,
    match: 'dst,dst,src',
    target: 'RETURN',
    why: 'in-range',
  },
  {
    set: 'sourceIP',
    chain: names.KUBE_SOURCE_RANGES_FIREWALL,
    match: 'dst,dst,src',
    target: 'RETURN',
    why: 'from-node',
  },
];

/** Collects placed rules. */
class RuleList {
  readonly rules: PlacedIpvsRule[] = [];

  add(chain: string, text: string, why: IpvsRuleWhy, field = 'mode'): void {
    this.rules.push({ chain, rule: makeIpvsRule(field, text, why) });
  }
}

/** `-m set --match-set KUBE-CLUSTER-IP dst,dst`. */
function lookup({ family }: IpvsContext, set: SetId, match: string): string {
  return `-m set --match-set ${setName(set, family)} ${match}`;
}

/** The same under the set's comment. */
function commented(context: IpvsContext, set: SetId, match: string): string {
  return `-m comment --comment "${setComment(set)}" ${lookup(context, set, match)}`;
}

function addSetRules(list: RuleList, { context, isFilled }: RuleInput, rules: readonly SetRule[]): void {
  for (const { set, chain, match, target, proto, why, when } of rules) {
    if (!isFilled(set) || when?.(context.features) === false) continue;
    const protocol = proto === undefined ? '' : `-p ${proto} `;
    list.add(chain, `${protocol}${commented(context, set, match)} -j ${target}`, why);
  }
}

/** The rules of nat in the order they are written (writeIptablesRules). */
export function natRules(input: RuleInput): readonly PlacedIpvsRule[] {
  const { context, isFilled } = input;
  const { features } = context;
  const list = new RuleList();
  if (!features.unmarking) addMasquerade(list, context);
  if (features.accessFilter) {
    const loopback = context.family === 'ipv4' ? '127.0.0.0/8' : '::1/128';
    list.add(KUBE_SERVICES, `-s ${loopback} -j RETURN`, 'from-loopback');
  }
  addSetRules(list, input, NAT_SET_RULES);
  if (isFilled('clusterIP')) addClusterIPMasquerade(list, context);
  addExternalIPs(list, input);
  list.add(KUBE_SERVICES, `-m addrtype --dst-type LOCAL -j ${names.KUBE_NODE_PORT}`, 'to-node-port');
  list.add(names.KUBE_LOAD_BALANCER, `-j ${KUBE_MARK_MASQ}`, 'load-balancer-masquerade');
  if (inNat(features)) list.add(KUBE_FIREWALL, `-j ${KUBE_MARK_DROP}`, 'out-of-range');
  for (const set of ['clusterIP', 'loadBalancer'] as const) {
    if (isFilled(set)) list.add(KUBE_SERVICES, `${lookup(context, set, 'dst,dst')} -j ACCEPT`, 'accept-service');
  }
  if (features.unmarking) addMasquerade(list, context);
  return list.rules;
}

function addClusterIPMasquerade(list: RuleList, context: IpvsContext): void {
  const { masqueradeAll, detector } = context;
  const add = (match: string, condition: string, why: IpvsRuleWhy, field: string): void => {
    const text = `${commented(context, 'clusterIP', match)}${condition} -j ${KUBE_MARK_MASQ}`;
    list.add(KUBE_SERVICES, text, why, field);
  };
  if (masqueradeAll) add('dst,dst', '', 'masquerade-all', 'iptables.masqueradeAll');
  else if (detector) add('dst,dst', ` ${ifNotLocal(detector)}`, 'masquerade-not-local', detector.field);
  else add('src,dst', '', 'masquerade-own', 'clusterCIDR');
}

function ifNotLocal(detector: LocalTrafficDetector): string {
  if (detector.kind === 'cidr') return `! -s ${detector.cidr}`;
  return `! -i ${detector.name}${detector.prefix ? '+' : ''}`;
}

function addExternalIPs(list: RuleList, { context, isFilled }: RuleInput): void {
  for (const set of ['externalIP', 'externalIPLocal'] as const) {
    if (!isFilled(set)) continue;
    const match = commented(context, set, 'dst,dst');
    const add = (rest: string, why: IpvsRuleWhy): void => list.add(KUBE_SERVICES, `${match} ${rest}`, why);
    if (set === 'externalIP') add(`-j ${KUBE_MARK_MASQ}`, 'external-ip-masquerade');
    add('-m physdev ! --physdev-is-in -m addrtype ! --src-type LOCAL -j ACCEPT', 'external-ip-from-outside');
    add('-m addrtype --dst-type LOCAL -j ACCEPT', 'external-ip-of-node');
  }
}

function addMasquerade(list: RuleList, { mark, features }: IpvsContext): void {
  const field = 'iptables.masqueradeBit';
  const add = (chain: string, text: string, why: IpvsRuleWhy): void => list.add(chain, text, why, field);
  const comment = '-m comment --comment "kubernetes service traffic requiring SNAT"';
  if (features.unmarking) {
    add(KUBE_POSTROUTING, `-m mark ! --mark ${mark}/${mark} -j RETURN`, 'postrouting-unmarked');
    add(KUBE_POSTROUTING, `-j MARK --xor-mark ${mark}`, 'postrouting-unmark');
    add(KUBE_POSTROUTING, `${comment} -j MASQUERADE --random-fully`, 'postrouting-masquerade');
    add(KUBE_MARK_MASQ, `-j MARK --or-mark ${mark}`, 'mark-masq');
    return;
  }
  const marked = `-m mark --mark ${mark}/${mark}`;
  const ports = features.randomPorts ? ' --random-fully' : '';
  add(KUBE_POSTROUTING, `${comment} ${marked} -j MASQUERADE${ports}`, 'postrouting-masquerade');
  add(KUBE_MARK_MASQ, `-j MARK --set-xmark ${mark}/${mark}`, 'mark-masq');
}

/** The rules of filter in the order they are written. */
export function filterRules(input: RuleInput): readonly PlacedIpvsRule[] {
  const { context, outFilter } = input;
  const { features } = context;
  const list = new RuleList();
  if (features.dropsInFilter) {
    addSetRules(list, input, FILTER_SET_RULES);
    list.add(names.KUBE_SOURCE_RANGES_FIREWALL, '-j DROP', 'out-of-range');
  }
  list.rules.push(...outFilter.map((rule) => ({ chain: names.KUBE_IPVS_OUT_FILTER, rule })));
  addForward(list, context);
  if (features.healthChecks) {
    const text = `${commented(context, 'healthCheck', 'dst')} -j ACCEPT`;
    list.add(names.KUBE_NODE_PORT, text, 'health-check');
  }
  if (features.accessFilter) addAccessFilter(list, context);
  return list.rules;
}

function addForward(list: RuleList, { mark, features, detector }: IpvsContext): void {
  const chain = KUBE_FORWARD;
  const marked = `-m comment --comment "kubernetes forwarding rules" -m mark --mark ${mark}/${mark} -j ACCEPT`;
  list.add(chain, marked, 'forward-marked', 'iptables.masqueradeBit');
  const comment = (which: string): string => `-m comment --comment "kubernetes forwarding conntrack ${which}rule"`;
  const known = '-m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT';
  if (features.singleForwardRule) {
    list.add(chain, `${comment('')} ${known}`, 'forward-established');
    return;
  }
  // Up to 1.17 the rules name the cluster CIDR, and are missing without one.
  if (!features.forwardRulesWithoutCidr && detector?.kind !== 'cidr') return;
  const cidr = features.forwardRulesWithoutCidr || detector?.kind !== 'cidr' ? undefined : detector.cidr;
  const from = cidr === undefined ? '' : `-s ${cidr} `;
  const to = cidr === undefined ? '' : ` -d ${cidr}`;
  list.add(chain, `${from}${comment('pod source ')} ${known}`, 'forward-established', 'clusterCIDR');
  list.add(chain, `${comment('pod destination ')}${to} ${known}`, 'forward-established', 'clusterCIDR');
}

/** Service addresses are the node's own: nothing else that listens here may be reached through them. */
function addAccessFilter(list: RuleList, context: IpvsContext): void {
  const chain = names.KUBE_IPVS_FILTER;
  const { filterLocalExternalIPs, filterHealthChecks } = context.features;
  const local = filterLocalExternalIPs ? (['externalIPLocal'] as const) : [];
  for (const set of ['loadBalancer', 'clusterIP', 'externalIP', ...local] as const) {
    list.add(chain, `${lookup(context, set, 'dst,dst')} -j RETURN`, 'filter-service');
  }
  if (filterHealthChecks) list.add(chain, `${lookup(context, 'healthCheck', 'dst')} -j RETURN`, 'filter-health-check');
  const rest = `-m conntrack --ctstate NEW ${lookup(context, 'ipvsIPs', 'dst')} -j REJECT`;
  list.add(chain, rest, 'filter-reject');
}
