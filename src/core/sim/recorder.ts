import type { Phrase } from '../lib/phrase';
import { invariant } from '../lib/result';
import type { Skb } from '../linux/skb';
import type { Disposition, Hop, Leg, TraceStep } from './trace';

type Role = Leg['role'];
/** A step without where the packet is: the recorder adds it from the packet. */
type NewStep = TraceStep extends infer Step ? (Step extends TraceStep ? Omit<Step, 'packet' | 'mark'> : never) : never;

/** A hop, checked: it begins where a packet comes into a namespace, and a translation changes something. */
function makeHop(netns: string, steps: readonly TraceStep[]): Hop {
  const first = steps[0];
  invariant(first?.kind === 'receive' || first?.kind === 'originate', `a hop in ${netns} begins with ${first?.kind}`);
  for (const step of steps) {
    if (step.kind === 'nat') invariant(step.before !== step.packet, 'a nat step has a difference');
  }
  return { netns, steps };
}

/** One packet's walk while it is being written. */
export interface LegWriter {
  readonly role: Role;
  /** Of a connection that a proxying process opened. */
  readonly second: boolean;
  /** Enters a namespace: what follows belongs to it until the next one. */
  readonly enter: (netns: string) => void;
  readonly step: (step: NewStep, skb: Skb) => void;
  /** The steps of the namespace the packet is in, newest last. */
  readonly current: () => readonly TraceStep[];
  readonly hops: () => number;
  readonly end: (disposition: Disposition) => void;
  readonly ended: () => boolean;
}

/** Looks on while a run is written: called before each step is, with the live packet. Indexes are those of the trace. */
export type Watch = (
  at: { readonly leg: number; readonly hop: number; readonly step: number },
  skb: Skb,
  netns: string,
) => void;

/** Collects the legs of one run. */
export class Recorder {
  private readonly written: {
    role: Role;
    second: boolean;
    lookup: boolean;
    hops: { netns: string; steps: TraceStep[] }[];
    end?: Disposition;
  }[] = [];
  readonly assumptions: Phrase[] = [];
  /** The legs that begin now are a question for a name. */
  isLookup = false;
  private readonly watch: Watch | undefined;

  constructor(watch?: Watch) {
    this.watch = watch;
  }

  /** Begins a leg; legs are kept in the order they begin. */
  leg(role: Role, second = false): LegWriter {
    const leg: (typeof this.written)[number] = { role, second, lookup: this.isLookup, hops: [] };
    const index = this.written.push(leg) - 1;
    return {
      role,
      second,
      enter: (netns) => leg.hops.push({ netns, steps: [] }),
      step: (step, skb) => {
        const hop = leg.hops.at(-1);
        invariant(hop, 'a step belongs to a hop');
        const { steps, netns } = hop;
        this.watch?.({ leg: index, hop: leg.hops.length - 1, step: steps.length }, skb, netns);
        // Steps have many shapes: engines spread those five times as slowly.
        steps.push(Object.assign({}, step, { packet: skb.packet, mark: skb.mark }));
      },
      current: () => leg.hops.at(-1)?.steps ?? [],
      hops: () => leg.hops.length,
      end: (disposition) => (leg.end ??= disposition),
      ended: () => leg.end !== undefined,
    };
  }

  /** Notes once that something was assumed. */
  assume(assumption: Phrase): void {
    const text = JSON.stringify(assumption);
    if (!this.assumptions.some((known) => JSON.stringify(known) === text)) this.assumptions.push(assumption);
  }

  /** Everything written; legs that no one ended would be a fault of this program. */
  legs(): Leg[] {
    return this.written.map(({ role, second, lookup, hops, end }) => {
      invariant(end, `the ${role} has no end`);
      const made = hops.map(({ netns, steps }) => makeHop(netns, steps));
      return { role, ...(second ? { second } : {}), ...(lookup ? { lookup } : {}), hops: made, disposition: end };
    });
  }
}
