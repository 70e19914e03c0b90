import { phrase } from '../../../lib/phrase';
import type { XtRule } from '../../../linux/xtables/types';
import { formatCidr, formatIp, makeCidr, parseIp, type IpAddress } from '../../../net/ip';
import { isPublic } from '../../../net/special';
import { readKubeComment } from '../../../paste/kube-services';
import { findDnat, listComments } from '../../../paste/layers';
import { tableName, type NftTable } from '../../../linux/nftables/types';
import { parseEndpoint } from '../../../net/packet';
import { familyCheck, placedRules, type Check, type Finding, type FindingPlace } from '../finding';

/** The network of 65,536 addresses that a public address is in. */
function publicNetwork(address: IpAddress): string | undefined {
  return isPublic(address) ? formatCidr(makeCidr(address, 16)) : undefined;
}

/** The API server has a node's own address, and nodes may have public ones. */
function isApiServer(rule: XtRule): boolean {
  const comment = readKubeComment(listComments(rule)[0] ?? '');
  return comment?.namespace === 'default' && comment.name === 'kubernetes';
}

function foundAt(network: string, address: IpAddress, place: FindingPlace): Finding {
  const message = phrase('lint.public-endpoints', { network, address: formatIp(address) });
  return { id: 'public-endpoints', severity: 'info', message, places: [place] };
}

/** Endpoints with public addresses: a Pod network that is somebody else's hides the hosts that have it. */
export const PUBLIC_ENDPOINTS = familyCheck('public-endpoints', (linted) => {
  const found = new Map<string, Finding>();
  for (const { name } of linted.tables.get('nat')?.chains.values() ?? []) {
    if (!name.startsWith('KUBE-SEP-')) continue;
    for (const { rule, place } of placedRules(linted, 'nat', name)) {
      const address = findDnat(rule)?.address;
      const network = address && publicNetwork(address);
      if (!address || network === undefined || found.has(network) || isApiServer(rule)) continue;
      found.set(network, foundAt(network, address, place));
    }
  }
  return [...found.values()];
});

const OF_ENDPOINTS = /^(?:service|endpoint|external)-[A-Z2-7]{8}-(?!default\/kubernetes\/)/;

/** The addresses behind `dnat`: `10.0.0.1:80`, `[fd00::1]:80`, or those of a map, `0 : 10.0.0.1 . 80`. */
function* dnatAddresses(rule: string): Generator<IpAddress> {
  const at = rule.indexOf('dnat ');
  if (at < 0) return;
  for (const word of rule.slice(at).split(/[\s,]/)) {
    const parsed = parseIp(word);
    const address = parsed.ok ? parsed.value : parseEndpoint(word)?.address;
    if (address) yield address;
  }
}

function publicIn(table: NftTable): Finding[] {
  const found = new Map<string, Finding>();
  for (const { name: chain, length, text } of table.chains.values()) {
    if (!OF_ENDPOINTS.test(chain)) continue;
    for (let index = 0; index < length; index++) {
      for (const address of dnatAddresses(text(index))) {
        const network = publicNetwork(address);
        if (network === undefined || found.has(network)) continue;
        found.set(network, foundAt(network, address, { table: tableName(table), chain, index }));
      }
    }
  }
  return [...found.values()];
}

/** What `public-endpoints` finds in iptables mode, in the chains of nftables mode. */
export const NFT_PUBLIC_ENDPOINTS: Check = {
  id: 'public-endpoints',
  find: ({ nftables }) =>
    [...(nftables?.tables.values() ?? [])].flatMap((table) => (table.name === 'kube-proxy' ? publicIn(table) : [])),
};
