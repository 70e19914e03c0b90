import type { Endpoint, EndpointSliceObject } from './types';

/** Endpoints of slices by their first address: the only one that counts. */
const byAddress = (slices: readonly EndpointSliceObject[]): ReadonlyMap<string, Endpoint> =>
  new Map(
    slices.flatMap(({ endpoints = [] }) =>
      (endpoints ?? []).map((endpoint) => [endpoint.addresses?.[0] ?? '', endpoint] as const),
    ),
  );

const isReady = ({ conditions }: Endpoint): boolean => conditions?.ready ?? true;

/**
 * Slices that were made of Pods, with the hints of those that were told of the same Service: kube-proxy reads what stands in the
 * slices, whatever the controller would write today. Only where both list the same endpoints, as ready and in the same zones: else
 * something changed since, and the controller has written them anew.
 */
export function keepToldHints(
  made: readonly EndpointSliceObject[],
  told: readonly EndpointSliceObject[],
): readonly EndpointSliceObject[] {
  const [known, own] = [byAddress(told), byAddress(made)];
  const isHinted = [...known.values()].some(({ hints }) => hints !== undefined);
  const isSame = (endpoint: Endpoint, address: string): boolean => {
    const before = known.get(address);
    if (!before || isReady(before) !== isReady(endpoint)) return false;
    return before.zone === endpoint.zone || (before.zone === undefined && isHinted);
  };
  if (known.size !== own.size || ![...own].every(([address, each]) => isSame(each, address))) return made;
  return made.map((slice) => ({
    ...slice,
    endpoints: (slice.endpoints ?? []).map(({ hints: _made, ...endpoint }) => {
      const hints = known.get(endpoint.addresses?.[0] ?? '')?.hints;
      return hints ? { ...endpoint, hints } : endpoint;
    }),
  }));
}
