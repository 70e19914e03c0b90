import type { SentPacket } from '../../engine/protocol';
import type { Route } from './route.model';

/** Stage units a millisecond at speed 1. */
const PACE = 0.75;
/** The shortest walk still takes so long. */
const SHORTEST_MS = 900;

/** Many packets and when each of them is where; all of it is known before the first one moves. */
export interface Crowd {
  readonly routes: readonly Route[];
  /** By packet: its route, its landing, and in milliseconds when it leaves, lands and has its answer. */
  readonly way: Uint16Array;
  readonly landing: Uint16Array;
  readonly leaves: Float64Array;
  readonly lands: Float64Array;
  readonly ends: Float64Array;
  readonly duration: number;
  readonly landings: number;
}

function travelOf({ total }: Route): number {
  return Math.max(SHORTEST_MS, total / PACE);
}

/** Milliseconds from one packet to the next: few leave slowly, very many within one and a half of their walks. */
function gapOf(count: number, travel: number): number {
  if (count <= 10) return 260;
  return Math.min(60, (1.5 * travel) / count);
}

/** Sends packets off one after the other, each along its route. */
export function crowdOf(routes: readonly Route[], sent: readonly SentPacket[], landings: number): Crowd {
  const travels = routes.map(travelOf);
  const gap = gapOf(sent.length, Math.max(SHORTEST_MS, ...travels));
  const count = sent.length;
  const crowd = {
    routes,
    way: Uint16Array.from(sent, ({ way }) => way),
    landing: Uint16Array.from(sent, ({ landing }) => landing),
    leaves: Float64Array.from(sent, (_, i) => i * gap),
    lands: new Float64Array(count),
    ends: new Float64Array(count),
    landings,
  };
  let duration = 0;
  sent.forEach(({ way }, i) => {
    const route = routes[way];
    const travel = travels[way] ?? 0;
    const part = route && route.total > 0 ? route.landsAt / route.total : 1;
    crowd.lands[i] = (crowd.leaves[i] ?? 0) + travel * part;
    crowd.ends[i] = (crowd.leaves[i] ?? 0) + travel;
    duration = Math.max(duration, crowd.ends[i] ?? 0);
  });
  return { ...crowd, duration };
}

/** How far a packet has come along its route; undefined while it is not on its way. */
export function lengthAt({ routes, way, leaves, ends }: Crowd, packet: number, at: number): number | undefined {
  const [leave = 0, end = 0] = [leaves[packet], ends[packet]];
  if (at < leave || at > end || end <= leave) return undefined;
  return ((at - leave) / (end - leave)) * (routes[way[packet] ?? 0]?.total ?? 0);
}

/** How many have landed where, by landing. */
export function landedAt({ landing, lands, landings }: Crowd, at: number): Uint16Array {
  const counts = new Uint16Array(landings);
  for (let i = 0; i < lands.length; i++) {
    const place = landing[i] ?? 0;
    if ((lands[i] ?? Infinity) <= at) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** The packet that landed at a place last; the first that will, where none has yet. */
export function lastLanded({ landing, lands }: Crowd, place: number, at: number): number | undefined {
  let found: number | undefined;
  for (let i = 0; i < lands.length; i++) {
    if (landing[i] === place && (found === undefined || (lands[i] ?? Infinity) <= at)) found = i;
  }
  return found;
}
