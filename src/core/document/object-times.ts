import type { Steps } from '../lib/scan';
import { listShownObjects, type ShownObject } from './shown-objects';
import { listChanges, type FieldChange } from './state-changes';
import { readOrder, type ShownPair, type StateOrder } from './state-words';

/** An object at two times of a text, with the fields that changed between. */
export interface ObjectTimes extends ShownPair {
  readonly changes: readonly FieldChange[];
  readonly order: StateOrder;
}

/** Two tables of Services, or two objects that are written out. */
const TWICE = [/\bNAME +TYPE +CLUSTER-IP\b/g, /^\s*kind:/gm];

/** More fields differ between two objects that only have a name in common. */
const MOST_CHANGED = 24;

function groupShown(shown: readonly ShownObject[]): readonly (readonly ShownObject[])[] {
  const groups = new Map<string, ShownObject[]>();
  for (const each of shown) {
    const key = `${each.how} ${each.kind} ${each.name}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** The first two of an object's states, one after the other, that differ and of which words tell how they follow. */
function findPair(text: string, group: readonly ShownObject[], all: readonly ShownObject[]): ObjectTimes | undefined {
  for (const [at, second] of group.entries()) {
    const first = group[at - 1];
    if (!first) continue;
    const changes = listChanges(first.fields, second.fields);
    if (changes.length === 0 || changes.length > MOST_CHANGED) continue;
    const next = all.find(({ from }) => from > second.from)?.from ?? Number.POSITIVE_INFINITY;
    const order = readOrder(text, { first, second }, next);
    if (order) return { first, second, changes, order };
  }
  return undefined;
}

/** Finds objects that a text shows in two states of which its words, or a command between them, tell how they follow each other. */
export function* listObjectTimes(text: string): Steps<readonly ObjectTimes[]> {
  if (!TWICE.some((each) => (text.match(each) ?? []).length > 1)) return [];
  const shown = yield* listShownObjects(text);
  return groupShown(shown).flatMap((group) => findPair(text, group, shown) ?? []);
}

/** The state that a text is about: the one that does not work, else how it is now. */
export const meantState = ({ order: { by } }: ObjectTimes): 'first' | 'last' =>
  by === 'cure' || by === 'tried' ? 'first' : 'last';
