import type { Tuple } from '../net/tuple';
import { createRng } from '../lib/random';
import { ConntrackTable } from './conntrack/table';
import { IpvsState } from './ipvs/state';
import { cloneLiveSets, type LiveSets } from './ipset/live';

/** A source port (or ICMP id) the kernel draws by itself: any free one of the range is right. */
export interface PortDraw {
  readonly protocol: number;
  /** The connection's first packet as it came: what tells two draws apart. */
  readonly original: Tuple;
  readonly manip: 'SRC' | 'DST';
  readonly min: number;
  readonly size: number;
}

/** All that changes in one namespace from packet to packet. */
export interface NetnsState {
  readonly conntrack: ConntrackTable;
  /** xt_recent: list name -> address text -> stamps in milliseconds, oldest first. */
  readonly recent: Map<string, Map<string, number[]>>;
  /** xt_statistic nth: `table chain index match` -> count. */
  readonly nth: Map<string, number>;
  /** ipset: what packets made of the namespace's sets. */
  readonly ipsets: LiveSets;
  /** Connections, templates and the schedulers' places of IPVS. */
  readonly ipvs: IpvsState;
  /** Milliseconds since the run began; the only clock there is. */
  now: number;
  /** Where a search for a free port begins, in [min, min + size). Recordings replay the kernel's draw here. */
  readonly drawPort: (draw: PortDraw) => number;
  /** How many ports were drawn so far: any free one would have been as right. */
  portsDrawn: number;
}

/** The state of a namespace no packet has passed yet; `seed` decides the ports drawn. */
export function createState(seed = 0): NetnsState {
  const rng = createRng(seed);
  return {
    conntrack: new ConntrackTable(),
    recent: new Map(),
    nth: new Map(),
    ipvs: new IpvsState(),
    ipsets: new Map(),
    now: 0,
    drawPort: ({ min, size }) => min + rng.below(size),
    portsDrawn: 0,
  };
}

/** An independent copy: what one run changes, another must not see. Ports are drawn anew from the seed. */
export function cloneState(state: NetnsState, seed = 0): NetnsState {
  const connections = { conntrack: state.conntrack.clone(), ipvs: state.ipvs.clone() };
  return { ...createState(seed), ...cloneMemory(state), ...connections, now: state.now };
}

/** What rules remember, copied: everything but the connections. */
export function cloneMemory(state: NetnsState): Pick<NetnsState, 'recent' | 'nth' | 'ipsets' | 'ipvs'> {
  const recent = [...state.recent].map(
    ([name, list]) => [name, new Map([...list].map(([address, stamps]) => [address, [...stamps]]))] as const,
  );
  return {
    recent: new Map(recent),
    nth: new Map(state.nth),
    ipsets: cloneLiveSets(state.ipsets),
    ipvs: state.ipvs.clone('memory'),
  };
}
