import { formatIp, type IpAddress } from '../net/ip';
import { hasPorts, type Packet } from '../net/packet';
import { formatEndpoint, parseEndpoint } from '../net/tuple';
import type { Outcome } from '../sim/trace';
import type { FoundService } from './pasted-types';

/** Whom a packet was for when it was sent. */
export interface Asked {
  readonly dst: IpAddress;
  readonly dport: number;
}

/** How a packet ended, as far as it is asked here. */
export type PacketEnd = Pick<Outcome, 'disposition' | 'arrived'>;

/**
 * Tells of an end of a packet for a clusterIP and port of known Services whether it was delivered, but not to an endpoint
 * of that Service: to another address or port, or to anybody at all where it has none. False wherever the endpoints are
 * not all known: then nobody can tell.
 */
export function astrayFrom(found: readonly FoundService[], { dst, dport }: Asked): (end: PacketEnd) => boolean {
  const asked = formatIp(dst);
  const ports = found.filter(({ address, port }) => address === asked && port === dport);
  const places = ports.flatMap(({ endpoints }) => endpoints);
  const isEmpty = places.length === 0 && ports.some(({ refused }) => refused !== undefined);
  return ({ disposition, arrived }) =>
    disposition.kind === 'DELIVERED' && (isEmpty || (arrived !== undefined && !isAmong(places, arrived)));
}

/** Did the packet arrive at one of the places? Yes, where they are not known. */
function isAmong(places: readonly string[], { dst, l4 }: Packet): boolean {
  const known = places.filter((place) => parseEndpoint(place) !== undefined);
  if (known.length === 0 || known.length < places.length) return true;
  return hasPorts(l4) && known.includes(formatEndpoint(dst, l4.dport));
}
