import type { Document } from '../document/document';
import type { NodeProgram } from '../document/node-program';
import type { ScriptDelays } from '../document/script';
import { type Rng, createNamedRng } from '../lib/random';
import type { ApiServer } from './api-server';
import type { Phrase } from '../lib/phrase';
import type { PodObject } from '../kubernetes/types';

/** What all parts of a cluster share while time runs. */
export interface Run {
  readonly document: Document;
  readonly delays: ScriptDelays;
  /** What runs on each node and writes rules. */
  readonly programs: ReadonlyMap<string, NodeProgram>;
  readonly queue: EventQueue;
  readonly journal: Journal;
  readonly api: ApiServer;
  /** Every Pod that ever had an address. */
  readonly lives: Map<string, PodLife>;
  /** Nodes that are gone, since when. */
  readonly lost: Map<string, number>;
}

/** The chances of one thing of a run, by its name. */
export function chanceOf({ document: { seed } }: Pick<Run, 'document'>, name: string): Rng {
  return createNamedRng(seed, name);
}

/** How long a watcher waits for an event: everybody's watch has a length of its own. */
export function lagOf(run: Run, watcher: string): number {
  const { watch } = run.delays;
  return watch + chanceOf(run, watcher).below(watch + 1);
}

interface Entry {
  readonly at: number;
  /** Of those at the same moment the one that was put in first is first. */
  readonly nth: number;
  readonly run: () => void;
}

/** What is going to happen, in order of time; no clock: time is where the queue is. */
export class EventQueue {
  readonly #heap: Entry[] = [];
  #count = 0;
  #now = 0;

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  /** Lets `run` happen at a time; what is past happens now. */
  at(time: number, run: () => void): void {
    const entry = { at: Math.max(time, this.#now), nth: this.#count++, run };
    let place = this.#heap.push(entry) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(entry, this.#heap[above] as Entry)) break;
      this.#heap[place] = this.#heap[above] as Entry;
      place = above;
    }
    this.#heap[place] = entry;
  }

  after(delay: number, run: () => void): void {
    this.at(this.#now + delay, run);
  }

  /** Lets the next thing happen, unless it is after `until`. False: nothing is left. */
  step(until: number): boolean {
    const first = this.#heap[0];
    if (!first || first.at > until) return false;
    const last = this.#heap.pop() as Entry;
    if (last !== first) this.#sink(last);
    this.#now = first.at;
    first.run();
    return true;
  }

  #sink(entry: Entry): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      let below = place * 2 + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1] as Entry, heap[below] as Entry)) below++;
      if (!isBefore(heap[below] as Entry, entry)) break;
      heap[place] = heap[below] as Entry;
      place = below;
    }
    heap[place] = entry;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.nth < b.nth);
}

/** Where something happens; one lane each in the picture. */
export type Lane =
  | 'user'
  | 'controllers'
  | 'api'
  | 'slices'
  | 'nodes'
  | 'load-balancer'
  | `kubelet ${string}`
  | `kube-proxy ${string}`
  | `kernel ${string}`;

/** One thing that happened, milliseconds from the beginning. */
export interface TimelineEvent {
  /** Index of the event in the list. */
  readonly id: number;
  readonly at: number;
  /** Time the event took until, in ms; absent: a moment. */
  readonly until?: number;
  readonly lane: Lane;
  readonly says: Phrase;
  /** What it comes of; its delay is the difference. */
  readonly cause?: number;
}

/** An event as it is noted. */
type Note = Pick<TimelineEvent, 'lane' | 'says'> & {
  readonly until?: number | undefined;
  readonly cause?: number | undefined;
};

/** Keeps what happened. */
export class Journal {
  readonly events: TimelineEvent[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now();
  }

  /** Notes an event of now; returns its id. */
  note({ lane, says, until, cause }: Note): number {
    const id = this.events.length;
    this.events.push({
      id,
      at: this.#now(),
      lane,
      says,
      ...(until === undefined ? {} : { until }),
      ...(cause === undefined ? {} : { cause }),
    });
    return id;
  }
}

/** Why a process ended. */
export type EndedBy = 'terminated' | 'crashed' | 'node-lost';

/** A process that listens: from, and until when. */
interface Serving {
  readonly from: number;
  until: number;
  endedBy?: EndedBy;
  /** What it ended with, in the journal. */
  event?: number | undefined;
}

/** What a Pod really is on its node, whatever the API says; milliseconds. */
export interface PodLife {
  /** `namespace/name`. */
  readonly id: string;
  /** The object when it had its address. */
  readonly pod: PodObject;
  readonly node: string;
  readonly ips: readonly string[];
  /** When its address is its own. */
  readonly from: number;
  until: number;
  readonly serving: Serving[];
}

/** Does the Pod's process listen at a moment? */
export function isServing({ serving }: PodLife, at: number): boolean {
  return serving.some(({ from, until }) => from <= at && at < until);
}

/** Has it its address at a moment? */
export function isReachedAt({ from, until }: PodLife, at: number): boolean {
  return from <= at && at < until;
}

/** The end of its process that a moment comes after. */
export function lastEnd({ serving }: PodLife, at: number): Serving | undefined {
  return serving.findLast(({ until }) => until <= at);
}
