import type { PastedNode, PastedText } from '../paste/pasted-types';
import type { ClusterObjects, ClusterSettings, KubeProxyConfig, ProxyModeId } from '../kubernetes/types';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import type { RouteKind } from '../kubernetes/ingress/kinds';
import type { HttpRequest } from '../net/http';
import type { TcpSegment } from '../net/packet';
import { EMPTY_CLUSTER } from '../kubernetes/build';
import { beyondLimits } from '../kubernetes/finding';
import { LIMITS } from '../lib/limits';
import { phrase, type Phrase } from '../lib/phrase';
import type { Script } from './script';

export type { NodeFacts, PastedNode, PastedText } from '../paste/pasted-types';

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
  /** `web`, `web.default`, `_http._tcp.web`: what the sender's resolver makes of it. */
  | { readonly kind: 'name'; readonly name: string }
  /** Wherever the controller that does what the object says is reached. */
  | { readonly kind: 'route'; readonly object: RouteKind; readonly namespace: string; readonly name: string }
  | { readonly kind: 'address'; readonly address: string };

/** The connection before of a client that comes again. */
export interface FlowBefore {
  /** The Pod or address it got to; absent: whoever was drawn. */
  readonly to?: Extract<FlowTarget, { kind: 'pod' | 'address' }>;
  /** How long ago it was sent; absent: just now. */
  readonly seconds?: number;
}

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
  /** The same client sent a connection of the same kind before: whoever remembers clients knows this one. `true`: just now, to whoever was drawn. */
  readonly again?: true | FlowBefore;
  /** The TCP segment that is sent; absent: SYN, of a connection that exists ACK. */
  readonly segment?: TcpSegment;
  /** What is asked over the connection, for proxies that read it; absent: `/` of the name or address that is asked. */
  readonly http?: Partial<HttpRequest>;
}

/** What the bench shows: a cluster that is built, or a node that was pasted. */
export type Subject = 'cluster' | 'pasted';

/** A kube-proxy that does not run any more: what it was, and what of the cluster it saw last. Its rules stay. */
export interface StoppedProxy extends Pick<ClusterObjects, 'services' | 'endpointSlices'> {
  readonly mode: ProxyModeId;
  readonly release: string;
  readonly kubeProxy: KubeProxyConfig;
}

/** The one thing saved, shared and undone. Plain JSON. */
export interface Document {
  readonly version: 1;
  readonly title: string;
  readonly seed: number;
  readonly subject: Subject;
  readonly cluster: ClusterObjects;
  readonly settings: ClusterSettings;
  readonly kubeProxy: KubeProxyConfig;
  /** kube-proxy's clusterCIDR as it was guessed, where no object told it; one that was set since is no guess. */
  readonly guessedCIDR?: string;
  /** The texts its cluster was opened from, as they were pasted: what no object of them tells was made up or guessed. */
  readonly told?: readonly PastedText[];
  readonly mode: ProxyModeId;
  /** Release of the program that writes the rules: kube-proxy's, in eBPF mode Cilium's. */
  readonly release: string;
  /** Flags of Cilium's agent that are not as it has them by itself. */
  readonly cilium?: CiliumConfig;
  readonly flows: readonly Flow[];
  readonly pasted: PastedNode;
  /** Nodes whose kube-proxy was stopped, by name. */
  readonly stopped?: Readonly<Record<string, StoppedProxy>>;
  /** What happens while time runs; absent: nothing was written down. */
  readonly script?: Script | undefined;
}

/** Does a flow belong to what is shown: to the built cluster, or to the pasted node? */
export function isOfSubject({ subject }: Pick<Document, 'subject'>, { from }: Flow): boolean {
  return (from.kind === 'interface') === (subject === 'pasted');
}

/** The flows of what is shown, in their order. */
export function flowsOfSubject(document: Document): readonly Flow[] {
  return document.flows.filter((flow) => isOfSubject(document, flow));
}

/** The ranges kubeadm, kind and flannel use, so that addresses look like those people know. */
export const DEFAULT_SETTINGS: ClusterSettings = {
  serviceClusterIPRange: ['10.96.0.0/12'],
  clusterCIDR: ['10.244.0.0/16'],
  serviceNodePortRange: [30_000, 32_767],
  physicalNetwork: ['172.18.0.0/16'],
  clusterDomain: 'cluster.local',
};

const EMPTY_PASTED: PastedNode = { texts: [], facts: {} };

/** The kube-proxy release whose rules are written when nothing else is said. */
const DEFAULT_RELEASE = '1.30';

/** A document with nothing in it: no node, no flow, iptables mode. */
export function emptyDocument(title = ''): Document {
  return {
    version: 1,
    title,
    seed: 1,
    subject: 'cluster',
    cluster: EMPTY_CLUSTER,
    settings: DEFAULT_SETTINGS,
    kubeProxy: { mode: 'iptables', clusterCIDR: '10.244.0.0/16' },
    mode: 'iptables',
    release: DEFAULT_RELEASE,
    flows: [],
    pasted: EMPTY_PASTED,
  };
}

/** The document as one line of JSON: what links, autosave and files hold; `decodeDocument` in codec.ts reads it. */
export function encodeDocument(document: Document): string {
  return JSON.stringify(document);
}

/**
 * Why a document is more than the page takes on; undefined: it is not. `before`: a document that was within, whose
 * parts are not looked at again.
 */
export function documentBeyondLimits(document: Document, before?: Document): Phrase | undefined {
  const { title, cluster } = document;
  if (title.length > LIMITS.title) return phrase('document.limit.title', { found: title.length, most: LIMITS.title });
  return cluster === before?.cluster ? undefined : beyondLimits(cluster, before?.cluster)?.message;
}
