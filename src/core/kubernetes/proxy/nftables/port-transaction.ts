import type { ServicePortInfo } from '../../service-port';
import type { ProxierContext } from './context';
import { balancing, endpointChain } from './endpoint-chains';
import { portOrigin } from '../shared/port-origin';
import { SENTENCES, type ReasonId } from './explain';
import { rangeHolds } from '../shared/cidr-family';
import { externalRules, firewallRule, masqueradeRule } from './port-chains';
import type { PlannedEndpoint, PortPlan } from './port-plan';
import { LONGEST_COMMENT } from './refusal';
import { PortElement, type ElementText } from './rule';
import { addressType, type SharedSets } from './sets';
import { Transaction, type DraftChain, type SetHead } from './transaction';

/** What the parts of one service port are written with. */
interface Writing {
  readonly plan: PortPlan;
  readonly context: ProxierContext;
  readonly sets: SharedSets;
  readonly to: Transaction;
}

/** The chains of a service port that exist. */
interface PortChains {
  readonly endpoints: readonly (readonly [endpoint: PlannedEndpoint, chain: DraftChain])[];
  readonly service: DraftChain | undefined;
  readonly local: DraftChain | undefined;
  readonly external: DraftChain | undefined;
}

/** Everything one service port adds to the table, in the order kube-proxy writes it (syncProxyRules' loop). */
export function portTransaction(plan: PortPlan, context: ProxierContext, sets: SharedSets): Transaction {
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
  for (const [endpoint, chain] of chains.endpoints) {
    for (const rule of endpointChain(plan, endpoint, context)) to.rule(chain, rule);
  }
  return to;
}

function declareChains(writing: Writing): PortChains {
  const { plan, context, to } = writing;
  const { hairpinSet } = context.features;
  // From 1.36 only affinity needs a chain for each endpoint.
  const own = !hairpinSet || plan.port.affinityTimeout > 0;
  const endpoints = plan.reachable.flatMap((endpoint) => {
    const chain = own ? [[endpoint, to.chain(endpoint.chain)] as const] : [];
    if (hairpinSet && endpoint.info.isLocal) hairpin(writing, endpoint);
    return chain;
  });
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

function put({ plan, to }: Writing, set: SetHead, text: ElementText, reason: ReasonId, index = 0): void {
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
  const text = { key, comment: commentOf(plan.port, context), value: plan.refusal };
  put(writing, set, text, plan.hasEndpoints ? `${kind}-no-local-endpoints` : `${kind}-no-endpoints`, index);
}

function commentOf({ name }: ServicePortInfo, { features }: ProxierContext): string {
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
  const { plan, sets } = writing;
  const { port } = plan;
  if (port.nodePort === 0) return;
  const key = `${port.proto} . ${port.nodePort}`;
  const value = `goto external-${plan.base}`;
  if (plan.hasEndpoints) put(writing, sets.serviceNodePorts, { key, value }, 'node-port');
  if (plan.externalChain === undefined) refuse(writing, sets.noEndpointNodePorts, key, { kind: 'node-port', index: 0 });
}

/** An endpoint of this node that may be sent to itself. */
function hairpin({ plan, sets, to }: Writing, endpoint: PlannedEndpoint): void {
  const { ip, port } = endpoint.info;
  const key = `${ip} . ${ip} . ${plan.port.proto} . ${port}`;
  to.element(sets.hairpinConnections, new PortElement({ key }, 'hairpin-connection', plan, 0, endpoint));
}

/** One set for each endpoint: the clients that were sent there, for as long as they stay. */
function affinitySets({ plan, context, to }: Writing): void {
  for (const endpoint of plan.reachable) {
    to.set({
      kind: 'set',
      name: endpoint.affinitySet,
      type: addressType(context.family),
      flags: ['dynamic', 'timeout'],
      timeout: plan.port.affinityTimeout,
      get origin() {
        return portOrigin(SENTENCES, 'affinity-set', { plan, index: 0, endpoint });
      },
    });
  }
}
