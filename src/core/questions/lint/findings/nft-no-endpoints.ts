import { phrase } from '../../../lib/phrase';
import type { AnyTableName } from '../../../linux/hooks';
import { tableName, type NftSet, type NftTable } from '../../../linux/nftables/types';
import { readKubeComment, servicePortText } from '../../../paste/kube-services';
import type { Check, Finding, FindingPlace } from '../finding';

const MAPS = ['no-endpoint-services', 'no-endpoint-nodeports'];

/** An element of these maps: which Service it is of, and that it is dropped: endpoints there are, but none of this node. */
interface Refusal {
  readonly name: string;
  readonly isLocal: boolean;
  readonly place: FindingPlace;
}

function* refusalsIn(table: AnyTableName, chain: string, { elements }: NftSet): Generator<Refusal> {
  for (let at = 0; at < elements.length; at++) {
    const comment = readKubeComment(elements.element(at)?.comment ?? '');
    if (!comment) continue;
    const text = elements.text(at);
    yield { name: servicePortText(comment), isLocal: text.trimEnd().endsWith(': drop'), place: { table, chain, text } };
  }
}

/** Services that kube-proxy's table refuses or drops for want of endpoints, once each. */
function findInTable(table: NftTable): Finding[] {
  const found = new Map<string, Finding>();
  for (const map of MAPS) {
    const set = table.sets.get(map);
    if (!set) continue;
    for (const { name, isLocal, place } of refusalsIn(tableName(table), map, set)) {
      const message = isLocal ? phrase('lint.no-local-endpoints', { name }) : phrase('lint.no-endpoints', { name });
      const key = `${isLocal} ${name}`;
      const places = [...(found.get(key)?.places ?? []), place];
      found.set(key, { id: 'no-endpoints', severity: isLocal ? 'info' : 'warning', message, places });
    }
  }
  return [...found.values()];
}

/** What `no-endpoints` finds in iptables mode, in the maps of nftables mode (pkg/proxy/nftables/proxier.go). */
export const NFT_NO_ENDPOINTS: Check = {
  id: 'no-endpoints',
  find: ({ nftables }) =>
    [...(nftables?.tables.values() ?? [])].flatMap((table) => (table.name === 'kube-proxy' ? findInTable(table) : [])),
};
