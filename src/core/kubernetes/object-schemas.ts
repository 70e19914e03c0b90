import * as v from 'valibot';

/*
 * The API objects the bench holds, with the API's own field names and nesting (k8s.io/api core/v1, apps/v1, discovery/v1): what is
 * read from manifests is held to them, and types.ts has the types that follow. Fields that are not here pass untouched, so that
 * nothing a person pasted is lost. `null` is "not set", as everywhere in the API.
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
/** A field that decides nothing: it has a type, and a manifest that has another is not refused for it. */
const unheld = <Value>() => v.optional(v.unknown() as v.GenericSchema<unknown, Value>);

const metadata = v.looseObject({
  name: v.pipe(v.string(), v.nonEmpty()),
  namespace: maybe(text),
  labels: maybe(labels),
  annotations: maybe(labels),
  uid: unheld<string>(),
  generateName: unheld<string>(),
  creationTimestamp: unheld<string>(),
  deletionTimestamp: maybe(text),
  ownerReferences: maybe(v.array(v.looseObject({ apiVersion: unheld<string>(), kind: text, name: text }))),
});

const conditions = maybe(v.array(v.looseObject({ type: text, status: text })));

const node = v.looseObject({
  metadata,
  spec: maybe(
    v.looseObject({
      podCIDR: maybe(text),
      podCIDRs: maybe(texts),
      unschedulable: maybe(flag),
      taints: unheld<readonly { readonly key: string; readonly effect: string; readonly value?: string }[]>(),
    }),
  ),
  status: maybe(
    v.looseObject({
      addresses: maybe(v.array(v.looseObject({ type: text, address: text }))),
      conditions,
      allocatable: unheld<Readonly<Record<string, string>>>(),
      /** Versions that kubelet reports of the machine: `6.1.0-50-amd64`, `v1.30.5`. */
      nodeInfo: unheld<{
        readonly kernelVersion?: string;
        readonly kubeletVersion?: string;
        readonly kubeProxyVersion?: string;
      }>(),
    }),
  ),
});

const container = v.looseObject({
  name: maybe(text),
  image: unheld<string>(),
  ports: maybe(
    v.array(
      v.looseObject({
        name: maybe(text),
        containerPort: portNumber,
        hostPort: maybe(portNumber),
        hostIP: unheld<string>(),
        // Which words it may be validation/fields.ts says.
        protocol: maybe(text as v.GenericSchema<string, 'TCP' | 'UDP' | 'SCTP'>),
      }),
    ),
  ),
});

/** `restartPolicy: Always` makes it a sidecar. */
const initContainer = v.looseObject({ ...container.entries, restartPolicy: unheld<string>() });

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
  initContainers: maybe(v.array(initContainer)),
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
          appProtocol: unheld<string>(),
        }),
      ),
    ),
    externalIPs: maybe(texts),
    externalName: maybe(text),
    loadBalancerIP: maybe(text),
    loadBalancerSourceRanges: maybe(texts),
    loadBalancerClass: unheld<string>(),
    allocateLoadBalancerNodePorts: maybe(flag),
    externalTrafficPolicy: maybe(v.picklist(['Cluster', 'Local', ''])),
    internalTrafficPolicy: maybe(v.picklist(['Cluster', 'Local'])),
    trafficDistribution: unheld<string>(),
    healthCheckNodePort: maybe(portNumber),
    publishNotReadyAddresses: maybe(flag),
    sessionAffinity: maybe(v.picklist(['None', 'ClientIP', ''])),
    sessionAffinityConfig: maybe(v.looseObject({ clientIP: maybe(v.looseObject({ timeoutSeconds: maybe(integer) })) })),
  }),
  status: maybe(
    v.looseObject({
      loadBalancer: maybe(
        v.looseObject({
          ingress: maybe(
            v.array(
              v.looseObject({
                ip: maybe(text),
                hostname: maybe(text),
                ipMode: maybe(text as v.GenericSchema<string, 'VIP' | 'Proxy'>),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
});

const targetRef = unheld<{
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
}>();

const named = maybe(v.array(v.looseObject({ name: text })));

const endpointSlice = v.looseObject({
  metadata,
  addressType: v.picklist(['IPv4', 'IPv6', 'FQDN']),
  ports: maybe(
    v.array(v.looseObject({ name: maybe(text), protocol, port: maybe(portNumber), appProtocol: unheld<string>() })),
  ),
  endpoints: maybe(
    v.array(
      v.looseObject({
        addresses: maybe(texts),
        conditions: maybe(v.looseObject({ ready: maybe(flag), serving: maybe(flag), terminating: maybe(flag) })),
        hostname: unheld<string>(),
        nodeName: maybe(text),
        zone: maybe(text),
        hints: maybe(v.looseObject({ forZones: named, forNodes: named })),
        targetRef,
      }),
    ),
  ),
});

const endpointAddresses = maybe(
  v.array(v.looseObject({ ip: text, nodeName: maybe(text), hostname: maybe(text), targetRef })),
);

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
