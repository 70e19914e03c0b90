import { MODE_SPANS, sameAxis, usualRelease } from '../../kubernetes/mode-ids';
import { getMinor } from '../../kubernetes/release';
import type { ProxyModeId } from '../../kubernetes/types';
import type { Document } from '../document';

/** Another mode or release of kube-proxy; objects, flows and everything else stay. The same again is no edit. */
export function changeProxy(
  document: Document,
  change: { readonly mode?: ProxyModeId; readonly release?: string },
): Document {
  const { mode, release, kubeProxy } = document;
  const next = { mode, release, ...change };
  if (next.mode === mode && next.release === release) return document;
  return {
    ...document,
    ...next,
    // kube-proxy's configuration names its own modes only: with Cilium it waits as it was.
    kubeProxy: isOwnMode(next.mode, kubeProxy.mode) ? kubeProxy : { ...kubeProxy, mode: next.mode },
  };
}

function isOwnMode(mode: ProxyModeId, known: ProxyModeId | undefined): boolean {
  return known === mode || MODE_SPANS[mode].axis !== undefined;
}

/** A document in another mode: in its own release where the mode has that, else in the nearest that has it. */
export function inMode(document: Document, mode: ProxyModeId): Document {
  const { since, until } = MODE_SPANS[mode];
  if (!sameAxis(document.mode, mode)) return changeProxy(document, { mode, release: usualRelease(mode) });
  const minor = getMinor(document.release);
  if (until !== undefined && minor > getMinor(until)) return changeProxy(document, { mode, release: until });
  return changeProxy(document, minor >= getMinor(since) ? { mode } : { mode, release: since });
}
