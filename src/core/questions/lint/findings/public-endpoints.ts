import { phrase } from '../../../lib/phrase';
import type { XtRule } from '../../../linux/xtables/types';
import { contains, formatCidr, formatIp, makeCidr, parseCidr, type Cidr, type IpAddress } from '../../../net/ip';
import { readKubeComment } from '../../../paste/kube-services';
import { findDnat, listComments } from '../../../paste/layers';
import { familyCheck, placedRules, type Finding } from '../finding';

/** IPv4 networks that no host of the internet has (RFC 1918, 6598, 1122, 3927, 5737, 2544, 1112). */
const NOT_PUBLIC: readonly Cidr[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '198.18.0.0/15',
  '224.0.0.0/3',
].flatMap((text) => {
  const cidr = parseCidr(text);
  return cidr.ok ? [cidr.value] : [];
});

/** The network of 65,536 addresses that a public address is in. */
function publicNetwork(address: IpAddress): string | undefined {
  if (address.family !== 'ipv4' || NOT_PUBLIC.some((cidr) => contains(cidr, address))) return undefined;
  return formatCidr(makeCidr(address, 16));
}

/** The API server has a node's own address, and nodes may have public ones. */
function isApiServer(rule: XtRule): boolean {
  const comment = readKubeComment(listComments(rule)[0] ?? '');
  return comment?.namespace === 'default' && comment.name === 'kubernetes';
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
      const message = phrase('lint.public-endpoints', { network, address: formatIp(address) });
      found.set(network, { id: 'public-endpoints', severity: 'info', message, places: [place] });
    }
  }
  return [...found.values()];
});
