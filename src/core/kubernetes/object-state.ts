/** An object of any kind, as far as its state is looked at. */
interface StatedObject {
  readonly kind?: string | undefined;
  readonly status?: unknown;
}

/** Rewritten at every write, or every few seconds: they make no other state of an object. */
const NOISE = new Set([
  'managedFields',
  'resourceVersion',
  'generation',
  'selfLink',
  'uid',
  'creationTimestamp',
  'annotations',
  'lastHeartbeatTime',
  'lastTransitionTime',
  'lastProbeTime',
  'lastUpdateTime',
  'observedGeneration',
]);

/** Part of a status that decides where packets go; the rest changes while nothing happens. */
function decidingStatus({ kind, status }: StatedObject): unknown {
  const { podIP, podIPs, phase, addresses, conditions, loadBalancer } = (status ?? {}) as Readonly<
    Record<string, unknown>
  >;
  const ready = Array.isArray(conditions)
    ? (conditions as readonly { readonly type?: string; readonly status?: string }[]).find(
        ({ type }) => type === 'Ready',
      )?.status
    : undefined;
  return kind === 'Deployment' ? undefined : [podIP, podIPs, phase, addresses, loadBalancer, ready];
}

/**
 * An object's state as far as packets can tell it from another: spec, labels, endpoints, and of the status addresses and readiness.
 * Two texts are equal where the states are; the API server's own bookkeeping is left out.
 */
export function stateOfObject(object: object): string {
  const { status: _status, ...rest } = object as StatedObject;
  return JSON.stringify([sorted(rest), sorted(decidingStatus(object))]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key, field]) => !NOISE.has(key) && field !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, field]) => [key, sorted(field)]),
  );
}
