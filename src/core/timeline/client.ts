import type { Document, Flow } from '../document/document';
import { NAMES_PLANE } from '../document/names-plane';
import { resolveFlow } from '../document/resolve-flow';
import type { ScriptClient } from '../document/script';
import { CLIENT_ID } from '../kubernetes/network';
import { findInternalIP } from '../kubernetes/controllers/nodes';
import type { ClusterObjects } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import type { Network } from '../linux/netns';
import { formatIp, hostCidr, parseIp } from '../net/ip';
import type { SimFlow } from '../sim/simulate';
import { createNamedRng } from '../lib/random';

/** Somebody who sends, as the engine has it. */
export interface TrafficSource {
  readonly index: number;
  readonly spec: ScriptClient;
  readonly flow: Flow;
  readonly sent: SimFlow;
  /** The node whose rules decide; undefined: the balancer's choice, each time. */
  readonly node: string | undefined;
  /** The Service whose load balancer it asks. */
  readonly balancer?: string;
  /** Its first request. */
  readonly first: number;
}

/** What a client of the script means in its network; else why it cannot send. */
export function clientOf(
  document: Document,
  { network, cluster }: { readonly network: Network; readonly cluster: ClusterObjects },
  index: number,
): Result<TrafficSource, Phrase> {
  const spec = document.script?.clients[index] as ScriptClient;
  const flow = document.flows.find(({ id }) => id === spec.flow);
  if (!flow) return err(phrase('document.flow.none'));
  const sent = resolveFlow({ ...document, cluster }, { ...network, ...NAMES_PLANE }, flow);
  if (!sent.ok) return sent;
  const { to } = flow;
  const isBalanced = to.kind === 'service' && to.via === 'loadBalancer' && flow.from.kind === 'external';
  const first = Math.round(createNamedRng(document.seed, `client ${index}`).below(1000) / spec.perSecond);
  const node = isBalanced ? undefined : findNode(flow, { network, cluster }, sent.value);
  return ok({
    index,
    spec,
    flow,
    sent: sent.value,
    node,
    first,
    ...(isBalanced ? { balancer: `${to.namespace}/${to.name}` } : {}),
  });
}

function findNode(
  { to }: Flow,
  { network, cluster }: { readonly network: Network; readonly cluster: ClusterObjects },
  sent: SimFlow,
): string | undefined {
  const source = network.netns.get(sent.netns);
  if (source?.kind === 'pod') return source.node;
  if (source?.kind === 'node') return source.id;
  const asked = formatIp(sent.dst);
  const own = cluster.nodes.find(({ status }) => status.addresses?.some(({ address }) => address === asked));
  return to.kind === 'service' && to.via === 'nodePort' && to.node !== undefined ? to.node : own?.metadata.name;
}

/** The network as a client outside has it whose balancer sends to one node: its packets go there. */
export function viaNode(
  network: Network,
  { sent }: TrafficSource,
  { cluster, node }: { readonly cluster: ClusterObjects; readonly node: string },
): Network {
  const client = network.netns.get(CLIENT_ID);
  const object = cluster.nodes.find(({ metadata }) => metadata.name === node);
  const address = parseIp((object && findInternalIP(object, sent.dst.family)) ?? '');
  if (!client || !address.ok) return network;
  const asked = formatIp(sent.dst);
  const others = client.routes.filter(({ dst }) => formatIp(dst.address) !== asked);
  const route = { table: 'main', type: 'unicast', dst: hostCidr(sent.dst), via: address.value, dev: 'eth0' } as const;
  return { ...network, netns: new Map(network.netns).set(CLIENT_ID, { ...client, routes: [route, ...others] }) };
}
