import { err, ok, type Result } from '../../lib/result';
import { within } from '../../lib/scan';
import type { Phrase } from '../../lib/phrase';
import type { Netns, Network } from '../../linux/netns';
import type { IpFamily } from '../../net/ip';
import { HostEnds } from '../../reach/host-end';
import { modelHostInSteps, type HostModel } from '../../reach/host-model';
import { openHostSpace } from '../../reach/host-space';
import { NetworkModel } from '../../reach/network-model';
import { orTooLarge } from '../../reach/table-model';

/** A host in one of two states of a network. */
export interface HostInNetwork {
  readonly network: Network;
  readonly netns: Netns;
}

/** Models of a host before and after, of one space and one list of ends. */
export interface HostPair {
  readonly models: readonly [HostModel, HostModel];
  /** Packets are followed to their end in the network, and not to where they leave the host. */
  readonly whole: boolean;
  /** Machines at which nobody can say how packets go on, though they are followed. */
  readonly unfollowed: readonly string[];
}

interface PairInput {
  readonly family: IpFamily;
  /** Nodes of diagrams there may be. */
  readonly limit: number | undefined;
  /** Are packets to be followed behind the host, where that is not too large? */
  readonly further: boolean;
}

type Sides = readonly [HostInNetwork, HostInNetwork];

function* modelAlone(
  sides: Sides,
  { family, limit }: PairInput,
): Generator<number, Result<readonly [HostModel, HostModel], Phrase>> {
  const hosts = sides.map(({ netns }) => netns);
  const shared = { space: openHostSpace(hosts, { family, limit }), ends: new HostEnds() };
  yield 0.1;
  const was = yield* within(modelHostInSteps(sides[0].netns, shared), 0.1, 0.5);
  if (!was.ok) return was;
  shared.space.beginState();
  const is = yield* within(modelHostInSteps(sides[1].netns, shared), 0.5, 0.7);
  return is.ok ? ok([was.value, is.value]) : is;
}

/** Undefined: too large, or a host is not modelled. */
function* modelWhole(sides: Sides, { family, limit }: PairInput): Generator<number, HostPair | undefined> {
  const all = sides.flatMap(({ network }) => [...network.netns.values()]);
  const shared = { space: openHostSpace(all, { family, limit }), ends: new HostEnds() };
  const models: HostModel[] = [];
  const unfollowed = new Set<string>();
  for (const { network, netns } of sides) {
    shared.space.beginState();
    const made = orTooLarge(() => {
      const whole = new NetworkModel(network, shared);
      return { found: whole.model(netns), unfollowed: whole.unfollowed };
    });
    if (!made.ok || !made.value.found.ok) return undefined;
    models.push(made.value.found.value);
    for (const machine of made.value.unfollowed) unfollowed.add(machine);
    yield models.length * 0.3;
  }
  const [was, is] = models;
  return was && is && { models: [was, is], whole: true, unfollowed: [...unfollowed] };
}

/**
 * Models a host in two states of its network, for all packets that begin a connection there: through the whole network where that is
 * wanted and not too large. Yields how far it is, 0..0.7. Fails where the host itself is not modelled on one side.
 */
export function* modelPair(sides: Sides, input: PairInput): Generator<number, Result<HostPair, Phrase>> {
  const whole = input.further ? yield* modelWhole(sides, input) : undefined;
  if (whole) return ok(whole);
  const alone = yield* modelAlone(sides, input);
  return alone.ok ? ok({ models: alone.value, whole: false, unfollowed: [] }) : err(alone.error);
}
