import type { Netns } from '../linux/netns';
import type { Diagram } from './diagram';
import { packetsComingIn, packetsFromHere, type FlowOrigin } from './entrances';
import { Router, splitWays } from './router';
import type { Space } from './space';

/** Packets of one routing decision: refused, to this host, to all hosts of a network and so to this one, or on their ways. */
type SplitWays = ReturnType<typeof splitWays>;

/** Where packets that are made at a host go: first, and once OUTPUT has sent them elsewhere. */
export interface OutgoingRoutes {
  readonly made: SplitWays;
  readonly again: SplitWays;
}

/** Packets that begin at a host, and where its routes lead them: found out once for all states of it that have the same routes. */
export class HostRoutes {
  private readonly space: Space;
  private readonly netns: Netns;
  private readonly host: string;
  private asked: Router | undefined;
  private routes: OutgoingRoutes | undefined;

  /** `host`: a text that is the same for the same devices, routes and settings. */
  constructor(netns: Netns, space: Space, host: string) {
    this.netns = netns;
    this.space = space;
    this.host = host;
  }

  /** Where what comes in goes, behind PREROUTING. */
  received(): SplitWays {
    return this.once('received', () => splitWays(this.space, this.router.received()));
  }

  /** The ways of what is made here. */
  outgoing(): OutgoingRoutes {
    const { space } = this;
    return (this.routes ??= this.once('made', () => ({
      made: splitWays(space, this.router.made()),
      again: splitWays(space, this.router.again()),
    })));
  }

  /** All packets that can begin there. */
  enters(): Readonly<Record<FlowOrigin, Diagram>> {
    const { space, netns } = this;
    return this.once('begin', () => ({
      received: packetsComingIn(space, netns),
      made: packetsFromHere(space, netns),
    }));
  }

  private get router(): Router {
    return (this.asked ??= new Router(this.space, this.netns));
  }

  /** Findings about the host but for its rules: once, unless it is drawn or asked what nobody knows. */
  once<T>(what: string, find: () => T): T {
    const { asks, chainMemo } = this.space;
    const known = chainMemo.once(`routes of ${this.host}`, () => new Map<string, unknown>());
    if (known.has(what)) return known.get(what) as T;
    const { count } = asks;
    const found = find();
    // What is drawn is drawn anew each time.
    if (asks.count === count) known.set(what, found);
    return found;
  }
}
