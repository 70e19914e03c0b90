import * as v from 'valibot';
import { KEPT_FIELDS, type ConfigType, type KubeProxyConfig } from '../kubernetes/config-table';
import { ROUTE_KINDS } from '../kubernetes/ingress/kinds';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { shapeProblems } from '../kubernetes/object-schemas';
import type { CiliumConfig } from '../kubernetes/proxy/ebpf/cilium-config';
import type { KubernetesObject, OtherObject } from '../kubernetes/types';
import type { SchemaValue } from '../lib/schema-value';
import { TCP_SEGMENTS } from '../net/packet';
import type { NodeFacts, PastedText } from '../paste/pasted-types';
import { SCRIPT_SCHEMA } from './script';

const text = v.string();
const number = v.number();

/** A schema under the type of whatever it is a part of. */
type Of<Value> = v.GenericSchema<unknown, Value>;

/** Objects of a kind: held to the same shapes as pasted manifests. */
const objectsOf = <Kind extends KubernetesObject['kind']>(kind: Kind) =>
  v.array(
    v.pipe(
      v.looseObject({ kind: v.literal(kind), metadata: v.looseObject({ name: text }) }),
      v.check((object) => shapeProblems(kind, object).length === 0, `a ${kind}`),
    ),
  ) as unknown as Of<readonly Extract<KubernetesObject, { kind: Kind }>[]>;

/** The sender of a flow: a Pod, a node's own process, or somebody outside the cluster. */
const source = v.variant('kind', [
  v.object({ kind: v.literal('pod'), namespace: text, name: text }),
  v.object({ kind: v.literal('node'), name: text }),
  /** The client outside the cluster; `address` if it is not the usual one. */
  v.object({ kind: v.literal('external'), address: v.optional(text) }),
  /** In a pasted dump: a packet that arrives by an interface, or (device absent) is made by the node itself. */
  v.object({
    kind: v.literal('interface'),
    device: v.optional(text),
    address: text,
    /** Of several pasted machines: the one whose device it is. */
    node: v.optional(text),
    /** A chain that nothing in the texts leads to: the packet is put into it. `nat KUBE-SEP-…`. */
    enters: v.optional(text),
  }),
]);

/** The destination of a flow: a Service by one of its addresses, a Pod, or an address. */
const target = v.variant('kind', [
  v.object({
    kind: v.literal('service'),
    namespace: text,
    name: text,
    via: v.picklist(['clusterIP', 'nodePort', 'externalIP', 'loadBalancer']),
    /** nodePort: the node whose address is used. */
    node: v.optional(text),
  }),
  v.object({ kind: v.literal('pod'), namespace: text, name: text }),
  /** `web`, `web.default`, `_http._tcp.web`: what the sender's resolver makes of it. */
  v.object({ kind: v.literal('name'), name: text }),
  /** Wherever the controller that does what the object says is reached. */
  v.object({ kind: v.literal('route'), object: v.picklist(ROUTE_KINDS), namespace: text, name: text }),
  v.object({ kind: v.literal('address'), address: text }),
]);

/** The connection before of a client that comes again. */
const before = v.object({
  /** The Pod or address it got to; absent: whoever was drawn. */
  to: v.optional(
    v.variant('kind', [
      v.object({ kind: v.literal('pod'), namespace: text, name: text }),
      v.object({ kind: v.literal('address'), address: text }),
    ]),
  ),
  /** Seconds since it was sent; absent: it is sent now. */
  seconds: v.optional(number),
});

const flow = v.looseObject({
  id: text,
  title: v.optional(text),
  from: source,
  to: target,
  protocol: v.picklist(['tcp', 'udp', 'sctp', 'icmp']),
  /** Service targets: a port of the Service (the nodePort is looked up). */
  port: number,
  sourcePort: v.optional(number),
  /** A segment of a connection that exists already: TCP sends ACK, not SYN. */
  ongoing: v.optional(v.literal(true)),
  /** The same client sent a connection of the same kind before: whoever remembers clients knows this one. `true`: just now, to whoever was drawn. */
  again: v.optional(v.union([v.literal(true), before])),
  /** The TCP segment that is sent; absent: SYN, of a connection that exists ACK. */
  segment: v.optional(v.picklist(TCP_SEGMENTS)),
  /** The HTTP request in the connection, for proxies that read it; absent: `/` of the name or address that is asked. */
  http: v.optional(
    v.object({
      host: v.optional(text),
      path: v.optional(text),
      method: v.optional(text),
      headers: v.optional(v.record(v.string(), text)),
    }),
  ),
});

const facts: Of<NodeFacts> = v.looseObject({
  interfaces: v.optional(v.array(v.looseObject({ name: text, addresses: v.array(text), kind: v.optional(text) }))),
  routes: v.optional(v.array(v.looseObject({ dst: text, via: v.optional(text), dev: v.optional(text) }))),
  sysctls: v.optional(v.record(v.string(), number)),
  hairpin: v.optional(v.record(v.string(), v.boolean())),
  ports: v.optional(v.record(v.string(), number)),
});

const CONFIG_VALUES = {
  string: text,
  number,
  boolean: v.boolean(),
  strings: v.array(text),
  gates: v.record(v.string(), v.boolean()),
  other: v.unknown(),
} as const satisfies Record<ConfigType, v.GenericSchema>;

/** The fields that a document keeps of kube-proxy's configuration: each of its type, or one of its words. */
function configSchema(): Of<KubeProxyConfig> {
  const entries: Record<string, v.GenericSchema> = {};
  const inner: Record<string, Record<string, v.GenericSchema>> = {};
  for (const { path, type, words } of KEPT_FIELDS) {
    const [first = '', second] = path.split('.');
    const schema = v.optional(words ? v.picklist(words) : CONFIG_VALUES[type]);
    if (second === undefined) entries[first] = schema;
    else (inner[first] ??= {})[second] = schema;
  }
  for (const [first, fields] of Object.entries(inner)) entries[first] = v.optional(v.looseObject(fields));
  // One table has both the rows read here and the type.
  return v.looseObject(entries);
}

const kubeProxy = configSchema();

/** A kube-proxy that does not run any more: what it was, and what of the cluster it saw last. Its rules stay. */
const stopped = v.looseObject({
  mode: v.picklist(PROXY_MODE_IDS),
  release: text,
  kubeProxy,
  services: objectsOf('Service'),
  endpointSlices: objectsOf('EndpointSlice'),
});

const texts: Of<readonly PastedText[]> = v.array(
  v.looseObject({
    id: text,
    title: text,
    text,
    node: v.optional(text),
    machines: v.optional(v.record(v.string(), text)),
    ports: v.optional(v.record(v.string(), number)),
  }),
);

/**
 * Objects as etcd would hold them. Endpoint slices appear here only when they are given (Services without selector,
 * pasted clusters); those of Services with a selector are rebuilt from Pods (controllers/endpointslice.ts) unless the
 * cluster came with them and without Pods.
 */
const CLUSTER_SCHEMA = v.looseObject({
  nodes: objectsOf('Node'),
  pods: objectsOf('Pod'),
  deployments: objectsOf('Deployment'),
  services: objectsOf('Service'),
  endpointSlices: objectsOf('EndpointSlice'),
  /** Objects of kinds the bench does not use, kept as they came so that nothing pasted is lost. */
  others: v.optional(v.array(v.looseObject({ kind: text })) as unknown as Of<readonly OtherObject[]>),
});

/** Flags of the API server and controller manager that decide addresses. */
const SETTINGS_SCHEMA = v.looseObject({
  /** `--service-cluster-ip-range`, one per family. */
  serviceClusterIPRange: v.array(text),
  /** `--cluster-cidr` of the controller manager: nodes' podCIDRs are cut from it (/24 or /64 each). */
  clusterCIDR: v.array(text),
  /** `--service-node-port-range`. */
  serviceNodePortRange: v.tuple([number, number]),
  /** Node InternalIPs are given from here, one CIDR per family. */
  physicalNetwork: v.array(text),
  clusterDomain: text,
  /** Pool of addresses for Services of type LoadBalancer; absent: 198.51.100.0/24 and 2001:db8:100::/64. */
  loadBalancerPool: v.optional(v.array(text)),
});

/** The one thing saved, shared and undone, from outside: plain JSON. */
export const DOCUMENT_SCHEMA = v.looseObject({
  version: v.literal(1),
  title: text,
  seed: number,
  subject: v.picklist(['cluster', 'pasted']),
  cluster: CLUSTER_SCHEMA,
  settings: SETTINGS_SCHEMA,
  kubeProxy,
  /** kube-proxy's clusterCIDR as it was guessed, where no object told it; one that was set since is no guess. */
  guessedCIDR: v.optional(text),
  /** The texts its cluster was opened from, as they were pasted: what no object of them tells was made up or guessed. */
  told: v.optional(texts),
  mode: v.picklist(PROXY_MODE_IDS),
  /** Release of the program that writes the rules: kube-proxy's, in eBPF mode Cilium's. */
  release: text,
  /** Flags of Cilium's agent that are not as it has them by itself. */
  cilium: v.optional(v.record(v.string(), v.union([text, v.boolean()])) as unknown as Of<CiliumConfig>),
  flows: v.array(flow),
  /** Nodes whose kube-proxy was stopped, by name. */
  stopped: v.optional(v.record(v.string(), stopped)),
  pasted: v.looseObject({
    texts,
    facts,
    nodes: v.optional(v.record(v.string(), v.looseObject({ facts }))),
    rebuilt: v.optional(v.looseObject({ node: text, machine: v.optional(text), detected: v.optional(text) })),
  }),
  /** Events and clients of the timeline; absent: none were written down. */
  script: v.optional(SCRIPT_SCHEMA),
});

export type Document = SchemaValue<typeof DOCUMENT_SCHEMA>;
export type Flow = SchemaValue<typeof flow>;
export type FlowSource = SchemaValue<typeof source>;
export type FlowTarget = SchemaValue<typeof target>;
export type FlowBefore = SchemaValue<typeof before>;
export type StoppedProxy = SchemaValue<typeof stopped>;
