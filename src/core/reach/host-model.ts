import { phrase, type Phrase } from '../lib/phrase';
import { err, type Result } from '../lib/result';
import type { Netns } from '../linux/netns';
import { setChanges } from './changed-sets';
import { packetsComingIn, packetsFromHere, type FlowOrigin } from './entrances';
import type { Diagram } from './diagram';
import { firstPackets } from './first-packets';
import type { HostEnds } from './host-end';
import { HostMapper } from './host-mapper';
import { refuseHost } from './host-space';
import { Space } from './space';
import { orTooLarge } from './table-model';
import { NEW_CONNECTIONS, type Tracking } from './tracking';

/** All that a host does to the first packets of connections. */
export interface HostModel {
  readonly netns: Netns;
  readonly space: Space;
  readonly ends: HostEnds;
  /** Packets that can begin there. */
  readonly begins: Readonly<Record<FlowOrigin, Diagram>>;
  /** All packets by those devices and sources, whether they begin a connection or not. */
  readonly enters: Readonly<Record<FlowOrigin, Diagram>>;
  /** Packets that begin, by how they end: a leaf's value is the number of its `HostEnd`, plus `FIRST_END`. */
  readonly outcome: Readonly<Record<FlowOrigin, Diagram>>;
}

/**
 * All that a host's iptables, nftables, routes and addresses do to packets of a family that begin a connection: a function from
 * header to end, with the odds of draws. Fails where it has rules of another kind, is here in part only, or is too large.
 */
export function modelHost(
  netns: Netns,
  shared: { readonly space: Space; readonly ends: HostEnds },
): Result<HostModel, Phrase> {
  const refused = refuseHost(netns, shared.space.family);
  if (refused) return err(refused);
  const { devices, family } = shared.space;
  const space = new Space({ family, devices, netns, shared: shared.space });
  space.isChanged = setChanges(netns);
  const made = orTooLarge(() => {
    const mapper = new HostMapper(netns, { space, ends: shared.ends, tracking: NEW_CONNECTIONS });
    const enters = { received: packetsComingIn(space, netns), made: packetsFromHere(space, netns) };
    const first = firstPackets(space);
    return {
      enters,
      begins: { received: space.both(enters.received, first), made: space.both(enters.made, first) },
      outcome: { received: mapper.received(), made: mapper.made() },
    };
  });
  if (!made.ok) return err(phrase('reach.host.too-large', { of: made.error }));
  return { ok: true, value: { netns, space, ends: shared.ends, ...made.value } };
}

/**
 * Maps from header to end of packets that begin no connection, or of answers, at a host that {@link modelHost} took: of those that come in, and
 * of those that are made there, each made when it is called. Throws `TooLarge`.
 */
export function mapTracked(
  { netns, space, ends }: Pick<HostModel, 'netns' | 'space' | 'ends'>,
  tracking: Tracking,
): Readonly<Record<FlowOrigin, () => Diagram>> {
  const mapper = new HostMapper(netns, { space, ends, tracking });
  return { received: () => mapper.received(), made: () => mapper.made() };
}
