import type { Decide } from '../linux/chain-walk';
import type { Device } from '../linux/namespace';
import type { Netns, Network } from '../linux/netns';
import type { Packet } from '../net/packet';
import type { BridgeNext } from './neighbour';
import type { EbpfStep, Trace, VfpStep } from './trace';
import type { Passage, SimState } from './world';

/** World that a run of programs begins in. */
export interface ProgramWorld {
  readonly network: Network;
  readonly walkers: Walkers;
  readonly states: SimState;
  readonly decide: Decide;
  readonly seed: number;
}

/** A step before it is known what the packet is. */
export type NewEbpfStep = Omit<EbpfStep, 'packet' | 'mark'>;
export type NewVfpStep = Omit<VfpStep, 'packet' | 'mark'>;

/** A process that connects or sends. */
export interface Connecting {
  /** True where the connection is there already. */
  readonly ongoing?: true;
}

/** Answer to a connect() or sendmsg(), before there is a packet. */
export interface SocketAsk {
  /** Packet with the address the process named. */
  readonly asked: Packet;
  readonly step: NewEbpfStep;
  /** The destination it really gets; absent: the one it asked for. */
  readonly to?: { readonly dst: Packet['dst']; readonly dport: number };
  /** The system call failed. */
  readonly failed?: true;
}

/**
 * Walks packets through a node that is not the kernel's IP stack alone: its programs of eBPF (`ebpf-devices.ts`,
 * `ebpf-sockets.ts`), or the virtual switch of Windows (`vfp-walk.ts`).
 */
export interface Walker {
  /** A process connects or sends; undefined: no program sees its socket. */
  readonly askSocket: (
    world: ProgramWorld,
    netns: Netns,
    asked: Packet,
    connecting: Connecting,
  ) => SocketAsk | undefined;
  /** Address a process reads that an answer came to; undefined: the packet's own. */
  readonly tellPeer: (world: ProgramWorld, netns: Netns, answer: Packet) => NewEbpfStep | undefined;
  /** A packet comes in by a device; undefined: it goes up to the IP stack. */
  readonly receive: (passage: Passage, port: Device) => BridgeNext | undefined;
  /** A packet leaves by a device; undefined: it leaves as it is by then. */
  readonly transmit: (passage: Passage, device: Device) => BridgeNext | undefined;
  /** By the route, past all hooks. */
  readonly redirect: (passage: Passage) => BridgeNext;
  /** A process of the node sends, or the node itself; absent: its IP stack does. */
  readonly originate?: (passage: Passage) => BridgeNext;
  /** Memory of all nodes, for the trace. */
  readonly memories: (states: SimState) => Pick<Trace, 'ebpf' | 'vfp'>;
}

/** All walkers, by the datapath of the node; {@link file://./walkers.ts} lists them. */
export type Walkers = Readonly<Record<NonNullable<Netns['programs']>, Walker>>;

/** Where a packet is walked: the machines, and what walks it through those that have more than an IP stack. */
type Walked = Pick<ProgramWorld, 'network' | 'walkers'>;

/** The walker of a node that has more than the kernel's IP stack; undefined: it has not. */
export function walkerOf({ walkers }: Pick<Walked, 'walkers'>, netns: Netns | undefined): Walker | undefined {
  if (netns?.ebpf) return walkers.ebpf;
  return netns?.vswitch ? walkers.vfp : undefined;
}

/** The one that sees the sockets of a namespace: its own, or that of the node its Pod is on. */
export function socketWalker({ network, walkers }: Walked, netns: Netns): Walker | undefined {
  return walkerOf({ walkers }, netns.kind === 'pod' ? network.netns.get(netns.node ?? '') : netns);
}
