import type { StatedFact, StatedFacts } from './told-words';
import type { KubectlNames } from './named';
import type { ListedCtEntry } from '../../formats/cilium-ct-list';
import type { ListedLbEntry } from '../../formats/cilium-lb-list';
import type { ListedNatEntry } from '../../formats/cilium-nat-list';
import type { ListedCiliumService } from '../../formats/cilium-service-list';
import type { ForwardingEntry } from '../../formats/bridge-fdb';
import type { CiliumStatus } from '../../formats/cilium-status';
import type { ListedHnsPolicy } from '../../formats/hns/policy';
import type { ListedHnsObject } from '../../formats/hnsdiag-list';
import type { ListedVfpItem } from '../../formats/vfpctrl-list';
import type { CniConfig } from '../../formats/cni-conflist';
import type { ListedConnection } from '../../formats/conntrack';
import type { ListedSet } from '../../formats/ipset-list';
import type { PortMode } from '../../formats/hairpin-mode';
import type { ListedPolicyRule } from '../../formats/ip-rule';
import type { ListedDirected } from '../../formats/ipvsadm-connections';
import type { IpvsListing } from '../../formats/ipvs/print';
import type { KubeadmConfig } from '../../formats/kubeadm-config';
import type { WrittenKubeProxy } from '../../formats/kube-proxy-config';
import type { LoggedService } from '../../formats/ipvs-log';
import type { SeenPacket } from '../../formats/packets/seen-packet';
import type { RecentClient } from '../../formats/xt-recent';
import type { NameAnswer } from '../../formats/dns-answers';
import type { KubectlTable } from '../../formats/kubectl-table';
import type { Link } from '../../formats/links/link';
import type { ListeningSocket, SocketListing } from '../../formats/listening-sockets';
import type { ListedSysctl } from '../../formats/sysctl';
import type { ClusterObjects } from '../../kubernetes/types';
import type { ConntrackEntry } from '../../linux/conntrack/table';
import type { IpSet } from '../../linux/ipset/ip-set';
import type { IpvsTable } from '../../linux/ipvs/service';
import type { NftRuleset } from '../../linux/nftables/types';
import type { Neighbour } from '../../formats/neighbours';
import type { Route } from '../../linux/routing/fib';
import type { Evidence } from '../pasted-types';

/** A Pod as a table or an object shows it. */
export interface NamedPod {
  /** `default/web-6c5f-abcde` */
  readonly name: string;
  readonly address: string;
  readonly node?: string;
  /** `cali82a8bb394bd`: the node's end of its link, as `calicoctl get workloadendpoints` names it. */
  readonly link?: string;
  readonly evidence: Evidence;
}

/** A route and the line it stands in. */
export interface FoundRoute {
  readonly route: Route;
  readonly evidence: Evidence;
  /** `ip route get` answered it: the way to one address, and no line of a table. */
  readonly isAnswer?: true;
  /** A command above it entered another namespace. */
  readonly inside?: boolean;
}

/** A thing and the line it was read from. */
export interface Found<T> {
  readonly value: T;
  readonly evidence: Evidence;
  /** A command above it entered another namespace. */
  readonly inside?: boolean;
  /** The Pod that command named. */
  readonly pod?: string;
}

/** What cilium-dbg shows of its load balancer. */
export interface CiliumListings {
  readonly statuses: readonly Found<CiliumStatus>[];
  readonly services: readonly Found<ListedCiliumService>[];
  /** Of `bpf lb list`. */
  readonly entries: readonly Found<ListedLbEntry>[];
  /** Of `bpf ct list`. */
  readonly connections: readonly Found<ListedCtEntry>[];
  /** Of `bpf nat list`. */
  readonly translations: readonly Found<ListedNatEntry>[];
}

/** Packets that texts show: lines of LOG rules and of tcpdump, and clients in the lists of xt_recent. */
export interface PostedPackets {
  /** Of LOG rules, `tcpdump`. */
  readonly packets: readonly Found<SeenPacket>[];
  /** The host whose kernel logged them, as loggers say. */
  readonly hosts: readonly string[];
  /** Virtual services that the kernel complained of. */
  readonly services: readonly Found<LoggedService>[];
  /** Clients that xt_recent remembers. */
  readonly clients: readonly Found<RecentClient>[];
}

/** What Windows shows of its Host Network Service and its switch. */
export interface WindowsListings {
  /** Of `Get-HnsPolicyList`. */
  readonly policies: readonly Found<ListedHnsPolicy>[];
  /** Of `hnsdiag list`. */
  readonly objects: readonly Found<ListedHnsObject>[];
  /** Of `vfpctrl`. */
  readonly items: readonly Found<ListedVfpItem>[];
}

/** What one text says of the machine itself. */
export interface MachineText {
  readonly links: readonly Found<Link>[];
  readonly routes: readonly FoundRoute[];
  readonly rules: readonly Found<ListedPolicyRule>[];
  readonly ports: readonly Found<PortMode>[];
  readonly neighbours: readonly Found<Neighbour>[];
  readonly forwarding: readonly Found<ForwardingEntry>[];
  /** Tables of nftables, by the line they begin at. */
  readonly nft: readonly Found<NftRuleset>[];
  readonly sets: readonly Found<IpSet>[];
  /** Sets a listing shows only in part. */
  readonly partial: readonly Found<ListedSet>[];
  readonly ipvs: readonly Found<IpvsListing>[];
  readonly sysctls: readonly Found<ListedSysctl>[];
  readonly listening: readonly Found<SocketListing>[];
  readonly connections: readonly Found<ListedConnection>[];
  /** Of IPVS. */
  readonly directed: readonly Found<ListedDirected>[];
  readonly kubeProxy: readonly Found<WrittenKubeProxy>[];
  readonly kubeadm: readonly Found<KubeadmConfig>[];
  readonly cni: readonly Found<CniConfig>[];
  readonly cilium: CiliumListings;
  readonly windows: WindowsListings;
  readonly seen: PostedPackets;
  readonly tables: readonly Found<KubectlTable>[];
  readonly objects: readonly Found<ListedObjects>[];
  /** What name servers answered. */
  readonly lookups: readonly Found<NameAnswer>[];
  /** What it says in words. */
  readonly words: readonly StatedFact[];
}

/** Of a text that tells nothing of its machine. */
export const EMPTY_MACHINE: MachineText = {
  links: [],
  routes: [],
  rules: [],
  ports: [],
  neighbours: [],
  forwarding: [],
  nft: [],
  sets: [],
  partial: [],
  ipvs: [],
  sysctls: [],
  words: [],
  listening: [],
  connections: [],
  directed: [],
  kubeProxy: [],
  kubeadm: [],
  cni: [],
  cilium: { statuses: [], services: [], entries: [], connections: [], translations: [] },
  windows: { policies: [], objects: [], items: [] },
  seen: { packets: [], hosts: [], services: [], clients: [] },
  tables: [],
  objects: [],
  lookups: [],
};

/** Objects of the API as a text has them. */
export interface ListedObjects extends ClusterObjects {
  /** `default/web`: Services of which it shows some endpoints and counts the others. */
  readonly shortened?: ReadonlySet<string>;
}

/** The machine as all texts together show it. */
export interface Machine {
  /** Everything kubectl named in its texts. */
  readonly named: KubectlNames;
  readonly links: readonly Found<Link>[];
  /** `ip addr` was pasted whole: a device that is not in it is not there. */
  readonly allLinks: boolean;
  readonly routes: readonly FoundRoute[];
  /** Ways to single addresses that the kernel was asked for. */
  readonly answers: readonly FoundRoute[];
  readonly rules: readonly Found<ListedPolicyRule>[];
  /**
   * Entries of the neighbour table and of the bridge's: for which address a hardware address answers, and behind which
   * host it is.
   */
  readonly neighbours: readonly Found<Neighbour>[];
  readonly forwarding: readonly Found<ForwardingEntry>[];
  /** Hairpin mode of bridges' ports, as /sys has it. */
  readonly ports: readonly Found<PortMode>[];
  readonly nft?: NftRuleset;
  readonly sets: ReadonlyMap<string, IpSet>;
  readonly partial: readonly Found<ListedSet>[];
  readonly ipvs?: Found<IpvsTable>;
  /** Values of `net.…` as listed last, by the name a namespace keeps them under. */
  readonly sysctls: ReadonlyMap<string, Found<number>>;
  /** What listens on the machine itself, as listed last; absent of a protocol that no listing shows. */
  readonly listening: Readonly<Partial<Record<'tcp' | 'udp', readonly ListeningSocket[]>>>;
  readonly connections: readonly ConntrackEntry[];
  /** Connections and templates of IPVS. */
  readonly directed: readonly ListedDirected[];
  readonly kubeadm: readonly Found<KubeadmConfig>[];
  readonly kubeProxy: readonly Found<WrittenKubeProxy>[];
  readonly cni: readonly Found<CniConfig>[];
  readonly cilium: CiliumListings;
  readonly windows: WindowsListings;
  readonly seen: PostedPackets;
  readonly tables: readonly Found<KubectlTable>[];
  readonly objects: readonly Found<ListedObjects>[];
  /** What name servers answered. */
  readonly lookups: readonly Found<NameAnswer>[];
  /** What the texts say in words. */
  readonly words: StatedFacts;
  /** Pods whose own listings were pasted: entered with `kubectl exec`; what listens in them, by the name of the command. */
  readonly inside: {
    readonly pods: readonly NamedPod[];
    readonly listening: ReadonlyMap<string, Machine['listening']>;
  };
}
