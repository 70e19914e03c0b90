import type { Choice } from '../../../src/core/linux/chain-walk';
import { snapshot } from '../../../src/core/linux/conntrack/table';
import type { Netns, Network } from '../../../src/core/linux/netns';
import { createState, type NetnsState, type PortDraw } from '../../../src/core/linux/state';
import type { Leg } from '../../../src/core/sim/trace';
import { runPacket } from '../../../src/core/sim/simulate';
import { expectOf } from './expect';
import { connectionTable, control } from './ipvs-control';
import { packetFromText, packetOf, type Expectation, type KernelRecord } from './record';
import { tupleText } from '../packet-text';

/** What the simulator makes of one packet, or the first thing it could not know. */
export interface Replayed {
  readonly n: number;
  readonly expect: Expectation;
  /** What was walked: the packet, and what it made the router send. */
  readonly legs: readonly Leg[];
  /** The connections of IPVS afterwards, a line each; absent without IPVS. */
  readonly conns?: readonly string[];
  /** An option that is not simulated had a say. */
  readonly unknown?: string;
}

/** The port or id the kernel drew for a connection, as the record's entry shows it. */
function recordedDraw(expect: Expectation, draw: PortDraw): number | undefined {
  const entries = (expect['ct'] ?? []) as readonly { orig: string; reply: string }[];
  const wanted = tupleText(draw.original);
  const entry = entries.find(({ orig }) => orig === wanted);
  if (!entry) return undefined;
  const { l4 } = packetFromText(entry.reply);
  if (l4.proto === 'icmp' || l4.proto === 'icmpv6') return l4.id;
  if (!('sport' in l4)) return undefined;
  return draw.manip === 'SRC' ? l4.dport : l4.sport;
}

/**
 * Replays a record's packets in order in one namespace. What is not known does not hold, but for packets in
 * `holding`, where it does.
 */
export function replay(record: KernelRecord, netns: Netns, holding: ReadonlySet<number> = new Set()): Replayed[] {
  let router = netns;
  let current: Expectation = {};
  const fresh = createState();
  const state: NetnsState = {
    ...fresh,
    drawPort: (draw) => {
      const recorded = recordedDraw(current, draw);
      return recorded !== undefined && recorded >= draw.min && recorded < draw.min + draw.size
        ? recorded
        : fresh.drawPort(draw);
    },
  };
  const states = new Map([[netns.id, state]]);
  return record.packets.map((recorded) => {
    if (recorded.ctl) {
      router = control(router, state, recorded.ctl);
      return { n: recorded.n, expect: {}, legs: [] };
    }
    const network: Network = { netns: new Map([[router.id, router]]), segments: [] };
    current = recorded.expect;
    state.now = recorded.t ?? state.now;
    let unknown: string | undefined;
    const decide = (choice: Choice): number => {
      unknown ??= choice.where;
      return choice.kind === 'unknown' && !holding.has(recorded.n) ? 1 : 0;
    };
    const before = state.conntrack.entries().map(snapshot);
    const device = recorded.in.if ?? undefined;
    const legs = runPacket({
      network,
      netns: router,
      state: states,
      decide,
      packet: packetOf(recorded.in),
      mark: recorded.in.mark ?? 0,
      ...(device ? { device } : {}),
    });
    state.now += 10;
    const after = state.conntrack.entries().map(snapshot);
    const expect = expectOf({ legs, before, after, native: record.backend === 'native' });
    const conns = router.ipvs ? { conns: connectionTable(state) } : {};
    return { n: recorded.n, expect, legs, ...conns, ...(unknown ? { unknown } : {}) };
  });
}
