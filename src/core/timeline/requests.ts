import type { Document } from '../document/document';
import { createNamedRng, type Rng } from '../lib/random';
import type { TrafficSource } from './client';
import type { Control } from './control';
import { delaysOf } from './delays';
import type { BalancerChange } from './load-balancer';
import type { Traffic, WalkedRequest } from './traffic';
import type { TimelineWorld } from './world';

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
}

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
  /** The place in {@link all} of the next. */
  next = 0;

  constructor(document: Document, clients: readonly TrafficSource[], sending: Sending) {
    this.all = listArrivals(clients, document.script?.duration ?? 0);
    this.#sending = sending;
    this.#rng = createNamedRng(document.seed, 'balancers');
    this.#timeout = delaysOf(document).clientTimeout;
  }

  /** Sends the next; undefined: there is nobody to send it, or its client waits for another. */
  send(): SentRequest | undefined {
    const arrival = this.all[this.next++] as Arrival;
    const { at, client } = arrival;
    const { world, control, traffic } = this.#sending;
    world.goTo(at);
    if (at < (this.#waits.get(client.index) ?? 0)) return undefined;
    const nodes = client.balancer === undefined ? [] : nodesIn(control.balancers.get(client.balancer) ?? [], at);
    if (client.balancer !== undefined && nodes.length === 0) return { ...arrival, took: 0 };
    const walked = traffic.send(client, nodes[nodes.length > 0 ? this.#rng.below(nodes.length) : 0]);
    if (!walked) return undefined;
    const took = walked.outcome === 'timed-out' ? this.#timeout : 0;
    if (client.spec.sends === 'keep-alive') this.#waits.set(client.index, at + took);
    return { ...arrival, walked, took };
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

/** The nodes a balancer sends to at a moment. */
function nodesIn(changes: readonly BalancerChange[], at: number): readonly string[] {
  const now = new Map<string, boolean>();
  for (const change of changes) if (change.at <= at) now.set(change.node, change.isIn);
  return [...now].filter(([, isIn]) => isIn).map(([node]) => node);
}
