import { KUBE_MARK_DROP, KUBE_MARK_MASQ, KUBE_PROXY_FIREWALL, KUBE_SERVICES } from '../shared/node';
import type { GeneratedChain, GeneratedRule } from '../mode';
import { LazyChain } from '../shared/lazy-chain';
import { type LocalTrafficDetector, rangeHolds } from '../shared/local-traffic';
import {
  type IptablesContext,
  type PortPlan,
  type PlannedEndpoint,
  KUBE_EXTERNAL_SERVICES,
  KUBE_NODEPORTS,
  explainRefusal,
  endpointChain,
  servicePortChains,
  type ServicePortChains,
} from './context';
import { type IptablesReasonId, PortRule, type PlacedIptablesRule } from './rules';
import type { ServicePortInfo } from '../../service-port';
import type { EndpointInfo } from '../../endpoint';

/** Plan of one service port's rules up to 1.23. */
export interface LegacyPlan extends PortPlan {
  /** externalTrafficPolicy Local of a NodePort or LoadBalancer: KUBE-XLB. */
  readonly onlyLocal: boolean;
  readonly chains: ServicePortChains;
  /** True where the Service has chains of its own: up to 1.9 also without endpoints, when nothing is in them. */
  readonly served: boolean;
  /** Endpoints that ClientIP affinity leads back to: up to 1.22.3 of 1.22 also where chance leads to them no more. */
  readonly sticky: readonly PlannedEndpoint[];
}

/**
 * Plans a service port as kube-proxy up to 1.23 did: ready endpoints only; internalTrafficPolicy
 * Local (from 1.22) leaves out those of other nodes before anything is decided. Up to 1.22.3 of 1.22 those
 * that are not ready count too, and have chains that only affinity leads to.
 */
export function planLegacyPort(
  port: ServicePortInfo,
  endpoints: readonly EndpointInfo[],
  { features }: IptablesContext,
): LegacyPlan {
  const { type, externalTrafficPolicy } = port.service.spec;
  const isOutside = type === 'NodePort' || type === 'LoadBalancer';
  const onlyLocal = features.firewallChains && externalTrafficPolicy === 'Local' && isOutside;
  const internalOnly = features.internalPolicy && port.internalPolicyLocal && !onlyLocal;
  const keepsNotReady = features.keepsNotReady && !features.ignoresNotReady;
  const known = endpoints.filter(({ isLocal }) => isLocal || !internalOnly);
  const falls = onlyLocal && features.terminatingEndpoints && !known.some(({ ready, isLocal }) => ready && isLocal);
  const isLocalUse = ({ info: { ready, isLocal, serving, terminating } }: PlannedEndpoint): boolean =>
    isLocal && (falls ? serving && terminating : ready);
  const planned = known.map((info): PlannedEndpoint => ({ info, chain: endpointChain(port, info.endpoint) }));
  const cluster = planned.filter(({ info }) => info.ready);
  const local = onlyLocal ? planned.filter(isLocalUse) : [];
  const reachable = keepsNotReady ? planned : planned.filter((each) => each.info.ready || local.includes(each));
  const chains = servicePortChains(port);
  const hasEndpoints = reachable.length > 0;
  const served = hasEndpoints || !features.onlyServed;
  return {
    port,
    chains,
    onlyLocal,
    served,
    cluster,
    local,
    reachable,
    sticky: keepsNotReady ? planned : cluster,
    hasEndpoints,
    usesSvc: hasEndpoints,
    usesSvl: false,
    usesExt: false,
    usesFw: served && features.firewallChains && port.loadBalancerVIPs.length > 0,
    internalChain: hasEndpoints ? chains.svc : undefined,
    externalChain: hasEndpoints ? (onlyLocal ? chains.xlb : chains.svc) : undefined,
  };
}

/** An address as a match spells it: with its full length up to 1.22. */
export function endpointAddressText(address: string, { features, family }: IptablesContext): string {
  if (features.bareAddresses) return address;
  return `${address}/${family === 'ipv6' ? 128 : 32}`;
}

/** The rules of one service port that are written at every sync, full or partial. */
export interface DispatchRules {
  readonly filter: readonly PlacedIptablesRule[];
  readonly nat: readonly PlacedIptablesRule[];
}

interface Sink {
  readonly filter: PlacedIptablesRule[];
  readonly nat: PlacedIptablesRule[];
}

/** Leads packets from the shared chains into the port's own, or refuses them. */
export function dispatchRules(plan: PortPlan, context: IptablesContext): DispatchRules {
  const sink: Sink = { filter: [], nat: [] };
  clusterIPRules(plan, sink);
  externalIPRules(plan, sink);
  loadBalancerRules(plan, context, sink);
  nodePortRules(plan, context, sink);
  healthCheckRules(plan, sink);
  return sink;
}

function destination(port: ServicePortInfo, address: string): string {
  return `-m ${port.proto} -p ${port.proto} -d ${address} --dport ${port.port}`;
}

function clusterIPRules(plan: PortPlan, sink: Sink): void {
  const { port, internalChain } = plan;
  const match = destination(port, port.clusterIP);
  if (internalChain !== undefined) {
    const text = `-m comment --comment "${port.name} cluster IP" ${match} -j ${internalChain}`;
    sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, 'cluster-ip', plan) });
    return;
  }
  const { comment, target } = explainRefusal(plan);
  const text = `-m comment --comment "${comment}" ${match} -j ${target}`;
  const reason = plan.hasEndpoints ? 'cluster-ip-no-local-endpoints' : 'cluster-ip-no-endpoints';
  sink.filter.push({ chain: KUBE_SERVICES, rule: new PortRule(text, reason, plan) });
}

function externalIPRules(plan: PortPlan, sink: Sink): void {
  const { port, chains } = plan;
  for (const [index, address] of port.externalIPs.entries()) {
    const match = destination(port, address);
    if (plan.hasEndpoints) {
      const text = `-m comment --comment "${port.name} external IP" ${match} -j ${chains.ext}`;
      sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, 'external-ip', plan, index) });
    }
    refuseExternal(plan, sink, match, { kind: 'external-ip', index });
  }
}

function loadBalancerRules(plan: PortPlan, context: IptablesContext, sink: Sink): void {
  const { port, chains } = plan;
  const target = plan.usesFw ? chains.fw : chains.ext;
  const reason = plan.usesFw ? 'load-balancer-firewalled' : 'load-balancer';
  for (const [index, address] of (plan.hasEndpoints ? port.loadBalancerVIPs : []).entries()) {
    const match = destination(port, address);
    const text = `-m comment --comment "${port.name} loadbalancer IP" ${match} -j ${target}`;
    sink.nat.push({ chain: KUBE_SERVICES, rule: new PortRule(text, reason, plan, index) });
    if (plan.usesFw && context.features.dropsInFilter) {
      const drop = `-m comment --comment "${port.name} traffic not accepted by ${chains.fw}" ${match} -j DROP`;
      sink.filter.push({ chain: KUBE_PROXY_FIREWALL, rule: new PortRule(drop, 'not-in-source-ranges', plan, index) });
    }
  }
  for (const [index, address] of port.loadBalancerVIPs.entries()) {
    refuseExternal(plan, sink, destination(port, address), { kind: 'load-balancer', index });
  }
}

function nodePortRules(plan: PortPlan, context: IptablesContext, sink: Sink): void {
  const { port, chains } = plan;
  if (port.nodePort === 0) return;
  const match = `-m ${port.proto} -p ${port.proto}`;
  if (plan.hasEndpoints) {
    const head = `-m comment --comment ${port.name} ${match}`;
    if (context.features.nfacct && context.localhostNodePorts) {
      const counter = '-m nfacct --nfacct-name localhost_nps_accepted_pkts';
      const text = `${head} -d 127.0.0.0/8 --dport ${port.nodePort} ${counter} -j ${chains.ext}`;
      sink.nat.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'node-port-counted', plan) });
    }
    const text = `${head} --dport ${port.nodePort} -j ${chains.ext}`;
    sink.nat.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'node-port', plan) });
  }
  const local = `-m addrtype --dst-type LOCAL ${match} --dport ${port.nodePort}`;
  refuseExternal(plan, sink, local, { kind: 'node-port', index: 0 });
}

function healthCheckRules(plan: PortPlan, sink: Sink): void {
  const { port } = plan;
  if (port.healthCheckNodePort === 0) return;
  const match = `-m tcp -p tcp --dport ${port.healthCheckNodePort}`;
  const text = `-m comment --comment "${port.name} health check node port" ${match} -j ACCEPT`;
  sink.filter.push({ chain: KUBE_NODEPORTS, rule: new PortRule(text, 'health-check', plan) });
}

/** Traffic from outside that no endpoint may take. */
function refuseExternal(
  plan: PortPlan,
  sink: Sink,
  match: string,
  { kind, index }: { kind: 'external-ip' | 'load-balancer' | 'node-port'; index: number },
): void {
  if (plan.externalChain !== undefined) return;
  const { comment, target } = explainRefusal(plan);
  const text = `-m comment --comment "${comment}" ${match} -j ${target}`;
  const reason: IptablesReasonId = plan.hasEndpoints ? `${kind}-no-local-endpoints` : `${kind}-no-endpoints`;
  sink.filter.push({ chain: KUBE_EXTERNAL_SERVICES, rule: new PortRule(text, reason, plan, index) });
}

/**
 * The rules that pick one endpoint: first those a client was sent to before (affinity), then one
 * after the other with the odds 1/n, 1/(n-1) ... 1/2, 1, so that each gets 1/n
 * (writeServiceToEndpointRules).
 */
function balancingRules(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  context: IptablesContext,
): GeneratedRule[] {
  const { name } = plan.port;
  const [before, after] = context.largeCluster ? ['', ''] : [`-m comment --comment "${name} -> `, '" '];
  const comment = (endpoint: PlannedEndpoint): string =>
    context.largeCluster ? '' : before + endpoint.info.endpoint + after;
  const rules = affinityRules(plan, endpoints, comment);
  const count = endpoints.length;
  for (let index = 0; index < count; index++) {
    const endpoint = endpoints[index];
    if (!endpoint) continue;
    const left = count - index;
    const reason = count === 1 ? 'balance-only' : left === 1 ? 'balance-last' : 'balance';
    const text = comment(endpoint) + jumpWithOdds(left) + endpoint.chain;
    rules.push(new PortRule(text, reason, plan, index, endpoint));
  }
  return rules;
}

function affinityRules(
  plan: PortPlan,
  endpoints: readonly PlannedEndpoint[],
  comment: (endpoint: PlannedEndpoint) => string,
): GeneratedRule[] {
  const { affinityTimeout } = plan.port;
  if (affinityTimeout === 0) return [];
  return endpoints.map((endpoint, index) => {
    const { chain } = endpoint;
    const recent = `-m recent --name ${chain} --rcheck --seconds ${affinityTimeout} --reap -j ${chain}`;
    return new PortRule(comment(endpoint) + recent, 'affinity', plan, index, endpoint);
  });
}

const jumps: string[] = [];

function jumpWithOdds(left: number): string {
  if (left === 1) return '-j ';
  return (jumps[left] ??= `-m statistic --mode random --probability ${probability(left)} -j `);
}

/**
 * 1/n with ten decimals (computeProbability). 1/2048 is the one that lies exactly between two
 * texts: Go rounds it to the even digit, JavaScript up.
 */
function probability(n: number): string {
  return n === 2048 ? '0.0004882812' : (1 / n).toFixed(10);
}

/** KUBE-SEP: masquerades an endpoint that talks to itself, then rewrites the destination. */
function endpointRules(plan: PortPlan, endpoint: PlannedEndpoint, context: IptablesContext): GeneratedRule[] {
  const { port } = plan;
  const { info, chain } = endpoint;
  const comment = context.largeCluster ? '' : `-m comment --comment ${port.name} `;
  const sticky = port.affinityTimeout > 0;
  const recent = sticky ? `-m recent --name ${chain} --set ` : '';
  const dnat = `${comment}${recent}-m ${port.proto} -p ${port.proto} -j DNAT --to-destination ${info.endpoint}`;
  return [
    new PortRule(`${comment}-s ${info.ip} -j ${KUBE_MARK_MASQ}`, 'hairpin', plan, 0, endpoint),
    new PortRule(dnat, sticky ? 'dnat-affinity' : 'dnat', plan, 0, endpoint),
  ];
}

/** The chains of one service port and its endpoints, in the order kube-proxy declares them: EXT, FW, SVC, SVL, SEP... */
interface OwnChains {
  readonly chains: readonly GeneratedChain[];
  /** The chain whose first rule (the clusterIP masquerade) is written before all others. */
  readonly masqueraded: GeneratedChain | undefined;
}

/** Builds all chains that belong to a service port. None if it has no endpoints. */
export function ownChains(plan: PortPlan, context: IptablesContext): OwnChains {
  const { chains: names } = plan;
  const isMasqueraded = plan.internalChain !== undefined && (context.masqueradeAll || context.detector !== undefined);
  let masqueraded: GeneratedChain | undefined;
  const lazy = (name: string, rulesOf: () => readonly GeneratedRule[]): LazyChain =>
    new LazyChain(name, undefined, { servicePort: plan.port, write: rulesOf });
  const selecting = (name: string, rulesOf: () => GeneratedRule[]): GeneratedChain =>
    isMasqueraded && name === plan.internalChain
      ? (masqueraded = lazy(name, () => [clusterIPMasquerade(plan, context), ...rulesOf()]))
      : lazy(name, rulesOf);
  const chains: GeneratedChain[] = [];
  if (plan.usesExt) chains.push(lazy(names.ext, () => externalRules(plan, context.detector)));
  if (plan.usesFw) chains.push(lazy(names.fw, () => firewallRules(plan, context)));
  if (plan.usesSvc) chains.push(selecting(names.svc, () => balancingRules(plan, plan.cluster, context)));
  if (plan.usesSvl) chains.push(selecting(names.svl, () => localRules(plan, context)));
  const write = (endpoint: PlannedEndpoint): GeneratedRule[] => endpointRules(plan, endpoint, context);
  const writer = { servicePort: plan.port, write };
  for (const endpoint of plan.reachable) chains.push(new LazyChain(endpoint.chain, endpoint, writer));
  return { chains, masqueraded };
}

/** Traffic to the clusterIP that is not from a Pod of this cluster has to come back through this node. */
function clusterIPMasquerade(plan: PortPlan, context: IptablesContext): GeneratedRule {
  const { port } = plan;
  const match = `-m ${port.proto} -p ${port.proto} -d ${port.clusterIP} --dport ${port.port}`;
  const source = context.masqueradeAll || !context.detector ? '' : ` ${ifNotLocal(context.detector)}`;
  const text = `-m comment --comment "${port.name} cluster IP" ${match}${source} -j ${KUBE_MARK_MASQ}`;
  return new PortRule(text, context.masqueradeAll ? 'masquerade-all' : 'masquerade-not-local', plan);
}

/** KUBE-SVL; before 1.25 it also drops what no endpoint of this node can take. */
function localRules(plan: PortPlan, context: IptablesContext): GeneratedRule[] {
  if (plan.local.length > 0) return balancingRules(plan, plan.local, context);
  const text = `-m comment --comment "${plan.port.name} has no local endpoints" -j ${KUBE_MARK_DROP}`;
  return [new PortRule(text, 'no-local-endpoints', plan)];
}

function ifLocal(detector: LocalTrafficDetector): string {
  return detector.kind === 'cidr' ? `-s ${detector.cidr}` : `-i ${detector.name}${detector.prefix ? '+' : ''}`;
}

function ifNotLocal(detector: LocalTrafficDetector): string {
  return `! ${ifLocal(detector)}`;
}

/** KUBE-EXT: what is masqueraded, and where external traffic goes by policy. */
function externalRules(plan: PortPlan, detector: LocalTrafficDetector | undefined): readonly GeneratedRule[] {
  const { port, externalChain } = plan;
  const comment = (what: string): string => `-m comment --comment "${what} for ${port.name} external destinations"`;
  const rules: GeneratedRule[] = [];
  const add = (text: string, reason: IptablesReasonId): number => rules.push(new PortRule(text, reason, plan));
  if (!port.externalPolicyLocal) add(`${comment('masquerade traffic')} -j ${KUBE_MARK_MASQ}`, 'external-masquerade');
  else {
    // Pods and the node itself still reach every endpoint.
    const { svc } = plan.chains;
    const fromNode = '-m addrtype --src-type LOCAL';
    if (detector) add(`${comment('pod traffic')} ${ifLocal(detector)} -j ${svc}`, 'external-from-pod');
    add(`${comment('masquerade LOCAL traffic')} ${fromNode} -j ${KUBE_MARK_MASQ}`, 'external-masquerade-node');
    add(`${comment('route LOCAL traffic')} ${fromNode} -j ${svc}`, 'external-from-node');
  }
  if (externalChain !== undefined) {
    add(`-j ${externalChain}`, port.externalPolicyLocal ? 'external-to-local' : 'external-to-cluster');
  }
  return rules;
}

/** KUBE-FW: who may use the load balancer's address. Who may not falls through to KUBE-PROXY-FIREWALL. */
function firewallRules(plan: PortPlan, context: IptablesContext): readonly GeneratedRule[] {
  const { nodeIP, features } = context;
  if (!features.dropsInFilter) return firewallPerAddress(plan, context);
  const { port, chains } = plan;
  const accept = (source: string, reason: IptablesReasonId, index: number): GeneratedRule => {
    const text = `-m comment --comment "${port.name} loadbalancer IP" -s ${source} -j ${chains.ext}`;
    return new PortRule(text, reason, plan, index);
  };
  const rules: GeneratedRule[] = port.sourceRanges.map((range, index) => accept(range, 'source-range', index));
  // The node is allowed, and its packets to the address may carry that very address as source.
  if (port.sourceRanges.some((range) => rangeHolds(range, nodeIP))) {
    rules.push(...port.loadBalancerVIPs.map((address, index) => accept(address, 'source-range-node', index)));
  }
  if (features.ownFirewall) {
    const rest = `-m comment --comment "other traffic to ${port.name} will be dropped by KUBE-PROXY-FIREWALL"`;
    rules.push(new PortRule(rest, 'source-range-rest', plan));
  }
  return rules;
}

/** 1.24: the same rules once an address, and whoever comes to their end is marked for dropping. */
function firewallPerAddress(plan: PortPlan, { nodeIP }: IptablesContext): readonly GeneratedRule[] {
  const { port, chains } = plan;
  const comment = `-m comment --comment "${port.name} loadbalancer IP"`;
  const isNodeInside = port.sourceRanges.some((range) => rangeHolds(range, nodeIP));
  return port.loadBalancerVIPs.flatMap((address, index) => {
    const rule = (text: string, reason: IptablesReasonId, place = index): GeneratedRule =>
      new PortRule(`${comment} ${text}`, reason, plan, place);
    return [
      ...port.sourceRanges.map((range, place) => rule(`-s ${range} -j ${chains.ext}`, 'source-range', place)),
      ...(isNodeInside ? [rule(`-s ${address} -j ${chains.ext}`, 'source-range-node')] : []),
      rule(`-j ${KUBE_MARK_DROP}`, 'source-range-drop'),
    ];
  });
}
