import type { Document } from '../../core/document/document';
import { EXAMPLE_KEY } from './pane.model';

type Documents = Readonly<Record<string, Document>>;

/** Keeps a document for a pane under a key of its own; an example needs no keeping, the same document is kept once. */
export function keepDocument(
  kept: Documents,
  wanted: string,
  document: Document,
): { readonly documents: Documents; readonly key: string } {
  if (wanted.startsWith(EXAMPLE_KEY)) return { documents: kept, key: wanted };
  const known = Object.keys(kept).find((key) => kept[key] === document);
  if (known !== undefined) return { documents: kept, key: known };
  let turn = 1;
  while (`own:${turn}` in kept) turn++;
  return { documents: { ...kept, [`own:${turn}`]: document }, key: `own:${turn}` };
}
