import { endpointsOf, type EndpointInfo } from '../../endpoint';
import type { ServicePortInfo } from '../../service-port';
import { categorizeEndpoints, type Topology } from '../../topology';
import type { EndpointSliceObject } from '../../types';
import type { SyncInput } from '../mode';

/** The endpoints a service port's traffic may use, each with what a mode gives it (a chain, a set). */
export interface ChosenEndpoints<Planned> {
  readonly cluster: readonly Planned[];
  readonly local: readonly Planned[];
  readonly reachable: readonly Planned[];
  readonly hasEndpoints: boolean;
}

/** Reads a service port's endpoints and chooses among them; one that is in two lists is the same object in both. */
export function chooseEndpoints<Planned extends { readonly info: EndpointInfo }>(
  port: ServicePortInfo,
  slices: readonly EndpointSliceObject[],
  context: Topology & Pick<SyncInput, 'family'>,
  plan: (info: EndpointInfo) => Planned,
): ChosenEndpoints<Planned> {
  const chosen = categorizeEndpoints(endpointsOf(slices, port, context), port, context);
  const reachable = chosen.reachable.map(plan);
  const those = (list: readonly EndpointInfo[]): readonly Planned[] =>
    list === chosen.reachable ? reachable : pick(reachable, list);
  return { cluster: those(chosen.cluster), local: those(chosen.local), reachable, hasEndpoints: chosen.hasAny };
}

/** Those of the reachable endpoints that are in a list: both have the order of the endpoints. */
function pick<Planned extends { readonly info: EndpointInfo }>(
  reachable: readonly Planned[],
  list: readonly EndpointInfo[],
): readonly Planned[] {
  if (list.length === 0) return [];
  const members = new Set(list);
  return reachable.filter(({ info }) => members.has(info));
}
