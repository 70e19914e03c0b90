import type { Document } from '../../../core/document/document';

/** Did an edit (or undo, or redo) make one document of the other? Documents that were opened share no objects. */
export function isEditOf(before: Document, after: Document): boolean {
  if (before.subject !== after.subject) return false;
  if (before.subject === 'pasted')
    return sharesItem(before.pasted.texts, after.pasted.texts) || before.flows === after.flows;
  const { nodes, pods, services } = before.cluster;
  const now = after.cluster;
  return sharesItem(nodes, now.nodes) || sharesItem(services, now.services) || sharesItem(pods, now.pods);
}

function sharesItem(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before === after) return before.length > 0;
  const known = new Set(before);
  return after.some((item) => known.has(item));
}
