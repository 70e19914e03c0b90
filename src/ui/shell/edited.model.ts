import { EXAMPLES, type Example } from '../../content/examples';
import type { Document } from '../../core/document/document';

/** The example a document was opened from, by its title in any language. */
export function exampleTitled(title: string): Example | undefined {
  return EXAMPLES.find((example) => Object.values(example.title).includes(title));
}

/**
 * An example as it is shipped; `begun`: the one the page began with, which is not made again: on a phone that takes some
 * tenths of a second.
 */
export function shippedAs(example: Example, begun: Document | undefined): Document {
  return begun && exampleTitled(begun.title) === example ? begun : example.document();
}

/**
 * Is the document what the example is shipped as? Mode, release, seed and what was pasted beside it are how it is looked
 * at, not what it is. Stops at the first difference, so a cluster that grew costs nothing.
 */
export function isAsShipped(document: Document, shipped: Document): boolean {
  if (document.subject !== shipped.subject) return true;
  const [{ mode: _mode, ...proxy }, { mode: _shipped, ...shippedProxy }] = [document.kubeProxy, shipped.kubeProxy];
  return (
    isSame(proxy, shippedProxy) &&
    (['settings', 'flows', 'cluster'] as const).every((part) => isSame(document[part], shipped[part])) &&
    (shipped.subject === 'cluster' || isSame(document.pasted, shipped.pasted))
  );
}

/** Are two JSON values alike? What is undefined is as if it were not there. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length) return false;
  const [one, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]));
}
