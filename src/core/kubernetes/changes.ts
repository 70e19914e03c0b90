import { releaseOf } from './release';
import { isGateOn, type Gate, type Gates } from './gates';
import type { PatchChange } from './patch-changes';

/** From when a kube-proxy does something: a minor release, one brought back to older ones, or behind a feature gate. */
export type Change = number | PatchChange | GatedChange;

/** Done where a feature gate is on: from the minor that has it on unless told otherwise. */
export interface GatedChange {
  readonly gate: Gate;
}

/** Is it one that reached older minors in a patch release? */
export function isPatchChange(change: Change): change is PatchChange {
  return typeof change === 'object' && 'since' in change;
}

/** Does a release do it? */
export function hasChange(change: Change, release: string, gates: Gates = {}): boolean {
  const { minor, patch } = releaseOf(release);
  if (typeof change === 'number') return minor >= change;
  if ('gate' in change) return isGateOn(change.gate, release, gates);
  const first = change.patches?.[minor];
  return minor >= change.since || (first !== undefined && patch >= first);
}

/** What a release does, of changes each with its name. */
export function featuresSince<Name extends string>(
  changes: Readonly<Record<Name, Change>>,
  release: string,
  gates: Gates = {},
): Readonly<Record<Name, boolean>> {
  const entries = Object.entries<Change>(changes).map(([name, change]) => [name, hasChange(change, release, gates)]);
  // The keys are those of the changes, one by one.
  return Object.fromEntries(entries) as Record<Name, boolean>;
}
