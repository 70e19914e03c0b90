import { contains, parseCidr, type Cidr, parseIp, type IpFamily } from '../../net/ip';
import { hostOfPlace, portOfPlace, type ReadService } from './services';
import type { ReadPort } from '../../paste/proxy/types';

/** One endpoint of one service port, with what the rules tell of it. */
export interface EndpointEntry {
  readonly ip: string;
  readonly port: number;
  /** Undefined: the rules do not tell. */
  readonly local: boolean | undefined;
  /** It only answers because no ready one can. */
  readonly terminating: boolean;
  /** Known to be there, and nothing is sent to it. */
  readonly idle?: boolean;
  /** A hint has to lead the traffic of the cluster policy here, or away from here. */
  readonly hint?: 'here' | 'elsewhere';
  /** It has to be somewhere and the rules do not say where. */
  readonly placeholder: boolean;
}

/** What is known of endpoints beyond one service port. */
export interface Locality {
  readonly isLocal: (ip: string, place: string) => boolean | undefined;
  /** From 1.26 terminating endpoints stand in for ready ones. */
  readonly fallsBack: boolean;
}

/** Documentation ranges (RFC 5737, RFC 3849): nobody's real address. */
const NOWHERE: Readonly<Record<IpFamily, string>> = { ipv4: '203.0.113.254', ipv6: '2001:db8:ffff::254' };

/** The endpoints a port must have had so that these rules came out. */
export function entriesOf(port: ReadPort, locality: Locality): EndpointEntry[] {
  return [...usedEntries(port, locality), ...(port.idle ?? []).map(idleEntry)];
}

function idleEntry(place: string): EndpointEntry {
  const common = { local: true, terminating: false, idle: true, placeholder: false };
  return { ip: hostOfPlace(place), port: portOfPlace(place), ...common };
}

function usedEntries(port: ReadPort, locality: Locality): EndpointEntry[] {
  const { cluster, local, family } = port;
  const shownCluster = new Set(cluster);
  const shownLocal = new Set(local);
  const all = [...new Set([...(cluster ?? []), ...(local ?? [])])];
  if (all.length === 0) {
    const refused = port.hasEndpoints && local !== undefined && cluster === undefined;
    return refused ? [placeholder(family, port.port ?? 1)] : [];
  }
  const outside = [...shownLocal].filter((place) => cluster !== undefined && !shownCluster.has(place));
  const ends = outside.length > 0 && outside.length === shownLocal.size && locality.fallsBack;
  const hinted = outside.length > 0 && !ends;
  return all.map((place) => {
    const ip = hostOfPlace(place);
    const known = local === undefined ? locality.isLocal(ip, place) : shownLocal.has(place);
    return {
      ip,
      port: portOfPlace(place),
      local: known,
      terminating: ends && shownLocal.has(place),
      placeholder: false,
      ...(hinted ? { hint: shownCluster.has(place) ? ('here' as const) : ('elsewhere' as const) } : {}),
    };
  });
}

function placeholder(family: IpFamily, port: number): EndpointEntry {
  return { ip: NOWHERE[family], port, local: false, terminating: false, placeholder: true };
}

/**
 * Where endpoints are, as far as the whole dump tells: listed by a Local policy, on IPVS's list of
 * this node's endpoints, or inside the node's own Pod CIDR.
 */
export function localityOf(
  services: readonly ReadService[],
  known: {
    readonly endpoints?: ReadonlySet<string>;
    readonly podCIDRs: readonly string[];
    readonly fallsBack: boolean;
  },
): Locality {
  const here = new Set<string>();
  for (const { ports } of services) {
    for (const { local = [] } of ports) for (const place of local) here.add(hostOfPlace(place));
  }
  const cidrs = known.podCIDRs.flatMap((text): Cidr[] => {
    const parsed = parseCidr(text);
    return parsed.ok ? [parsed.value] : [];
  });
  return {
    fallsBack: known.fallsBack,
    isLocal: (ip, place) => {
      if (known.endpoints) return known.endpoints.has(place);
      if (here.has(ip)) return true;
      const parsed = parseIp(ip);
      if (!parsed.ok || cidrs.every(({ address }) => address.family !== parsed.value.family)) return undefined;
      return cidrs.some((cidr) => contains(cidr, parsed.value));
    },
  };
}
