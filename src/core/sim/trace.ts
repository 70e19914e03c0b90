import type { Phrase } from '../lib/phrase';
import type { CtDirection, CtState, ConntrackEntry } from '../linux/conntrack/table';
import type { AnyTableName, DeviceHook, Hook, Verdict, RuleRef } from '../linux/hooks';
import type { Route } from '../linux/routing/fib';
import type { EbpfLookup } from '../linux/ebpf/programs';
import type { Packet, TunnelKind } from '../net/packet';

/** Where a packet is when a step ends, and what it looks like then. */
interface StepBase {
  readonly packet: Packet;
  readonly mark: number;
}

/** A process writes to a socket, or the kernel itself answers. */
export interface OriginateStep extends StepBase {
  readonly kind: 'originate';
  readonly by: string;
  /** Programs answer the system call first: no packet ever has this destination. */
  readonly asks?: true;
  /** Why, where a proxying process decided; the odds of this endpoint when its place in the round was not known. */
  readonly reason?: Phrase;
  readonly odds?: string;
  /** The same client sent another connection right before, which is not shown. */
  readonly again?: true;
  /** The name that is asked for, or that was. */
  readonly name?: string;
  /** A proxy read the request: it passes it on, answers by itself with a status, or does what is not known. */
  readonly http?: 'passed' | 'unknown' | number;
  /** Of such a proxy: whom it might have asked, `10.244.1.5:8080`. */
  readonly candidates?: readonly string[];
}
/** A frame arrives by a device of this namespace. */
interface ReceiveStep extends StepBase {
  readonly kind: 'receive';
  readonly device: string;
}
/** A bridge decides: up to the host's IP stack, out of a port, or nowhere. */
export interface BridgeStep extends StepBase {
  readonly kind: 'bridge';
  readonly bridge: string;
  readonly inPort?: string;
  readonly outPort?: string;
  readonly action: 'up' | 'forward' | 'discard';
  readonly reason: Phrase;
}
/** A hook is reached; the rule, skip, return, policy, nat and conntrack steps that follow belong to it. */
interface HookStep extends StepBase {
  readonly kind: 'hook';
  readonly hook: Hook | DeviceHook;
  readonly indev?: string;
  readonly outdev?: string;
  readonly physin?: string;
  readonly physout?: string;
}
/** conntrack looks the packet up (PREROUTING and OUTPUT, priority -200). */
export interface ConntrackStep extends StepBase {
  readonly kind: 'conntrack';
  readonly ctState: CtState;
  readonly direction: CtDirection;
  readonly entry?: ConntrackEntry;
  /** No entry was known: this packet makes one (confirmed when it leaves or is delivered). */
  readonly created: boolean;
}
/** A rule matched. `verdict` is what its target said; CONTINUE for a rule without target. */
export interface RuleStep extends StepBase {
  readonly kind: 'rule';
  readonly ref: RuleRef;
  readonly verdict: Verdict;
  /** Present when the target changed the mark; `mark` above is the new one. */
  readonly markBefore?: number;
  /** Present when a random match decided: the odds of this rule matching once reached, as meant, as text `"1/3"`. */
  readonly odds?: string;
  /** Present where the kernel draws with other odds than those meant: `"715820724/2^31"`. */
  readonly kernelOdds?: string;
  /** Present when a part of the rule is not simulated and it was assumed to match. */
  readonly assumed?: Phrase;
  /** nftables: what was looked up in which set or map, and what it held. */
  readonly lookup?: NftLookup;
}
/** One lookup in a set, a map or a verdict map: one step however large it is. */
export interface NftLookup {
  /** `@service-ips`, or `{ … }` written in the rule. */
  readonly set: string;
  /** `10.96.0.10 . tcp . 80`. */
  readonly key: string;
  /** The element found: `10.96.0.10 . tcp . 80 : goto service-…`. */
  readonly element?: string;
  /** How many elements the set has. */
  readonly size: number;
}
/** Rules `from`..`to` (0-based, inclusive) of a chain were tested and did not match. */
export interface SkipStep extends StepBase {
  readonly kind: 'skip';
  readonly table: AnyTableName;
  readonly chain: string;
  readonly from: number;
  readonly to: number;
  /** A random match said no in this run: "2/3", for the last such rule of the run. */
  readonly odds?: string;
  readonly kernelOdds?: string;
  /** A rule in it could have matched (not simulated) and was assumed not to. */
  readonly assumed?: Phrase;
}
/** The end of a user chain: back to the caller. */
interface ReturnStep extends StepBase {
  readonly kind: 'return';
  readonly table: AnyTableName;
  readonly chain: string;
}
/** The end of a built-in chain: its policy. */
interface PolicyStep extends StepBase {
  readonly kind: 'policy';
  readonly table: AnyTableName;
  readonly chain: string;
  readonly verdict: Verdict;
}
/** The header was rewritten: by the rule that just matched, or by the connection's binding. */
export interface NatStep extends StepBase {
  readonly kind: 'nat';
  readonly manip: 'SRC' | 'DST';
  readonly by: 'rule' | 'binding';
  readonly before: Packet;
  /** The kernel drew the port: any free one would have been as right as the one shown. */
  readonly drawn?: true;
}
/** A real server as the scheduler saw it. */
export interface IpvsCandidate {
  readonly server: string;
  readonly weight: number;
  readonly activeConnections: number;
  readonly inactiveConnections: number;
}
/** The IPVS director looks at a packet: a known connection, a virtual service that schedules, or the way back. */
export interface IpvsStep extends StepBase {
  readonly kind: 'ipvs';
  /** The function asked: `ip_vs_in` (LOCAL_IN, LOCAL_OUT) or `ip_vs_out` (replies). */
  readonly at: 'in' | 'out';
  /** `TCP 10.96.0.10:80`. */
  readonly service: string;
  readonly scheduler: string;
  readonly candidates: readonly IpvsCandidate[];
  /** The server chosen; absent: none takes connections. */
  readonly chosen?: string;
  /** A connection that was there already, a persistence template, or the scheduler. */
  readonly from: 'connection' | 'template' | 'scheduler';
  /** The packet until the director translated it; absent: it did not. */
  readonly before?: Packet;
  /** The odds of this server when the scheduler's state was not known: `"1/3"`. */
  readonly odds?: string;
  readonly reason: Phrase;
}
/** Deed of an eBPF program, at a system call or with a packet; a layer of VFP does some of them. */
export type EbpfDid =
  /** Nothing: the packet goes on as it is. */
  | 'passed'
  /** The destination is a backend now. */
  | 'translated'
  /** Backend and source: it goes out again to another node. */
  | 'spread'
  /** A backend of another node, which is told whose address was asked. */
  | 'told'
  /** Another source: the node's. */
  | 'masqueraded'
  /** An answer has the service's address, or its client's, again. */
  | 'restored'
  /** The process reads the address it had asked for (getpeername, recvmsg). */
  | 'answered'
  /** Into the Pod, past the IP stack of its node. */
  | 'delivered'
  /** Into the tunnel to another node. */
  | 'wrapped'
  | 'refused'
  | 'dropped';

/** Something that looks a packet up without rules ran: what it looked up, what it made of it, and why. */
interface LookingStep extends StepBase {
  /** `cil_from_netdev`, as `bpftool` lists it; a layer of VFP. */
  readonly program: string;
  /** The device it is at; absent: sockets of the node and its Pods. */
  readonly device?: string;
  readonly did: EbpfDid;
  readonly lookups: readonly EbpfLookup[];
  /** The frontend found: `10.96.0.10:80/TCP`. */
  readonly service?: string;
  /** The backend: `10.244.1.5:8080`. */
  readonly chosen?: string;
  /** Among so many slots that take new connections, and whose they are, as many as can be looked at. */
  readonly count?: number;
  readonly candidates?: readonly string[];
  readonly odds?: string;
  /** The packet until it was changed; absent: it was not. */
  readonly before?: Packet;
  readonly reason: Phrase;
}
/** A program of eBPF ran. */
export interface EbpfStep extends LookingStep {
  readonly kind: 'ebpf';
}
/** A layer of VFP, at a port of a Windows node's virtual switch. As documented: nothing was recorded. */
export interface VfpStep extends LookingStep {
  readonly kind: 'vfp';
}
/** Where a packet is looked up without rules. */
export type ProgramStep = EbpfStep | VfpStep;

/** Is it a step of a program or of a virtual switch? */
export function isProgramStep(step: TraceStep): step is ProgramStep {
  return step.kind === 'ebpf' || step.kind === 'vfp';
}
/** The routing decision. */
export interface RoutingStep extends StepBase {
  readonly kind: 'routing';
  readonly decision: 'local' | 'forward' | 'output' | 'none';
  readonly route?: Route;
  readonly device?: string;
  /** OUTPUT changed the destination or the mark, so the route was asked again. */
  readonly again: boolean;
  readonly reason: Phrase;
}
/** The frame leaves by a device: to the one at its other end, or as `end` says. */
export interface TransmitStep extends StepBase {
  readonly kind: 'transmit';
  readonly device: string;
  readonly to?: { readonly netns: string; readonly device: string };
  /**
   * Where the device has no one other end: it is a bridge of this host, whose port is looked for next; what is behind
   * it is not in the picture; nobody there answers for the next hop; or it is a tunnel of this host, which sends another.
   */
  readonly end?: 'bridge' | 'outside' | 'nobody' | 'tunnel';
}
/** A tunnel device puts the packet into another one, or takes it out again: `packet` is what goes on. */
export interface TunnelStep extends StepBase {
  readonly kind: 'tunnel';
  readonly device: string;
  readonly action: 'wrap' | 'unwrap';
  readonly by: TunnelKind;
  readonly before: Packet;
}
/** The packet reached a socket, or the kernel's own handler (an ICMP error, an RST at its connection). */
export interface DeliverStep extends StepBase {
  readonly kind: 'deliver';
  readonly to: string;
  /** Why whoever has the socket never reads what came; absent: it does. */
  readonly unread?: Phrase;
}
/** The packet ends here without being delivered. */
interface StopStep extends StepBase {
  readonly kind: 'stop';
  readonly reason: Phrase;
  /** Where it was: a rule, a policy, or a part of the kernel (`routing`, `martian source`). */
  readonly ref?: RuleRef;
  /** Error of the system call, when this host made the packet: `EPERM`. */
  readonly errno?: string;
  /** The walk ends here, the packet may not: what becomes of it is not known, or lies outside the picture. */
  readonly unknown?: true;
}

/**
 * Does the system call of who sent a packet fail at once, as its own machine ended it? What a hook drops is told by -EPERM
 * (`nf_hook_slow`, net/netfilter/core.c), which UDP and the sockets of ping hand on (`udp_send_skb`, `ping_v4_sendmsg`);
 * TCP keeps what it could not send and tries again (`tcp_connect` hands on ECONNREFUSED alone, net/ipv4/tcp_output.c). The
 * kernel's own answers have nobody to tell.
 */
export function systemCallFails(sent: OriginateStep, stop: TraceStep): boolean {
  if (stop.kind !== 'stop' || stop.errno === undefined || sent.by === 'kernel') return false;
  const { l4 } = sent.packet;
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') return l4.type === (l4.proto === 'icmp' ? 8 : 128);
  return stop.errno !== 'EPERM' || l4.proto === 'udp';
}

export type TraceStep =
  | OriginateStep
  | ReceiveStep
  | BridgeStep
  | HookStep
  | ConntrackStep
  | RuleStep
  | SkipStep
  | ReturnStep
  | PolicyStep
  | NatStep
  | IpvsStep
  | EbpfStep
  | VfpStep
  | RoutingStep
  | TransmitStep
  | TunnelStep
  | DeliverStep
  | StopStep;

/** Steps inside one namespace, in order. A hop begins with `receive` or `originate`. */
export interface Hop {
  readonly netns: string;
  readonly steps: readonly TraceStep[];
}

/** How one packet's walk ended. */
export type Disposition =
  | { readonly kind: 'DELIVERED'; readonly netns: string; readonly to: string }
  | { readonly kind: 'DROPPED'; readonly netns: string; readonly by: string }
  | { readonly kind: 'REJECTED'; readonly netns: string; readonly with: string; readonly by: string }
  | { readonly kind: 'NO_ROUTE'; readonly netns: string; readonly reason: Phrase }
  | { readonly kind: 'NO_SOCKET'; readonly netns: string; readonly reason: Phrase }
  | { readonly kind: 'MARTIAN'; readonly netns: string; readonly reason: Phrase }
  | { readonly kind: 'TTL_EXCEEDED'; readonly netns: string }
  | { readonly kind: 'LOOP'; readonly netns: string; readonly reason: Phrase }
  | { readonly kind: 'LEFT'; readonly netns: string; readonly device: string; readonly reason: Phrase }
  | { readonly kind: 'UNKNOWN'; readonly netns: string; readonly reason: Phrase };

/** One packet from where it was made to where it ended. */
export interface Leg {
  /** `reply`: the answer of the application. `error`: an RST or ICMP error made because of the request. */
  readonly role: 'request' | 'reply' | 'error';
  /** Part of the second connection, which kube-proxy opened to an endpoint (userspace mode). */
  readonly second?: true;
  /** Part of the DNS query that precedes the flow. */
  readonly lookup?: true;
  readonly hops: readonly Hop[];
  readonly disposition: Disposition;
}

/** The tables of a node with programs, as `cilium-dbg bpf` lists them: a key and what it leads to, with the seconds left. */
export interface EbpfMemory {
  /** `bpf ct list global`. */
  readonly ct: readonly EbpfEntry[];
  /** `bpf nat list`. */
  readonly nat: readonly EbpfEntry[];
  /** `cilium_lb4_affinity`. */
  readonly affinity: readonly EbpfEntry[];
  /** `cilium_lb4_reverse_sk`: which address a socket asked for. */
  readonly sockets: readonly EbpfEntry[];
}
export interface EbpfEntry {
  readonly key: string;
  readonly value: string;
  readonly seconds?: number;
}

/** The whole story of one flow for one outcome of its random choices. */
export interface Trace {
  /** Request first; then the reply or the error, if there was one. */
  readonly legs: readonly Leg[];
  /** Probability of this outcome as meant, `"1/3"`; undefined when an unknown was assumed on the way. */
  readonly probability?: string;
  /** Odds by the kernel's own draws, to the nearest double; absent where they are those that are meant. */
  readonly kernelProbability?: number;
  /** Everything assumed because it is not simulated or not in the dump. */
  readonly assumptions: readonly Phrase[];
  /** Connections after the flow, by namespace. */
  readonly conntrack: Readonly<Record<string, readonly ConntrackEntry[]>>;
  /** Maps of eBPF programs after the flow, by namespace; absent: none ran. */
  readonly ebpf?: Readonly<Record<string, EbpfMemory>>;
  /** Flows that VFP of Windows nodes remembers after it, by namespace: both ends of a packet, and what they become. */
  readonly vfp?: Readonly<Record<string, readonly EbpfEntry[]>>;
}

/** The first packet of the flow itself; where its name could not be asked for, that of the question. */
export function firstRequest({ legs }: Pick<Trace, 'legs'>): Leg | undefined {
  return legs.find(({ role, lookup }) => role === 'request' && !lookup) ?? legs[0];
}

/** One line of the outcome list: enough to draw odds, and to ask for its trace. */
export interface Outcome {
  /** Decisions in order; feeding them back gives the same trace. */
  readonly path: readonly number[];
  readonly probability?: string;
  /** As in {@link Trace}. */
  readonly kernelProbability?: number;
  /** How the request ended. */
  readonly disposition: Disposition;
  /** Did the caller get an answer? */
  readonly answered: boolean;
  /** A proxy read the request on the way: it passed it on, or answered by itself with this status. */
  readonly http?: OriginateStep['http'];
  /** The packet as it arrived: who the backend saw. */
  readonly arrived?: Packet;
  /** The packet as it left what is known. */
  readonly left?: Packet;
}
