import type { Document } from '../document/document';
import { listPodIPs } from '../kubernetes/pods';
import { listCandidates } from '../story/candidates';
import type { SheetWalk } from './walks';

/** What prose may ask a walk for. */
export const VALUE_NAMES = ['n', 'chosen', 'lost', 'sent', 'at'] as const;
type ValueName = (typeof VALUE_NAMES)[number];

/** Is there a value of this name that prose may ask the engine for? */
export function isValueName(name: string): name is ValueName {
  return VALUE_NAMES.some((value) => value === name);
}

/**
 * The text of a value of a walk in prose: `n`, among how many endpoints it is chosen; `chosen`, the endpoint that is. Of
 * requests of a script: `lost` of `sent`, and when the one that is shown was sent, `5.14` seconds. Undefined: the walk comes
 * to no choice, or is of no script.
 */
export function readValue(name: ValueName, walk: SheetWalk): string | undefined {
  if (name === 'lost' || name === 'sent' || name === 'at') return readLived(name, walk);
  const { moments, lenses } = walk;
  const at = moments.findIndex(({ kind }) => kind === 'chosen');
  const [moment, lens] = [moments[at], lenses[at]];
  if (!moment || !lens) return undefined;
  switch (name) {
    case 'n':
      return String(listCandidates(lens).length);
    case 'chosen':
      return moment.pod?.text;
  }
}

function readLived(name: 'lost' | 'sent' | 'at', { lived }: SheetWalk): string | undefined {
  if (!lived) return undefined;
  return String(name === 'at' ? lived.at / 1000 : lived[name]);
}

/** What a name in prose is called by: by that it has its colour. `code`: none of the document's. */
export type NameKind = 'service' | 'pod' | 'node' | 'service-address' | 'pod-address' | 'node-address' | 'code';

/** The kind of thing a name or an address is of in a document. */
export function findNameKind({ cluster }: Document, text: string): NameKind {
  const { services, pods, nodes } = cluster;
  const address = /^\d+(?:\.\d+){3}(?=:\d+$|$)/.exec(text)?.[0] ?? text;
  if (services.some(({ metadata }) => metadata.name === text)) return 'service';
  if (pods.some(({ metadata }) => metadata.name === text)) return 'pod';
  if (nodes.some(({ metadata }) => metadata.name === text)) return 'node';
  if (services.some(({ spec }) => spec.clusterIP === address)) return 'service-address';
  if (pods.some((pod) => listPodIPs(pod).includes(address))) return 'pod-address';
  const isNodes = nodes.some(({ status }) => status?.addresses?.some((each) => each.address === address));
  return isNodes ? 'node-address' : 'code';
}
