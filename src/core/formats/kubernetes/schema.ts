import * as v from 'valibot';
import { stringify } from 'yaml';
import type { ClusterObjects, KubernetesObject, OtherObject } from '../../kubernetes/types';

/** Written by the API server for itself; nobody reads them in a manifest. */
const NOISE = new Set(['managedFields', 'resourceVersion', 'generation', 'selfLink']);
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** One object as clean YAML: keys in kubectl's order (sorted), lists not indented, the server's noise left out. */
function printObject(object: KubernetesObject | OtherObject): string {
  return stringify(clean(object), {
    version: '1.1',
    indentSeq: false,
    lineWidth: 0,
    aliasDuplicateObjects: false,
    sortMapEntries: true,
  });
}

/** All objects as one text of several documents: Nodes, Services, Deployments, Pods, EndpointSlices, the rest. */
export function printCluster(cluster: ClusterObjects): string {
  const objects = [
    ...cluster.nodes,
    ...cluster.services,
    ...cluster.deployments,
    ...cluster.pods,
    ...cluster.endpointSlices,
    ...(cluster.others ?? []),
  ];
  return objects.map(printObject).join('---\n');
}

function clean(object: KubernetesObject | OtherObject): Readonly<Record<string, unknown>> {
  if (!object.metadata) return { ...object };
  const metadata = Object.entries(object.metadata).filter(([key]) => !NOISE.has(key));
  const cleaned = metadata.map(([key, value]) => [key, key === 'annotations' ? withoutLastApplied(value) : value]);
  return { ...object, metadata: Object.fromEntries(cleaned.filter(([, value]) => value !== undefined)) as unknown };
}

function withoutLastApplied(annotations: unknown): unknown {
  const { [LAST_APPLIED]: noise, ...kept } = annotations as Readonly<Record<string, unknown>>;
  return noise !== undefined && Object.keys(kept).length === 0 ? undefined : kept;
}

/**
 * The shape of what is read from manifests: only fields the bench uses are checked, all others pass
 * untouched (k8s.io/api core/v1, apps/v1, discovery/v1). `null` is "not set", as everywhere in the API.
 */
const text = v.string();
const flag = v.boolean();
const integer = v.pipe(v.number(), v.integer());
/**
 * A port as an integer. The range is the API server's business (kubernetes/validate): a number that is too large is
 * still a number.
 */
const portNumber = v.pipe(v.number(), v.integer());
const labels = v.record(v.string(), v.string());
const texts = v.array(text);
const maybe = <const S extends v.GenericSchema>(schema: S) => v.nullish(schema);

const metadata = v.looseObject({
  name: v.pipe(v.string(), v.nonEmpty()),
  namespace: maybe(text),
  labels: maybe(labels),
  annotations: maybe(labels),
  ownerReferences: maybe(v.array(v.looseObject({ kind: text, name: text }))),
  deletionTimestamp: maybe(text),
});

const conditions = maybe(v.array(v.looseObject({ type: text, status: text })));

const node = v.looseObject({
  metadata,
  spec: maybe(v.looseObject({ podCIDR: maybe(text), podCIDRs: maybe(texts), unschedulable: maybe(flag) })),
  status: maybe(v.looseObject({ addresses: maybe(v.array(v.looseObject({ type: text, address: text }))), conditions })),
});

const container = v.looseObject({
  name: maybe(text),
  ports: maybe(
    v.array(
      v.looseObject({
        name: maybe(text),
        containerPort: portNumber,
        hostPort: maybe(portNumber),
        protocol: maybe(text),
      }),
    ),
  ),
});

const podSpec = v.looseObject({
  nodeName: maybe(text),
  hostNetwork: maybe(flag),
  dnsPolicy: maybe(v.picklist(['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'])),
  dnsConfig: maybe(
    v.looseObject({
      nameservers: maybe(texts),
      searches: maybe(texts),
      options: maybe(v.array(v.looseObject({ name: text, value: maybe(text) }))),
    }),
  ),
  hostname: maybe(text),
  subdomain: maybe(text),
  containers: maybe(v.array(container)),
  initContainers: maybe(v.array(container)),
});

const pod = v.looseObject({
  metadata,
  spec: maybe(podSpec),
  status: maybe(
    v.looseObject({
      phase: maybe(text),
      podIP: maybe(text),
      podIPs: maybe(v.array(v.looseObject({ ip: text }))),
      hostIP: maybe(text),
      conditions,
    }),
  ),
});

const deployment = v.looseObject({
  metadata,
  spec: v.looseObject({
    replicas: maybe(v.pipe(v.number(), v.integer(), v.minValue(0))),
    selector: v.looseObject({ matchLabels: maybe(labels) }),
    template: v.looseObject({ metadata: maybe(v.looseObject({ labels: maybe(labels) })), spec: maybe(podSpec) }),
  }),
});

const protocol = maybe(v.picklist(['TCP', 'UDP', 'SCTP']));

const service = v.looseObject({
  metadata,
  spec: v.looseObject({
    type: maybe(v.picklist(['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'])),
    selector: maybe(labels),
    clusterIP: maybe(text),
    clusterIPs: maybe(texts),
    ipFamilies: maybe(v.array(v.picklist(['IPv4', 'IPv6']))),
    ipFamilyPolicy: maybe(v.picklist(['SingleStack', 'PreferDualStack', 'RequireDualStack'])),
    ports: maybe(
      v.array(
        v.looseObject({
          name: maybe(text),
          protocol,
          port: portNumber,
          targetPort: maybe(v.union([text, portNumber])),
          nodePort: maybe(portNumber),
        }),
      ),
    ),
    externalIPs: maybe(texts),
    externalName: maybe(text),
    loadBalancerIP: maybe(text),
    loadBalancerSourceRanges: maybe(texts),
    allocateLoadBalancerNodePorts: maybe(flag),
    externalTrafficPolicy: maybe(v.picklist(['Cluster', 'Local', ''])),
    internalTrafficPolicy: maybe(v.picklist(['Cluster', 'Local'])),
    healthCheckNodePort: maybe(portNumber),
    publishNotReadyAddresses: maybe(flag),
    sessionAffinity: maybe(v.picklist(['None', 'ClientIP', ''])),
    sessionAffinityConfig: maybe(v.looseObject({ clientIP: maybe(v.looseObject({ timeoutSeconds: maybe(integer) })) })),
  }),
  status: maybe(
    v.looseObject({
      loadBalancer: maybe(
        v.looseObject({
          ingress: maybe(v.array(v.looseObject({ ip: maybe(text), hostname: maybe(text), ipMode: maybe(text) }))),
        }),
      ),
    }),
  ),
});

const named = maybe(v.array(v.looseObject({ name: text })));

const endpointSlice = v.looseObject({
  metadata,
  addressType: v.picklist(['IPv4', 'IPv6', 'FQDN']),
  ports: maybe(v.array(v.looseObject({ name: maybe(text), protocol, port: maybe(portNumber) }))),
  endpoints: maybe(
    v.array(
      v.looseObject({
        addresses: maybe(texts),
        conditions: maybe(v.looseObject({ ready: maybe(flag), serving: maybe(flag), terminating: maybe(flag) })),
        nodeName: maybe(text),
        zone: maybe(text),
        hints: maybe(v.looseObject({ forZones: named, forNodes: named })),
      }),
    ),
  ),
});

const endpointAddresses = maybe(v.array(v.looseObject({ ip: text, nodeName: maybe(text), hostname: maybe(text) })));

const endpoints = v.looseObject({
  metadata,
  subsets: maybe(
    v.array(
      v.looseObject({
        addresses: endpointAddresses,
        notReadyAddresses: endpointAddresses,
        ports: maybe(v.array(v.looseObject({ name: maybe(text), protocol, port: portNumber }))),
      }),
    ),
  ),
});

/** The kinds that are understood; the API group and version they are read at. */
export const KIND_SCHEMAS = {
  Node: { apiVersion: 'v1', schema: node },
  Pod: { apiVersion: 'v1', schema: pod },
  Deployment: { apiVersion: 'apps/v1', schema: deployment },
  Service: { apiVersion: 'v1', schema: service },
  EndpointSlice: { apiVersion: 'discovery.k8s.io/v1', schema: endpointSlice },
  Endpoints: { apiVersion: 'v1', schema: endpoints },
} as const;

export type KnownKind = keyof typeof KIND_SCHEMAS;

/** Is it one of {@link KIND_SCHEMAS}? */
export function isKnownKind(kind: string): kind is KnownKind {
  return Object.hasOwn(KIND_SCHEMAS, kind);
}

/** One thing wrong with an object: where, what was wanted, what was there. */
interface ShapeProblem {
  readonly path: readonly (string | number)[];
  readonly expected: string;
  readonly received: string;
}

/** Everything wrong with the shape of an object of a kind. */
export function shapeProblems(kind: KnownKind, value: unknown): readonly ShapeProblem[] {
  const { issues } = v.safeParse(KIND_SCHEMAS[kind].schema, value);
  return (issues ?? []).map((issue) => ({
    path: (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key))),
    expected: issue.expected ?? issue.message,
    received: issue.received,
  }));
}
