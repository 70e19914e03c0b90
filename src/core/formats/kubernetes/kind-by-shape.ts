type Value = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an object without a kind is taken for, and the field that no other kind has. */
export interface KindByShape {
  readonly kind: string;
  readonly apiVersion: string;
  /** `spec.containers` */
  readonly field: string;
}

/** A kind, and fields that only it has: one of them is enough (k8s.io/api core/v1, apps/v1, discovery/v1, networking/v1). */
interface Shape {
  readonly kind: string;
  readonly apiVersion: string;
  readonly fields: readonly string[];
}

/** In this order: what has a template is told by what else its spec or status has. */
const SHAPES: readonly Shape[] = [
  { kind: 'Pod', apiVersion: 'v1', fields: ['spec.containers', 'status.podIP', 'status.podIPs'] },
  {
    kind: 'Node',
    apiVersion: 'v1',
    fields: ['status.nodeInfo', 'status.addresses', 'spec.podCIDR', 'spec.podCIDRs', 'spec.providerID'],
  },
  { kind: 'EndpointSlice', apiVersion: 'discovery.k8s.io/v1', fields: ['addressType', 'endpoints'] },
  { kind: 'Endpoints', apiVersion: 'v1', fields: ['subsets'] },
  { kind: 'NetworkPolicy', apiVersion: 'networking.k8s.io/v1', fields: ['spec.podSelector'] },
  {
    kind: 'StatefulSet',
    apiVersion: 'apps/v1',
    fields: ['spec.serviceName', 'spec.volumeClaimTemplates', 'spec.podManagementPolicy', 'status.currentRevision'],
  },
  {
    kind: 'DaemonSet',
    apiVersion: 'apps/v1',
    fields: ['status.desiredNumberScheduled', 'spec.updateStrategy'],
  },
  { kind: 'ReplicaSet', apiVersion: 'apps/v1', fields: ['status.fullyLabeledReplicas'] },
  { kind: 'Job', apiVersion: 'batch/v1', fields: ['spec.backoffLimit', 'spec.completions', 'spec.completionMode'] },
  { kind: 'Deployment', apiVersion: 'apps/v1', fields: ['spec.template.spec.containers'] },
  {
    kind: 'Service',
    apiVersion: 'v1',
    fields: ['spec.clusterIP', 'spec.clusterIPs', 'spec.externalName', 'spec.ports', 'status.loadBalancer'],
  },
];

/** A field that is there and says something; Go writes an empty struct for one that is not set. */
function hasField(value: Value, path: string): boolean {
  let at: unknown = value;
  for (const part of path.split('.')) at = isRecord(at) ? at[part] : undefined;
  return at !== undefined && at !== null && !(isRecord(at) && Object.keys(at).length === 0);
}

/**
 * The kind of an object that does not say it: what Go's encoding/json prints of an object read by a client, what a List of one kind
 * leaves out, what must-gather and insights keep. Undefined: no object of the API with a name, or none whose kind its fields tell.
 */
export function kindByShape(value: Value): KindByShape | undefined {
  const { metadata } = value;
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string') return undefined;
  for (const { kind, apiVersion, fields } of SHAPES) {
    const field = fields.find((each) => hasField(value, each));
    if (field !== undefined) return { kind, apiVersion, field };
  }
  return undefined;
}
