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
    kubeProxy: kubeProxy.mode === next.mode ? kubeProxy : { ...kubeProxy, mode: next.mode },
  };
}
