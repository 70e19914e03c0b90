import type { Point } from './geometry.model';

/** Heights of a card's storeys, from above. */
export const CARD = {
  pad: 16,
  header: 37,
  /** Between Pods and bridge, bridge and gates, the two rows of gates: wide enough for the packet's label. */
  lane: 28,
  bar: 28,
  gate: 44,
  gateWidth: 118,
  lowerBar: 28,
  director: 30,
  directorWidth: 156,
} as const;

/** How Pods are set in every card: `full` with name, address and `eth0`, or `dense` in many columns. */
export interface PodGrid {
  readonly form: 'full' | 'dense';
  readonly columns: number;
  readonly rows: number;
  readonly pod: { readonly width: number; readonly height: number };
  /** Between rows. */
  readonly gap: number;
  /** Of all rows together. */
  readonly height: number;
  readonly width: number;
  /** No card has anything above its gates: that storey is left out. */
  readonly bare: boolean;
  /** Some node has an IPVS director: its storey is kept free in every card. */
  readonly director: boolean;
}

export interface CardFrame {
  readonly at: Point;
  readonly width: number;
  readonly grid: PodGrid;
  /** Which slot of the grid each Pod has. */
  readonly slots: ReadonlyMap<string, number>;
}

/** A point that a line comes down (or up) from to a bus or bridge. */
export interface Stop {
  readonly id: string;
  readonly x: number;
}

/** Where the wires of Pods arrive at the storey of the bridges. */
export interface PodPorts {
  /** By bridge: the stops on it. */
  readonly bridged: ReadonlyMap<string, readonly Stop[]>;
  /** Host ends without a bridge: their vertices. */
  readonly routed: readonly Stop[];
}
