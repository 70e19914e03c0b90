import type { TableName } from '../../linux/hooks';
import type { Device } from '../../linux/namespace';
import type { IpFamily } from '../../net/ip';
import type { CompiledPolicy } from '../policy/network-policy';

export interface MappedPod {
  readonly namespace: string;
  readonly name: string;
  readonly ips: readonly string[];
}

/** A port of the host that leads to a Pod. */
export interface HostPort {
  readonly pod: MappedPod;
  readonly protocol: string;
  readonly hostPort: number;
  readonly containerPort: number;
  readonly hostIP?: string;
  readonly field: string;
}

/** A Pod of the node, and the policies that select it. */
export interface SitePod {
  readonly name: string;
  /** The host end of its link. */
  readonly device: string;
  readonly address: string;
  /** Absent: no policy is about that direction, so all is let through. */
  readonly ingress?: readonly string[];
  readonly egress?: readonly string[];
}

/** Facts of a cluster that the rules of some programs on a node depend on; all of one family. */
export interface WriterSite {
  readonly clusterCIDRs: readonly string[];
  readonly podCIDRs: readonly string[];
  readonly hostPorts: readonly HostPort[];
  /** The bridge whose ports Pods are: iptables sees it instead of them. Absent: each Pod has a link of its own. */
  readonly bridge?: string;
  /** Prefix of such links' names, before eight letters. */
  readonly prefix: string;
  readonly pods: readonly SitePod[];
  /** The addresses of Service kube-dns. */
  readonly clusterDNS: readonly string[];
  /** The policies that select one of the Pods. */
  readonly policies: readonly Pick<CompiledPolicy, 'name' | 'ingress' | 'egress'>[];
}

/** Facts of a node that the rules of a program depend on. */
export interface WriterHost {
  readonly family: IpFamily;
  /** `1.30`: kubelet's. */
  readonly release: string;
  /** Where packets of other machines come in. */
  readonly outside: string;
  /** kube-proxy has IPVS send packets on: they pass INPUT and OUTPUT, not FORWARD. */
  readonly ipvs?: true;
  /** Facts for programs that follow the cluster; absent: none of them runs. */
  readonly site?: WriterSite;
}

/**
 * One command of a program that writes rules. A rule that is there already is left where it stands (`iptables -C`
 * before `-A` or `-I`), as is a chain.
 */
export type WriterStep =
  | { readonly op: 'chain'; readonly table: TableName; readonly chain: string }
  | { readonly op: 'append' | 'insert'; readonly table: TableName; readonly chain: string; readonly text: string }
  | { readonly op: 'policy'; readonly table: TableName; readonly chain: string; readonly policy: 'ACCEPT' | 'DROP' }
  /** `iptables -F`, `iptables -X`: everything of every table goes. */
  | { readonly op: 'flush' };

/** A program besides kube-proxy that writes iptables rules on a node: one file each, listed once in index.ts. */
export interface RuleWriter<Id extends string> {
  readonly id: Id;
  /** Commands the program runs when it starts, in their order. */
  readonly start: (host: WriterHost) => readonly WriterStep[];
  /** Restores its jumps continuously: they are first, and there, whatever starts after it. */
  readonly keepsFirst?: true;
  /** Devices the program adds to the node. */
  readonly devices?: readonly Device[];
}

type Line = readonly [op: 'append' | 'insert', chain: string, text: string];

/** Chains of one table that are made first, and rules of it in their order. */
export function stepsIn(table: TableName, chains: readonly string[], lines: readonly Line[]): readonly WriterStep[] {
  return [
    ...chains.map((chain): WriterStep => ({ op: 'chain', table, chain })),
    ...lines.map(([op, chain, text]): WriterStep => ({ op, table, chain, text })),
  ];
}
