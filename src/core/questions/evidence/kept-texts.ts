import type { Document, PastedText } from '../../document/document';
import { nameKey } from '../../document/edits/offered-flows';
import { openManifest } from '../../document/open-manifest';
import type { ClusterObjects, ObjectMeta } from '../../kubernetes/types';
import type { Steps } from '../../lib/scan';
import type { StatedFacts } from '../../paste/machine/told-words';

/** What is told of a cluster that was opened from texts: by these, and by whoever edited it since. */
export interface KeptTexts {
  readonly texts: readonly PastedText[];
  readonly objects: ClusterObjects;
  readonly words?: StatedFacts;
}

/** Reads the texts that a cluster keeps; undefined: it was opened from none. */
export function* readKeptTexts(document: Document): Steps<KeptTexts | undefined> {
  const { told = [] } = document;
  if (told.length === 0) return undefined;
  const texts = told.map(({ text }) => text);
  const { objects, words, document: opened } = yield* openManifest({ document, texts, state: 'told' });
  if (!objects || !opened) return undefined;
  const edited = withEdits(objects, opened.cluster, document.cluster);
  return { texts: told, objects: edited, ...(words ? { words } : {}) };
}

const LISTS = ['nodes', 'pods', 'deployments', 'services', 'endpointSlices'] as const;

/** The objects of the texts, with those that are not as they were when these were opened: somebody told them since. */
function withEdits(objects: ClusterObjects, opened: ClusterObjects, now: ClusterObjects): ClusterObjects {
  const lists = LISTS.map((list) => [list, editedList(objects[list], opened[list], now[list])]);
  return { ...objects, ...Object.fromEntries(lists) };
}

type Named = { readonly metadata: ObjectMeta };

function editedList(told: readonly Named[], opened: readonly Named[], now: readonly Named[]): readonly Named[] {
  const before = new Map(opened.map((object) => [nameKey(object), JSON.stringify(object)]));
  const edited = now.filter((object) => before.get(nameKey(object)) !== JSON.stringify(object));
  if (edited.length === 0) return told;
  const names = new Set(edited.map(nameKey));
  return [...told.filter((object) => !names.has(nameKey(object))), ...edited];
}
