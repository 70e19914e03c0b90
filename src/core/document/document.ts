import type { PastedNode } from '../analysis/pasted-types';
import type { ClusterObjects, ClusterSettings, KubeProxyConfig, ProxyModeId } from '../kubernetes/types';
import type { TcpSegment } from '../net/tcp-flags';

export type { NodeFacts, PastedNode, PastedText } from '../analysis/pasted-types';

/** Where a flow starts. */
export type FlowSource =
  | { readonly kind: 'pod'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'node'; readonly name: string }
  /** The client outside the cluster; `address` if it is not the usual one. */
  | { readonly kind: 'external'; readonly address?: string }
  /** In a pasted dump: a packet that arrives by an interface, or (device absent) is made by the node itself. */
  | {
      readonly kind: 'interface';
      readonly device?: string;
      readonly address: string;
      /** Of several pasted machines: the one whose device it is. */
      readonly node?: string;
      /** A chain that nothing in the texts leads to: the packet is put into it. `nat KUBE-SEP-…`. */
      readonly enters?: string;
    };

/** Where a flow wants to go. */
export type FlowTarget =
  | {
      readonly kind: 'service';
      readonly namespace: string;
      readonly name: string;
      readonly via: 'clusterIP' | 'nodePort' | 'externalIP' | 'loadBalancer';
      /** nodePort: the node whose address is used. */
      readonly node?: string;
    }
  | { readonly kind: 'pod'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'address'; readonly address: string };

export interface Flow {
  readonly id: string;
  readonly title?: string;
  readonly from: FlowSource;
  readonly to: FlowTarget;
  readonly protocol: 'tcp' | 'udp' | 'sctp' | 'icmp';
  /** Service targets: a port of the Service (the nodePort is looked up). */
  readonly port: number;
  readonly sourcePort?: number;
  /** A segment of a connection that exists already: TCP sends ACK, not SYN. */
  readonly ongoing?: true;
  /** The TCP segment that is sent; absent: SYN, of a connection that exists ACK. */
  readonly segment?: TcpSegment;
}

/** What the bench shows: a cluster that is built, or a node that was pasted. */
export type Subject = 'cluster' | 'pasted';

/** The one thing saved, shared and undone. Plain JSON. */
export interface Document {
  readonly version: 1;
  readonly title: string;
  readonly seed: number;
  readonly subject: Subject;
  readonly cluster: ClusterObjects;
  readonly settings: ClusterSettings;
  readonly kubeProxy: KubeProxyConfig;
  readonly mode: ProxyModeId;
  readonly release: string;
  readonly flows: readonly Flow[];
  readonly pasted: PastedNode;
}
