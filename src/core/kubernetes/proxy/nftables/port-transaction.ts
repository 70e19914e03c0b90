import { phrase, type Phrase } from '../../../lib/phrase';
import type { ServicePortInfo } from '../../service-port';
import {
  type NftablesContext,
  MARK_FOR_MASQUERADE,
  localhostReject,
  localMatch,
  nameAffinitySet,
  type PlannedNftEndpoint,
  type NftPortPlan,
} from './context';
import {
  type PlacedElement,
  Transaction,
  SENTENCES,
  type NftablesReasonId,
  PortElement,
  type ElementText,
  NftPortRule,
  type DraftChain,
  type SetHead,
  nftAddressType,
  type SharedSets,
} from './transaction';
import { portOrigin } from '../shared/reasons';
import { rangeHolds } from '../shared/local-traffic';
import type { GeneratedNftChain, GeneratedRule } from '../mode';
import { passingRules } from '../shared/lazy-chain';
import { LazyChain } from '../shared/lazy-chain';

/** The longest comment nft takes, in bytes (NFTNL_UDATA_COMMENT_MAXLEN). */
const LONGEST_COMMENT = 128;

/**
 * Why nft takes no transaction with this service port in it (it is all or nothing): `iif` with a
 * name pattern, or a comment that is too long. That an interface named by `iif` is missing on the
 * node cannot be seen from here.
 */
export function portRefusal(
  port: ServicePortInfo,
  { chains, elements }: Transaction,
  { detector, features, release }: NftablesContext,
): Phrase | undefined {
  if (detector?.kind === 'interface' && detector.prefix && !features.interfaceByName) {
    const hasPattern = chains.some((chain) => passingRules(chain).some(({ text }) => /\biif (?:!= )?\S*\*/.test(text)));
    if (hasPattern) return phrase('kubernetes.nftables.refused-interface', { name: `${detector.name}*`, release });
  }
  const isLong = elements.some(({ element }) => (element.comment?.length ?? 0) > LONGEST_COMMENT);
  if (isLong) return phrase('kubernetes.nftables.refused-comment', { service: port.name, limit: LONGEST_COMMENT });
  return undefined;
}

/** The kernel does not take two verdicts for one key of a map (EEXIST). */
export function conflictRefusal({ set, element }: PlacedElement): Phrase {
  const values = { key: element.key, map: set.name, value: element.value ?? '' };
  return phrase('kubernetes.nftables.refused-conflict', values);
}

/**
 * The rules that pick one endpoint: first those a client was sent to before (affinity), then one
 * lookup of a random number below n, so that each gets 1/n (writeServiceToEndpointRules).
 */
function balancing(
  plan: NftPortPlan,
  endpoints: readonly PlannedNftEndpoint[],
  { ip, features }: NftablesContext,
): GeneratedRule[] {
  const sticky = plan.port.affinityTimeout > 0;
  const rules: GeneratedRule[] = [];
  for (const endpoint of sticky ? endpoints : []) {
    const text = `${ip} saddr @${nameAffinitySet(endpoint)} goto ${endpoint.chain}`;
    rules.push(new NftPortRule(text, 'affinity', plan, 0, endpoint));
  }
  const text = features.hairpinSet && !sticky ? directText(plan, endpoints, { ip, features }) : chainText(endpoints);
  const count = endpoints.length;
  rules.push(new NftPortRule(text, count === 1 ? 'balance-only' : 'balance', plan, count));
  return rules;
}

function chainText(endpoints: readonly PlannedNftEndpoint[]): string {
  const choices = endpoints.map(({ chain }, index) => `${index} : goto ${chain}`);
  return `numgen random mod ${endpoints.length} vmap { ${choices.join(' , ')} }`;
}

/** From 1.36: the choice is the translation itself. */
function directText(
  { port }: NftPortPlan,
  endpoints: readonly PlannedNftEndpoint[],
  { ip, features }: Pick<NftablesContext, 'ip' | 'features'>,
): string {
  const head = `meta l4proto ${port.proto} dnat`;
  const [only] = endpoints;
  if (features.plainSingleEndpoint && only && endpoints.length === 1) return `${head} to ${only.info.endpoint}`;
  const choices = endpoints.map(({ info }, index) => `${index} : ${info.ip} . ${info.port}`);
  return `${head} ${ip} addr . port to numgen random mod ${endpoints.length} map { ${choices.join(' , ')} }`;
}

/** An endpoint's chain: masquerades an endpoint that talks to itself, remembers the client, rewrites the destination. */
function endpointRules(
  plan: NftPortPlan,
  endpoint: PlannedNftEndpoint,
  { ip, features }: NftablesContext,
): GeneratedRule[] {
  const { info } = endpoint;
  const rules: GeneratedRule[] = [];
  if (!features.hairpinSet) {
    rules.push(new NftPortRule(`${ip} saddr ${info.ip} jump ${MARK_FOR_MASQUERADE}`, 'hairpin', plan, 0, endpoint));
  }
  if (plan.port.affinityTimeout > 0) {
    const text = `update @${nameAffinitySet(endpoint)} { ${ip} saddr }`;
    rules.push(new NftPortRule(text, 'remember', plan, 0, endpoint));
  }
  const text = `meta l4proto ${plan.port.proto} dnat to ${info.endpoint}`;
  rules.push(new NftPortRule(text, 'dnat', plan, 0, endpoint));
  return rules;
}

/** Traffic to the clusterIP that is not from a Pod of this cluster has to come back through this node. */
function masqueradeRule(plan: NftPortPlan, context: NftablesContext): GeneratedRule | undefined {
  const { ip, features, masqueradeAll, detector } = context;
  const { port } = plan;
  if (features.hairpinSet || !(masqueradeAll || detector)) return undefined;
  const matchesPort = features.masqueradesAnyPort ? '' : ` ${port.proto} dport ${port.port}`;
  const source = masqueradeAll || !detector ? '' : ` ${localMatch(context, detector, true)}`;
  const text = `${ip} daddr ${port.clusterIP}${matchesPort}${source} jump ${MARK_FOR_MASQUERADE}`;
  return new NftPortRule(text, masqueradeAll ? 'masquerade-all' : 'masquerade-not-local', plan);
}

/** Statement that marks a packet to get this node as its source. */
function marking({ features, mark }: NftablesContext): string {
  return features.hairpinSet ? `mark set mark or ${mark}` : `jump ${MARK_FOR_MASQUERADE}`;
}

/** The external chain: what is masqueraded, and where traffic from outside goes by policy. */
function externalRules(plan: NftPortPlan, context: NftablesContext): GeneratedRule[] {
  const { port, externalChain } = plan;
  const rules: GeneratedRule[] = [];
  const add = (text: string, reason: NftablesReasonId): number => rules.push(new NftPortRule(text, reason, plan));
  if (port.externalPolicyLocal) {
    // Pods and the node itself still reach every endpoint.
    const toAll = `goto service-${plan.base}`;
    if (context.detector) {
      const fromPod = localMatch(context, context.detector, false);
      add(`${fromPod} ${toAll} comment "short-circuit pod traffic"`, 'external-from-pod');
    }
    const fromNode = 'fib saddr type local';
    add(`${fromNode} ${marking(context)} comment "masquerade local traffic"`, 'external-masquerade-node');
    add(`${fromNode} ${toAll} comment "short-circuit local traffic"`, 'external-from-node');
  } else {
    const comment = context.features.hairpinSet ? ' comment "masquerade"' : '';
    add(`${marking(context)}${comment}`, 'external-masquerade');
  }
  if (externalChain !== undefined) {
    add(`goto ${externalChain}`, port.externalPolicyLocal ? 'external-to-local' : 'external-to-cluster');
  }
  return rules;
}

/** The firewall chain: who is in no allowed range is dropped. */
function firewallRule(plan: NftPortPlan, { ip, nodeIP }: NftablesContext): GeneratedRule {
  const { sourceRanges, loadBalancerVIPs } = plan.port;
  // The node is allowed, and its packets to the address may carry that very address as source.
  const own = sourceRanges.some((range) => rangeHolds(range, nodeIP)) ? loadBalancerVIPs : [];
  const text = `${ip} saddr != { ${[...sourceRanges, ...own].join(' , ')} } drop`;
  return new NftPortRule(text, 'source-ranges', plan);
}

/** Plan, context and sets that the parts of one service port are written with. */
interface Writing {
  readonly plan: NftPortPlan;
  readonly context: NftablesContext;
  readonly sets: SharedSets;
  readonly to: Transaction;
}

/** The chains of a service port that exist. */
interface PortChains {
  readonly endpoints: readonly GeneratedNftChain[];
  readonly service: DraftChain | undefined;
  readonly local: DraftChain | undefined;
  readonly external: DraftChain | undefined;
}

/** Everything one service port adds to the table, in the order kube-proxy writes it (syncProxyRules' loop). */
export function portTransaction(plan: NftPortPlan, context: NftablesContext, sets: SharedSets): Transaction {
  const to = new Transaction(plan.port);
  const writing: Writing = { plan, context, sets, to };
  const chains = declareChains(writing);
  clusterIP(writing);
  externalIPs(writing);
  const firewall = loadBalancer(writing);
  nodePort(writing);
  const internal = plan.port.internalPolicyLocal ? chains.local : chains.service;
  const masquerade = plan.internalChain === undefined ? undefined : masqueradeRule(plan, context);
  if (internal && masquerade) to.rule(internal, masquerade);
  if (chains.external) for (const rule of externalRules(plan, context)) to.rule(chains.external, rule);
  if (firewall && context.features.storesElements) to.rule(firewall, firewallRule(plan, context));
  if (plan.port.affinityTimeout > 0) affinitySets(writing);
  if (chains.service) for (const rule of balancing(plan, plan.cluster, context)) to.rule(chains.service, rule);
  if (chains.local) for (const rule of balancing(plan, plan.local, context)) to.rule(chains.local, rule);
  for (const chain of chains.endpoints) to.commands.push({ kind: 'rules', chain });
  return to;
}

function declareChains(writing: Writing): PortChains {
  const { plan, context, to } = writing;
  const { hairpinSet } = context.features;
  // From 1.36 only affinity needs a chain for each endpoint.
  const own = !hairpinSet || plan.port.affinityTimeout > 0;
  const write = (endpoint: PlannedNftEndpoint): GeneratedRule[] => endpointRules(plan, endpoint, context);
  const writer = { servicePort: plan.port, write };
  const endpoints: GeneratedNftChain[] = [];
  for (const endpoint of plan.reachable) {
    if (own) endpoints.push(to.declare(new LazyChain(endpoint.chain, endpoint, writer)));
    if (hairpinSet && endpoint.info.isLocal) hairpin(writing, endpoint);
  }
  return {
    endpoints,
    service: plan.usesService ? to.chain(`service-${plan.base}`) : undefined,
    local: plan.usesLocal ? to.chain(`local-${plan.base}`) : undefined,
    external: plan.usesExternal ? to.chain(`external-${plan.base}`) : undefined,
  };
}

function destination({ proto, port }: ServicePortInfo, address: string): string {
  return `${address} . ${proto} . ${port}`;
}

function put({ plan, to }: Writing, set: SetHead, text: ElementText, reason: NftablesReasonId, index = 0): void {
  to.element(set, new PortElement(text, reason, plan, index));
}

function clusterIP(writing: Writing): void {
  const { plan, sets, context } = writing;
  const { port, internalChain } = plan;
  if (context.features.clusterIPsCheck) put(writing, sets.clusterIPs, { key: port.clusterIP }, 'active-cluster-ip');
  const key = destination(port, port.clusterIP);
  if (internalChain !== undefined) put(writing, sets.serviceIPs, { key, value: `goto ${internalChain}` }, 'cluster-ip');
  else refuse(writing, sets.noEndpointServices, key, { kind: 'cluster-ip', index: 0 });
}

/** Packets nobody on this node may take are dropped if there are endpoints elsewhere, else refused. */
function refuse(
  writing: Writing,
  set: SetHead,
  key: string,
  { kind, index }: { kind: 'cluster-ip' | 'external-ip' | 'load-balancer' | 'node-port'; index: number },
): void {
  const { plan, context } = writing;
  const text = { key, comment: getComment(plan.port, context), value: plan.refusal };
  put(writing, set, text, plan.hasEndpoints ? `${kind}-no-local-endpoints` : `${kind}-no-endpoints`, index);
}

function getComment({ name }: ServicePortInfo, { features }: NftablesContext): string {
  return features.cutsComments ? name.slice(0, LONGEST_COMMENT) : name;
}

function externalIPs(writing: Writing): void {
  const { plan, sets } = writing;
  for (const [index, address] of plan.port.externalIPs.entries()) {
    const key = destination(plan.port, address);
    const value = `goto external-${plan.base}`;
    if (plan.hasEndpoints) put(writing, sets.serviceIPs, { key, value }, 'external-ip', index);
    if (plan.externalChain === undefined) {
      refuse(writing, sets.noEndpointServices, key, { kind: 'external-ip', index });
    }
  }
}

/** The firewall chain, if there is one; from 1.31 on its rule is written later. */
function loadBalancer(writing: Writing): DraftChain | undefined {
  const { plan, context, sets, to } = writing;
  const { port } = plan;
  const firewall = plan.usesFirewall ? to.chain(`firewall-${plan.base}`) : undefined;
  if (firewall && !context.features.storesElements) to.rule(firewall, firewallRule(plan, context));
  for (const [index, address] of port.loadBalancerVIPs.entries()) {
    const key = destination(port, address);
    const value = `goto external-${plan.base}`;
    if (plan.hasEndpoints) put(writing, sets.serviceIPs, { key, value }, 'load-balancer', index);
    if (!context.features.firewallChains) alphaFirewall(writing, index);
    if (!firewall) continue;
    const comment = context.features.plainFirewallElements ? undefined : port.name;
    const text = { key, comment, value: `goto ${firewall.name}` };
    put(writing, sets.firewallIPs, text, 'load-balancer-firewalled', index);
  }
  if (plan.externalChain !== undefined) return firewall;
  for (const [index, address] of port.loadBalancerVIPs.entries()) {
    refuse(writing, sets.noEndpointServices, destination(port, address), { kind: 'load-balancer', index });
  }
  return firewall;
}

/** 1.29: who may use an address, as elements. */
function alphaFirewall(writing: Writing, index: number): void {
  const { plan, sets, context } = writing;
  const { loadBalancerVIPs, sourceRanges, name: comment } = plan.port;
  if (sourceRanges.length === 0) return;
  const address = loadBalancerVIPs[index] ?? '';
  const key = destination(plan.port, address);
  put(writing, sets.firewall, { key, comment }, 'load-balancer-firewalled', index);
  for (const [place, range] of sourceRanges.entries()) {
    put(writing, sets.firewallAllow, { key: `${key} . ${range}`, comment }, 'allowed-source', place);
  }
  const allowsNode = sourceRanges.some((range) => rangeHolds(range, context.nodeIP));
  if (allowsNode) put(writing, sets.firewallAllow, { key: `${key} . ${address}` }, 'allowed-node', index);
}

function nodePort(writing: Writing): void {
  const { plan, sets, context } = writing;
  const { port } = plan;
  if (port.nodePort === 0) return;
  const key = `${port.proto} . ${port.nodePort}`;
  const refused = context.localhost.refused.find((proto) => proto === port.proto);
  if (refused) {
    const { chain } = localhostReject(refused);
    put(writing, sets.localhostNodePorts, { key, value: `goto ${chain}` }, 'node-port-localhost');
  }
  const value = `goto external-${plan.base}`;
  if (plan.hasEndpoints) put(writing, sets.serviceNodePorts, { key, value }, 'node-port');
  if (plan.externalChain === undefined) refuse(writing, sets.noEndpointNodePorts, key, { kind: 'node-port', index: 0 });
}

/** An endpoint of this node that may be sent to itself. */
function hairpin({ plan, sets, to }: Writing, endpoint: PlannedNftEndpoint): void {
  const { ip, port } = endpoint.info;
  const key = `${ip} . ${ip} . ${plan.port.proto} . ${port}`;
  to.element(sets.hairpinConnections, new PortElement({ key }, 'hairpin-connection', plan, 0, endpoint));
}

/** One set for each endpoint: the clients that were sent there, for as long as they stay. */
function affinitySets({ plan, context, to }: Writing): void {
  for (const endpoint of plan.reachable) {
    to.set({
      kind: 'set',
      name: nameAffinitySet(endpoint),
      type: nftAddressType(context.family),
      flags: ['dynamic', 'timeout'],
      timeout: plan.port.affinityTimeout,
      get origin() {
        return portOrigin(SENTENCES, 'affinity-set', { plan, index: 0, endpoint });
      },
    });
  }
}
