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
  return value;
}
