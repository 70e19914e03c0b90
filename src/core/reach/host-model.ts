import { phrase, type Phrase } from '../lib/phrase';
import { err, ok, type Result } from '../lib/result';
import { finished, within, type Steps } from '../lib/scan';
import type { Netns } from '../linux/netns';
import { setChanges } from './changed-sets';
import type { FlowOrigin } from './entrances';
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

/** Where a host's model is made: a space that tells apart what its rules can, and a list of ends. */
interface ModelPlace {
  readonly space: Space;
  readonly ends: HostEnds;
}

/** So far it is when it is known where all rules lead to, 0..1. */
const RULES_READ = 0.2;

/**
 * All that a host's iptables, nftables, routes and addresses do to packets of a family that begin a connection: a function from
 * header to end, with the odds of draws. Fails where it has rules of another kind, is here in part only, or is too large. Yields how far
 * it is, 0..1.
 */
export function* modelHostInSteps(netns: Netns, shared: ModelPlace): Steps<Result<HostModel, Phrase>> {
  const refused = refuseHost(netns, shared.space.family);
  if (refused) return err(refused);
  const work = mapHost(netns, shared);
  for (;;) {
    const step = orTooLarge(() => work.next());
    if (!step.ok) return err(phrase('reach.host.too-large', { of: step.error }));
    if (step.value.done) return ok(step.value.value);
    yield step.value.value;
  }
}

function* mapHost(netns: Netns, shared: ModelPlace): Steps<HostModel> {
  const { devices, family } = shared.space;
  const space = new Space({ family, devices, netns, shared: shared.space });
  space.isChanged = setChanges(netns);
  const mapper = new HostMapper(netns, { space, ends: shared.ends, tracking: NEW_CONNECTIONS });
  const rules = yield* within(mapper.prepare(), 0, RULES_READ);
  let asked = 0;
  const share = (more: number): number => {
    asked += more;
    return RULES_READ + (1 - RULES_READ) * Math.min(1, asked / rules);
  };
  const enters = mapper.routes.enters();
  const first = firstPackets(space);
  const received = yield* told(mapper.received(), share);
  const outcome = { received, made: yield* told(mapper.made(), share) };
  const begins = { received: space.both(enters.received, first), made: space.both(enters.made, first) };
  return { netns, space, ends: shared.ends, enters, begins, outcome };
}

/** Work that tells something else of what it yields. */
function* told<T>(work: Generator<number, T>, tell: (yielded: number) => number): Steps<T> {
  let step = work.next();
  for (; !step.done; step = work.next()) yield tell(step.value);
  return step.value;
}

/** The same at once. */
export function modelHost(netns: Netns, shared: ModelPlace): Result<HostModel, Phrase> {
  return finished(modelHostInSteps(netns, shared));
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
  return { received: () => finished(mapper.received()), made: () => finished(mapper.made()) };
}
