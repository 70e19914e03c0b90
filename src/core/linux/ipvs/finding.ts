import type { Fraction } from '../../lib/fraction';
import { phrase, type Phrase } from '../../lib/phrase';
import { formatEndpoint, type Tuple } from '../../net/tuple';
import { hasPorts, protocolNumber, type Packet } from '../../net/packet';
import type { Netns } from '../netns';
import type { Candidate } from './scheduler';
import { serverKey, serviceByKey, serviceKey } from './service';
import type { IpvsConnection, IpvsState } from './state';
import type { IpvsService, IpvsTable } from './types';

/** What the director is asked with. */
export interface DirectorInput {
  readonly netns: Netns;
  readonly table: IpvsTable;
  readonly state: IpvsState;
  /** Milliseconds. */
  readonly now: number;
  readonly mark: number;
  /** The packet's conntrack entry was in the table before this packet (`ip_vs_conn_uses_old_conntrack`). */
  readonly oldConntrack: boolean;
  /** It was made here or came over lo. */
  readonly fromSelf: boolean;
  readonly draw: (where: string, odds: readonly Fraction[]) => number;
  /** One of so many continuations, and nobody knows with which odds. */
  readonly oneOf: (where: string, branches: number) => number;
  /** The connection is over: conntrack's entry for it goes too (`ip_vs_conn_drop_conntrack`). */
  readonly forget: (conn: IpvsConnection) => void;
}

/** What a reader is told of a decision. */
export interface Finding {
  readonly service: string;
  readonly scheduler: string;
  readonly candidates: readonly Candidate[];
  readonly chosen?: string;
  readonly from: 'connection' | 'template' | 'scheduler';
  readonly odds?: string;
  readonly reason: Phrase;
  /** It was drawn since nobody told the order of the kernel's list. */
  readonly byListOrder?: true;
}

export type DirectorVerdict =
  /** None of the director's business. */
  | { readonly kind: 'pass' }
  | { readonly kind: 'forward'; readonly conn: IpvsConnection; readonly finding: Finding }
  /** Nobody takes it: the sender is told port unreachable (`ip_vs_leave`). */
  | { readonly kind: 'unreachable'; readonly finding: Finding }
  | { readonly kind: 'drop'; readonly finding: Finding }
  /** The scheduler is not simulated. */
  | { readonly kind: 'unknown'; readonly finding: Finding };

/** A switch under net.ipv4.vs. */
export function vs(netns: Netns, name: string, fallback: number): number {
  return netns.sysctls[`net.ipv4.vs.${name}`] ?? fallback;
}

/** The tuple of a packet with ports; undefined for other protocols, which are not balanced. */
export function tupleOfPorts(packet: Packet): Tuple | undefined {
  const { src, dst, l4 } = packet;
  if (!hasPorts(l4)) return undefined;
  return { protocol: protocolNumber(l4), src, sport: l4.sport, dst, dport: l4.dport };
}

/** The servers of a service with what they have to do now. */
export function candidatesOf(state: IpvsState, service: IpvsService | undefined, now: number): readonly Candidate[] {
  if (!service) return [];
  const counts = new Map<string, { active: number; inactive: number }>();
  for (const conn of state.ofService(serviceKey(service), now)) {
    const count = counts.get(conn.destination) ?? { active: 0, inactive: 0 };
    counts.set(conn.destination, count);
    if (conn.active) count.active++;
    else count.inactive++;
  }
  return service.servers.map((server) => {
    const own = counts.get(serverKey(server));
    return {
      key: serverKey(server),
      weight: server.weight,
      lastWeight: server.weight || (server.lastWeight ?? 0),
      active: (server.connections?.active ?? 0) + (own?.active ?? 0),
      inactive: (server.connections?.inactive ?? 0) + (own?.inactive ?? 0),
    };
  });
}

/** What is said of a packet of a connection that is known already. */
export function knownFinding(input: Pick<DirectorInput, 'table' | 'state' | 'now'>, conn: IpvsConnection): Finding {
  const service = serviceByKey(input.table, conn.service);
  return {
    service: conn.service,
    scheduler: service?.scheduler ?? '',
    candidates: candidatesOf(input.state, service, input.now),
    chosen: formatEndpoint(conn.server, conn.serverPort),
    from: 'connection',
    reason: phrase('ipvs.connection-known', { state: conn.state }),
  };
}
