import type { GeneratedNftChain, GeneratedRule } from '../mode';
import {
  type NftablesRuleWhy,
  proxyOrigin,
  makeNftablesRule,
  Transaction,
  type DraftChain,
  type SharedSets,
} from './transaction';
import type { NftablesContext } from './context';
import { localMatch } from './context';
import * as names from './context';
import type { NftablesFeatures } from './context';

type Base = Pick<GeneratedNftChain, 'name'> & { readonly base: NonNullable<GeneratedNftChain['base']> };
type Hook = Base['base']['hook'];

/** A jump from a base chain to one of the static chains. */
interface Jump {
  readonly from: string;
  readonly to: string;
  /** Only packets that begin a connection. */
  readonly onlyNew: boolean;
  /** The sentence that says why. */
  readonly why: NftablesRuleWhy;
}

const DSTNAT = -100;
const SRCNAT = 100;

const filter = (name: string, hook: Hook, priority: number): Base => ({
  name,
  base: { type: 'filter', hook, priority },
});
const nat = (hook: Hook, priority: number): Base => ({ name: `nat-${hook}`, base: { type: 'nat', hook, priority } });

const NAT = [nat('prerouting', DSTNAT), nat('output', DSTNAT), nat('postrouting', SRCNAT)];

/** 1.29: what is forwarded or delivered has been translated before it is looked at. */
const ALPHA = [
  filter('filter-input', 'input', DSTNAT - 1),
  filter('filter-forward', 'forward', DSTNAT - 1),
  filter('filter-output', 'output', DSTNAT - 1),
];
/** Up to 1.33: refusals stand before translation. */
const BEFORE_NAT = [
  filter('filter-prerouting', 'prerouting', DSTNAT - 10),
  filter('filter-input', 'input', DSTNAT - 10),
  filter('filter-forward', 'forward', DSTNAT - 10),
  filter('filter-output', 'output', DSTNAT - 10),
  filter('filter-output-post-dnat', 'output', DSTNAT + 10),
];
/** From 1.34: only source ranges are checked before translation. */
const AFTER_NAT = [
  filter('filter-prerouting-pre-dnat', 'prerouting', DSTNAT - 10),
  filter('filter-output-pre-dnat', 'output', DSTNAT - 10),
  filter('filter-input', 'input', 0),
  filter('filter-forward', 'forward', 0),
  filter('filter-output', 'output', 0),
];

/** The base chains of a release, in the order they are written (pkg/proxy/nftables/proxier.go nftablesBaseChains). */
function baseChains({ filterAfterNat, splitChecks }: NftablesFeatures): readonly Base[] {
  if (!splitChecks) return [...ALPHA, ...NAT];
  return [...(filterAfterNat ? AFTER_NAT : BEFORE_NAT), ...NAT];
}

const onNew = (from: string, to: string, why: NftablesRuleWhy): Jump => ({ from, to, onlyNew: true, why });
const always = (from: string, to: string, why: NftablesRuleWhy): Jump => ({ from, to, onlyNew: false, why });

const ALPHA_JUMPS: readonly Jump[] = [
  onNew('filter-input', names.ENDPOINTS_CHECK, 'jump-endpoints'),
  onNew('filter-forward', names.ENDPOINTS_CHECK, 'jump-endpoints'),
  onNew('filter-output', names.ENDPOINTS_CHECK, 'jump-endpoints'),
  always('filter-forward', names.FORWARD, 'jump-forward'),
  onNew('filter-input', names.FIREWALL_CHECK, 'jump-firewall'),
  onNew('filter-output', names.FIREWALL_CHECK, 'jump-firewall'),
  onNew('filter-forward', names.FIREWALL_CHECK, 'jump-firewall'),
  always('nat-output', names.SERVICES, 'jump-services-output'),
  always('nat-prerouting', names.SERVICES, 'jump-services-prerouting'),
  always('nat-postrouting', names.MASQUERADING, 'jump-masquerading'),
];

/** The jumps of a release, in the order they are written (nftablesJumpChains). */
function jumps({ filterAfterNat, splitChecks }: NftablesFeatures): readonly Jump[] {
  if (!splitChecks) return ALPHA_JUMPS;
  const [firewallIn, firewallOut] = filterAfterNat
    ? ['filter-prerouting-pre-dnat', 'filter-output-pre-dnat']
    : ['filter-prerouting', 'filter-output'];
  return [
    onNew('filter-input', names.NODEPORT_ENDPOINTS_CHECK, 'jump-nodeport-endpoints'),
    onNew('filter-input', names.SERVICE_ENDPOINTS_CHECK, 'jump-service-endpoints'),
    onNew('filter-forward', names.SERVICE_ENDPOINTS_CHECK, 'jump-service-endpoints'),
    onNew('filter-output', names.SERVICE_ENDPOINTS_CHECK, 'jump-service-endpoints'),
    onNew(firewallIn, names.FIREWALL_CHECK, 'jump-firewall'),
    onNew(firewallOut, names.FIREWALL_CHECK, 'jump-firewall'),
    always('nat-output', names.SERVICES, 'jump-services-output'),
    always('nat-prerouting', names.SERVICES, 'jump-services-prerouting'),
    always('nat-postrouting', names.MASQUERADING, 'jump-masquerading'),
    onNew('filter-forward', names.CLUSTER_IPS_CHECK, 'jump-cluster-ips'),
    onNew(filterAfterNat ? 'filter-output' : 'filter-output-post-dnat', names.CLUSTER_IPS_CHECK, 'jump-cluster-ips'),
  ];
}

const LOOKUP = 'meta l4proto . th dport vmap';

/** Chains of a transaction by name; made (and emptied) at their first use. */
class Chains {
  readonly #known = new Map<string, DraftChain>();
  readonly #to: Transaction;

  constructor(to: Transaction) {
    this.#to = to;
  }

  ensure(name: string, more?: Pick<GeneratedNftChain, 'base' | 'comment'>): DraftChain {
    let chain = this.#known.get(name);
    if (!chain) this.#known.set(name, (chain = this.#to.chain(name, more)));
    return chain;
  }

  rule(name: string, rule: GeneratedRule): void {
    this.#to.rule(this.ensure(name), rule);
  }
}

/** Writes everything that does not depend on Services: base chains, jumps, sets, and the rules that look into them. */
export function staticPart(context: NftablesContext, sets: SharedSets, first: boolean): Transaction {
  const transaction = new Transaction();
  const chains = new Chains(transaction);
  transaction.commands.push({ kind: 'table', comment: context.features.objectComments });
  const bases = baseChains(context.features);
  // A base chain of another priority would make the transaction fail.
  if (first && context.features.splitChecks) for (const { name } of bases) transaction.remove('chain', name);
  for (const { name, base } of bases) chains.ensure(name, { base });
  for (const jump of jumps(context.features)) {
    chains.ensure(jump.to);
    chains.rule(jump.from, makeNftablesRule('mode', `${jump.onlyNew ? 'ct state new ' : ''}jump ${jump.to}`, jump.why));
  }
  masqueradeRules({ context, sets, transaction, chains });
  if (context.features.clusterIPsCheck) clusterIPRules({ context, sets, transaction, chains });
  if (!context.features.splitChecks && context.dropsInvalid) {
    const invalid = makeNftablesRule('conntrack.tcpBeLiberal', 'ct state invalid drop', 'drop-invalid');
    chains.rule(names.FORWARD, invalid);
  }
  nodePortSet({ context, sets, transaction, chains });
  refusalRules({ context, sets, transaction, chains });
  serviceRules({ context, sets, transaction, chains });
  if (!context.features.readsSets) flushes(transaction, sets, context);
  return transaction;
}

interface Writing {
  readonly context: NftablesContext;
  readonly sets: SharedSets;
  readonly transaction: Transaction;
  readonly chains: Chains;
}

function masqueradeRules({ context, sets, transaction, chains }: Writing): void {
  const { mark, ip, features } = context;
  const field = 'nftables.masqueradeBit';
  const add = (chain: string, text: string, why: NftablesRuleWhy): void =>
    chains.rule(chain, makeNftablesRule(field, text, why));
  if (features.hairpinSet) {
    transaction.set(sets.hairpinConnections);
    const marked = `mark and ${mark} != 0 mark set mark xor ${mark} masquerade fully-random`;
    add(names.MASQUERADING, marked, 'masquerading-marked');
    const hairpin = `ct status dnat ${ip} saddr . ${ip} daddr . meta l4proto . th dport @${names.HAIRPIN_CONNECTIONS}`;
    add(names.MASQUERADING, `${hairpin} masquerade fully-random`, 'masquerading-hairpin');
    return;
  }
  add(names.MARK_FOR_MASQUERADE, `mark set mark or ${mark}`, 'mark-for-masquerade');
  add(names.MASQUERADING, `mark and ${mark} == 0 return`, 'masquerading-unmarked');
  add(names.MASQUERADING, `mark set mark xor ${mark}`, 'masquerading-unmark');
  add(names.MASQUERADING, 'masquerade fully-random', 'masquerading-masquerade');
}

function clusterIPRules({ context, sets, transaction, chains }: Writing): void {
  const { ip, serviceCIDRs } = context;
  transaction.set(sets.clusterIPs);
  const reject = `${ip} daddr @${names.CLUSTER_IPS} reject comment "Reject traffic to invalid ports of ClusterIPs"`;
  chains.rule(names.CLUSTER_IPS_CHECK, makeNftablesRule('mode', reject, 'invalid-port'));
  if (serviceCIDRs.length === 0) return;
  const drop = `${ip} daddr { ${serviceCIDRs.join(',')} } drop comment "Drop traffic to unallocated ClusterIPs"`;
  const values = { ranges: serviceCIDRs.join(', ') };
  chains.rule(names.CLUSTER_IPS_CHECK, makeNftablesRule('mode', drop, 'unallocated', values));
}

function nodePortSet({ context, sets, transaction }: Writing): void {
  const set = transaction.set(sets.nodePortIPs);
  if (!context.nodePortIPs) {
    transaction.deleteSet(set);
    return;
  }
  transaction.plain('flush', 'set', set.name);
  for (const address of context.nodePortIPs) {
    const origin = proxyOrigin('nodePortAddresses', 'node-port-address', { address });
    transaction.element(set, { key: address, origin });
  }
}

/** The match for destinations that nodePorts answer on; with `fib` only where packets may be for other machines. */
function nodePortMatch({ ip, nodePortIPs }: NftablesContext, asksFib: boolean): string {
  if (nodePortIPs) return `${ip} daddr @${names.NODEPORT_IPS}`;
  return `${asksFib ? 'fib daddr type local ' : ''}${ip} daddr != ${ip === 'ip' ? '127.0.0.0/8' : '::1'}`;
}

function refusalRules({ context, sets, transaction, chains }: Writing): void {
  const { ip } = context;
  transaction.set(sets.noEndpointServices);
  transaction.set(sets.noEndpointNodePorts);
  const comment = `helper for @${names.NO_ENDPOINT_SERVICES} / @${names.NO_ENDPOINT_NODEPORTS}`;
  chains.ensure(names.REJECT_CHAIN, context.features.objectComments ? { comment } : {});
  chains.rule(names.REJECT_CHAIN, makeNftablesRule('mode', 'reject', 'reject'));
  const { splitChecks, firewallChains } = context.features;
  const [serviceCheck, portCheck] = splitChecks
    ? [names.SERVICE_ENDPOINTS_CHECK, names.NODEPORT_ENDPOINTS_CHECK]
    : [names.ENDPOINTS_CHECK, names.ENDPOINTS_CHECK];
  const services = `${ip} daddr . ${LOOKUP} @${names.NO_ENDPOINT_SERVICES}`;
  chains.rule(serviceCheck, makeNftablesRule('mode', services, 'lookup-no-endpoints'));
  const ports = `${nodePortMatch(context, !splitChecks)} ${LOOKUP} @${names.NO_ENDPOINT_NODEPORTS}`;
  chains.rule(portCheck, makeNftablesRule('nodePortAddresses', ports, 'lookup-no-endpoints-nodeport'));
  if (context.features.namesLocalhostNodePorts) localhostRules({ context, sets, transaction, chains });
  if (!firewallChains) {
    alphaFirewallRules({ context, sets, transaction, chains });
    return;
  }
  transaction.set(sets.firewallIPs);
  const firewall = `${ip} daddr . ${LOOKUP} @${names.FIREWALL_IPS}`;
  chains.rule(names.FIREWALL_CHECK, makeNftablesRule('mode', firewall, 'lookup-firewall'));
}

/**
 * From 1.37: nodePorts on loopback that nobody answers are refused and counted. What is not refused is taken away, whether
 * it was there or not (KEP-6032).
 */
function localhostRules({ context, sets, transaction, chains }: Writing): void {
  const { refused } = context.localhost;
  const map = transaction.set(sets.localhostNodePorts);
  for (const proto of refused) {
    const { chain, counter } = names.localhostReject(proto);
    transaction.counter(counter);
    const reject = `counter name "${counter}" reject`;
    chains.rule(chain, makeNftablesRule('featureGates', reject, 'reject-localhost'));
  }
  if (refused.length === 0) transaction.deleteSet(map);
  else {
    const lookup = `${loopbackMatch(context)} ${LOOKUP} @${names.LOCALHOST_NODEPORT_REJECT_PORTS}`;
    chains.rule(names.NODEPORT_ENDPOINTS_CHECK, makeNftablesRule('featureGates', lookup, 'lookup-localhost'));
  }
  for (const proto of names.NODE_PORT_PROTOCOLS) {
    if (refused.includes(proto)) continue;
    const { chain, counter } = names.localhostReject(proto);
    transaction.remove('chain', chain);
    transaction.remove('counter', counter);
  }
}

function loopbackMatch({ ip }: NftablesContext): string {
  return `${ip} daddr ${ip === 'ip' ? '127.0.0.0/8' : '::1'}`;
}

/** 1.29: one set says which destinations are guarded, another who may go there. */
function alphaFirewallRules({ context, sets, transaction, chains }: Writing): void {
  const { ip } = context;
  transaction.set(sets.firewall);
  transaction.set(sets.firewallAllow);
  const destination = `${ip} daddr . meta l4proto . th dport`;
  const guarded = `${destination} @${names.FIREWALL} jump ${names.FIREWALL_ALLOW_CHECK}`;
  chains.ensure(names.FIREWALL_ALLOW_CHECK);
  chains.rule(names.FIREWALL_CHECK, makeNftablesRule('mode', guarded, 'lookup-firewall'));
  const allowed = `${destination} . ${ip} saddr @${names.FIREWALL_ALLOW} return`;
  chains.rule(names.FIREWALL_ALLOW_CHECK, makeNftablesRule('mode', allowed, 'lookup-firewall-allow'));
  chains.rule(names.FIREWALL_ALLOW_CHECK, makeNftablesRule('mode', 'drop', 'firewall-drop'));
}

function serviceRules({ context, sets, transaction, chains }: Writing): void {
  const { ip } = context;
  transaction.set(sets.serviceIPs);
  transaction.set(sets.serviceNodePorts);
  const marking = context.features.hairpinSet ? clusterIPMark(context) : undefined;
  if (marking) chains.rule(names.SERVICES, marking);
  const services = `${ip} daddr . ${LOOKUP} @${names.SERVICE_IPS}`;
  chains.rule(names.SERVICES, makeNftablesRule('mode', services, 'lookup-service'));
  const ports = `${nodePortMatch(context, true)} ${LOOKUP} @${names.SERVICE_NODEPORTS}`;
  chains.rule(names.SERVICES, makeNftablesRule('nodePortAddresses', ports, 'lookup-nodeport'));
}

/** From 1.36 one rule marks for every clusterIP. */
function clusterIPMark({ ip, mark, masqueradeAll, detector, features }: NftablesContext): GeneratedRule | undefined {
  const match = `${ip} daddr @${names.CLUSTER_IPS}`;
  const set = `mark set mark or ${mark}`;
  if (masqueradeAll) {
    const text = `${match} ${set} comment "masquerade all clusterIP traffic"`;
    return makeNftablesRule('nftables.masqueradeAll', text, 'mark-all-cluster-ips');
  }
  if (!detector) return undefined;
  const comment = 'comment "masquerade clusterIP traffic from outside cluster"';
  const text = `${match} ${localMatch({ ip, features }, detector, true)} ${set} ${comment}`;
  return makeNftablesRule(detector.field, text, 'mark-cluster-ips-from-outside');
}

/** The elements of all service ports are written anew at every full sync. */
function flushes(transaction: Transaction, sets: SharedSets, { features }: NftablesContext): void {
  const { clusterIPs, firewallIPs, noEndpointServices, noEndpointNodePorts } = sets;
  const { serviceIPs, serviceNodePorts, firewall, firewallAllow } = sets;
  const active = features.clusterIPsCheck ? [clusterIPs] : [];
  const guards = features.firewallChains ? [firewallIPs] : [firewall, firewallAllow];
  const refusals = [noEndpointServices, noEndpointNodePorts];
  const all = features.storesElements
    ? [...active, serviceIPs, ...guards, ...refusals]
    : [...active, ...guards, ...refusals, serviceIPs];
  for (const set of [...all, serviceNodePorts]) transaction.plain('flush', set.kind, set.name);
}
