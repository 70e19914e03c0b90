import { phrase, type Phrase } from '../../../lib/phrase';
import type { AnyTableName } from '../../../linux/hooks';
import { tableName, type NftSet, type NftTable } from '../../../linux/nftables/types';
import { readKubeComment, servicePortText } from '../../../paste/kube-services';
import { tellLocalNext } from './no-endpoints';
import type { Check, Finding, FindingPlace } from '../finding';

const MAPS = ['no-endpoint-services', 'no-endpoint-nodeports'];

/** An element of these maps: which Service it is of, and that it is dropped: endpoints there are, but none of this node. */
interface Refusal {
  readonly name: string;
  readonly isLocal: boolean;
  readonly next: Phrase;
  readonly place: FindingPlace;
}

function* refusalsIn(table: AnyTableName, chain: string, { elements }: NftSet): Generator<Refusal> {
  for (let at = 0; at < elements.length; at++) {
    const comment = readKubeComment(elements.element(at)?.comment ?? '');
    const text = elements.text(at);
    const name = comment ? servicePortText(comment) : nameByKey(text);
    const isLocal = text.trimEnd().endsWith(': drop');
    const next = tellLocalNext(comment, chain === 'no-endpoint-nodeports' ? 'external' : undefined);
    yield { name, isLocal, next, place: { table, chain, text } };
  }
}

/** `10.96.0.10:53/udp`, where no comment names the Service. */
function nameByKey(element: string): string {
  const [key = ''] = element.split(' : ');
  const parts = (key.split(/ comment /)[0] ?? '').trim().split(' . ');
  const [port = '', protocol = '', address = 'nodePort'] = parts.toReversed();
  return `${address.includes(':') ? `[${address}]` : address}:${port}/${protocol}`;
}

/** Services that kube-proxy's table refuses or drops for want of endpoints, once each. */
function findInTable(table: NftTable): Finding[] {
  const found = new Map<string, Finding>();
  for (const map of MAPS) {
    const set = table.sets.get(map);
    if (!set) continue;
    for (const { name, isLocal, next, place } of refusalsIn(tableName(table), map, set)) {
      const message = isLocal ? phrase('lint.no-local-endpoints', { name }) : phrase('lint.no-endpoints', { name });
      const key = `${isLocal} ${name}`;
      const places = [...(found.get(key)?.places ?? []), place];
      found.set(key, {
        id: 'no-endpoints',
        severity: 'warning',
        message,
        places,
        ...(isLocal ? { next } : {}),
      });
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
