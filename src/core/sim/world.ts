import type { Socket } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import type { Packet } from '../net/packet';
import type { Phrase } from '../lib/phrase';
import type { Decide } from '../linux/chain-walk';
import type { Route } from '../linux/routing/fib';
import type { Skb } from '../linux/skb';
import { createState, type NetnsState } from '../linux/state';
import type { HttpRequest } from '../net/http';
import type { IpAddress } from '../net/ip';
import type { SocketAsk, Walkers } from './walker';
import type { Disposition, Leg, OriginateStep, Hop, TraceStep } from './trace';
import { invariant } from '../lib/result';

/** The second connection of a proxying process while it is made. */
export interface ProxyDial {
  readonly netns: Netns;
  readonly socket: Socket;
  /** The client's packet as the process got it. */
  readonly client: Packet;
  attempts: number;
  /** Of a proxy that reads requests: whom it asked. */
  tried?: readonly string[];
  /** True where the client is another proxy. */
  readonly second?: true;
  /** Packet of the last dial. */
  request?: Packet;
  /** Answered, or given up. */
  over: boolean;
}

/** The first packet of a connection that a process opens. */
type MakePacket = (world: World, dial: ProxyDial, to: { readonly address: IpAddress; readonly port: number }) => Packet;

/** Next deed of a proxying process with a connection: it opens one, answers, or (undefined) neither. */
export type Dialler = (world: World, dial: ProxyDial, makePacket: MakePacket) => Pending | undefined;

/** State by namespace: what one packet leaves behind for the next. */
export type SimState = Map<string, NetnsState>;

/** A packet about to begin a leg of its own. */
export interface Pending {
  readonly role: Leg['role'];
  /** Of a connection that a proxying process opened. */
  readonly second?: true;
  readonly netns: Netns;
  readonly skb: Skb;
  readonly start:
    | { readonly kind: 'receive'; readonly device: string; readonly frameTo?: IpAddress }
    | {
        readonly kind: 'originate';
        readonly by: string;
        /** The socket asked for this source: routing judges it. */
        readonly bound: boolean;
        /** Why it is sent, and the odds of whom to. */
        readonly reason?: Phrase;
        readonly odds?: string;
        /** The sender was here right before: its connection then is not shown. */
        readonly again?: true;
        /** The name that is asked for, or that was. */
        readonly name?: string;
        /** Of a proxy that read what is asked. */
        readonly http?: OriginateStep['http'];
        readonly candidates?: readonly string[];
        /** Straight out of this device: how REJECT resets what came over a bridge, and programs answer Pods. */
        readonly port?: string;
        /** By a route of this device: the sender of what is answered has an address of its link only. */
        readonly oif?: string;
        /** By the route, past all hooks: how programs answer what came by the wire. */
        readonly redirects?: true;
        /** Answer of programs to the system call. */
        readonly socket?: SocketAsk;
      };
}

/** Everything one run needs. */
export interface World {
  readonly network: Network;
  readonly walkers: Walkers;
  readonly states: SimState;
  readonly decide: Decide;
  readonly recorder: Recorder;
  readonly pending: Pending[];
  /** Second connections of proxying processes, in the order they were asked for. */
  readonly dials: ProxyDial[];
  /** The sender of the request and its packet: a reply that matches it is delivered. */
  readonly caller: { readonly netns: string; readonly packet: Packet };
  /** Of a late answer: the namespace whose connection it belongs to, and the packet that began it. */
  readonly asker?: World['caller'] | undefined;
  /** The request asks for this name; what whoever is asked says. */
  readonly question?: { readonly name: string; readonly answer: Phrase; readonly cut?: Phrase };
  /** False: nothing answers above IP; a packet that is delivered is simply gone. */
  readonly answers: boolean;
  /** The request belongs to a connection that both ends have: a segment without SYN is answered, not reset. */
  readonly ongoing?: true | undefined;
  /** Of such a connection: its caller closes it, and so does who answers; a FIN each, and the last ACK. */
  readonly closing?: true | undefined;
  /** Request over the connection; absent: nothing is known of it. */
  readonly http?: HttpRequest | undefined;
  readonly seed: number;
  /** Nobody reads among whom was chosen. */
  readonly quiet?: true | undefined;
}

/** One packet inside one namespace. */
export interface Passage {
  readonly world: World;
  readonly netns: Netns;
  readonly state: NetnsState;
  readonly leg: LegWriter;
  readonly skb: Skb;
  /** The route it took (skb_dst): decides how answers to it are addressed. */
  route?: Route;
  /** Where OUTPUT sent it after a change; the visit itself keeps the first device. */
  reroutedTo?: { readonly device: string; readonly nexthop: IpAddress };
  /** Sent to everybody: never answered with an error. */
  broadcast?: boolean;
}

/** Next thing after a namespace is done with a packet. */
export type Next =
  | { readonly kind: 'ended' }
  | { readonly kind: 'transmit'; readonly device: string; readonly nexthop: IpAddress; readonly viaGateway: boolean };

export const ENDED: Next = { kind: 'ended' };

/** The state of a namespace, made when the first packet comes. */
export function getState(world: World, netns: Netns): NetnsState {
  const known = world.states.get(netns.id);
  if (known) return known;
  const made = createState(world.seed);
  world.states.set(netns.id, made);
  return made;
}

/** Ends the packet's walk here. */
export function stop(passage: Passage, reason: Phrase, disposition: Disposition, errno?: string): Next {
  const unknown = disposition.kind === 'UNKNOWN' ? ({ unknown: true } as const) : {};
  passage.leg.step({ kind: 'stop', reason, ...(errno ? { errno } : {}), ...unknown }, passage.skb);
  passage.leg.end(disposition);
  return ENDED;
}

/** A sysctl of the namespace, or the kernel's default. */
export function sysctl(netns: Netns, name: string, fallback: number): number {
  return netns.sysctls[name] ?? fallback;
}

/** A per-interface IPv4 switch that is on if `all` or the device says so (IN_DEV_ORCONF, IN_DEV_MAXCONF). */
export function confMax(netns: Netns, device: string, name: string, fallback = 0): number {
  const all = sysctl(netns, `net.ipv4.conf.all.${name}`, fallback);
  const own = sysctl(
    netns,
    `net.ipv4.conf.${device}.${name}`,
    sysctl(netns, `net.ipv4.conf.default.${name}`, fallback),
  );
  return Math.max(all, own);
}

/** Does the namespace pass packets on for others? */
export function forwards(netns: Netns, family: 'ipv4' | 'ipv6'): boolean {
  return family === 'ipv4'
    ? sysctl(netns, 'net.ipv4.ip_forward', sysctl(netns, 'net.ipv4.conf.all.forwarding', 0)) !== 0
    : sysctl(netns, 'net.ipv6.conf.all.forwarding', 0) !== 0;
}

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
