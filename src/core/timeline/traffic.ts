import type { Document } from '../document/document';
import type { EndpointInfo } from '../kubernetes/endpoint';
import type { ClusterObjects, ServiceObject } from '../kubernetes/types';
import { once, type Memo } from '../lib/memo';
import type { Rng } from '../lib/random';
import { isKernelSince } from '../linux/namespace';
import { createState } from '../linux/state';
import type { Network } from '../linux/netns';
import { formatIp } from '../net/ip';
import { makeCopy } from '../sim/explore';
import { drawBranch } from '../sim/many';
import { simulate, type SimFlow } from '../sim/simulate';
import type { Choice as SimChoice } from '../linux/chain-walk';
import { createNamedRng } from '../lib/random';
import { choiceOf, type EndpointChoice } from './choice';
import { viaNode, type TrafficSource } from './client';
import type { Control } from './control';
import { endOf, type WalkEnd } from './ending';
import { isReachedAt, isServing, type PodLife } from './lives';
import type { TimelineWorld } from './world';

/** One request, and what came of it. */
export interface WalkedRequest extends WalkEnd {
  /** The node whose rules decided. */
  readonly node: string | undefined;
  /** The table of connections of that node was full. */
  readonly isFull?: true;
  /** Another packet from its socket went elsewhere at the same time, and the kernel kept that one's connection. */
  readonly lostRace?: true;
  /** What its client sent. */
  readonly sent: SimFlow;
}

/** What is handed down to walk requests. */
interface Ground {
  readonly document: Document;
  readonly cluster: ClusterObjects;
  readonly control: Control;
  readonly world: TimelineWorld;
  readonly memo: Memo;
}

/** `net.ipv4.ip_local_port_range`. */
const PORTS = { min: 32_768, size: 28_232 } as const;

/** Walks to a Service that end the same whenever they are walked, by what decides them. */
const walksTo = once(
  (_service: ServiceObject, _memo, ..._ground: readonly unknown[]): Map<string, WalkEnd> => new Map<string, WalkEnd>(),
);

interface Asking {
  readonly client: TrafficSource;
  readonly node: string;
}

interface OpenConnection {
  readonly sport: number;
  /** The node a balancer chose for it. */
  readonly via?: string;
}

/** Sends the requests of all clients through the world as it is. */
export class Traffic {
  readonly #ground: Ground;
  readonly #rng: Rng;
  readonly #choices = new Map<string, EndpointChoice | undefined>();
  /** Versions whose rules choose otherwise than was thought: all is walked. */
  readonly #surprising = new Set<string>();
  readonly #open = new Map<number, OpenConnection>();
  readonly #byAddress: ReadonlyMap<string, readonly PodLife[]>;
  #port = 0;
  /** From when on each request leaves its connection in the kernels; else where something depends on it. */
  keepsFrom = Infinity;
  /** How many requests were walked rather than remembered. */
  walked = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
    const { document, control } = ground;
    this.#rng = createNamedRng(document.seed, 'traffic');
    const byAddress = new Map<string, PodLife[]>();
    for (const life of control.lives.values()) {
      for (const ip of life.ips) byAddress.set(ip, [...(byAddress.get(ip) ?? []), life]);
    }
    this.#byAddress = byAddress;
  }

  /** The Pod that has an address, or had it last. */
  podAt(address: string, at: number): PodLife | undefined {
    const lives = this.#byAddress.get(address) ?? [];
    return lives.find((life) => isReachedAt(life, at)) ?? lives.findLast(({ from }) => from <= at);
  }

  /** Sends the next request of a client; undefined: there is nobody to send it. */
  send(client: TrafficSource, balanced: string | undefined): WalkedRequest | undefined {
    const { world } = this.#ground;
    if (!world.has(client.sent.netns)) return undefined;
    const node = client.node ?? balanced;
    if (client.spec.sends === 'keep-alive' && client.sent.proto === 'tcp') return this.#overOpen(client, node);
    const sent = this.#flow(client);
    if (client.spec.sends === 'two-at-once' && sent.proto === 'udp') return this.#pair(client, node, sent);
    const walk = node !== undefined && this.#isPlain(client, node) ? this.#chosen({ client, node }, sent) : undefined;
    return { ...(walk ?? this.#walk(client, node, sent)), node, sent };
  }

  /** Does nothing but the rules decide where it goes: no connection, no memory of the client, no turn? */
  #isPlain({ spec, flow, sent }: TrafficSource, node: string): boolean {
    const { control } = this.#ground;
    const program = control.programs.get(node);
    const isRules = program?.mode === 'iptables' || program?.mode === 'nftables';
    const isAlone = program?.order.length === 0 && program.leftovers.length === 0;
    const isLimited = this.#mostOf(node) > 0;
    const isToService = flow.to.kind === 'service' && sent.segment === undefined;
    return isRules && isAlone && !isLimited && isToService && spec.sends === 'new';
  }

  /** Draws whom the rules of the node choose, and remembers how the walk to it ends. */
  #chosen({ client, node }: Asking, sent: SimFlow): WalkEnd | undefined {
    const { world } = this.#ground;
    const moment = world.node(node);
    if (!moment || moment.flushed) return undefined;
    const version = `${client.index} ${node} ${moment.version}`;
    const choice = this.#choice(client, node, version);
    if (!choice || choice.port.affinityTimeout > 0 || choice.endpoints.length === 0 || this.#surprising.has(version))
      return undefined;
    const nth = this.#rng.below(choice.endpoints.length);
    const endpoint = choice.endpoints[nth];
    if (!endpoint) return undefined;
    const key = this.#key({ client, node }, endpoint);
    const walks = this.#walksTo(choice);
    const drawn = { nth, of: choice.endpoints.length };
    if (world.now >= this.keepsFrom) this.#keep({ client, node }, sent, drawn);
    const known = walks.get(key);
    if (known) return known;
    const end = this.#forced({ client, node }, sent, drawn);
    if (end.to === endpoint.endpoint) walks.set(key, end);
    else this.#surprising.add(version);
    return end.to === endpoint.endpoint ? end : undefined;
  }

  #choice(client: TrafficSource, node: string, key: string): EndpointChoice | undefined {
    if (this.#choices.has(key)) return this.#choices.get(key);
    const { world, control, cluster } = this.#ground;
    const view = world.view(node);
    const asker = { node, family: client.sent.dst.family, fromOutside: client.flow.from.kind === 'external' };
    const choice = view && choiceOf(view, { programs: control.programs, cluster, flow: client.flow, asker });
    this.#choices.set(key, choice);
    return choice;
  }

  /**
   * All that decides how a walk to one endpoint of a Service ends: who sends, whose rules, and what is at
   * the endpoint's address. Rules of other Services do not touch its packets (checked against walks: traffic.test.ts).
   */
  #key({ client, node }: Asking, { endpoint, ip }: EndpointInfo): string {
    const { world } = this.#ground;
    const { sent } = client;
    const life = this.podAt(ip, world.now);
    const there = !life || !isReachedAt(life, world.now) ? 'gone' : isServing(life, world.now) ? 'up' : 'down';
    const other = life && world.node(life.node);
    const host = life ? `${life.node} ${other ? (other.flushed ? 'flushed' : 'ruled') : 'lost'}` : '';
    const asked = `${sent.netns} ${formatIp(sent.dst)} ${sent.proto} ${sent.dport}`;
    return `${asked} ${node} ${endpoint} ${life?.id ?? ''} ${there} ${host}`;
  }

  #walksTo({ port }: EndpointChoice): Map<string, WalkEnd> {
    const { document, cluster, memo } = this.#ground;
    const { mode, release, settings, kubeProxy, stopped } = document;
    return walksTo(port.service, memo.of(`${mode} ${release}`), cluster, settings, kubeProxy, stopped);
  }

  /** The network as a client has it whose balancer chose a node. */
  network(client: TrafficSource, node: string | undefined): Network {
    const { world, cluster } = this.#ground;
    return client.balancer !== undefined && node !== undefined
      ? viaNode(world.network, client, { cluster, node })
      : world.network;
  }

  /** Walks to the endpoint that was drawn, with nothing remembered by the kernels. */
  #forced({ client, node }: Asking, flow: SimFlow, drawn: Drawn): WalkEnd {
    this.walked++;
    const network = this.network(client, node);
    return endOf(simulate({ network, flow, decide: decideFor(drawn), state: new Map(), quiet: true }));
  }

  /** Walks there and leaves in the kernels what that leaves: how it ends is known. */
  #keep({ client, node }: Asking, flow: SimFlow, drawn: Drawn): void {
    const { world } = this.#ground;
    const network = this.network(client, node);
    for (const each of world.state.values()) each.now = world.now;
    const walk = { network, flow, state: this.stateAt(network), decide: decideFor(drawn), quiet: true };
    const { outcome } = endOf(simulate(walk));
    if (outcome === 'served' && flow.proto === 'tcp')
      simulate({ ...walk, flow: { ...flow, ongoing: true, segment: 'FIN' } });
  }

  #flow({ sent, spec, index }: TrafficSource): SimFlow {
    if (spec.sends === 'one-socket') return { ...sent, sport: PORTS.min + index };
    return { ...sent, sport: PORTS.min + 100 + (this.#port++ % (PORTS.size - 100)) };
  }

  #draw(choice: SimChoice): number {
    return choice.kind === 'random' ? drawBranch(choice, this.#rng) : 1;
  }

  /** Walks a request through what earlier ones left behind: connections with their timers, lists, turns. */
  #walk(client: TrafficSource, node: string | undefined, flow: SimFlow): WalkEnd & { readonly isFull?: true } {
    const { world } = this.#ground;
    const seed = this.#rng.u32();
    for (const each of world.state.values()) each.now = world.now;
    const full = this.#tableOf(node);
    if (full && flow.ongoing === undefined) return full;
    const network = this.network(client, node);
    const decide = (choice: SimChoice): number => this.#draw(choice);
    this.walked++;
    const end = endOf(simulate({ network, flow, seed, state: this.stateAt(network), decide, quiet: true }));
    const isOver = end.outcome === 'served' && flow.proto === 'tcp' && client.spec.sends !== 'keep-alive';
    if (isOver && !flow.ongoing && node !== undefined && world.mode(node) !== 'userspace') {
      const closing = { ...flow, ongoing: true, segment: 'FIN' } as const;
      simulate({ network, flow: closing, seed, state: world.state, decide, quiet: true });
    }
    return end;
  }

  /**
   * Two packets from one socket, each on a processor of its own: neither finds the connection of the other. Where they
   * are translated alike, the second takes the connection of the first; else it is dropped until Linux 5.5
   * (`__nf_conntrack_confirm`, insert_failed), and has a connection of its own since (`nf_ct_resolve_clash_harder`).
   * IPVS hashes its own connection at once, which the second finds.
   */
  #pair(client: TrafficSource, node: string | undefined, sent: SimFlow): WalkedRequest {
    const { world, document } = this.#ground;
    const network = this.network(client, node);
    const before = makeCopy(this.stateAt(network), document.seed);
    for (const each of before.values()) each.now = world.now;
    const first = this.#walk(client, node, sent);
    const mode = node === undefined ? undefined : world.mode(node);
    if (mode !== 'iptables' && mode !== 'nftables') return { ...first, node, sent };
    const decide = (choice: SimChoice): number => this.#draw(choice);
    this.walked++;
    const second = endOf(simulate({ network, flow: sent, seed: this.#rng.u32(), state: before, decide, quiet: true }));
    const isKept = second.to === first.to || isKernelSince(network.netns.get(node ?? '')?.kernel ?? '', 5, 6);
    if (isKept) return { ...(first.outcome === 'served' ? second : first), node, sent };
    const disposition = { kind: 'DROPPED', netns: node ?? '', by: 'nf_conntrack' } as const;
    return { outcome: 'timed-out', disposition, to: second.to, node, sent, lostRace: true };
  }

  /** What is left in the kernels of a network; of namespaces no packet has passed yet, too. */
  stateAt(network: Network): TimelineWorld['state'] {
    const { world, document } = this.#ground;
    for (const id of network.netns.keys()) {
      if (world.state.has(id)) continue;
      world.state.set(id, { ...createState(document.seed), now: world.now });
    }
    return world.state;
  }

  /** Connections the node can know; 0: more than a run has. What kube-proxy sets unless it is told is never reached. */
  #mostOf(node: string): number {
    const { document, control, world } = this.#ground;
    const most = document.script?.delays?.conntrackMax ?? 0;
    const told = control.programs.get(node)?.config.conntrack;
    if (most > 0 || (told?.min ?? told?.maxPerCore) === undefined) return most;
    return world.network.netns.get(node)?.sysctls['net.netfilter.nf_conntrack_max'] ?? 0;
  }

  /** nf_conntrack: table full, dropping packet (`__nf_conntrack_alloc`); nothing is evicted that is assured. */
  #tableOf(node: string | undefined): (WalkEnd & { readonly isFull: true }) | undefined {
    const { world } = this.#ground;
    const most = node === undefined ? 0 : this.#mostOf(node);
    const state = node === undefined ? undefined : world.state.get(node);
    if (!state || most === 0) return undefined;
    state.conntrack.expire(world.now);
    if (state.conntrack.entries().length < most) return undefined;
    return {
      outcome: 'timed-out',
      disposition: { kind: 'DROPPED', netns: node ?? '', by: 'nf_conntrack' },
      to: '',
      isFull: true,
    };
  }

  /** A request over a connection that stays open; one that breaks is opened anew with the next request. */
  #overOpen(client: TrafficSource, node: string | undefined): WalkedRequest {
    const known = this.#open.get(client.index);
    if (!known) {
      const flow = this.#flow(client);
      const end = this.#walk(client, node, flow);
      if (end.outcome === 'served')
        this.#open.set(client.index, { sport: flow.sport, ...(node === undefined ? {} : { via: node }) });
      return { ...end, node, sent: flow };
    }
    const asked = client.node ?? known.via;
    const sent: SimFlow = { ...client.sent, sport: known.sport, ongoing: true };
    const end = this.#walk(client, asked, sent);
    if (end.outcome !== 'served') this.#open.delete(client.index);
    return { ...end, outcome: end.outcome === 'refused' ? 'reset' : end.outcome, node: asked, sent };
  }
}

/** The `nth` of `of` endpoints. */
interface Drawn {
  readonly nth: number;
  readonly of: number;
}

/** Decides as the rules do that draw that endpoint. */
function decideFor({ nth, of }: Drawn): (choice: SimChoice) => number {
  let met = 0;
  return (choice) => {
    if (choice.kind === 'unknown') return 1;
    // One choice among all (nftables, a ladder of two), or a rule after the other.
    if (choice.probabilities.length === of) return met++ === 0 ? nth : 0;
    return met++ === nth ? 0 : 1;
  };
}
