import type { Subject } from '../../../core/document/document';
import type { AttachedProgram } from '../../../core/linux/ebpf/attached';
import type { DeviceKind } from '../../../core/linux/namespace';
import type { IpFamily } from '../../../core/net/ip';
import type { FlowTarget } from '../../../core/document/document';
import type { Gate } from './devices.model';
import type { NodeDifference } from '../../../core/timeline/moment';

export type Readiness = 'ready' | 'notReady' | 'terminating' | 'pending';

/** A Pod with a network namespace of its own. */
export interface PodBox {
  /** The namespace's id in the bench. */
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly address: string;
  readonly readiness: Readiness;
  /** A stand-in: the rules speak of it, nothing else is known. */
  readonly guessed: boolean;
  /** The Pod's device, usually `eth0`. */
  readonly device: string;
  /** The host's end of its veth pair. */
  readonly veth?: { readonly name: string; readonly bridge?: string; readonly attached?: readonly AttachedProgram[] };
  /** Programs its sockets ask before there is a packet. */
  readonly atSockets?: readonly AttachedProgram[];
  /** A process in it takes connections and opens its own: an Ingress controller, a Gateway. */
  readonly proxies?: true;
}

/** A device drawn as a bar of its own. */
export interface DeviceBar {
  readonly name: string;
  readonly kind: DeviceKind;
  readonly addresses: readonly string[];
  /** How many addresses it has; more than {@link addresses} lists when there are very many. */
  readonly count: number;
  /** Not in the dump: guessed. */
  readonly guessed: boolean;
  readonly segment?: string;
  /** Programs every packet meets there. */
  readonly attached?: readonly AttachedProgram[];
  /** Of a bridge: a port of it does not send a frame back where it came from. */
  readonly hairpin?: false;
  /** Of a bridge: frames that cross it pass iptables by. */
  readonly bridgeNf?: false;
}

/** A port of a bridge (or a host end of a veth pair) whose other end is not drawn. */
export interface LooseEnd {
  readonly name: string;
  readonly bridge?: string;
  readonly guessed: boolean;
}

/** Processes of the node itself: hostNetwork Pods, kubelet, the API server. */
export interface LocalPlace {
  /** Sockets of a proxying process (userspace mode): packets go up to it and come down again as others. */
  readonly proxied: number;
  readonly owners: readonly { readonly owner: string; readonly ports: readonly string[] }[];
}

export interface PodCounts {
  readonly total: number;
  readonly ready: number;
  readonly notReady: number;
  readonly terminating: number;
}

/** A node drawn whole: Pods, devices, gates. */
export interface NodeCard {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly cordoned: boolean;
  /** Present where the node's rules at this moment are not those of the objects that are stored. */
  readonly differs?: NodeDifference;
  /** True where the node's kube-proxy does not run. */
  readonly proxyStopped?: true;
  readonly down: boolean;
  /** A stand-in for what lies beyond a pasted node. */
  readonly guessed: boolean;
  /** Undefined: not written yet. */
  readonly rules: number | undefined;
  readonly pods: readonly PodBox[];
  /** All its Pods, drawn or not. */
  readonly counts: PodCounts;
  /** Above the gates: bridges, and host ends nobody drawn is behind. */
  readonly upper: readonly DeviceBar[];
  readonly loose: readonly LooseEnd[];
  /** Below the gates: `lo`, physical devices, tunnels. */
  readonly lower: readonly DeviceBar[];
  /** Devices that did not find room. */
  readonly hiddenDevices: number;
  readonly gates: readonly Gate[];
  /** The family whose rules the gates count. */
  readonly family: IpFamily;
  readonly local: LocalPlace;
  /** Programs at its devices hand packets from one to another, past the gates. */
  readonly programs?: 'ebpf' | 'vfp';
  /** Programs the sockets of its own processes ask before there is a packet. */
  readonly atSockets?: readonly AttachedProgram[];
  /** Virtual servers of the IPVS director; absent: it is not loaded. */
  readonly director?: { readonly virtualServers: number };
}

/** A node drawn as a count only. */
export interface CompactNode {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly counts: PodCounts;
  /** As of {@link NodeCard}. */
  readonly differs?: NodeDifference;
  readonly segment?: string;
}

/** A client or router: something that is no node and no Pod. */
export interface OutsideBox {
  readonly id: string;
  readonly title: string;
  readonly kind: 'client' | 'router';
  readonly guessed: boolean;
  readonly address: string;
  readonly segments: readonly { readonly name: string; readonly device: string }[];
}

/** A physical segment. */
export interface RailLine {
  readonly name: string;
  /** Where a member's address tells. */
  readonly cidr?: string;
  /** Nothing is known of it but that an interface leads there. */
  readonly guessed: boolean;
}

/** An address and port of a Service. It is on no device: only rules know it. */
export interface ServiceChip {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly portName?: string;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly address: string;
  /** 0: the pasted text does not say it. */
  readonly port: number;
  readonly nodePort?: number;
  readonly via: Extract<FlowTarget, { kind: 'service' }>['via'];
  /** Of an address that a load balancer (or who routes externalIPs) brings to a node: that node's name, from the client's routes. */
  readonly entry?: string;
  /** An Ingress controller's: what comes in here is answered by a proxy of layer 7. */
  readonly ingress?: true;
}

/** Everything the stage draws; no sizes, no places. */
export interface StageModel {
  readonly subject: Subject;
  readonly serviceRanges: readonly string[];
  readonly services: readonly ServiceChip[];
  readonly hiddenServices: number;
  readonly nodes: readonly NodeCard[];
  readonly compact: readonly CompactNode[];
  readonly hiddenNodes: number;
  readonly outside: readonly OutsideBox[];
  readonly rails: readonly RailLine[];
  readonly counts: PodCounts;
  /** Only Pods the shown flow may meet are drawn; the others are counts. */
  readonly aggregated: boolean;
}
