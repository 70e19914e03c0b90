import type { Document } from '../document/document';
import { changeProxy } from '../document/edits/cluster';
import { MODE_SPANS, sameAxis, usualRelease, type ProxyModeId } from '../kubernetes/mode-ids';
import { getMinor } from '../kubernetes/release';

/** A document in another mode: in its own release where the mode has that, else in the nearest that has it. */
export function inMode(document: Document, mode: ProxyModeId): Document {
  const { since, until } = MODE_SPANS[mode];
  if (!sameAxis(document.mode, mode)) return changeProxy(document, { mode, release: usualRelease(mode) });
  const minor = getMinor(document.release);
  if (until !== undefined && minor > getMinor(until)) return changeProxy(document, { mode, release: until });
  return changeProxy(document, minor >= getMinor(since) ? { mode } : { mode, release: since });
}
