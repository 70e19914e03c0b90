import { parseEndpoint } from '../net/packet';
import type { FoundService } from './pasted-types';

/**
 * The endpoints of a Service port that texts tell. Undefined: some are not told, or rules without any do not say that there are none. One that is not ready is an endpoint of its
 * Service, too: what is terminating and serving still gets packets (pkg/proxy/topology.go). Where rules lead to several and to none
 * that is listed, the listing is of another time, which is said where they differ: the rules are what packets meet.
 */
export function knownEndpoints({
  endpoints,
  listed,
  unready = [],
  refused,
}: FoundService): readonly string[] | undefined {
  const isTold = endpoints.every((place) => parseEndpoint(place) !== undefined);
  const shown = listed && [...listed, ...unready];
  const isOfOtherTime = isTold && endpoints.length > 1 && !endpoints.some((place) => shown?.includes(place));
  if (shown && !isOfOtherTime) return shown;
  if (endpoints.length === 0) return refused === 'REJECT' ? [] : undefined;
  return isTold ? endpoints : undefined;
}
