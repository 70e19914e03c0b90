import type { Diagnostic } from '../formats/format';
import type { Document } from './document';
import type { Derived } from './kernel-parts';

/** So many rule sets are looked at: what nft refuses of one node it mostly refuses of all. */
const MOST_TRIED = 4;

/**
 * The refusals of nft on nodes of a cluster, each once: it takes a transaction whole or not at all, so that nothing of kube-proxy
 * is in force there (pkg/proxy/nftables/proxier.go, "nftables sync failed").
 * @returns errors with the reason, at the Node; none outside nftables mode
 */
export function listNftRefusals({ mode }: Pick<Document, 'mode'>, { compiled, network }: Derived): Diagnostic[] {
  if (mode !== 'nftables') return [];
  const found = [...compiled.keys()].slice(0, MOST_TRIED).flatMap((key): Diagnostic[] => {
    const message = compiled.get(key)?.state.nftables?.refusal;
    const [node = ''] = key.split(' ');
    const path = `Node ${network.netns.get(node)?.title ?? node}`;
    return message ? [{ severity: 'error', code: 'refused', message, path }] : [];
  });
  return [...new Map(found.toReversed().map((each) => [JSON.stringify(each.message), each])).values()];
}
