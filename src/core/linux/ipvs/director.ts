import { phrase, type PhraseId } from '../../lib/phrase';
import type { Packet } from '../../net/packet';
import { knownFinding, tupleOfPorts, vs, type DirectorInput, type DirectorVerdict } from './finding';
import { scheduleNew } from './schedule';
import { findServer, serviceByKey } from './service';
import type { IpvsConnection } from './state';

function drop(input: DirectorInput, conn: IpvsConnection, reason: PhraseId): DirectorVerdict {
  return { kind: 'drop', finding: { ...knownFinding(input, conn), reason: phrase(reason) } };
}

/** Takes a connection out; conntrack's entry too, unless the packet brought a new one (`ip_vs_conn_expire_now`). */
function expire(input: DirectorInput, conn: IpvsConnection): void {
  if (!input.oldConntrack) conn.conntrack = false;
  input.state.remove(conn);
  if (conn.conntrack) input.forget(conn);
}

function beginsConnection({ l4 }: Packet): boolean {
  if (l4.proto === 'tcp') return l4.flags.syn === true;
  return l4.proto === 'sctp' && l4.chunk === 'INIT';
}

/** May a new connection have the ports of this one (`is_new_conn_expected`)? */
function isOverForReuse(conn: IpvsConnection, mode: number): boolean {
  if (conn.template !== undefined) return false;
  if (conn.protocol === 132) return conn.state === 'CLOSED';
  if (conn.state === 'TIME_WAIT' || conn.state === 'CLOSE') return true;
  return (mode & 2) !== 0 && conn.state === 'FIN_WAIT' && conn.noOutput;
}

/**
 * A known connection may have to make way: its server takes no new ones, its ports are used anew, or its
 * server is gone (`ip_vs_in_hook`). Returns the verdict if that ends it; undefined: schedule anew.
 */
function follow(input: DirectorInput, conn: IpvsConnection, packet: Packet): DirectorVerdict | undefined {
  const { netns, table } = input;
  const expireNodest = vs(netns, 'expire_nodest_conn', 0) !== 0;
  const reuse = vs(netns, 'conn_reuse_mode', 1);
  const server = findServer(serviceByKey(table, conn.service), conn.destination);
  const old = conn.conntrack && input.oldConntrack;
  if (beginsConnection(packet)) {
    const quiet = expireNodest && server?.weight === 0;
    if (quiet || (reuse !== 0 && isOverForReuse(conn, reuse))) {
      expire(input, conn);
      return old ? drop(input, conn, quiet ? 'ipvs.drop-quiet' : 'ipvs.drop-reuse') : undefined;
    }
  }
  if (server) return { kind: 'forward', conn, finding: knownFinding(input, conn) };
  if (!expireNodest) return drop(input, conn, 'ipvs.drop-server-gone');
  expire(input, conn);
  return old ? drop(input, conn, 'ipvs.drop-server-gone-expired') : undefined;
}

/**
 * A packet that may be for a virtual service (net/netfilter/ipvs/ip_vs_core.c `ip_vs_in_hook`), TCP, UDP
 * or SCTP. What is new becomes a connection in `state`.
 */
export function ipvsIn(input: DirectorInput, packet: Packet): DirectorVerdict {
  const tuple = tupleOfPorts(packet);
  if (!tuple) return { kind: 'pass' };
  const known = input.state.findIn(tuple, input.now);
  return (known && follow(input, known, packet)) ?? scheduleNew(input, packet, tuple);
}
