import type { Document, Flow } from '../document/document';
import { createNamedRng, type Rng } from '../lib/random';
import type { Control } from './control';
import { delaysOf } from './delays';
import { nodesIn } from './load-balancer';
import type { Traffic, WalkedRequest } from './traffic';
import type { TimelineWorld } from './world';
import { resolveFlow } from '../document/resolve-flow';
import type { ScriptClient } from '../document/script';
import { CLIENT_ID } from '../kubernetes/network';
import { findInternalIP } from '../kubernetes/controllers/nodes';
import { balancerOf } from '../kubernetes/network/load-balancer-settings';
import { namespacedName, type ClusterObjects } from '../kubernetes/types';
import { phrase, type Phrase } from '../lib/phrase';
import { isKernelSince } from '../linux/namespace';
import { err, ok, type Result } from '../lib/result';
import type { Network } from '../linux/netns';
import { formatIp, hostCidr, parseIp } from '../net/ip';
import type { SimFlow } from '../sim/simulate';

/** A request that is to be sent. */
export interface Arrival {
  readonly at: number;
  readonly client: TrafficSource;
}

/** What came of one; `walked` absent: its balancer sends to no node. */
export interface SentRequest extends Arrival {
  readonly walked?: WalkedRequest;
  /** How long its client waited, milliseconds. */
  readonly took: number;
  /** Index of the request among those that are sent. */
  readonly nth: number;
}

/** A SYN that nobody answered, and that is sent again. */
interface Unanswered {
  readonly nth: number;
  readonly first: number;
  readonly at: number;
  /** How often it will have been sent again by then. */
  readonly again: number;
  readonly retries: SynRetries;
  readonly client: TrafficSource;
  readonly walked: WalkedRequest;
}

/** What came of a request whose first SYN was lost; `took`: from that one on, milliseconds. */
export type LateAnswer = Pick<SentRequest, 'nth' | 'took'> & { readonly walked: WalkedRequest };

/** `TCP_TIMEOUT_INIT` (include/net/tcp.h): the first wait for an answer to a SYN, milliseconds. */
const FIRST_WAIT = 1000;
/** `tcp_syn_retries` and `tcp_syn_linear_timeouts` unless a machine says otherwise. */
const SYN_RETRIES = 6;
const LINEAR_TIMEOUTS = 4;

/** How often a kernel sends a SYN again; `linear`: after how many timeouts the wait begins to double. */
interface SynRetries {
  readonly most: number;
  readonly linear: number;
}

/**
 * How the kernel of a client sends SYNs again: each wait is twice the last one, since Linux 6.5 from the fifth on
 * (`tcp_syn_linear_timeouts`, net/ipv4/tcp_timer.c): after 1, 3, 7 s, or after 1, 2, 3, 4, 5, 7, 11, 19 s. A Pod's is that
 * of its node; a node that tells no kernel has 6.1; a machine outside has the newest.
 */
export function synRetries({ netns: all }: Network, client: string): SynRetries {
  const own = all.get(client);
  const kernel = own?.kind === 'pod' ? all.get(own.node ?? '')?.kernel : own?.kernel;
  const sysctls = own?.sysctls ?? {};
  const retries = sysctls['net.ipv4.tcp_syn_retries'] ?? SYN_RETRIES;
  if (!isKernelSince(kernel, 6, 5)) return { most: retries, linear: 0 };
  const linear = sysctls['net.ipv4.tcp_syn_linear_timeouts'] ?? LINEAR_TIMEOUTS;
  return { most: retries + linear, linear };
}

/** How long a kernel waits once it has sent a SYN again so often, milliseconds. */
export const waitAfter = (again: number, { linear }: SynRetries): number =>
  FIRST_WAIT * 2 ** Math.max(0, again - linear);

interface Sending {
  readonly control: Control;
  readonly world: TimelineWorld;
  readonly traffic: Traffic;
}

/** The requests of all clients in order of time, each sent when it is asked for. */
export class TimelineRequests {
  readonly all: readonly Arrival[];
  readonly #sending: Sending;
  readonly #rng: Rng;
  readonly #timeout: number;
  /** Over one connection a client asks nothing while it waits for an answer: until when, by client. */
  readonly #waits = new Map<number, number>();
  /** SYNs that are going to be sent again, the soonest first. */
  readonly #unanswered: Unanswered[] = [];
  readonly #late: LateAnswer[] = [];
  readonly #document: Document;
  /** Where names and Ingresses are, by client. */
  readonly #resolved = new Map<number, { readonly epoch: number; readonly client: TrafficSource | undefined }>();
  /** The place in {@link all} of the next. */
  next = 0;

  constructor(document: Document, clients: readonly TrafficSource[], sending: Sending) {
    this.all = listArrivals(clients, document.script?.duration ?? 0);
    this.#sending = sending;
    this.#document = document;
    this.#rng = createNamedRng(document.seed, 'balancers');
    this.#timeout = delaysOf(document).clientTimeout;
  }

  /** Sends the next; undefined: there is nobody to send it, or its client waits for another. */
  send(): SentRequest | undefined {
    const nth = this.next++;
    const arrival = this.all[nth] as Arrival;
    const { at } = arrival;
    const { world, control, traffic } = this.#sending;
    this.goTo(at);
    world.goTo(at);
    if (at < (this.#waits.get(arrival.client.index) ?? 0)) return undefined;
    const client = this.#asNow(arrival.client);
    if (!client) return { ...arrival, nth, took: 0 };
    const nodes = client.balancer === undefined ? [] : nodesIn(control.balancers.get(client.balancer) ?? [], at);
    if (client.balancer !== undefined && nodes.length === 0) return { ...arrival, nth, took: 0 };
    const walked = traffic.send(client, nodes[nodes.length > 0 ? this.#rng.below(nodes.length) : 0]);
    if (!walked) return undefined;
    const took = walked.outcome === 'timed-out' ? this.#timeout : 0;
    if (client.spec.sends === 'keep-alive') this.#waits.set(client.index, at + took);
    if (walked.outcome === 'timed-out' && client.spec.sends === 'new' && client.sent.proto === 'tcp')
      this.#sendLater({
        nth,
        first: at,
        at: at + FIRST_WAIT,
        again: 1,
        retries: this.#retriesOf(client),
        client,
        walked,
      });
    return { ...arrival, nth, walked, took };
  }

  /**
   * A client that asks for a name, or for an Ingress, is told where that is now; undefined: nowhere. Where it was told
   * once it stays while its connection does.
   */
  #asNow(client: TrafficSource): TrafficSource | undefined {
    const { world, traffic } = this.#sending;
    const { kind } = client.flow.to;
    if ((kind !== 'name' && kind !== 'route') || traffic.isConnected(client)) return client;
    const known = this.#resolved.get(client.index);
    if (known?.epoch === world.epoch) return known.client;
    const document = { ...this.#document, cluster: world.cluster };
    const sent = resolveFlow(document, world.network, client.flow);
    const now = sent.ok ? { ...client, sent: sent.value } : undefined;
    this.#resolved.set(client.index, { epoch: world.epoch, client: now });
    return now;
  }

  /** Sends again every SYN that nobody answered until then; `before`: not the one of that request then, nor what follows it. */
  goTo(at: number, before?: number): void {
    for (;;) {
      const next = this.#unanswered[0];
      if (!next || next.at > at || (next.at === at && next.nth === before)) return;
      this.#unanswered.shift();
      this.#sendAgain(next);
    }
  }

  /** Requests that were answered since this was asked last: a SYN of theirs that was sent again came through. */
  takeLate(): readonly LateAnswer[] {
    return this.#late.splice(0);
  }

  /** The same packet again: a connection that a kernel has made of it leads where it led (net/ipv4/tcp_timer.c). */
  #sendAgain(unanswered: Unanswered): void {
    const { nth, first, at, again: times, client, walked, retries } = unanswered;
    const { world, traffic } = this.#sending;
    world.goTo(at);
    const again = traffic.sendAgain(client, walked);
    if (!again || again.outcome === 'timed-out')
      this.#sendLater({ ...unanswered, at: at + waitAfter(times, retries), again: times + 1 });
    // A refusal ends it as well, sooner than its client would give up.
    else this.#late.push({ nth, walked: again, took: at - first });
  }

  #retriesOf({ sent }: TrafficSource): SynRetries {
    return synRetries(this.#sending.world.network, sent.netns);
  }

  #sendLater(again: Unanswered): void {
    if (again.at - again.first >= this.#timeout || again.again > again.retries.most) return;
    const place = this.#unanswered.findIndex(({ at }) => at > again.at);
    this.#unanswered.splice(place === -1 ? this.#unanswered.length : place, 0, again);
  }
}

function listArrivals(clients: readonly TrafficSource[], duration: number): readonly Arrival[] {
  const all = clients.flatMap((client) => {
    const every = 1000 / client.spec.perSecond;
    const count = Math.max(0, Math.ceil((duration - client.first) / every));
    return Array.from({ length: count }, (_, nth): Arrival => ({ at: Math.round(client.first + nth * every), client }));
  });
  return all.sort((a, b) => a.at - b.at || a.client.index - b.client.index);
}

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
  /** Index of the source's first request. */
  readonly first: number;
}

/** The sender and destination that a script's client names, found in its network; else the reason it cannot send. */
export function clientOf(
  document: Document,
  { network, cluster }: { readonly network: Network; readonly cluster: ClusterObjects },
  index: number,
): Result<TrafficSource, Phrase> {
  const spec = document.script?.clients[index] as ScriptClient;
  const found = document.flows.find(({ id }) => id === spec.flow);
  if (!found) return err(phrase('document.flow.none'));
  // What came before is there of itself where requests follow each other.
  const { again: _again, ...flow } = found;
  const sent = resolveFlow({ ...document, cluster }, network, flow);
  if (!sent.ok) return sent;
  const { to } = flow;
  const isBalanced =
    to.kind === 'service' && to.via === 'loadBalancer' && flow.from.kind === 'external' && !isOfNetwork(cluster, to);
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

/** Is its load balancer a machine of the network? Then packets go by that one, and it chooses. */
function isOfNetwork({ services }: ClusterObjects, { namespace, name }: { namespace: string; name: string }): boolean {
  const service = services.find((each) => namespacedName(each) === `${namespace}/${name}`);
  return service !== undefined && balancerOf(service) !== undefined;
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

/**
 * The network with one route more in the client outside: to the address of the flow by way of `node`, as its load balancer
 * would send it. The network itself where the node has no address of the flow's family.
 */
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
