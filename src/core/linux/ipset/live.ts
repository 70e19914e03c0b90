import type { Member } from './members';

/**
 * What packets made of one set, over what was saved of it: the saved members are shared by all runs and never
 * copied.
 */
export interface LiveSet {
  /** By the joined parts of the element; `gone`: a saved member was taken out. */
  readonly changes: Map<string, Member | 'gone'>;
  /** Prefix lengths packets brought into a set of networks that had none, by part. */
  prefixes: readonly (readonly number[])[];
  /** How many members there are, those past their time included. */
  size: number;
  /** A member nobody here can name was added: what is not found may be in it. */
  mayHave: boolean;
  /** A member nobody here can name was thrown out: what is found may not be in it. */
  mayLack: boolean;
}

/** Sets that changed, by name. */
export type LiveSets = Map<string, LiveSet>;

/** An independent copy. */
export function cloneLiveSets(sets: LiveSets): LiveSets {
  return new Map([...sets].map(([name, live]) => [name, { ...live, changes: new Map(live.changes) }] as const));
}
