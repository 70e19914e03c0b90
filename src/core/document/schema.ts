import * as v from 'valibot';
import { isKnownKind, shapeProblems } from '../formats/kubernetes/schema';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import { TCP_SEGMENTS } from '../net/tcp-flags';

/** The shape of a document. Objects of the cluster are held to the same shapes as pasted manifests. */
const text = v.string();
const number = v.number();

const objectsOf = (kind: string) =>
  v.array(
    v.pipe(
      v.looseObject({ kind: v.literal(kind), metadata: v.looseObject({ name: text }) }),
      v.check((object) => isKnownKind(kind) && shapeProblems(kind, object).length === 0, `a ${kind}`),
    ),
  );

const source = v.variant('kind', [
  v.object({ kind: v.literal('pod'), namespace: text, name: text }),
  v.object({ kind: v.literal('node'), name: text }),
  v.object({ kind: v.literal('external'), address: v.optional(text) }),
  v.object({
    kind: v.literal('interface'),
    device: v.optional(text),
    address: text,
    node: v.optional(text),
    enters: v.optional(text),
  }),
]);

const target = v.variant('kind', [
  v.object({
    kind: v.literal('service'),
    namespace: text,
    name: text,
    via: v.picklist(['clusterIP', 'nodePort', 'externalIP', 'loadBalancer']),
    node: v.optional(text),
  }),
  v.object({ kind: v.literal('pod'), namespace: text, name: text }),
  v.object({ kind: v.literal('address'), address: text }),
]);

const flow = v.looseObject({
  id: text,
  title: v.optional(text),
  from: source,
  to: target,
  protocol: v.picklist(['tcp', 'udp', 'sctp', 'icmp']),
  port: number,
  sourcePort: v.optional(number),
  ongoing: v.optional(v.literal(true)),
  segment: v.optional(v.picklist(TCP_SEGMENTS)),
});

const facts = v.looseObject({
  interfaces: v.optional(v.array(v.looseObject({ name: text, addresses: v.array(text), kind: v.optional(text) }))),
  routes: v.optional(v.array(v.looseObject({ dst: text, via: v.optional(text), dev: v.optional(text) }))),
  sysctls: v.optional(v.record(v.string(), number)),
  hairpin: v.optional(v.record(v.string(), v.boolean())),
});

const kubeProxy = v.looseObject({
  mode: v.optional(v.picklist(PROXY_MODE_IDS)),
  clusterCIDR: v.optional(text),
  detectLocalMode: v.optional(v.picklist(['ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix'])),
  detectLocal: v.optional(v.looseObject({ bridgeInterface: v.optional(text), interfaceNamePrefix: v.optional(text) })),
  nodePortAddresses: v.optional(v.array(text)),
  iptables: v.optional(
    v.looseObject({
      masqueradeBit: v.optional(number),
      masqueradeAll: v.optional(v.boolean()),
      localhostNodePorts: v.optional(v.boolean()),
    }),
  ),
  conntrack: v.optional(v.looseObject({ tcpBeLiberal: v.optional(v.boolean()) })),
});

export const DOCUMENT_SCHEMA = v.looseObject({
  version: v.literal(1),
  title: text,
  seed: number,
  subject: v.picklist(['cluster', 'pasted']),
  cluster: v.looseObject({
    nodes: objectsOf('Node'),
    pods: objectsOf('Pod'),
    deployments: objectsOf('Deployment'),
    services: objectsOf('Service'),
    endpointSlices: objectsOf('EndpointSlice'),
    others: v.optional(v.array(v.looseObject({ kind: text }))),
  }),
  settings: v.looseObject({
    serviceClusterIPRange: v.array(text),
    clusterCIDR: v.array(text),
    serviceNodePortRange: v.tuple([number, number]),
    physicalNetwork: v.array(text),
    clusterDomain: text,
  }),
  kubeProxy,
  mode: v.picklist(PROXY_MODE_IDS),
  release: text,
  flows: v.array(flow),
  pasted: v.looseObject({
    texts: v.array(
      v.looseObject({
        id: text,
        title: text,
        text,
        node: v.optional(text),
        machines: v.optional(v.record(v.string(), text)),
      }),
    ),
    facts,
    nodes: v.optional(v.record(v.string(), v.looseObject({ facts }))),
    rebuilt: v.optional(v.looseObject({ node: text, machine: v.optional(text) })),
  }),
});
