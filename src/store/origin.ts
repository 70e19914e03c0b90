import type { Document } from '../core/document/document';
import { vaultKey } from './places';
import type { DocumentOrigin, DocumentState } from './document-state';

/** How a document is kept that is not on the bench any more: among one's own, or among those that came by links. */
export type Keeping = 'own' | 'linked';

/** Where a document comes from that takes the place of another. */
export function makeOrigin(
  opened: Document,
  { id = vaultKey(), from = 'shipped' }: Partial<DocumentOrigin>,
): DocumentOrigin {
  return { id, from, opened };
}

/** What of a document is work. A release, a mode and a seed are how it is looked at: they make no example one's own. */
const WORK = ['title', 'cluster', 'settings', 'pasted', 'flows', 'script', 'stopped', 'cilium'] as const;

/** How a document is to be kept; undefined: it is as it is shipped and can be opened again. What was worked on is one's own. */
export function keepingOf({ present, origin: { from, opened } }: DocumentState): Keeping | undefined {
  const isWorkedOn = WORK.some((field) => present[field] !== opened[field]) || proxyOf(present) !== proxyOf(opened);
  if (from === 'here' || isWorkedOn) return 'own';
  return from === 'link' ? 'linked' : undefined;
}

function proxyOf({ kubeProxy }: Document): string {
  return JSON.stringify({ ...kubeProxy, mode: '' });
}
