import type { EndpointSliceObject, ServiceObject } from '../kubernetes/types';
import { namespacedName } from '../kubernetes/types';
import { isIgnoredService } from '../kubernetes/service-port';
import { ownerOf, type ProxyView } from './api-server';

/** Rules that stand whatever Services there are. */
const BASE = 30;
/** What a service port has by itself, and for each endpoint: its chain's two rules and the one that leads there. */
export const PER_PORT = 4;
export const PER_ENDPOINT = 3;

/** About how many rules a Service makes: what a sync that writes it takes follows that, not what it says. */
export function rulesOf(view: ProxyView, id: string): number {
  const service = view.services.find((each) => namespacedName(each) === id);
  return service
    ? count(
        service,
        view.endpointSlices.filter((slice) => ownerOf(slice) === id),
      )
    : 0;
}

/** About how many rules all of them make. */
export function countSyncRules(view: ProxyView): number {
  const slices = new Map<string, EndpointSliceObject[]>();
  for (const slice of view.endpointSlices) {
    const owner = ownerOf(slice);
    const known = slices.get(owner);
    if (known) known.push(slice);
    else slices.set(owner, [slice]);
  }
  return view.services.reduce((sum, each) => sum + count(each, slices.get(namespacedName(each)) ?? []), BASE);
}

function count(service: ServiceObject, slices: readonly EndpointSliceObject[]): number {
  if (isIgnoredService(service)) return 0;
  const endpoints = slices.reduce((sum, slice) => sum + (slice.endpoints ?? []).filter(isUsed).length, 0);
  return (service.spec.ports?.length ?? 0) * (PER_PORT + PER_ENDPOINT * endpoints);
}

function isUsed({ conditions }: NonNullable<EndpointSliceObject['endpoints']>[number]): boolean {
  return conditions?.ready ?? true;
}
