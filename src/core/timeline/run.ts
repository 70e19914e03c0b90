import type { Document } from '../document/document';
import type { NodeProgram } from '../document/node-program';
import type { ScriptDelays } from '../document/script';
import type { Rng } from '../lib/random';
import type { ApiServer } from './api-server';
import { createNamedRng } from '../lib/random';
import type { Journal } from './journal';
import type { PodLife } from './lives';
import type { EventQueue } from './queue';

/** What all parts of a cluster share while time runs. */
export interface Run {
  readonly document: Document;
  readonly delays: ScriptDelays;
  /** What runs on each node and writes rules. */
  readonly programs: ReadonlyMap<string, NodeProgram>;
  readonly queue: EventQueue;
  readonly journal: Journal;
  readonly api: ApiServer;
  /** Every Pod that ever had an address. */
  readonly lives: Map<string, PodLife>;
  /** Nodes that are gone, since when. */
  readonly lost: Map<string, number>;
}

/** The chances of one thing of a run, by its name. */
export function chanceOf({ document: { seed } }: Pick<Run, 'document'>, name: string): Rng {
  return createNamedRng(seed, name);
}

/** How long a watcher waits for an event: everybody's watch has a length of its own. */
export function lagOf(run: Run, watcher: string): number {
  const { watch } = run.delays;
  return watch + chanceOf(run, watcher).below(watch + 1);
}
