import type { Document } from '../document/document';
import { changeProxy } from '../document/edits/cluster';
import { proxyMode, releaseProblem } from '../kubernetes/proxy';
import type { ProxyModeId } from '../kubernetes/mode-ids';
import { getMinor } from '../kubernetes/release';

/** A document in another mode: in its own release where the mode has that, else in the nearest that has it. */
export function inMode(document: Document, mode: ProxyModeId): Document {
  const { since, until } = proxyMode(mode);
  if (!releaseProblem(proxyMode(mode), document.release)) return changeProxy(document, { mode });
  const isLater = until !== undefined && getMinor(document.release) > getMinor(until);
  return changeProxy(document, { mode, release: isLater ? until : since });
}
