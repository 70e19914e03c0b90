import type { EvidenceFinding } from '../evidence-finding';
import { findObjectChanges } from './object-changes';
import { findPoolAllocation } from './pool-allocation';
import { findTemplateLabels } from './template-labels';
import { findTwinPorts } from './twin-ports';

/**
 * Finds what texts show of how objects were made and changed: by a chart, by apply, by their owner between two listings, each with its change.
 * Texts alone are read, whole objects or not.
 */
export function findMade(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  return [
    ...findTwinPorts(texts),
    ...findTemplateLabels(texts),
    ...findPoolAllocation(texts),
    ...findObjectChanges(texts),
  ];
}
