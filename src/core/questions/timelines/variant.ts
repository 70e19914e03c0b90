import type { Document } from '../../document/document';
import { changeProxy, inMode } from '../../document/edits/cluster';
import type { ScriptDelays } from '../../document/script';
import type { ProxyModeId } from '../../kubernetes/mode-ids';
import { scriptOf } from '../../timeline/default-script';

/** What is else in a second timeline. */
export interface Variant {
  readonly mode?: ProxyModeId;
  readonly release?: string;
  readonly delays?: Partial<ScriptDelays>;
}

/** The document as it is in a second timeline; its script is the same. */
export function varied(document: Document, { mode, release, delays }: Variant): Document {
  const script = scriptOf(document);
  const own = { ...document, script: delays ? { ...script, delays: { ...script.delays, ...delays } } : script };
  const moded = mode === undefined ? own : inMode(own, mode);
  return release === undefined ? moded : changeProxy(moded, { release });
}
