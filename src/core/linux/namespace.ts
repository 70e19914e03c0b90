import type { Memo } from '../lib/memo';
import type { Phrase } from '../lib/phrase';
import type { HttpRouter } from '../net/http';
import { type IpAddress, type IpFamily, ip } from '../net/ip';
import type { TunnelKind } from '../net/packet';
import type { Ternary } from './chain-walk';
import type { IpSet } from './ipset/ip-set';
import type { IpvsTable } from './ipvs/service';
import type { Route, RoutingRule } from './routing/fib';

export type DeviceKind = 'loopback' | 'physical' | 'veth' | 'bridge' | 'dummy' | 'tunnel';

export interface InterfaceAddress {
  readonly address: IpAddress;
  readonly prefix: number;
}

/** Where a VXLAN device sends what goes to a next hop: the neighbour entry and that of the forwarding database, taken together. */
export interface TunnelPeer {
  /** Of the tunnel's own network: `10.244.1.0` of flannel.1. */
  readonly nexthop: IpAddress;
  /** The machine the outer packet goes to; absent: the forwarding database has no entry for {@link lladdr}. */
  readonly remote?: IpAddress;
  readonly lladdr?: string;
  /** Without an entry of its own it is sent to several machines at once. */
  readonly isFlooded?: true;
}

/** A tunnel device, by its effect on packets (drivers/net/vxlan, net/ipv4/ipip.c). */
export interface Tunnel {
  readonly kind: TunnelKind;
  /** The outer source, and the only address it takes packets on; absent: routing chooses, any. */
  readonly local?: IpAddress;
  /** The one far end; absent: the next hop itself (ipip), or as {@link peers} say (VXLAN). */
  readonly remote?: IpAddress;
  /** VXLAN: the network's number and the UDP port. */
  readonly vni?: number;
  readonly port?: number;
  readonly peers?: readonly TunnelPeer[];
}

/** A network device of one namespace. */
export interface Device {
  readonly name: string;
  readonly kind: DeviceKind;
  readonly addresses: readonly InterfaceAddress[];
  readonly up: boolean;
  /** Link-layer address, where it is known: `02:42:ac:11:00:02`. */
  readonly mac?: string;
  /** The bridge it is a port of. */
  readonly master?: string;
  /** The other end of a veth pair. */
  readonly peer?: { readonly netns: string; readonly device: string };
  /** The physical segment (an entry of `Network.segments`) a `physical` device is plugged into. */
  readonly segment?: string;
  /** May a bridge send a frame back out of the port it came in by? */
  readonly hairpin?: boolean;
  /** A process of the host answers ARP for these, which no device has (MetalLB's speaker). */
  readonly announces?: readonly IpAddress[];
  /** Answers ARP for addresses it can route elsewhere (point-to-point CNIs). */
  readonly proxyArp?: boolean;
  /** The largest IP packet it takes, bytes; absent: not told. */
  readonly mtu?: number;
  /** How a `tunnel` wraps what is sent by it; absent: not known. */
  readonly tunnel?: Tunnel;
}

/** A listening socket. `ip` absent: any address; 0.0.0.0 and ::: any of that family. */
export interface Socket {
  readonly proto: 'tcp' | 'udp' | 'sctp';
  readonly ip?: IpAddress;
  /** SO_BINDTODEVICE: only what came in by it. */
  readonly device?: string;
  readonly port: number;
  /** Name of the listener: `default/web-6c5f`, `kube-apiserver`, `kube-proxy`. */
  readonly owner: string;
  /** `echo` answers; `proxy` opens a second connection (userspace mode); `held`: nobody accepts or reads what comes. */
  readonly reply: 'echo' | 'proxy' | 'held';
  /** Of a `proxy`: where it opens its second connection, in turn; how long a client stays with its endpoint. */
  readonly proxy?: {
    readonly endpoints: readonly { readonly address: IpAddress; readonly port: number }[];
    readonly affinitySeconds?: number;
    /** All clients stay with one endpoint together. */
    readonly sharesAffinity?: true;
    /** Nobody outside knows which: a hash of the connection decides, or chance; absent: they take turns. */
    readonly isHashed?: true;
    /** How often it is tried before it gives up; absent: as often as kube-proxy does. */
    readonly attempts?: number;
    /** Sentence on the decider. */
    readonly reason?: Phrase;
    /** Of a reverse proxy: chooses by the request, and may answer by itself; {@link endpoints} is empty then. */
    readonly http?: HttpRouter;
    /** How long it answers by itself what it was told once. */
    readonly keptSeconds?: number;
    /** Dialler in the place of turns, by its name in `sim/userspace-proxy.ts`. */
    readonly dialler?: 'dns-cache';
  };
}

export type NetnsKind = 'node' | 'pod' | 'client' | 'router';

/** A network namespace as rules see it, all of it static: what changes is in its state. */
export interface Namespace {
  readonly id: string;
  /** Name on the page: `node1`, `default/web-6c5f`, `client`. */
  readonly title: string;
  readonly kind: NetnsKind;
  /** Pods: the id of the node's namespace they run on. */
  readonly node?: string;
  readonly devices: readonly Device[];
  /** Programs of eBPF are at its devices, or VFP at the ports of its switch: packets may pass from one to another without its IP stack. */
  readonly programs?: 'ebpf' | 'vfp';
  /** Tables other than `local` and connected routes, which the FIB derives from {@link Device.addresses}. */
  readonly routes: readonly Route[];
  /** Absent: the three the kernel starts with (0 local, 32766 main, 32767 default). */
  readonly rules?: readonly RoutingRule[];
  readonly sockets: readonly Socket[];
  /**
   * Gap in what is told: the namespace itself, or what else than {@link sockets} runs in it. A packet that none of
   * them takes is not refused there; its end is not known.
   */
  readonly untold?: 'host' | 'processes';
  /** Hosts on its links beside those drawn are not known: a packet that none of these answers for has left, and is not lost. */
  readonly openWires?: true;
  /** The version of its kernel, `6.1.0-50-amd64`; absent: as new as the newest that was recorded, 6.18. */
  readonly kernel?: string;
  /** `net.ipv4.ip_forward` -> 1 and so on; absent ones have the kernel's default. */
  readonly sysctls: Readonly<Record<string, number>>;
  /** Sets that `-m set` asks, by name; one that is not here is not known. */
  readonly ipsets?: ReadonlyMap<string, IpSet>;
  /** Bits of marks that rules nobody pasted may have set, by family: whether a packet has them is not known. */
  readonly untoldMarks?: Readonly<Partial<Record<IpFamily, UntoldMarks>>>;
  /** Virtual services of IPVS; absent: the director is not loaded. */
  readonly ipvs?: IpvsTable;
  /** Values derived from the namespace, kept by whoever makes networks. Absent: derived each time. */
  readonly memo?: Memo;
}

/** Bits of a packet's mark and of its connection's, as masks. */
export interface UntoldMarks {
  readonly mark: number;
  readonly connmark: number;
}

/** Does a mark have a value under a mask? `untold` bits of it are not known. */
export function holdsMark(
  mark: number,
  wanted: { readonly value: number; readonly mask: number },
  untold = 0,
): Ternary {
  const known = wanted.mask & ~untold;
  if (((mark ^ wanted.value) & known) !== 0 || (wanted.value & ~wanted.mask) !== 0) return false;
  return (wanted.mask & untold) === 0 || 'unknown';
}

/** Is a kernel (`6.1.0-50-amd64`) as new as `major.minor`? One whose version is not told is. */
export function isKernelSince(kernel: string | undefined, major: number, minor: number): boolean {
  const [, own, below] = /^(\d+)\.(\d+)/.exec(kernel ?? '') ?? [];
  return own === undefined || Number(own) > major || (Number(own) === major && Number(below) >= minor);
}

/** A broadcast domain that joins `physical` devices. */
export interface Segment {
  readonly name: string;
  readonly members: readonly { readonly netns: string; readonly device: string }[];
}

/** `lo` with the addresses it is brought up with (net/ipv4/devinet.c `inetdev_event`, net/ipv6/addrconf.c `init_loopback`). */
export const LOOPBACK: Device = {
  name: 'lo',
  kind: 'loopback',
  up: true,
  addresses: [
    { address: ip('127.0.0.1'), prefix: 8 },
    { address: ip('::1'), prefix: 128 },
  ],
};
