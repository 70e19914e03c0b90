import type { Memo } from '../../lib/memo';
import type { IpFamily } from '../../net/ip';
import type { Phrase } from '../../lib/phrase';
import type { LbBackend, LbMaps, LbService } from '../../linux/ebpf/lb-maps';
import type { EbpfNode } from '../../linux/ebpf/programs';
import type { TableName } from '../../linux/hooks';
import type { FeatureChange } from '../changes';
import type { ObjectFinding } from '../finding';
import type { ClusterObjects, KubeProxyConfig, ProxyModeId } from '../types';
import type { VSwitchNode } from '../../windows/vswitch';
import type { CiliumConfig } from './ebpf/cilium-config';
import type { HostComputeEndpoint, HostComputeLoadBalancer } from './kernelspace/hns';

/** Input of one kube-proxy: one node, one family at a time, as upstream's proxiers have it. */
export interface SyncInput {
  /** Complete: defaults filled, addresses allocated, EndpointSlices present for every Service that has endpoints. */
  readonly cluster: ClusterObjects;
  readonly node: string;
  readonly family: IpFamily;
  readonly config: KubeProxyConfig;
  /** `1.30`. */
  readonly release: string;
  /** Addresses on the node's interfaces, for `nodePortAddresses`. Absent: loopback and the InternalIPs. */
  readonly interfaceAddresses?: readonly string[];
  /** CIDRs of the ServiceCIDR objects kube-proxy has read (from 1.33; nftables mode). Absent: it knows none. */
  readonly serviceCIDRs?: readonly string[];
  /** Results of earlier syncs. Absent: none. */
  readonly memo?: Memo;
  /** eBPF mode: flags of Cilium's agent; {@link release} is Cilium's then. */
  readonly cilium?: CiliumConfig;
}

/** Names one entry of a Service's `spec.ports`. */
export interface ServicePortRef {
  readonly namespace: string;
  readonly serviceName: string;
  /** Position in `spec.ports`. */
  readonly index: number;
}

/** Where a generated rule comes from: an object, the field that asked for it, and one sentence why it exists. */
export interface Origin {
  /** `Pod`: not kube-proxy wrote it, but CNI's portmap plugin for a hostPort. */
  readonly kind: 'Service' | 'EndpointSlice' | 'Node' | 'Pod' | 'KubeProxyConfig';
  readonly namespace?: string;
  readonly name?: string;
  /** `spec.ports[0].nodePort`. */
  readonly field: string;
  readonly why: Phrase;
  /** The service port it was written for, also when an endpoint asked. Absent: it stands whatever Services there are. */
  readonly servicePort?: ServicePortRef;
}

/** One rule as kube-proxy feeds it to iptables-restore: what follows `-A CHAIN `. */
export interface GeneratedRule {
  readonly text: string;
  readonly origin: Origin;
}

export interface GeneratedChain {
  readonly name: string;
  /** Built-in chains, made by the kernel. */
  readonly policy?: 'ACCEPT' | 'DROP';
  readonly rules: readonly GeneratedRule[];
  /** The service port whose own chain it is: every rule in it is for that one. Absent: all share it. */
  readonly servicePort?: ServicePortRef;
}

/** The xtables part of what kube-proxy leaves behind, in the order it is written. */
export interface GeneratedXtables {
  readonly tables: ReadonlyMap<TableName, ReadonlyMap<string, GeneratedChain>>;
}

/** A chain of an nftables table; a rule's text is what follows `add rule ip kube-proxy CHAIN `. */
export interface GeneratedNftChain extends GeneratedChain {
  /** Chains the kernel enters by itself; their policy is accept. */
  readonly base?: {
    readonly type: 'filter' | 'nat';
    readonly hook: 'prerouting' | 'input' | 'forward' | 'output' | 'postrouting';
    readonly priority: number;
  };
  readonly comment?: string;
}

/** An element of an nftables set or map: `10.96.0.1 . tcp . 443`, in a map with its verdict `goto service-…`. */
export interface GeneratedElement {
  readonly key: string;
  readonly value?: string;
  readonly comment?: string;
  readonly origin: Origin;
}

/** A named set or map of an nftables table. */
export interface GeneratedNftSet {
  readonly kind: 'set' | 'map';
  readonly name: string;
  /** `ipv4_addr . inet_proto . inet_service : verdict`. */
  readonly type: string;
  readonly flags?: readonly string[];
  /** Seconds an element stays. */
  readonly timeout?: number;
  readonly comment?: string;
  readonly elements: readonly GeneratedElement[];
  readonly origin: Origin;
}

/** The nftables part of what kube-proxy leaves behind: one table of one family, in the order it is written. */
export interface GeneratedNftables {
  readonly family: IpFamily;
  readonly table: string;
  readonly comment?: string | undefined;
  readonly chains: ReadonlyMap<string, GeneratedNftChain>;
  readonly sets: ReadonlyMap<string, GeneratedNftSet>;
  /** Names of its counters. */
  readonly counters: readonly string[];
  /** Why nft takes none of the transaction, so that the kernel has nothing of this. Absent: it is taken. */
  readonly refusal?: Phrase;
}

/** A real server behind a virtual one. */
export interface GeneratedRealServer {
  readonly address: string;
  readonly port: number;
  /** 0: it terminates, and takes no new connections. */
  readonly weight: number;
  readonly origin: Origin;
}

/** A virtual server kube-proxy asks the kernel's IPVS for; it forwards by masquerading (NAT). */
export interface GeneratedVirtualServer {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly address: string;
  readonly port: number;
  /** `rr`; the kernel's module is `ip_vs_rr`. */
  readonly scheduler: string;
  /** IP_VS_SVC_F_PERSISTENT 0x1, and 0x10 for `mh`. */
  readonly flags: number;
  /** Seconds a client stays with its server; 0: not persistent. */
  readonly timeout: number;
  readonly servers: readonly GeneratedRealServer[];
  readonly origin: Origin;
}

/** An ipset and its entries, as `ipset save` spells them. */
export interface GeneratedIpset {
  readonly name: string;
  /** `hash:ip,port`. */
  readonly type: string;
  /** The words behind the type: `family inet hashsize 1024 maxelem 65536`. */
  readonly options: string;
  readonly entries: readonly GeneratedElement[];
  readonly origin: Origin;
}

/** `--ipvs-tcp-timeout` and its like, in seconds; 0: the kernel's own stays (900, 120, 300). */
export interface IpvsTimeouts {
  readonly tcp: number;
  readonly tcpFin: number;
  readonly udp: number;
}

/** The IPVS part of what kube-proxy leaves behind, of one family. */
export interface GeneratedIpvs {
  /** Absent: the kernel's own stay. */
  readonly timeouts?: IpvsTimeouts;
  readonly virtualServers: readonly GeneratedVirtualServer[];
  /** In which order kube-proxy adds the real servers of a virtual one; absent: nobody can tell. */
  readonly serversAdded?: 'sorted';
  /** Bound to the dummy interface kube-ipvs0: `10.96.0.1/32`. */
  readonly addresses: readonly { readonly address: string; readonly origin: Origin }[];
  readonly ipsets: readonly GeneratedIpset[];
}

/** A socket of kube-proxy that takes connections: in userspace mode one for each service port. */
export interface GeneratedProxyPort {
  readonly protocol: 'TCP' | 'UDP';
  /** The listening address; `0.0.0.0`: any. */
  readonly address: string;
  readonly port: number;
  /** Where it opens its second connection, in round-robin order: `10.244.1.5:8080`. */
  readonly endpoints: readonly string[];
  /** Each connection draws one; absent: they take turns. */
  readonly draws?: true;
  /** How often it dials for a connection; absent: as often as in userspace mode. */
  readonly attempts?: number;
  /** Seconds a client address stays with its endpoint; absent: no affinity. */
  readonly affinitySeconds?: number;
  /** All clients stay with one endpoint. */
  readonly sharesAffinity?: true;
  readonly origin: Origin;
}

/** A port kube-proxy holds open only so that nobody else takes it: a nodePort, a Service's address on this node. */
export interface GeneratedClaim {
  readonly protocol: 'TCP' | 'UDP';
  readonly address: string;
  readonly port: number;
  /** On any address of both families. */
  readonly isDual?: true;
  readonly origin: Origin;
}

/** A frontend of the maps, and why it is there. */
export interface GeneratedLbService extends LbService {
  readonly origin: Origin;
}

/** A backend of the maps, and which endpoint it is. */
export interface GeneratedLbBackend extends LbBackend {
  readonly origin: Origin;
}

/** The load balancer's maps an agent leaves on a node that was empty before. */
export interface GeneratedLbMaps extends LbMaps {
  readonly services: readonly GeneratedLbService[];
  readonly backends: readonly GeneratedLbBackend[];
  readonly findings: readonly ObjectFinding[];
}

/** Maps of Cilium's agent on a node, of both families. */
export interface GeneratedEbpf {
  readonly maps: GeneratedLbMaps;
  readonly node: EbpfNode;
}

/**
 * Policies that kube-proxy asks HNS for on one node, one family. As documented and read in sources of 1.30.5; nothing
 * was recorded.
 */
export interface HnsPolicies {
  /** Local ones are the CNI plugin's; remote ones kube-proxy makes. */
  readonly endpoints: readonly HostComputeEndpoint[];
  readonly loadBalancers: readonly HostComputeLoadBalancer[];
  /** Name of each load balancer, `10.96.0.10:80/TCP`, in their order; their origins beside it. */
  readonly names: readonly string[];
  readonly origins: readonly Origin[];
  readonly findings: readonly ObjectFinding[];
}

/** Objects that kube-proxy asked the Host Network Service of a Windows node for. */
export interface GeneratedHns {
  /** Of one family. */
  readonly policies: HnsPolicies;
  /** The virtual switch, with the policies of both families. */
  readonly node: VSwitchNode;
}

/** The part of a node's kernel that kube-proxy leaves behind. */
export interface KernelState {
  readonly xtables: GeneratedXtables;
  readonly nftables?: GeneratedNftables;
  readonly ipvs?: GeneratedIpvs;
  /** eBPF mode: the load balancer's maps, and the programs that read them. */
  readonly ebpf?: GeneratedEbpf;
  /** kernelspace mode: policies of HNS, and the virtual switch that goes by them. */
  readonly hns?: GeneratedHns;
  /** Sockets the kube-proxy process takes connections from: userspace mode, and nftables' nodePorts on loopback. */
  readonly proxyPorts?: readonly GeneratedProxyPort[];
  /** Sockets that are listened on and never read: in userspace mode, and up to 1.23 in iptables and IPVS mode. */
  readonly claims?: readonly GeneratedClaim[];
  /** `net.ipv4.conf.all.route_localnet` -> 1 */
  readonly sysctls: Readonly<Record<string, number>>;
}

/**
 * Where on a node something stands that kube-proxy left there: how the page names it in every mode.
 * `state.xtables` has the tables filter, nat and mangle; in nftables mode the table is `kube-proxy`.
 */
export type PartRef =
  | { readonly kind: 'chain'; readonly table: string; readonly chain: string }
  /** `index` is 0-based in the chain. */
  | { readonly kind: 'rule'; readonly table: string; readonly chain: string; readonly index: number }
  /** A named set or map of nftables, or an ipset. */
  | { readonly kind: 'set'; readonly set: string }
  | { readonly kind: 'element'; readonly set: string; readonly key: string }
  /** `server`: `TCP 10.96.0.10:80`. */
  | { readonly kind: 'virtual-server'; readonly server: string }
  /** `to`: `10.244.1.5:8080`. */
  | { readonly kind: 'real-server'; readonly server: string; readonly to: string }
  /** Bound to kube-ipvs0: `10.96.0.1/32`. */
  | { readonly kind: 'address'; readonly address: string }
  /** A frontend of Cilium's maps: `10.96.0.10:80/TCP`. */
  | { readonly kind: 'frontend'; readonly frontend: string }
  /** A slot of it. `to`: `10.244.1.5:8080`. */
  | { readonly kind: 'backend'; readonly frontend: string; readonly to: string }
  /** A load balancer policy of HNS: `10.96.0.10:80/TCP`. */
  | { readonly kind: 'policy'; readonly policy: string }
  /** A socket of the kube-proxy process, userspace mode: `TCP 0.0.0.0:36451`. */
  | { readonly kind: 'proxy-port'; readonly socket: string };

/** Something kube-proxy left on a node, and what it is there for. */
export interface ExplainedPart {
  readonly at: PartRef;
  /** As the kernel's tools spell it. */
  readonly text: string;
  /** The Service port it was written for. Absent: it stands whatever Services there are, or all share it. */
  readonly servicePort?: ServicePortRef;
  /** Absent: a chain; its rules say why. */
  readonly origin?: Origin;
}

/** A proxy mode: one folder, one line in index.ts. */
export interface ProxyMode<Id extends ProxyModeId> {
  readonly id: Id;
  /** As people write it; kube-proxy's configuration writes {@link id}. */
  readonly title: string;
  /** First and last release that has it. */
  readonly since: string;
  readonly until?: string;
  /** The project whose releases count, where not Kubernetes. */
  readonly axis?: 'Cilium';
  /** System of the mode's nodes, where not Linux: nothing was recorded there. */
  readonly system?: 'Windows';
  /**
   * Datapath that carries packets in the place of netfilter: whoever fills it looks at all Pods and nodes, and
   * hostPorts are its own.
   */
  readonly datapath?: 'ebpf' | 'vfp';
  /** From when on each change of what is written. */
  readonly changes: Readonly<Record<string, FeatureChange>>;
  readonly syncProxyRules: (input: SyncInput) => KernelState;
  /**
   * Findings that kube-proxy logs on this node and family, of what it leaves out. Absent: it takes whatever the API
   * server took.
   */
  readonly findings?: (input: SyncInput) => readonly ObjectFinding[];
}
