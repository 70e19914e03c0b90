import type { Document } from '../document/document';
import type { EndpointInfo } from '../kubernetes/endpoint';
import type { ClusterObjects, ServiceObject } from '../kubernetes/types';
import { once, type Memo } from '../lib/memo';
import type { Choice } from '../linux/chain-walk';
import type { Netns, Network } from '../linux/netns';
import { serverKey, serviceKey, type IpvsConnection } from '../linux/ipvs/service';
import { formatIp } from '../net/ip';
import { simulate, type SimInput } from '../sim/simulate';
import type { SimState } from '../sim/world';
import { choiceOf, type EndpointChoice } from './choice';
import { viaNode, type TrafficSource } from './requests';
import { findProxyView, type Control } from './control';
import { readEnd, type WalkEnd } from './ending';
import { isReachedAt, isServing, type PodLife } from './run';
import type { TimelineWorld } from './world';
import type { LiveEntry } from '../linux/conntrack/table';
import type { LiveElement } from '../linux/nftables/datum';
import { stamp } from '../linux/xtables/matches/recent';
import type { Tuple } from '../net/packet';

/** What requests are walked on. */
export interface RequestWorld {
  readonly document: Document;
  readonly cluster: ClusterObjects;
  readonly control: Control;
  readonly world: TimelineWorld;
  readonly memo: Memo;
  /** Every request is walked, also those that are like one that was. */
  readonly walksAll?: boolean;
}

/** A client, and the node whose rules decide. */
export interface AskingRequest {
  readonly client: TrafficSource;
  readonly node: string;
}

/** A walk that was made: how it ended, and what it left. */
export interface KnownWalk {
  readonly end: WalkEnd;
  readonly after: Aftermath;
}

/** The `nth` of `of` endpoints. */
interface Drawn {
  readonly nth: number;
  readonly of: number;
}

/** Decides as the rules do that draw that endpoint. */
export function decideFor({ nth, of }: Drawn): (choice: Choice) => number {
  let met = 0;
  return (choice) => {
    if (choice.kind === 'unknown') return 1;
    // One choice among all (nftables, a ladder of two), or a rule after the other.
    if (choice.probabilities.length === of) return met++ === 0 ? nth : 0;
    return met++ === nth ? 0 : 1;
  };
}

/** Endpoint that a walk came to. */
type Reached = Pick<EndpointInfo, 'endpoint' | 'ip'>;

/** Walks to a Service that end the same whenever they are walked, by what decides them. */
const walksTo = once(
  (_service: ServiceObject, _memo, ..._ground: readonly unknown[]): Map<string, KnownWalk> =>
    new Map<string, KnownWalk>(),
);

/** Where a walk came by: as long as all of it is what it was, the same packet goes the same way. */
export type Visited = readonly (readonly [id: string, netns: Netns | undefined])[];

interface Passing extends KnownWalk {
  readonly visited: Visited;
}

/** The namespaces of a network that a walk came by. */
export function listVisited(hops: Iterable<{ readonly netns: string }>, { netns }: Network): Visited {
  return [...new Set([...hops].map((hop) => hop.netns))].map((id) => [id, netns.get(id)] as const);
}

/** Is all of that as it was? */
export function isAsVisited(visited: Visited, { netns }: Network): boolean {
  return visited.every(([id, each]) => netns.get(id) === each);
}

/** Walks that were made, by what decides how they end: each is made once, through kernels that nothing has passed. */
export class Walks {
  readonly #ground: RequestWorld;
  readonly #choices = new Map<string, EndpointChoice | undefined>();
  readonly #passing = new Map<string, Passing>();
  /** Walks to each endpoint (by its index) or server (by its key) of a choice, as long as nothing happens. */
  readonly #now = new Map<
    EndpointChoice,
    { readonly epoch: number; readonly walks: Map<number | string, KnownWalk> }
  >();
  readonly #byAddress: ReadonlyMap<string, readonly PodLife[]>;
  /** How many were made. */
  made = 0;

  constructor(ground: RequestWorld) {
    this.#ground = ground;
    const byAddress = new Map<string, PodLife[]>();
    for (const life of ground.control.lives.values()) {
      for (const ip of life.ips) byAddress.set(ip, [...(byAddress.get(ip) ?? []), life]);
    }
    this.#byAddress = byAddress;
  }

  /** The Pod that has an address, or had it last. */
  podAt(address: string, at: number): PodLife | undefined {
    const lives = this.#byAddress.get(address) ?? [];
    return lives.find((life) => isReachedAt(life, at)) ?? lives.findLast(({ from }) => from <= at);
  }

  /** Among whom the rules of a node choose for a client; undefined: there is no such Service port. */
  choice({ client, node }: AskingRequest, version: number): EndpointChoice | undefined {
    const key = `${client.index} ${node} ${version}`;
    if (this.#choices.has(key)) return this.#choices.get(key);
    const { control, cluster } = this.#ground;
    const view = findProxyView(control, node, version);
    const asker = { node, family: client.sent.dst.family, fromOutside: client.flow.from.kind === 'external' };
    const choice = view && choiceOf(view, { programs: control.programs, cluster, flow: client.flow, asker });
    this.#choices.set(key, choice);
    return choice;
  }

  /** The network as a client has it whose balancer chose a node. */
  network(client: TrafficSource, node: string | undefined): Network {
    const { world, cluster } = this.#ground;
    return client.balancer !== undefined && node !== undefined
      ? viaNode(world.network, client, { cluster, node })
      : world.network;
  }

  /** The walk to an endpoint that rules draw; undefined: it goes elsewhere, and nothing is known of it. */
  toEndpoint(asking: AskingRequest, choice: EndpointChoice, nth: number): KnownWalk | undefined {
    const endpoint = choice.endpoints[nth];
    const known =
      endpoint &&
      this.#ofNow(choice, nth, () => this.#known(asking, choice, endpoint) ?? this.#toDrawn(asking, choice, nth));
    return known?.end.to === endpoint?.endpoint ? known : undefined;
  }

  #toDrawn(asking: AskingRequest, choice: EndpointChoice, nth: number): KnownWalk {
    const endpoint = choice.endpoints[nth] as EndpointInfo;
    const network = this.network(asking.client, asking.node);
    const made = this.#walk(asking, network, decideFor({ nth, of: choice.endpoints.length }));
    if (made.end.to === endpoint.endpoint) this.#keep(asking, choice, [endpoint, made]);
    return made;
  }

  /** The walk to a server that the director of the node chose. */
  toServer(asking: AskingRequest, choice: EndpointChoice, { service, destination, server }: IpvsConnection): KnownWalk {
    return this.#ofNow(choice, destination, () => {
      const endpoint = { endpoint: destination, ip: formatIp(server) };
      const known = this.#known(asking, choice, endpoint);
      if (known) return known;
      const network = withOnly(this.network(asking.client, asking.node), asking.node, { service, server: destination });
      const made = this.#walk(asking, network, () => 0);
      this.#keep(asking, choice, [endpoint, made]);
      return made;
    });
  }

  #ofNow(choice: EndpointChoice, to: number | string, make: () => KnownWalk): KnownWalk {
    const { epoch } = this.#ground.world;
    let now = this.#now.get(choice);
    if (now?.epoch !== epoch) this.#now.set(choice, (now = { epoch, walks: new Map() }));
    let known = now.walks.get(to);
    if (!known) now.walks.set(to, (known = make()));
    return known;
  }

  #known(asking: AskingRequest, { port }: EndpointChoice, endpoint: Reached): KnownWalk | undefined {
    return this.#walksTo(port.service).get(this.#key(asking, endpoint));
  }

  #keep(asking: AskingRequest, { port }: EndpointChoice, [endpoint, walk]: readonly [Reached, KnownWalk]): void {
    this.#walksTo(port.service).set(this.#key(asking, endpoint), walk);
  }

  /** The walk of a packet that nothing chooses for: the same as long as nothing changed where it came by. */
  passing({ client, node }: AskingRequest): KnownWalk {
    const { world } = this.#ground;
    const key = `${client.index} ${node}`;
    const known = this.#passing.get(key);
    if (known && isAsVisited(known.visited, world.network)) return known;
    const made = this.#walk({ client, node }, this.network(client, node), () => 0);
    this.#passing.set(key, made);
    return made;
  }

  /**
   * All that decides how a walk to one endpoint of a Service ends: who sends, whose rules, and what is at the
   * endpoint's address. Rules of other Services do not touch its packets (all walks are made in remembered.test.ts).
   */
  #key({ client, node }: AskingRequest, { endpoint, ip }: Reached): string {
    const { world, control } = this.#ground;
    const { sent } = client;
    const life = this.podAt(ip, world.now);
    const there = !life || !isReachedAt(life, world.now) ? 'gone' : isServing(life, world.now) ? 'up' : 'down';
    const other = life && world.node(life.node);
    const host = life ? `${life.node} ${other ? (other.flushed ? 'flushed' : 'ruled') : 'lost'}` : '';
    const asked = `${sent.netns} ${formatIp(sent.dst)} ${sent.proto} ${sent.dport}`;
    const program = control.programs.get(node);
    const moment = world.node(node);
    const read = moment?.addresses?.map(({ address }) => address).join(',');
    const own = `${node} ${moment?.flushed ? 'flushed' : 'ruled'} ${read}`;
    return `${asked} ${own} ${program?.mode} ${program?.release} ${endpoint} ${life?.id ?? ''} ${there} ${host}`;
  }

  #walksTo(service: ServiceObject): Map<string, KnownWalk> {
    const { document, cluster, memo } = this.#ground;
    const { mode, release, settings, kubeProxy, stopped } = document;
    return walksTo(service, memo.of(`${mode} ${release}`), cluster, settings, kubeProxy, stopped);
  }

  #walk({ client, node }: AskingRequest, network: Network, decide: (choice: Choice) => number): Passing {
    this.made++;
    const state: SimState = new Map();
    const flow = { ...client.sent, sport: LEARNED_PORT };
    const trace = simulate({ network, flow, decide, state, quiet: true });
    const end = readEnd(trace);
    if (closes({ client, node }, end, this.#ground)) finish({ network, flow, decide, state, quiet: true });
    const visited = listVisited(
      trace.legs.flatMap(({ hops }) => hops),
      this.#ground.world.network,
    );
    return { end, after: new Aftermath(state, LEARNED_PORT), visited };
  }
}

const LEARNED_PORT = 32_768;

/** Completes a served connection after its SYN: request, answer, and the close from both ends. */
export function finish({ flow, ...walk }: SimInput): void {
  simulate({ ...walk, flow: { ...flow, ongoing: true } });
  simulate({ ...walk, flow: { ...flow, ongoing: true, closes: true } });
}

/** A TCP request over a connection of its own closes it when it was served. */
export function closes(
  { client, node }: Partial<AskingRequest> & Pick<AskingRequest, 'client'>,
  end: WalkEnd,
  { world }: RequestWorld,
): boolean {
  if (end.outcome !== 'served' || client.sent.proto !== 'tcp' || client.spec.sends === 'keep-alive') return false;
  return node !== undefined && world.mode(node) !== 'userspace';
}

/** A network in which the director of a node has but one server of a service to choose. */
function withOnly(
  network: Network,
  node: string,
  { service, server }: { readonly service: string; readonly server: string },
): Network {
  const netns = network.netns.get(node);
  if (!netns?.ipvs) return network;
  const services = netns.ipvs.services.map((each) =>
    serviceKey(each) === service ? { ...each, servers: each.servers.filter((one) => serverKey(one) === server) } : each,
  );
  const directed = { ...netns, ipvs: { ...netns.ipvs, services } };
  return { ...network, netns: new Map(network.netns).set(node, directed) };
}

/** A request that is like another: its own source port, and its own time. */
export interface Alike {
  readonly sport: number;
  /** Milliseconds. */
  readonly now: number;
}

/** What a walk left in one kernel that no packet had passed before it, at its beginning. */
interface Left {
  readonly entries: readonly LiveEntry[];
  readonly connections: readonly IpvsConnection[];
  /** xt_recent: list and address. */
  readonly seen: readonly (readonly [list: string, address: string])[];
  readonly elements: readonly (readonly [set: string, key: string, element: LiveElement])[];
}

/** Ports that a source is translated to where they are not kept: each walk one of its own. */
const TRANSLATED = { min: 1024, size: 64_512 } as const;

/**
 * What a walk leaves in the kernels: learned from one that was walked through kernels nothing had passed, left again for
 * each request like it. Connections with their timers, addresses that affinity remembers, servers that were chosen.
 */
class Aftermath {
  readonly #left: ReadonlyMap<string, Left>;
  /** Kernels that remember the client, and those that have a connection. */
  readonly #remembering: readonly (readonly [netns: string, left: Left])[];
  readonly #connecting: readonly (readonly [netns: string, left: Left])[];
  readonly #sport: number;

  /** @param states as the walk left them, all of it at the beginning; `sport`: its source port */
  constructor(states: SimState, sport: number) {
    this.#sport = sport;
    const left = [...states].map(([netns, { conntrack, ipvs, recent, nftSets }]): readonly [string, Left] => [
      netns,
      {
        entries: conntrack.entries(),
        connections: ipvs.all(0),
        seen: [...recent].flatMap(([list, addresses]) => [...addresses.keys()].map((each) => [list, each] as const)),
        elements: [...nftSets].flatMap(([set, all]) => [...all].map(([key, each]) => [set, key, each] as const)),
      },
    ]);
    this.#left = new Map(left);
    this.#remembering = left.filter(([, { seen, elements }]) => seen.length + elements.length > 0);
    this.#connecting = left.filter(([, { entries }]) => entries.length > 0);
  }

  /** The director's connection in a namespace, if it made one. */
  connection(netns: string): IpvsConnection | undefined {
    return this.#left.get(netns)?.connections[0];
  }

  /** Does a kernel still remember the client for where this walk went? `timeout`: seconds. */
  isRemembered(states: SimState, now: number, timeout: number): boolean {
    const since = now - timeout * 1000;
    return this.#remembering.some(([netns, { seen, elements }]) => {
      const state = states.get(netns);
      return (
        seen.some(([list, each]) => (state?.recent.get(list)?.get(each)?.at(-1) ?? -Infinity) >= since) ||
        elements.some(([set, key]) => (state?.nftSets.get(set)?.get(key)?.expires ?? 0) > now)
      );
    });
  }

  /** The client is remembered again. */
  remember(states: SimState, { now }: Alike): void {
    for (const [netns, { seen, elements }] of this.#remembering) {
      const state = states.get(netns);
      for (const [name, each] of seen) {
        const list = state?.recent.get(name) ?? new Map<string, number[]>();
        state?.recent.set(name, list);
        stamp(list, each, now);
      }
      for (const [name, key, each] of elements) {
        const set = state?.nftSets.get(name) ?? new Map<string, LiveElement>();
        state?.nftSets.set(name, set);
        set.set(key, each.expires === undefined ? each : { ...each, expires: each.expires + now });
      }
    }
  }

  /** Puts the connections of the walk into the kernels' tables, for the source port of another request. */
  connect(states: SimState, { sport, now }: Alike): void {
    for (const [netns, { entries }] of this.#connecting) {
      const conntrack = states.get(netns)?.conntrack;
      conntrack?.expire(now);
      for (const entry of entries)
        conntrack?.adopt(entry, { ...this.#ends(entry, sport), expires: entry.expires + now });
    }
  }

  #ends({ original, reply }: LiveEntry, sport: number): { readonly original: Tuple; readonly reply: Tuple } {
    const own = (port: number): number =>
      port === this.#sport
        ? sport
        : TRANSLATED.min + ((port - TRANSLATED.min + sport - this.#sport + TRANSLATED.size) % TRANSLATED.size);
    return { original: { ...original, sport: own(original.sport) }, reply: { ...reply, dport: own(reply.dport) } };
  }
}
