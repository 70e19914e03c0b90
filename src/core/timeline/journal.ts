import type { Phrase } from '../lib/phrase';

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
  /** Its place in the list. */
  readonly id: number;
  readonly at: number;
  /** It took until then; absent: a moment. */
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
