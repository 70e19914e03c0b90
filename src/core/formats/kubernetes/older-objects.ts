import { UNNAMED_ENDPOINTS } from '../../kubernetes/unnamed-endpoints';
import type { Endpoint, EndpointSliceObject, ObjectOfKind } from '../../kubernetes/types';

/** The old core/v1 Endpoints object: what of it becomes slices. */
export type EndpointsObject = Pick<ObjectOfKind<'Endpoints'>, 'metadata' | 'subsets'>;
type Subset = NonNullable<EndpointsObject['subsets']>[number];
type EndpointAddress = NonNullable<Subset['addresses']>[number];

/**
 * The EndpointSlices the mirroring controller makes of an Endpoints object: one a subset and address
 * family (endpointslicemirroring/reconciler.go). Names are `NAME-1`, `NAME-2`… instead of random ones.
 */
export function slicesOfEndpoints(endpoints: EndpointsObject): EndpointSliceObject[] {
  const slices: EndpointSliceObject[] = [];
  for (const subset of endpoints.subsets ?? []) {
    for (const addressType of ['IPv4', 'IPv6'] as const) {
      const found = listEndpoints(subset, addressType === 'IPv6');
      if (found.length > 0) slices.push(makeSlice(endpoints, addressType, subset, found, slices.length + 1));
    }
  }
  return slices;
}

function listEndpoints(subset: Subset, ipv6: boolean): Endpoint[] {
  const convert =
    (ready: boolean) =>
    (address: EndpointAddress): Endpoint => ({
      addresses: [address.ip],
      conditions: { ready },
      ...(address.hostname ? { hostname: address.hostname } : {}),
      ...(address.nodeName ? { nodeName: address.nodeName } : {}),
      ...(address.targetRef ? { targetRef: address.targetRef } : {}),
    });
  const ofFamily = ({ ip }: EndpointAddress): boolean => ip.includes(':') === ipv6;
  return [
    ...(subset.addresses ?? []).filter(ofFamily).map(convert(true)),
    ...(subset.notReadyAddresses ?? []).filter(ofFamily).map(convert(false)),
  ];
}

function makeSlice(
  { metadata }: EndpointsObject,
  addressType: 'IPv4' | 'IPv6',
  subset: Subset,
  endpoints: readonly Endpoint[],
  number: number,
): EndpointSliceObject {
  const unnamed = metadata.annotations?.[UNNAMED_ENDPOINTS];
  return {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: `${metadata.name}-${number}`,
      namespace: metadata.namespace ?? 'default',
      labels: { ...metadata.labels, 'kubernetes.io/service-name': metadata.name },
      ...(unnamed === undefined ? {} : { annotations: { [UNNAMED_ENDPOINTS]: unnamed } }),
    },
    addressType,
    ports: (subset.ports ?? []).map(({ name = '', protocol = 'TCP', port }) => ({ name, protocol, port })),
    endpoints,
  };
}

type Value = Readonly<Record<string, unknown>>;

/** An object of the API, as it was written. */
interface Written {
  readonly kind: string;
  readonly apiVersion: string | undefined;
  readonly value: Value;
}

const isRecord = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Before apps/v1beta2 an absent selector was the labels of the template (pkg/apis/extensions/v1beta1/defaults.go). */
const WITHOUT_SELECTOR: ReadonlySet<string> = new Set(['extensions/v1beta1', 'apps/v1beta1']);

function withSelector(value: Value): Value {
  const { spec } = value;
  if (!isRecord(spec) || spec['selector'] !== undefined || !isRecord(spec['template'])) return value;
  const { metadata } = spec['template'];
  const labels = isRecord(metadata) ? metadata['labels'] : undefined;
  return isRecord(labels) ? { ...value, spec: { ...spec, selector: { matchLabels: labels } } } : value;
}

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** discovery.k8s.io/v1beta1 has the node and the zone of an endpoint in its `topology`. */
function withNodeName(endpoint: unknown): unknown {
  if (!isRecord(endpoint) || !isRecord(endpoint['topology'])) return endpoint;
  const { [HOSTNAME]: nodeName, [ZONE]: zone } = endpoint['topology'];
  return {
    ...(typeof nodeName === 'string' ? { nodeName } : {}),
    ...(typeof zone === 'string' ? { zone } : {}),
    ...endpoint,
  };
}

/** The fields of an object of an older version of its API as the current one has them; others stay as they are. */
export function asCurrent({ kind, apiVersion = '', value }: Written): Value {
  if (kind === 'Deployment' && WITHOUT_SELECTOR.has(apiVersion)) return withSelector(value);
  if (kind === 'EndpointSlice' && apiVersion === 'discovery.k8s.io/v1beta1' && Array.isArray(value['endpoints'])) {
    return { ...value, endpoints: value['endpoints'].map(withNodeName) };
  }
  return kind === 'Service' ? withShownType(value) : value;
}

const isMap = (value: unknown): value is Value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A Service whose text stops before its type, with the one its other fields have (pkg/apis/core/validation: may only be used for LoadBalancer). */
function withShownType(value: Value): Value {
  const { metadata, spec } = value;
  if (!isMap(metadata) || !isMap(spec) || metadata['uid'] === undefined || spec['type'] !== undefined) return value;
  const isBalanced = spec['allocateLoadBalancerNodePorts'] !== undefined || spec['loadBalancerClass'] !== undefined;
  return isBalanced ? { ...value, spec: { ...spec, type: 'LoadBalancer' } } : value;
}
