import type { IpFamily } from '../../net/ip';
import type { Phrase } from '../../lib/phrase';
import type { TableName } from '../../linux/hooks';
import type { ClusterObjects, KubeProxyConfig, ProxyModeId } from '../types';

/** What one kube-proxy sees: one node, one family at a time, as upstream's proxiers do. */
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
}

/** Where a generated rule comes from: an object, the field that asked for it, and one sentence why it exists. */
export interface Origin {
  readonly kind: 'Service' | 'EndpointSlice' | 'Node' | 'KubeProxyConfig';
  readonly namespace?: string;
  readonly name?: string;
  /** `spec.ports[0].nodePort`. */
  readonly field: string;
  readonly why: Phrase;
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
}

/** The xtables part of what kube-proxy leaves behind, in the order it is written. */
export interface GeneratedXtables {
  readonly tables: ReadonlyMap<TableName, ReadonlyMap<string, GeneratedChain>>;
}

/** The part of a node's kernel that kube-proxy leaves behind. */
export interface KernelState {
  readonly xtables: GeneratedXtables;
  /** `net.ipv4.conf.all.route_localnet` -> 1 */
  readonly sysctls: Readonly<Record<string, number>>;
}

/** A proxy mode: one folder, one line in index.ts. */
export interface ProxyMode<Id extends ProxyModeId> {
  readonly id: Id;
  readonly title: string;
  /** First and last release that has it. */
  readonly since: string;
  readonly until?: string;
  readonly syncProxyRules: (input: SyncInput) => KernelState;
  /** The exact text fed to iptables-restore by a full sync. */
  readonly printRestore: (state: KernelState, input: SyncInput) => string;
}
